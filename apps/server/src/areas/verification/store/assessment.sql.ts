import type { AssessmentLevel } from '@tianping/contract/verification/facts'
import { row, run, sql, type Db, type Tx } from '@tianping/database'
import { inSpan, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import {
  byNumbered,
  keyedRows,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

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

/** Those that are open, or those that were made; what is due first. */
export function assessmentRows(
  db: Db,
  { open, paging, ...narrowed }: Narrowed & { open: boolean; paging: Paging },
) {
  const { key, page, order } = byNumbered(paging, sql`a.due_at`, sql`a.member_id`, false)
  const standing = open ? sql`a.assessed_at is null` : sql`a.assessed_at is not null`
  const from = sql`from member_assessment a where ${standing} and ${inSpan(sql`a.due_at`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<Assessment & Keyed>`
    select a.member_id, m.name as username, a.reached_at, a.due_at, a.level, a.why, a.assessed_by, a.assessed_at, a.sort_value, a.sort_no
    from (select a.*, ${key} ${from} and ${page}) a join member m using (member_id)
    order by ${order}`,
    from,
  )
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
