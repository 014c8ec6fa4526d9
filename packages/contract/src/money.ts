// Money on the wire and inside. No zod here: the browser uses it too.

/** What the wire may carry as an amount: a number of yuan or its decimal writing. */
export type Amount = string | number

/**
 * The largest amount a single request may name: ten billion yuan, far below what bigint or double
 * can hold.
 */
export const MAX_AMOUNT_FEN = 1_000_000_000_000n

/**
 * Yuan as written ("12.50", 12.5) in fen (1250n); null for anything that is not a positive amount
 * of at most two decimals.
 */
export function parseYuan(written: Amount | null | undefined): bigint | null {
  const parts = /^(\d{1,11})(?:\.(\d{1,2}))?$/.exec(String(written ?? '').trim())
  if (!parts) return null
  const [, whole = '', part = ''] = parts
  const fen = BigInt(whole + part.padEnd(2, '0'))
  return fen > 0n && fen <= MAX_AMOUNT_FEN ? fen : null
}

/** Fen (1250n) as the wire writes it: a number of yuan with at most two decimals (12.5). */
export function yuanOf(fen: bigint): number {
  return Number(fen) / 100
}

/** Fen as people read it: 1234567n -> "12,345.67". */
export function formatFen(fen: bigint): string {
  const sign = fen < 0n ? '-' : ''
  const digits = (fen < 0n ? -fen : fen).toString().padStart(3, '0')
  return `${sign}${digits.slice(0, -2).replace(/\B(?=(\d{3})+(?!\d))/g, ',')}.${digits.slice(-2)}`
}

/** A wire amount as people read it: 1234.5 -> "1,234.50". */
export function formatYuan(yuan: Amount): string {
  return formatFen(BigInt(Math.round(Number(yuan) * 100)))
}

/**
 * What an amount of fen is worth in USDT, in hundredths of a USDT, floored (P2-9-10: amount divided
 * by the rate, floored to 2 decimals). `rate` is yuan per USDT with at most four decimals.
 */
export function usdtCents(fen: bigint, rate: Amount): bigint {
  const scaled = BigInt(Math.round(Number(rate) * 10_000))
  return scaled > 0n ? (fen * 10_000n) / scaled : 0n
}
