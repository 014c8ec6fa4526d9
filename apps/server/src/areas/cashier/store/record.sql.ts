// Pages of a member's orders, each in one statement.
import type { ReviewState } from '@tianping/contract/facts'
import type { RefundState } from '@tianping/contract/stages'
import { sql, type Sql } from '@tianping/database'
import { historyPages, type HistoryAsked, type Listed } from '../../../kernel/reads/history.sql.ts'
import { historyReader } from '../../../kernel/reads/history.ts'
import type { Sums } from '../stage.ts'
import type { Deposit } from './deposit.sql.ts'

/** Fen and moments in milliseconds. */
type PaymentParts = [fen: string, paidAt: number, receivedAt: number]
type RefundParts = [fen: string, state: RefundState]

export type DepositListed = Pick<
  Deposit,
  | 'method'
  | 'protocol'
  | 'amountFen'
  | 'creditedFen'
  | 'state'
  | 'waitsFor'
  | 'createdAt'
  | 'expiresAt'
  | 'decidedAt'
  | 'paidSaidAt'
  | 'paidSaidBy'
  | 'remark'
> &
  Listed & {
    /** Null where there is none. */
    payments: PaymentParts[] | null
    refunds: RefundParts[] | null
  }

const millis = (column: Sql) => sql`(extract(epoch from ${column}) * 1000)::bigint`

export const depositPages = (asked: readonly HistoryAsked[]) =>
  sql<DepositListed>`/* prepared */ ${historyPages(
    {
      from: sql`deposit_order`,
      no: sql`deposit_no`,
      columns: sql`
    o.method, o.protocol, o.amount_fen, o.credited_fen, o.state, o.waits_for, o.created_at, o.expires_at, o.decided_at,
    o.paid_said_at, o.paid_said_by, o.remark,
    (select json_agg(json_build_array(p.amount_fen::text, ${millis(sql`p.paid_at`)}, ${millis(sql`p.received_at`)}) order by p.received_at, p.reference)
      from provider_payment p where p.member_id = o.member_id and p.deposit_no = o.deposit_no) as payments,
    (select json_agg(json_build_array(r.amount_fen::text, r.state) order by r.created_at, r.refund_no)
      from deposit_refund r where r.member_id = o.member_id and r.deposit_no = o.deposit_no) as refunds`,
    },
    asked,
  )}`
export const depositPage = historyReader(depositPages)

/** What decides how a deposit of a page stands. */
export const sumsOf = ({ payments, refunds }: DepositListed): Sums => ({
  payments: (payments ?? []).map(([fen, paidAt, receivedAt]) => ({
    amountFen: BigInt(fen),
    paidAt: new Date(paidAt),
    receivedAt: new Date(receivedAt),
  })),
  refunds: (refunds ?? []).map(([fen, state]) => ({ amountFen: BigInt(fen), state })),
})

export type WithdrawalListed = Listed & {
  amountFen: bigint
  method: string
  state: ReviewState
  remark: string
  createdAt: Date
  heldUntil: Date | null
  heldFor: string[]
  needsTier: number
}

export const withdrawalPages = (asked: readonly HistoryAsked[]) =>
  sql<WithdrawalListed>`/* prepared */ ${historyPages(
    {
      from: sql`withdrawal_order`,
      no: sql`withdrawal_no`,
      columns: sql`o.amount_fen, o.method, o.state, o.remark, o.created_at, o.held_until, o.held_for, o.needs_tier`,
    },
    asked,
  )}`
export const withdrawalPage = historyReader(withdrawalPages)
