import { reviewState, type DecidedState, type ReviewState } from '@tianping/contract/facts'
import { row, rows, run, sql, type Db } from '@tianping/database'
import { holderOf } from '../../../kernel/operator/claim.sql.ts'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import {
  inAmounts,
  inSpan,
  ofNumbered,
  ofStates,
  totalOf,
} from '../../../kernel/operator/listed.sql.ts'
import {
  behindMoment,
  foundOf,
  inOrderOf,
  momentKey,
  window,
  type Found,
  type Keyed,
} from '../../../kernel/operator/pages.sql.ts'

export type Adjustment = {
  adjustmentId: string
  memberId: bigint
  amountFen: bigint
  turnoverTimes: number
  reason: string
  caseId: bigint | null
  proposedBy: string
  proposedAt: Date
  state: ReviewState
  decidedBy: string
  decidedAt: Date | null
  remark: string
}
export type AdjustmentListed = Adjustment & { username: string; claimedBy: string }

const own = sql`
  a.adjustment_id, a.member_id, a.amount_fen, a.turnover_times, a.reason, a.case_id,
  a.proposed_by, a.proposed_at, a.state, a.decided_by, a.decided_at, a.remark`
const listed = (now: Date) =>
  sql`${own}, m.name as username, ${holderOf(sql`'adjustment:' || a.adjustment_id`, now)} as claimed_by`

/** The queue oldest first, the archive newest first. */
export async function adjustmentRows(
  db: Db,
  f: ListFilter,
  now: Date,
): Promise<Found<AdjustmentListed & Keyed> & { total: number }> {
  const p = f.paging
  const by = sql`a.proposed_at`
  const no = sql`a.adjustment_id`
  const own = f.states.length !== 1 || f.states[0] !== reviewState.waiting
  const from = sql`from adjustment a where ${ofStates(f.states, sql`a.state`)} and ${ofNumbered(f.q, { member: sql`a.member_id`, no: sql`a.adjustment_id` })}
    and ${inSpan(sql`a.proposed_at`, f)} and ${inAmounts(sql`abs(a.amount_fen)`, f)}`
  const read = await rows(
    db,
    sql<AdjustmentListed & Keyed>`
    select ${listed(now)}, ${momentKey(by, no)} from (
      select * ${from} and ${behindMoment(p, by, no, own)} order by ${inOrderOf(p, by, no, own)} ${window(p)}
    ) a join member m using (member_id) order by ${inOrderOf(p, by, no, own)}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

export const adjustmentRow = (db: Db, adjustmentId: string, now: Date) =>
  row(
    db,
    sql<AdjustmentListed>`select ${listed(now)} from adjustment a join member m using (member_id) where a.adjustment_id = ${adjustmentId}`,
  )

export const lockAdjustment = (tx: Db, adjustmentId: string) =>
  row(
    tx,
    sql<Adjustment>`select ${own} from adjustment a where a.adjustment_id = ${adjustmentId} for update`,
  )

export const insertAdjustment = (
  tx: Db,
  a: Pick<
    Adjustment,
    | 'adjustmentId'
    | 'memberId'
    | 'amountFen'
    | 'turnoverTimes'
    | 'reason'
    | 'caseId'
    | 'proposedBy'
    | 'proposedAt'
  >,
) =>
  run(
    tx,
    sql`
    insert into adjustment (adjustment_id, member_id, amount_fen, turnover_times, reason, case_id, proposed_by, proposed_at)
    values (${a.adjustmentId}, ${a.memberId}, ${a.amountFen}, ${a.turnoverTimes}, ${a.reason}, ${a.caseId}, ${a.proposedBy}, ${a.proposedAt})`,
  )

export const decideAdjustment = (
  tx: Db,
  a: { adjustmentId: string; state: DecidedState; by: string; at: Date; remark: string },
) =>
  run(
    tx,
    sql`
    update adjustment set state = ${a.state}, decided_by = ${a.by}, decided_at = ${a.at}, remark = ${a.remark} where adjustment_id = ${a.adjustmentId} and state = ${sql.literal(reviewState.waiting)}`,
  )

export const adjustmentsOfCase = (db: Db, caseId: bigint) =>
  rows(
    db,
    sql<{ adjustmentId: string; amountFen: bigint; state: number }>`
    select adjustment_id, amount_fen, state from adjustment where case_id = ${caseId} order by proposed_at limit 20`,
  )
