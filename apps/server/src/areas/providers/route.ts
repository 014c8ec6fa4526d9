// Which provider an order goes to, and to whom next when that one does not take it.
import type { PayMethod } from '@tianping/contract/payments'
import { beijing } from '@tianping/money/day'
import { createHash } from 'node:crypto'
import type { Provider } from './registry.ts'

export type Asked = {
  depositNo: string
  method: PayMethod
  amountFen: bigint
  tier: number
  now: Date
}

const isWithin = ({ from, until }: Provider['value'], clock: string) =>
  from <= until ? from <= clock && clock < until : clock >= from || clock < until

/** Whether a provider takes this order at this moment. */
export function takes({ value }: Provider, { method, amountFen, tier, now }: Asked): boolean {
  return (
    value.live &&
    value.methods.includes(method) &&
    BigInt(value.minFen) <= amountFen &&
    amountFen <= BigInt(value.maxFen) &&
    tier >= value.minTier &&
    isWithin(value, beijing(now).slice(11, 16))
  )
}

/** What the provider keeps of this amount. */
export const feeOf = ({ value }: Pick<Provider, 'value'>, amountFen: bigint): bigint =>
  (amountFen * BigInt(value.feeRate)) / 10_000n + BigInt(value.feeFen)

/** Whether a provider sends such an amount out. */
export const pays = ({ value }: Provider, amountFen: bigint): boolean =>
  value.live && BigInt(value.payoutMinFen) <= amountFen && amountFen <= BigInt(value.payoutMaxFen)

/** What the provider takes for sending this amount out. */
export const payoutFeeOf = ({ value }: Pick<Provider, 'value'>, amountFen: bigint): bigint =>
  (amountFen * BigInt(value.payoutFeeRate)) / 10_000n + BigInt(value.payoutFeeFen)

/** Play money is sent only where nobody outside sends. */
const isPlay = ({ value }: Provider) => Number(value.adapter === 'sandbox')

/** Providers that send a payout, the one to ask in front: by priority, then by cost. */
export const routePayout = (
  providers: readonly Provider[],
  { no, amountFen, now }: { no: string; amountFen: bigint; now: Date },
): Provider[] =>
  providers
    .filter(each => pays(each, amountFen) && isWithin(each.value, beijing(now).slice(11, 16)))
    .filter(({ restsUntil }) => restsUntil === null || restsUntil <= now)
    .toSorted(
      (a, b) =>
        isPlay(a) - isPlay(b) ||
        a.value.priority - b.value.priority ||
        Number(payoutFeeOf(a, amountFen) - payoutFeeOf(b, amountFen)) ||
        lotOf(a, no) - lotOf(b, no) ||
        a.code.localeCompare(b.code),
    )

const DRAWS = 2 ** 48

/** From 0 to 1, the same for every repetition of this order. */
const drawOf = (depositNo: string, code: string) =>
  (createHash('sha256').update(`${depositNo} ${code}`).digest().readUIntBE(0, 6) + 1) / (DRAWS + 1)

/** Of weights 3 and 1 the first comes first in three of four orders; 0 comes after all weights. */
const lotOf = ({ code, value }: Provider, depositNo: string) =>
  value.weight === 0 ? Infinity : -Math.log(drawOf(depositNo, code)) / value.weight

/**
 * Those that take the order, the one to ask first in front: by priority, among equals by lot of
 * their weights, among those without weight by what they cost.
 */
export function route(providers: readonly Provider[], asked: Asked): Provider[] {
  const cost = (each: Provider) => Number(feeOf(each, asked.amountFen))
  return providers
    .filter(each => takes(each, asked))
    .map(each => ({ each, lot: lotOf(each, asked.depositNo), cost: cost(each) }))
    .toSorted(
      (a, b) =>
        a.each.value.priority - b.each.value.priority ||
        (a.lot === b.lot ? 0 : a.lot - b.lot) ||
        a.cost - b.cost ||
        a.each.code.localeCompare(b.each.code),
    )
    .map(({ each }) => each)
}
