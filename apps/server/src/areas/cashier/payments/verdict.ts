import { depositState } from '@tianping/contract/cashier/facts'
import { present } from '../../../kernel/present.ts'
import type { PaymentEvent } from '../../providers/providers.ts'
import type { PayoutVerdict } from '../sending/settle.ts'
import type { Deposit, NewCallback } from '../store/deposit.sql.ts'

/** What was made of a callback. */
export type Verdict =
  | 'credited'
  | 'credited_late'
  /** The same payment told again. */
  | 'duplicate'
  /**
   * A payment for an order that was credited: the one an operator credited it for, or one more, to
   * be given back.
   */
  | 'already_credited'
  | 'paid_again'
  /**
   * For a person: another amount than ordered, one more payment while under review, a payment after
   * an operator's no.
   */
  | 'wrong_amount'
  | 'in_review'
  | 'after_rejection'
  /** Paid from an address of a list: for compliance first. */
  | 'sender_listed'
  /** The provider has it and does not know yet how it ends. */
  | 'payment_pending'
  | 'failed'
  | 'failure_ignored'
  | 'unknown_order'
  /** The order is another provider's: this one was never asked for it. */
  | 'other_provider'
  /** A test order of the back office. */
  | 'test_paid'
  /** The payer takes the payment back. */
  | 'disputed'
  /** Genuine, and about nothing that is kept. */
  | 'ignored'
  | 'reference_conflict'
  | 'forged'
  | 'stale'
  | 'malformed'
  | PayoutVerdict

/** A genuine callback as it is kept, until its verdict is known. */
export type Told = { record: Omit<NewCallback, 'verdict'>; event: PaymentEvent | null }
export type Taken = { verdict: Verdict; memberId?: bigint }

const refused = new Set<Verdict>(['forged', 'stale', 'malformed', 'other_provider'])
export const isRefused = (verdict: Verdict): boolean => refused.has(verdict)

/** A person decides about these, whoever had the order until now. */
export const forReview = new Set<Verdict>(['wrong_amount', 'after_rejection', 'sender_listed'])

export const isCredit = (verdict: Verdict): verdict is 'credited' | 'credited_late' =>
  verdict === 'credited' || verdict === 'credited_late'

/** What a payment that is new makes of its order. */
export function verdictOnPayment(
  order: Deposit,
  event: PaymentEvent,
  { paidFen, isListed, now }: { paidFen: bigint; isListed: boolean; now: Date },
): Verdict {
  if (order.state === depositState.credited) {
    const creditedFen = present(order.creditedFen, 'amount of a credited deposit')
    return paidFen <= creditedFen ? 'already_credited' : 'paid_again'
  }
  if (order.waitsFor === 'person') return 'in_review'
  // A person's no stands until a person changes it; the provider's own "failed" gives way to its
  // "paid".
  if (order.state === depositState.rejected && order.decidedBy !== '') return 'after_rejection'
  if (isListed) return 'sender_listed'
  if (event.amountFen !== order.amountFen) return 'wrong_amount'
  return isLate(order, event, now) ? 'credited_late' : 'credited'
}

const isLate = ({ expiresAt }: Deposit, { paidAt }: PaymentEvent, now: Date) =>
  expiresAt !== null && (now > expiresAt || paidAt > expiresAt)
