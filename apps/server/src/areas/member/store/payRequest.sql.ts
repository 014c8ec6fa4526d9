import { reviewState, type DecidedState, type ReviewState } from '@tianping/contract/facts'
import type { PayRequestKind } from '@tianping/contract/member/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { ofState, totalOf } from '../../../kernel/operator/listed.sql.ts'

export type PayRequest = {
  requestId: bigint
  kind: PayRequestKind
  memberId: bigint
  askedBy: string
  askedAt: Date
  reason: string
  state: ReviewState
  decidedBy: string
  decidedAt: Date | null
  remark: string
}
export type PayRequestListed = PayRequest & { username: string }

const columns = sql`
  r.request_id, r.kind, r.member_id, r.asked_by, r.asked_at, r.reason, r.state,
  r.decided_by, r.decided_at, r.remark`

/** Asks for it; false while another such request about the member waits. */
export const insertPayRequest = async (
  tx: Db,
  r: Pick<PayRequest, 'kind' | 'memberId' | 'askedBy' | 'askedAt' | 'reason'>,
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    insert into pay_password_request (kind, member_id, asked_by, asked_at, reason)
    values (${r.kind}, ${r.memberId}, ${r.askedBy}, ${r.askedAt}, ${r.reason}) on conflict do nothing`,
  )) === 1

export const lockPayRequest = (tx: Db, requestId: bigint) =>
  row(
    tx,
    sql<PayRequest>`select ${columns} from pay_password_request r where r.request_id = ${requestId} for update`,
  )

export const decidePayRequest = (
  tx: Db,
  d: { requestId: bigint; state: DecidedState; by: string; at: Date; remark: string },
) =>
  run(
    tx,
    sql`
    update pay_password_request set state = ${d.state}, decided_by = ${d.by}, decided_at = ${d.at}, remark = ${d.remark}
    where request_id = ${d.requestId} and state = ${sql.literal(reviewState.waiting)}`,
  )

/** How many wait, and since when the oldest. */
export const payRequestsWaiting = (db: Db) =>
  theRow(
    db,
    sql<{ pending: number; oldest: Date | null }>`
    select count(*)::int as pending, min(asked_at) as oldest
    from pay_password_request where state = ${sql.literal(reviewState.waiting)}`,
  )

/** Newest first. */
export async function payRequestRows(
  db: Db,
  f: { state: number; limit: number; offset: number },
): Promise<{ rows: PayRequestListed[]; total: number }> {
  const from = sql`from pay_password_request r where ${ofState(f.state, sql`r.state`)}`
  const found = await rows(
    db,
    sql<PayRequestListed>`
    select ${columns}, m.name as username
    from (select * ${from} order by r.request_id desc limit ${f.limit} offset ${f.offset}) r join member m using (member_id)
    order by r.request_id desc`,
  )
  return { rows: found, total: await totalOf(db, from) }
}
