import type { RunReason } from '@tianping/contract/screening/facts'
import { row, run, sql, type Db, type Tx } from '@tianping/database'
import { inSpan, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import {
  byNumbered,
  keyedRows,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

export type Run = {
  runId: bigint
  reason: RunReason
  subject: string
  askedBy: string
  begunAt: Date
  afterId: bigint
  members: number
  hits: number
  finishedAt: Date | null
}
const columns = sql`r.run_id, r.reason, r.subject, r.asked_by, r.begun_at, r.after_id, r.members, r.hits, r.finished_at`

/** Asks for a comparison of all members; a day and a version have one each. */
export const insertRun = (
  tx: Db,
  r: { reason: RunReason; subject: string; by: string; at: Date },
) =>
  run(
    tx,
    sql`
    insert into screening_run (reason, subject, asked_by, begun_at) values (${r.reason}, ${r.subject}, ${r.by}, ${r.at})
    on conflict (reason, subject) where reason <> 'person' do nothing`,
  )

/** One that is not finished and nobody works on now: the oldest, and what failed last. */
export const leaseRun = (db: Db, now: Date, until: Date) =>
  row(
    db,
    sql<Run>`
    update screening_run r set leased_until = ${until} where r.run_id = (
      select run_id from screening_run where finished_at is null and (leased_until is null or leased_until <= ${now})
      order by leased_until nulls first, run_id limit 1 for update skip locked)
    returning ${columns}`,
  )

export const advanceRun = (
  tx: Tx,
  r: { runId: bigint; afterId: bigint; members: number; hits: number; until: Date },
) =>
  run(
    tx,
    sql`update screening_run set after_id = ${r.afterId}, members = members + ${r.members}, hits = hits + ${r.hits}, leased_until = ${r.until} where run_id = ${r.runId} and after_id < ${r.afterId}`,
  )

/** Of one that failed: it is taken up again where it stopped. */
export const giveBackRun = (db: Db, runId: bigint, now: Date) =>
  run(
    db,
    sql`update screening_run set leased_until = ${now} where run_id = ${runId} and finished_at is null`,
  )

/** Not where another instance has gone on with it meanwhile. */
export const finishRun = async (
  db: Db,
  r: { runId: bigint; afterId: bigint; hits: number; now: Date },
): Promise<boolean> =>
  (await run(
    db,
    sql`update screening_run set finished_at = ${r.now}, hits = hits + ${r.hits}, leased_until = null
    where run_id = ${r.runId} and after_id = ${r.afterId} and finished_at is null`,
  )) > 0

export function runRows(db: Db, { paging, ...narrowed }: Narrowed & { paging: Paging }) {
  const { key, page } = byNumbered(paging, sql`r.begun_at`, sql`r.run_id`, true)
  const from = sql`from screening_run r where ${inSpan(sql`r.begun_at`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<Run & Keyed>`select ${columns}, ${key} ${from} and ${page}`,
    from,
  )
}
