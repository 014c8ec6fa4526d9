import { refundState, type RefundReason, type RefundState } from '@tianping/contract/stages'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { holderOf } from '../../../kernel/operator/claim.sql.ts'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import {
  inAmounts,
  inSpan,
  ofMember,
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

const waiting = sql.literal(refundState.waiting)

/** A payment, or a part of one, that goes back to its payer. */
export type Refund = {
  memberId: bigint
  refundNo: string
  depositNo: string
  provider: string
  reference: string
  reason: RefundReason
  amountFen: bigint
  state: RefundState
  createdAt: Date
  voucher: string
  recordedBy: string
  recordedAt: Date | null
  confirmedBy: string
  confirmedAt: Date | null
  /** Since when its provider was asked to send it back, without a definite answer. */
  askedAt: Date | null
}

const columns = sql`
  r.member_id, r.refund_no, r.deposit_no, r.provider, r.reference, r.reason, r.amount_fen, r.state,
  r.created_at, r.voucher, r.recorded_by, r.recorded_at, r.confirmed_by, r.confirmed_at,
  r.asked_at`

export const insertRefund = (
  tx: Db,
  r: Pick<
    Refund,
    | 'memberId'
    | 'refundNo'
    | 'depositNo'
    | 'provider'
    | 'reference'
    | 'reason'
    | 'amountFen'
    | 'createdAt'
  >,
) =>
  run(
    tx,
    sql`
    insert into deposit_refund (member_id, refund_no, deposit_no, provider, reference, reason, amount_fen, created_at)
    values (${r.memberId}, ${r.refundNo}, ${r.depositNo}, ${r.provider}, ${r.reference}, ${r.reason}, ${r.amountFen}, ${r.createdAt})`,
  )

export type OrderKey = { memberId: bigint; depositNo: string }

/** The refunds of many orders, oldest first. */
export const refundsOf = (db: Db, orders: readonly OrderKey[]) =>
  rows(
    db,
    sql<Refund>`
    select ${columns} from deposit_refund r
    where (r.member_id, r.deposit_no) in (
      select * from unnest(${orders.map(each => each.memberId)}::bigint[], ${orders.map(each => each.depositNo)}::text[]))
    order by r.created_at, r.refund_no`,
  )

/** The order whose payment goes back under this number. */
export const orderOfRefund = (db: Db, refundNo: string) =>
  row(
    db,
    sql<OrderKey>`select member_id, deposit_no from deposit_refund where refund_no = ${refundNo}`,
  )

export const lockRefund = (tx: Db, memberId: bigint, refundNo: string) =>
  theRow(
    tx,
    sql<Refund>`
    select ${columns} from deposit_refund r where r.member_id = ${memberId} and r.refund_no = ${refundNo} for update`,
  )

/** Another refund of the same provider that has the voucher. */
export const refundOfVoucher = async (
  db: Db,
  { provider, voucher, refundNo }: Pick<Refund, 'provider' | 'voucher' | 'refundNo'>,
): Promise<string | undefined> =>
  (
    await row(
      db,
      sql<{ refundNo: string }>`
      select refund_no from deposit_refund where provider = ${provider} and voucher = ${voucher} and voucher <> '' and refund_no <> ${refundNo}`,
    )
  )?.refundNo

type Of = Pick<Refund, 'memberId' | 'refundNo'>

/** Records how it was paid back; an empty voucher takes the record away. */
export const recordVoucher = (tx: Db, r: Of & { voucher: string; by: string; now: Date | null }) =>
  run(
    tx,
    sql`
    update deposit_refund set voucher = ${r.voucher}, recorded_by = ${r.by}, recorded_at = ${r.now}
    where member_id = ${r.memberId} and refund_no = ${r.refundNo} and state = ${waiting}`,
  )

/** Notes that the provider is asked, or, with null, that it did nothing. */
export const noteAsked = (db: Db, r: Of & { at: Date | null }) =>
  run(
    db,
    sql`
    update deposit_refund set asked_at = ${r.at}
    where member_id = ${r.memberId} and refund_no = ${r.refundNo} and state = ${waiting}`,
  )

export const confirmRefund = (tx: Db, r: Of & { by: string; now: Date }) =>
  run(
    tx,
    sql`
    update deposit_refund set state = ${sql.literal(refundState.done)}, confirmed_by = ${r.by}, confirmed_at = ${r.now}
    where member_id = ${r.memberId} and refund_no = ${r.refundNo} and state = ${waiting}`,
  )

export type RefundListed = Refund & { username: string; method: string; claimedBy: string }
export type RefundShown = RefundListed & { paidAt: Date; paidFen: bigint }

const listed = (now: Date) => sql`
  ${columns}, m.name as username, o.method,
  ${holderOf(sql`'deposit:' || r.deposit_no`, now)} as claimed_by`
const beside = sql`
  r join member m using (member_id) join deposit_order o using (member_id, deposit_no)`

/** A voucher of a provider may be as short as a member's name. */
const meantRefund = (q: string) => {
  const no = q.toUpperCase()
  return q === ''
    ? sql`true`
    : sql`(r.refund_no = ${no} or r.deposit_no = ${no} or r.voucher = ${q} or ${ofMember(q, sql`r.member_id`)})`
}

/** The queue oldest first, the rest newest first. */
export async function refundRows(
  db: Db,
  f: ListFilter,
  now: Date,
): Promise<Found<RefundListed & Keyed> & { total: number }> {
  const p = f.paging
  const by = sql`r.created_at`
  const no = sql`r.refund_no`
  const own = f.states.length !== 1 || f.states[0] === refundState.done
  const from = sql`from deposit_refund r where ${ofStates(f.states, sql`r.state`)} and ${meantRefund(f.q)}
    and ${inSpan(sql`r.created_at`, f)} and ${inAmounts(sql`r.amount_fen`, f)}`
  const read = await rows(
    db,
    sql<RefundListed & Keyed>`
    select ${listed(now)}, ${momentKey(by, no)} from (
      select * ${from} and ${behindMoment(p, by, no, own)} order by ${inOrderOf(p, by, no, own)} ${window(p)}
    ) ${beside} order by ${inOrderOf(p, by, no, own)}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

export const refundShown = (db: Db, refundNo: string, now: Date) =>
  row(
    db,
    sql<RefundShown>`
    select ${listed(now)}, p.paid_at, p.amount_fen as paid_fen
    from deposit_refund ${beside} join provider_payment p on p.provider = r.provider and p.reference = r.reference
    where r.refund_no = ${refundNo}`,
  )

/** What waits for a person, and since when. */
export const waitingRefunds = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ pending: number }>`
      select count(*)::int as pending from deposit_refund where state = ${waiting}`,
    )
  ).pending
