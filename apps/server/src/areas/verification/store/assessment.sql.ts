import type { AssessmentLevel } from '@tianping/contract/verification/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'

export type Assessment = {
  memberId: bigint
  username: string
  reachedAt: Date
  dueAt: Date
  level: AssessmentLevel | ''
  why: string
  assessedBy: string
  assessedAt: Date | null
}

/** Begins the clock of an assessment, once. */
export const openAssessment = (tx: Tx, p: { memberId: bigint; now: Date; days: number }) =>
  run(
    tx,
    sql`
    insert into member_assessment (member_id, reached_at, due_at)
    values (${p.memberId}, ${p.now}, ${p.now}::timestamptz + make_interval(days => ${p.days}::int)) on conflict do nothing`,
  )

/** Whether the time of an assessment is over without one. */
export const isOverdue = async (db: Db, memberId: bigint, now: Date): Promise<boolean> =>
  (await row(
    db,
    sql`select 1 from member_assessment where member_id = ${memberId} and assessed_at is null and due_at <= ${now}`,
  )) !== undefined

export async function assessmentRows(db: Db, p: { open: boolean; limit: number; offset: number }) {
  const from = sql`from member_assessment a where (a.assessed_at is null) = ${p.open}`
  const found = await rows(
    db,
    sql<Assessment>`
    select a.member_id, m.name as username, a.reached_at, a.due_at, a.level, a.why, a.assessed_by, a.assessed_at
    from (select * ${from} order by a.due_at, a.member_id limit ${p.limit} offset ${p.offset}) a join member m using (member_id)
    order by a.due_at, a.member_id`,
  )
  const { total } = await theRow(db, sql<{ total: number }>`select count(*)::int as total ${from}`)
  return { rows: found, total }
}

/** False where none is open. */
export const writeAssessment = async (
  tx: Tx,
  p: { memberId: number; level: AssessmentLevel; why: string; by: string; at: Date },
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    update member_assessment set level = ${p.level}, why = ${p.why}, assessed_by = ${p.by}, assessed_at = ${p.at}
    where member_id = ${p.memberId} and assessed_at is null`,
  )) === 1
