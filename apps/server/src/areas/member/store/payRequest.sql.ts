import { reviewState, type DecidedState, type ReviewState } from '@tianping/contract/facts'
import type { PayRequestKind } from '@tianping/contract/member/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import { inSpan, ofMember, ofStates, totalOf } from '../../../kernel/operator/listed.sql.ts'
import { byId, foundOf, window, type Keyed } from '../../../kernel/operator/pages.sql.ts'

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
export async function payRequestRows(db: Db, f: ListFilter) {
  const { behind, order, key } = byId(f.paging, sql`r.request_id`, true)
  const from = sql`
    from pay_password_request r where ${ofStates(f.states, sql`r.state`)}
      and ${ofMember(f.q, sql`r.member_id`)} and ${inSpan(sql`r.asked_at`, f)}`
  const read = await rows(
    db,
    sql<PayRequestListed & Keyed>`
    select ${columns}, m.name as username, ${key}
    from (select * ${from} and ${behind} order by ${order} ${window(f.paging)}) r
    join member m using (member_id) order by ${order}`,
  )
  return { ...foundOf(f.paging, read), total: f.paging.counted ? await totalOf(db, from) : 0 }
}
