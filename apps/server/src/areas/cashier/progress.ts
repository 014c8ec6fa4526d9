// What the page of an order tells of it. The page is public by the order's number: only the order's
// member reads the reason, the vouchers and parts of payment numbers.
import type { Given } from '@tianping/contract'
import { depositState } from '@tianping/contract/cashier/facts'
import type { StepName } from '@tianping/contract/stages'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { heldBy } from './review.ts'
import { paymentStanding, standingOf, type Parts } from './stage.ts'
import type { Deposit, Payment } from './store/deposit.sql.ts'

type Progress = NonNullable<Given<'POST /api/payinfo'>['progress']>
type Step = { step: StepName; at: Date | null }

const TAIL = 4

const saidStep = ({ paidSaidBy, paidSaidAt }: Deposit): Step[] =>
  paidSaidAt === null
    ? []
    : [{ step: paidSaidBy === 'provider' ? 'provider' : 'said', at: paidSaidAt }]

/** What came in, each at its moment. */
function paymentSteps({ payments, refunds }: Parts): Step[] {
  const again = new Set(
    refunds.filter(({ reason }) => reason === 'paid_again').map(each => each.reference),
  )
  return payments.map(({ reference, receivedAt: at }): Step => ({
    step: again.has(reference) ? 'paid_again' : 'paid',
    at,
  }))
}

/** What goes back, and what went back. */
function refundSteps({ refunds }: Parts): Step[] {
  return [
    ...refunds.map(({ createdAt }): Step => ({ step: 'refund', at: createdAt })),
    ...refunds.flatMap(({ confirmedAt: at }): Step[] => (at ? [{ step: 'refunded', at }] : [])),
  ]
}

function decisionStep({ state, decidedAt: at }: Deposit): Step[] {
  if (state === depositState.waiting) return []
  return [{ step: state === depositState.credited ? 'credited' : 'rejected', at }]
}

function expiryStep(order: Deposit, { payments }: Parts, now: Date): Step[] {
  const { expiresAt, decidedAt } = order
  const [first] = payments
  const over = first?.receivedAt ?? decidedAt ?? now
  return expiresAt !== null && expiresAt <= over ? [{ step: 'expired', at: expiresAt }] : []
}

/** What is still to come. */
function nextSteps(order: Deposit, { payments }: Parts): Step[] {
  if (order.state !== depositState.waiting) return []
  const reviewed = order.waitsFor === 'person' || payments.length > 0
  return [
    { step: reviewed ? 'review' : 'confirm', at: null },
    { step: 'credit', at: null },
  ]
}

function stepsOf(order: Deposit, parts: Parts, now: Date): Step[] {
  const past: Step[] = [
    { step: 'created', at: order.createdAt },
    ...saidStep(order),
    ...expiryStep(order, parts, now),
    ...paymentSteps(parts),
    ...decisionStep(order),
    ...refundSteps(parts),
  ]
  const when = ({ at }: Step) => at?.getTime() ?? 0
  return [...past.toSorted((a, b) => when(a) - when(b)), ...nextSteps(order, parts)]
}

const paymentOf = (order: Deposit, parts: Parts, mine: boolean) => (payment: Payment) => {
  const { standing, refund } = paymentStanding(order, payment, parts)
  return {
    amount: yuanOf(payment.amountFen),
    paid_at: beijing(payment.paidAt),
    tail: mine ? payment.reference.slice(-TAIL) : '',
    standing,
    voucher: mine && standing === 'refunded' ? (refund?.voucher ?? '') : '',
  }
}

const flagOf = (is: boolean) => (is ? 1 : 0)

export function progressOf(order: Deposit, parts: Parts, mine: boolean, now: Date): Progress {
  const { stage, paid, refund } = standingOf(order, parts, now)
  return {
    stage,
    mine: flagOf(mine),
    paid,
    credited: yuanOf(order.creditedFen ?? 0n),
    refund,
    wish: mine ? order.wish : '',
    may_wish: flagOf(mine && stage === 'wrong_amount' && heldBy(order, now) === ''),
    said: flagOf(mine && order.paidSaidBy === 'member'),
    reason: mine ? order.remark : '',
    steps: stepsOf(order, parts, now).map(({ step, at }) => ({ step, at: at ? beijing(at) : '' })),
    payments: parts.payments.map(paymentOf(order, parts, mine)),
  }
}
