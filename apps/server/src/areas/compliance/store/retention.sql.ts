import type { RetentionClass } from '@tianping/contract/compliance/facts'
import { rows, run, sql, type Db } from '@tianping/database'
import { inDays, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import { byDay, keyedRows, type Keyed, type Paging } from '../../../kernel/operator/pages.sql.ts'

/** Begins a class of a day, or goes on with one that was broken off. */
export const beginRun = (
  db: Db,
  r: { class: RetentionClass; day: string; cutoff: Date; version: number; now: Date },
) =>
  run(
    db,
    sql`
    insert into retention_run (class, day, cutoff, rule_version, began_at)
    values (${r.class}, ${r.day}::date, ${r.cutoff}, ${r.version}, ${r.now})
    on conflict (class, day) do update set ended_at = null`,
  )

export const addRemoved = (db: Db, r: { class: RetentionClass; day: string; removed: number }) =>
  run(
    db,
    sql`
    update retention_run set removed = removed + ${r.removed} where class = ${r.class} and day = ${r.day}::date`,
  )

export const endRun = (db: Db, r: { class: RetentionClass; day: string; now: Date }) =>
  run(
    db,
    sql`update retention_run set ended_at = ${r.now} where class = ${r.class} and day = ${r.day}::date`,
  )

export type Run = {
  class: RetentionClass
  day: string
  cutoff: Date
  removed: number
  ruleVersion: number
  endedAt: Date | null
}
const columns = sql`class, day, cutoff, removed, rule_version, ended_at`

/** The newest day first. */
export function runRows(db: Db, f: Narrowed & { class: string; paging: Paging }) {
  const { key, page } = byDay(f.paging, sql`day`, sql`run_id`, true)
  const from = sql`from retention_run where (${f.class} = '' or class = ${f.class}) and ${inDays(sql`day`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<Run & Keyed>`select ${columns}, ${key} ${from} and ${page}`,
    from,
  )
}

/** The newest run of each class. */
export const lastRuns = (db: Db) =>
  rows(
    db,
    sql<Run>`select distinct on (class) ${columns} from retention_run order by class, day desc`,
  )
