// Money on the wire is a number of yuan, and a whole number of fen inside
// (docs/decisions/0016-money-on-the-wire.md).

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
export const yuanOf = (fen: bigint | number): number => Number(fen) / 100

/**
 * Yuan of an answer (12.5) in fen (1250n), rounded to the nearest fen; a missing amount is 0n.
 * Throws a RangeError for what is not a finite number.
 */
export const fenOf = (yuan: Amount | null | undefined): bigint =>
  BigInt(Math.round(Number(yuan ?? 0) * 100))

/** Calculated yuan rounded to the fen: 0.1 + 0.2 is 0.3. */
export const roundYuan = (yuan: number): number => Math.round(yuan * 100) / 100
