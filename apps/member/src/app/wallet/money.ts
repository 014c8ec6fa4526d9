import { centsOf, parseYuan, usdtCents, yuanOf } from '@tianping/money'

/** What stands in an amount field, in fen; 0 while it is no amount yet. */
export const typedFen = (typed: string): bigint => parseYuan(typed.replace(/\.$/, '')) ?? 0n

/** Fen as an amount field holds them: `500`, `120.5` — no thousands, no needless zeros. */
export const typedOf = (fen: bigint): string => String(yuanOf(fen))

/**
 * What a withdrawal comes to in USDT, in hundredths: the equivalent is floored
 * (docs/decisions/0029-usdt-amounts-are-floored.md), then the protocol's fee goes off. `received`
 * is never below zero. Null without a rate.
 */
export function usdtWithdrawal(
  fen: bigint,
  rate: number | undefined,
  feeUsdt: number,
): { equivalent: bigint; fee: bigint; received: bigint } | null {
  if (!rate) return null
  const equivalent = usdtCents(fen, rate)
  const fee = centsOf(feeUsdt)
  return { equivalent, fee, received: equivalent > fee ? equivalent - fee : 0n }
}

/**
 * What a deposit costs in USDT, in hundredths, floored (P2-9-10); null without a rate or an amount.
 */
export const usdtDeposit = (fen: bigint, rate: number | undefined): bigint | null =>
  rate && fen > 0n ? usdtCents(fen, rate) : null

const ladderFen = [10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000].map(
  yuan => BigInt(yuan) * 100n,
)

/** The sums to take with one touch: up to four round ones of the range, and its maximum. */
export function quickSums({
  minFen,
  maxFen,
}: {
  minFen: bigint
  maxFen: bigint
}): { label: string; value: string }[] {
  const round = ladderFen.filter(fen => fen >= minFen && fen < maxFen).slice(0, 4)
  return [
    ...round.map(fen => ({ label: typedOf(fen), value: typedOf(fen) })),
    { label: '最大', value: typedOf(maxFen) },
  ]
}
