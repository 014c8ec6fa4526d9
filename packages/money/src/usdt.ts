// The one other currency. Its exponent is 2, like that of the yuan: an amount is a whole number of
// cents, hundredths of a USDT.
import { formatFen } from './formatFen.ts'
import { fenOf, type Amount } from './wire.ts'

/** USDT (1.5) in cents (150n), rounded to the nearest cent. Throws as `fenOf` does. */
export const centsOf = (usdt: Amount): bigint => fenOf(usdt)

/** Cents of a USDT as people read them: 1234567n -> "12,345.67". */
export const formatUsdt = (cents: bigint): string => formatFen(cents)

/**
 * What an amount of fen is worth in USDT, in cents, floored (P2-9-10: amount divided by the rate,
 * floored to 2 decimals). `rate` is yuan per USDT with at most four decimals; 0n when the rate is
 * not positive.
 */
export function usdtCents(fen: bigint, rate: Amount): bigint {
  const scaled = BigInt(Math.round(Number(rate) * 10_000))
  return scaled > 0n ? (fen * 10_000n) / scaled : 0n
}
