// Which order a payment on the chain belongs to, and what it is worth.
import { unitsOfCents } from '@tianping/evm'
import type { Tx } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import {
  ordersForPayments,
  ordersOfPayments,
  takePayments,
  usdtRates,
  waitingOnChain,
  type OnChain,
  type WaitingOrder,
} from '../cashier/cashier.ts'
import { at } from '../../kernel/present.ts'
import { notifyEach } from '../message/message.ts'
import { keepRates, rateOf } from './store/order.sql.ts'

/** An order that was never paid is looked at for so long. */
const LOOK_BACK_MS = 7 * DAY_MS
const UNITS_PER_CENT = 10_000n

export type Payment = {
  protocol: OnChain['protocol']
  memberId: bigint
  reference: string
  units: bigint
  at: Date
  fromAddress: string
  toAddress: string
  now: Date
}

/**
 * What units are worth in fen by a rate with four decimals, floored
 * (docs/decisions/0029-usdt-amounts-are-floored.md).
 */
export function fenOfUnits(units: bigint, rate: string): bigint {
  const [whole = '0', part = ''] = rate.split('.')
  const scaled = BigInt(whole + part.padEnd(4, '0').slice(0, 4))
  // units are 10^-6 USDT, the rate 10^-4 yuan, a fen 10^-2 yuan.
  return (units * scaled) / 100_000_000n
}

/**
 * The order that a payment is for. The exact amount comes first, in time before late; then the
 * newest order that is open, or under review for another amount, or has run out.
 */
export function orderFor(
  orders: readonly WaitingOrder[],
  { units, at: paidAt }: Pick<Payment, 'units' | 'at'>,
): WaitingOrder | undefined {
  const unpaid = orders.filter(({ waitsFor }) => waitsFor === 'provider')
  const inTime = ({ expiresAt }: WaitingOrder) => expiresAt === null || expiresAt >= paidAt
  const exact = unpaid.filter(({ usdtCents }) => unitsOfCents(usdtCents) === units)
  return (
    exact.find(inTime) ??
    exact.at(-1) ??
    unpaid.filter(inTime).at(-1) ??
    orders
      .filter(({ waitsFor, expiresAt }) => waitsFor === 'person' && expiresAt !== null)
      .at(-1) ??
    unpaid.at(-1)
  )
}

async function worth(tx: Tx, order: WaitingOrder, payment: Payment): Promise<bigint> {
  const { memberId, units, now } = payment
  if (unitsOfCents(order.usdtCents) === units) return order.amountFen
  const rate = await rateOf(tx, memberId, order.depositNo)
  return fenOfUnits(units, rate ?? String((await usdtRates(tx, now)).usdtrate))
}

type Placed = { payment: Payment; depositNo: string; amountFen: bigint }

/** What came without an order becomes one that a person decides about. */
async function openUnasked(tx: Tx, all: Payment[], now: Date): Promise<Placed[]> {
  if (all.length === 0) return []
  // A person decides about it, so the last rate known will do while there is no fresh one.
  const { usdtrate } = await usdtRates(tx, now)
  const orders = all.map(({ protocol, memberId, reference, units, toAddress }) => ({
    protocol,
    memberId,
    reference,
    amountFen: fenOfUnits(units, String(usdtrate)),
    usdtCents: units / UNITS_PER_CENT,
    address: toAddress,
    now,
  }))
  const numbers = await ordersForPayments(tx, orders)
  const placed = all.map((payment, n) => ({
    payment,
    depositNo: at(numbers, n),
    amountFen: at(orders, n).amountFen,
  }))
  await keepRates(
    tx,
    placed.map(({ payment: { memberId }, depositNo }) => ({ memberId, depositNo, rate: usdtrate })),
  )
  await notifyEach(
    tx,
    placed.map(({ payment: { memberId }, depositNo }) => ({
      memberId,
      title: '收到 USDT 转入',
      content: `链上收到您的转入，没有对应的待付订单，核实后入账，订单号 ${depositNo}。`,
      at: now,
      about: { kind: 'money', link: `/payInfo?deposit_no=${depositNo}` },
    })),
  )
  return placed
}

/** The order of each payment, made where the member has none. */
async function placed(tx: Tx, all: Payment[], now: Date): Promise<Placed[]> {
  const since = new Date(now.getTime() - LOOK_BACK_MS)
  const memberIds = all.map(each => each.memberId)
  const waiting = Map.groupBy(await waitingOnChain(tx, memberIds, since), each => each.memberId)
  const found: Placed[] = []
  const unasked: Payment[] = []
  for (const payment of all) {
    const order = orderFor(waiting.get(payment.memberId) ?? [], payment)
    if (!order) unasked.push(payment)
    else
      found.push({
        payment,
        depositNo: order.depositNo,
        amountFen: await worth(tx, order, payment),
      })
  }
  return [...found, ...(await openUnasked(tx, unasked, now))]
}

export type Counted = { depositNo: string; verdict: string }

/**
 * Hands confirmed payments of different members to the cashier, and answers by reference what it
 * made of them; one that was counted before is counted no more.
 */
export async function creditPayments(
  tx: Tx,
  all: Payment[],
  now: Date,
): Promise<Map<string, Counted>> {
  if (all.length === 0) return new Map()
  const before = await ordersOfPayments(
    tx,
    all.map(each => each.reference),
  )
  const fresh = await placed(
    tx,
    all.filter(({ reference }) => !before.has(reference)),
    now,
  )
  const verdicts = await takePayments(
    tx,
    fresh.map(({ payment, depositNo, amountFen }) => ({
      memberId: payment.memberId,
      event: {
        depositNo,
        reference: payment.reference,
        outcome: 'paid',
        amountFen,
        paidAt: payment.at,
        fromAddress: payment.fromAddress,
      },
    })),
    now,
  )
  return new Map([
    ...before.entries().map(([reference, depositNo]) => {
      return [reference, { depositNo, verdict: 'duplicate' }] as const
    }),
    ...fresh.map(({ payment, depositNo }, n) => {
      return [payment.reference, { depositNo, verdict: at(verdicts, n) }] as const
    }),
  ])
}
