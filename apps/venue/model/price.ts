/**
 * Chances as whole weights that share a scale: what wins, what loses, and what is level is neither.
 */
export type Chances = { won: bigint; lost: bigint }
/**
 * A published margin: the chances of a line's selections, as the prices imply them, add up to this
 * much over ten thousand.
 */
export type Margin = { perTenThousand: number }

/** A line is closed while one of its selections is likelier than this. */
const SURE_PERCENT = 95n
/** Prices in hundredths outside these are not offered. */
export const MIN_PRICE = 101
export const MAX_PRICE = 10_000

/**
 * The price of a selection in hundredths, stake included: floor(1 / (chance x margin)), by whole
 * numbers. The chance is that of winning where it is won or lost at all, so a level result, which
 * gives the stake back, does not count. Null when the line is decided, or the price is outside what
 * is offered.
 */
export function priceOf({ won, lost }: Chances, { perTenThousand }: Margin): number | null {
  if (won <= 0n || lost <= 0n) return null
  const price = ((won + lost) * 1_000_000n) / (won * BigInt(perTenThousand))
  return price < MIN_PRICE || price > MAX_PRICE ? null : Number(price)
}

/** True while a selection is too sure for its line to be open. */
export function isSure({ won, lost }: Chances): boolean {
  return won * 100n > (won + lost) * SURE_PERCENT
}

/** Parts per million, rounded down. */
export function ppm(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 1_000_000n) / whole)
}
