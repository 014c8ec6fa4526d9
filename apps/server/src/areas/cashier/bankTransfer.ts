import { depositState } from '@tianping/contract/cashier/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { existing, Refusal } from '../../kernel/http/refusal.ts'
import type { Approved } from '../../kernel/operator/queue.ts'
import { BANK } from '../providers/providers.ts'
import { applyPayment } from './payments/apply.ts'
import { approveDeposit, heldBy } from './review.ts'
import { leftOf, partsOfOrder } from './stage.ts'
import { lockDeposit, markForReview, type Deposit } from './store/deposit.sql.ts'
import { ownerOf } from './store/order.sql.ts'
import type { Approval } from './secondApproval.ts'

export type Transfer = { reference: string; amountFen: bigint; paidAt: Date }

/** Locks an order by bank transfer that nobody else is at. */
async function transferOrder(
  tx: Tx,
  depositNo: string,
  { reviewer, now }: Approval,
): Promise<Deposit> {
  const owner = existing(await ownerOf(tx, 'deposit', depositNo), 'order.not_found')
  const order = await lockDeposit(tx, owner, depositNo)
  if (order.method !== 'card') throw new Refusal(say('bank.order_not_transfer'))
  const holder = heldBy(order, now)
  if (holder !== '' && holder !== reviewer.name)
    throw new Refusal(say('order.claimed', { holder }), { claimed_by: holder })
  return order
}

/**
 * Counts money that a bank statement shows as the payment of an order, and approves the order where
 * all of it is paid: by the same rules as any approval, a second person's included. Another amount
 * waits for review, what comes after a credit goes back, what comes after a no is judged anew.
 */
export async function takeTransfer(
  tx: Tx,
  depositNo: string,
  transfer: Transfer,
  approval: Approval,
): Promise<{ memberId: bigint } & Approved> {
  const { now } = approval
  const order = await transferOrder(tx, depositNo, approval)
  const { memberId } = order
  const rejected = order.state === depositState.rejected
  if (rejected) await markForReview(tx, [order])
  const waiting = rejected ? await lockDeposit(tx, memberId, depositNo) : order
  const event = { depositNo, outcome: 'paid' as const, fromAddress: '', ...transfer }
  const verdict = await applyPayment(tx, BANK, waiting, event, now)
  const paidFen = leftOf(await partsOfOrder(tx, waiting))
  if (verdict !== 'in_review' || rejected || paidFen !== order.amountFen)
    return { memberId, first: '', awaits: null }
  const { first, awaits } = await approveDeposit(tx, depositNo, approval)
  return { memberId, first, awaits }
}
/** What a member writes on a bank transfer, so that its order is found. */
export const transferNote = (memberId: bigint): string => `TP${memberId}`
