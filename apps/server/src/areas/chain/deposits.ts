// Which order a payment on the chain belongs to, and what it is worth.
import { unitsOfCents } from '@tianping/evm'
import type { Tx } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import {
  cashierSetting,
  orderForPayment,
  orderOfPayment,
  takePayment,
  waitingOnChain,
  type WaitingOrder,
} from '../cashier/cashier.ts'
import { notify } from '../message/message.ts'
import { keepRate, rateOf } from './store/order.sql.ts'

/** An order that was never paid is looked at for so long. */
const LOOK_BACK_MS = 7 * DAY_MS
const UNITS_PER_CENT = 10_000n

export type Payment = {
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
  { units, at }: Pick<Payment, 'units' | 'at'>,
): WaitingOrder | undefined {
  const unpaid = orders.filter(({ waitsFor }) => waitsFor === 'provider')
  const inTime = ({ expiresAt }: WaitingOrder) => expiresAt === null || expiresAt >= at
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

async function worth(tx: Tx, order: WaitingOrder, { memberId, units }: Payment): Promise<bigint> {
  if (unitsOfCents(order.usdtCents) === units) return order.amountFen
  const rate = await rateOf(tx, memberId, order.depositNo)
  return fenOfUnits(units, rate ?? String((await cashierSetting(tx)).usdtrate))
}

/** What came without an order becomes one that a person decides about. */
async function openUnasked(tx: Tx, payment: Payment): Promise<{ no: string; amountFen: bigint }> {
  const { memberId, reference, units, toAddress: address, now } = payment
  const { usdtrate } = await cashierSetting(tx)
  const amountFen = fenOfUnits(units, String(usdtrate))
  const usdtCents = units / UNITS_PER_CENT
  const order = { memberId, reference, amountFen, usdtCents, address, now }
  const no = await orderForPayment(tx, order)
  await keepRate(tx, { memberId, depositNo: no, rate: usdtrate })
  await notify(
    tx,
    memberId,
    '收到 USDT 转入',
    `链上收到您的转入，没有对应的待付订单，核实后入账，订单号 ${no}。`,
    now,
    { kind: 'money', link: `/payInfo?deposit_no=${no}` },
  )
  return { no, amountFen }
}

/** Hands a confirmed payment to the cashier; one that was counted before is counted no more. */
export async function creditPayment(
  tx: Tx,
  payment: Payment,
): Promise<{ depositNo: string; verdict: string }> {
  const { memberId, reference, at, fromAddress, now } = payment
  const counted = await orderOfPayment(tx, reference)
  if (counted !== undefined) return { depositNo: counted, verdict: 'duplicate' }
  const since = new Date(now.getTime() - LOOK_BACK_MS)
  const order = orderFor(await waitingOnChain(tx, memberId, since), payment)
  const { no: depositNo, amountFen } = order
    ? { no: order.depositNo, amountFen: await worth(tx, order, payment) }
    : await openUnasked(tx, payment)
  const event = {
    depositNo,
    reference,
    outcome: 'paid',
    amountFen,
    paidAt: at,
    fromAddress,
  } as const
  return { depositNo, verdict: await takePayment(tx, event, now) }
}
