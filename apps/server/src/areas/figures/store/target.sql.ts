import type { TargetFigure } from '@tianping/contract/figures/facts'
import { rows, run, sql, type Db, type Tx } from '@tianping/database'

/** `value` is fen where the figure is money, else a count. */
export type Target = { figure: TargetFigure; value: bigint; setBy: string; setAt: Date }

const first = (month: string) => sql`${`${month}-01`}::date`

export const targetsOf = (db: Db, month: string) =>
  rows(
    db,
    sql<Target>`
    select figure, value, set_by, set_at from figure_target where month = ${first(month)}`,
  )

/** One change of a month's targets after the other. */
export const waitForTargets = (tx: Tx, month: string) =>
  run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`target ${month}`}, 0))`)

export const setTarget = (tx: Tx, month: string, t: Target) =>
  run(
    tx,
    sql`
    insert into figure_target (month, figure, value, set_by, set_at)
    values (${first(month)}, ${t.figure}, ${t.value}, ${t.setBy}, ${t.setAt})
    on conflict (month, figure) do update set value = excluded.value, set_by = excluded.set_by, set_at = excluded.set_at`,
  )

export const dropTarget = (tx: Tx, month: string, figure: TargetFigure) =>
  run(tx, sql`delete from figure_target where month = ${first(month)} and figure = ${figure}`)
