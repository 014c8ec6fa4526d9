// How an order stands: from its row, the payments that its provider reported and its refunds. All
// that show an order ask here, so that member, letters and back office read the same.
import { depositState } from '@tianping/contract/cashier/facts'
import {
  refundState,
  stageWords,
  type DepositStage,
  type PaymentStanding,
} from '@tianping/contract/stages'
import type { Db } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { DAY_MS } from '@tianping/money/day'
import { paymentsOfOrders, type Deposit, type Payment } from './store/deposit.sql.ts'
import { refundsOf, type OrderKey, type Refund } from './store/refund.sql.ts'

/** What belongs to an order beside its row. */
export type Parts = { payments: readonly Payment[]; refunds: readonly Refund[] }
/** As much of it as decides how the order stands. */
export type Sums = {
  payments: readonly Pick<Payment, 'amountFen' | 'paidAt' | 'receivedAt'>[]
  refunds: readonly Pick<Refund, 'amountFen' | 'state'>[]
}

type Row = Pick<
  Deposit,
  | 'state'
  | 'waitsFor'
  | 'amountFen'
  | 'creditedFen'
  | 'expiresAt'
  | 'decidedAt'
  | 'paidSaidAt'
  | 'paidSaidBy'
>

/** A payment that was announced and has not come is waited for this long beyond its order. */
const ANNOUNCED_MS = DAY_MS

const sumOf = (all: readonly { amountFen: bigint }[]) =>
  all.reduce((sum, each) => sum + each.amountFen, 0n)

/** What was paid for an order and does not go back, in fen. */
export const leftOf = ({ payments, refunds }: Sums): bigint => sumOf(payments) - sumOf(refunds)

/** Whether the payment that an order is credited for came after the time to pay. */
export function isLate({ expiresAt, decidedAt }: Row, { payments }: Sums): boolean {
  if (expiresAt === null) return false
  const [first] = payments
  if (!first) return decidedAt !== null && decidedAt > expiresAt
  return first.receivedAt > expiresAt || first.paidAt > expiresAt
}

function unpaidStage(order: Row, now: Date): DepositStage {
  const { expiresAt, paidSaidAt } = order
  const expired = expiresAt !== null && expiresAt <= now
  if (paidSaidAt === null) return expired ? 'expired' : 'unpaid'
  const over = expiresAt !== null && now.getTime() - expiresAt.getTime() >= ANNOUNCED_MS
  return over ? 'expired' : 'confirming'
}

/** A payment from a listed address looks like any that waits: nobody learns of it here. */
function waitingStage(order: Row, parts: Sums, now: Date): DepositStage {
  if (order.waitsFor === 'provider') return unpaidStage(order, now)
  const leftFen = leftOf(parts)
  return leftFen > 0n && leftFen !== order.amountFen ? 'wrong_amount' : 'confirming'
}

export function stageOf(order: Row, parts: Sums, now: Date): DepositStage {
  if (order.state === depositState.waiting) return waitingStage(order, parts, now)
  const { refunds } = parts
  const credited = order.state === depositState.credited
  if (refunds.some(({ state }) => state === refundState.waiting))
    return credited ? 'paid_again' : 'refunding'
  if (refunds.length > 0) return 'refunded'
  if (!credited) return 'rejected'
  return isLate(order, parts) ? 'credited_late' : 'credited'
}

export type Standing = {
  stage: DepositStage
  /** Paid in all and not for a refund, or for the refund that the stage names, in yuan. */
  paid: number
  refund: number
}

/** The stage with its figures: what was received, and what goes back or went back. */
export function standingOf(order: Row, parts: Sums, now: Date): Standing {
  const stage = stageOf(order, parts, now)
  const open = parts.refunds.filter(({ state }) => state === refundState.waiting)
  const back = stage === 'refunded' ? parts.refunds : open
  const paidFen = order.state === depositState.waiting ? leftOf(parts) : sumOf(parts.payments)
  return { stage, paid: yuanOf(paidFen), refund: yuanOf(sumOf(back)) }
}

export const wordsOf = (order: Row, parts: Sums, now: Date): string =>
  stageWords(standingOf(order, parts, now))

/** Payments and refunds of many orders in two statements. */
export async function partsOf(db: Db, orders: readonly OrderKey[]): Promise<(no: string) => Parts> {
  if (orders.length === 0) return () => ({ payments: [], refunds: [] })
  const [payments, refunds] = await Promise.all([
    paymentsOfOrders(db, orders),
    refundsOf(db, orders),
  ])
  const paid = Map.groupBy(payments, each => each.depositNo)
  const back = Map.groupBy(refunds, each => each.depositNo)
  return no => ({ payments: paid.get(no) ?? [], refunds: back.get(no) ?? [] })
}

export const partsOfOrder = async (db: Db, order: OrderKey): Promise<Parts> =>
  (await partsOf(db, [order]))(order.depositNo)

/** How one payment of an order stands, with what goes back of it. */
export function paymentStanding(
  order: Row,
  { reference, provider }: Payment,
  { refunds }: Parts,
): { standing: PaymentStanding; refund: Refund | undefined } {
  const refund = refunds.find(each => each.reference === reference && each.provider === provider)
  if (refund)
    return { standing: refund.state === refundState.done ? 'refunded' : 'refunding', refund }
  return { standing: order.state === depositState.credited ? 'credited' : 'review', refund }
}
