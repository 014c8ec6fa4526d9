// What reported payments make of their orders. Each step is one statement for all of them, so that
// callbacks which come together, and the transfers of a block, cost little more than one.
import type { Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { at, present } from '../../../kernel/present.ts'
import { auditEach } from '../../../kernel/operator/audit.ts'
import { notifyEach } from '../../message/message.ts'
import { feeRules, type PaymentEvent } from '../../providers/providers.ts'
import { bookPayments } from '../../rails/rails.ts'
import { noteSenders } from '../../screening/screening.ts'
import { aboutDeposit } from '../about.ts'
import { creditDeposits } from '../credit.ts'
import { openRefund, tellPaidAgain } from '../refunds.ts'
import { leftOf, partsOf, type Parts } from '../stage.ts'
import {
  addPayments,
  dropWishes,
  markForReview,
  namedPayments,
  type Deposit,
} from '../store/deposit.sql.ts'
import { forReview, isCredit, verdictOnPayment, type Verdict } from './verdict.ts'

/** A payment and its order, which the caller has locked. */
export type Reported = { provider: string; order: Deposit; event: PaymentEvent }
type Fresh = Reported & { parts: Parts; paidFen: bigint; verdict: Verdict }

/** The same of one payment. */
export const applyPayment = async (
  tx: Tx,
  provider: string,
  order: Deposit,
  event: PaymentEvent,
  now: Date,
): Promise<Verdict> => at(await applyPayments(tx, [{ provider, order, event }], now), 0)

/** Books and judges payments of different members, one each; a verdict for each in their order. */
export async function applyPayments(tx: Tx, all: Reported[], now: Date): Promise<Verdict[]> {
  if (new Set(all.map(({ order }) => order.memberId)).size !== all.length)
    throw new Error('a member has two payments in one set')
  const kept = await addPayments(
    tx,
    all.map(each => ({ ...paymentOf(each), receivedAt: now })),
  )
  const isFresh = ({ order }: Reported) => kept.has(order.depositNo)
  const fresh = await judged(tx, all.filter(isFresh), now)
  const known = await repeated(
    tx,
    all.filter(each => !isFresh(each)),
  )
  await creditDeposits(
    tx,
    fresh
      .filter(({ verdict }) => isCredit(verdict))
      .map(({ provider, order, event, verdict }) => ({
        order,
        amountFen: event.amountFen,
        actor: { type: 'provider', id: provider },
        decidedBy: '',
        remark: '',
        late: verdict === 'credited_late',
        now,
      })),
  )
  await keepUncredited(
    tx,
    fresh.filter(({ verdict }) => !isCredit(verdict)),
    now,
  )
  const verdicts = new Map([
    ...fresh.map(({ order, verdict }) => [order.depositNo, verdict] as const),
    ...known,
  ])
  return all.map(({ order }) => present(verdicts.get(order.depositNo), 'verdict on a payment'))
}

const paymentOf = ({ provider, order: { memberId, depositNo }, event }: Reported) => ({
  provider,
  memberId,
  depositNo,
  reference: event.reference,
  amountFen: event.amountFen,
  paidAt: event.paidAt,
  fromAddress: event.fromAddress,
})

/** What a reference that is known already says: the same once more, or something else. */
async function repeated(tx: Tx, all: Reported[]): Promise<[string, Verdict][]> {
  if (all.length === 0) return []
  const found = await namedPayments(tx, all.map(paymentOf))
  return all.map(({ provider, order: { depositNo }, event: { reference, amountFen } }) => {
    const known = found.find(each => each.provider === provider && each.reference === reference)
    const isSame = known?.depositNo === depositNo && known.amountFen === amountFen
    return [depositNo, isSame ? 'duplicate' : 'reference_conflict']
  })
}

/** Books new payments on their rails, and judges each by what its order has been paid in all. */
async function judged(tx: Tx, all: Reported[], now: Date): Promise<Fresh[]> {
  if (all.length === 0) return []
  const feeOf = await feeRules(tx, [...new Set(all.map(({ provider }) => provider))])
  await bookPayments(
    tx,
    all.map(({ provider, order: { memberId }, event: { reference, amountFen } }) => ({
      rail: provider,
      memberId,
      reference,
      amountFen,
      feeFen: feeOf(provider, 'payment', amountFen),
      now,
    })),
  )
  const partsFor = await partsOf(
    tx,
    all.map(({ order }) => order),
  )
  const listed = await noteSenders(
    tx,
    all.map(({ order: { memberId }, event }) => ({
      memberId,
      subject: event.reference,
      address: event.fromAddress,
      now,
    })),
  )
  return all.map(each => {
    const { order, event } = each
    const parts = partsFor(order.depositNo)
    const paidFen = leftOf(parts)
    const isListed = listed.has(order.memberId)
    return {
      ...each,
      parts,
      paidFen,
      verdict: verdictOnPayment(order, event, { paidFen, isListed, now }),
    }
  })
}

/** Payments that are not credited wait for a person, or go back; members are told which. */
async function keepUncredited(tx: Tx, all: Fresh[], now: Date) {
  if (all.length === 0) return
  for (const each of all.filter(({ verdict }) => verdict === 'paid_again'))
    await giveBack(tx, each, now)
  const moved = all.filter(({ verdict }) => forReview.has(verdict))
  const waiting = [...moved, ...all.filter(({ verdict }) => verdict === 'in_review')]
  await markForReview(
    tx,
    moved.map(({ order }) => order),
  )
  await dropWishes(
    tx,
    waiting.map(({ order }) => order),
  )
  await notifyEach(
    tx,
    all.filter(isOtherAmount).map(({ order: { memberId, depositNo, amountFen }, paidFen }) => ({
      memberId,
      title: '存款金额不符',
      content: `您的存款订单 ¥${formatFen(amountFen)} 已收 ¥${formatFen(paidFen)}，金额不符，审核中。请在订单页选择按实付入账或退款，订单号 ${depositNo}。`,
      at: now,
      about: aboutDeposit(depositNo),
    })),
  )
  await auditEach(tx, now, { operator: null, address: '' }, all.map(entryOf))
}

const isOtherAmount = ({ order, verdict, paidFen }: Fresh) =>
  (verdict === 'wrong_amount' || verdict === 'in_review') && paidFen !== order.amountFen

const entryOf = ({ order, event, verdict, paidFen }: Fresh) => ({
  action: `deposit.${verdict}`,
  subject: `deposit:${order.depositNo}`,
  before: { state: order.state, remark: order.remark },
  after: {
    ordered_fen: order.amountFen,
    paid_fen: event.amountFen,
    paid_in_all_fen: paidFen,
    reference: event.reference,
  },
})

async function giveBack(tx: Tx, { provider, order, event, parts, paidFen }: Fresh, now: Date) {
  const amountFen = paidFen - present(order.creditedFen, 'amount of a credited deposit')
  const payment = present(
    parts.payments.find(each => each.reference === event.reference && each.provider === provider),
    'payment just kept',
  )
  await openRefund(tx, order, payment, { amountFen, reason: 'paid_again', now })
  await tellPaidAgain(tx, order, amountFen, now)
}
