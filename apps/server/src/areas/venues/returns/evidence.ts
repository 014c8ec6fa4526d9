// Whether what a game has paid still fits its published mathematics, by testing by betting
// (docs/decisions/0052-returns-are-tested-by-betting.md). Pure arithmetic.

/**
 * What one independent draw gave: the payout by the stake, the mean of that by the published
 * mathematics, and the most it can be. Bets on one shared round are one draw.
 */
export type Draw = { returned: number; mean: number; most: number }

/**
 * Logarithms of the capital of imagined bettors, `RATES.length` for each of `SHIFTS`. `over` bets
 * that the true mean lies above the published one plus the shift, `under` that it lies below.
 */
export type Evidence = { over: number[]; under: number[] }

/** Steps from the published mean, in both directions, at which a true mean is tested. */
const STEPS = 20
export const STEP = 0.005
export const SHIFTS: readonly number[] = Array.from(
  { length: 2 * STEPS + 1 },
  (_, i) => (i - STEPS) * STEP,
)
/** The published mean itself. */
const AS_PUBLISHED = STEPS
/**
 * The shares of the capital that are staked. The best share is the gap over the variance, so these
 * serve gaps of half a point to ten points in games from even chances to jackpots.
 */
export const RATES: readonly number[] = [1 / 4, 1 / 16, 1 / 64, 1 / 256, 1 / 1_024]
/** An `under` bettor never stakes more than this share of the capital on one draw. */
const MOST_LOST = 0.5

/** Of so many games that pay as published, at most one is ever found to pay more; as for less. */
export const ONE_IN = 2_000

export const noEvidence = (): Evidence => ({
  over: SHIFTS.flatMap(() => RATES.map(() => 0)),
  under: SHIFTS.flatMap(() => RATES.map(() => 0)),
})

/** Adds a draw; what was added before is changed in place. */
export function addDraw({ over, under }: Evidence, { returned, mean, most }: Draw): void {
  let at = 0
  for (const shift of SHIFTS) {
    const expected = mean + shift
    const gap = Math.min(returned, most) - expected
    const least = MOST_LOST / Math.max(MOST_LOST, most - expected)
    for (const rate of RATES) {
      over[at] = (over[at] ?? 0) + Math.log1p(rate * (returned - expected))
      under[at] = (under[at] ?? 0) + Math.log1p(-Math.min(rate, least) * gap)
      at++
    }
  }
}

/** The mean capital of all bettors of a shift, who began with 1 each; a logarithm. */
function capital(logs: readonly number[], shift: number): number {
  const own = logs.slice(shift * RATES.length, (shift + 1) * RATES.length)
  const most = Math.max(...own)
  return most + Math.log(own.reduce((sum, each) => sum + Math.exp(each - most), 0) / own.length)
}

const ENOUGH = Math.log(ONE_IN)

export type Verdict = {
  /** The true mean less the published one lies between these; null where nothing is known yet. */
  low: number | null
  high: number | null
  outside: 'over' | 'under' | null
}

/**
 * What is proven by now. If the mean is what a bettor bets against, the capital is a nonnegative
 * supermartingale, so it ever reaches `ONE_IN` with a chance of at most one in `ONE_IN` (Ville's
 * inequality). The verdict may therefore be read after any number of draws, as often as wanted.
 */
export function verdict({ over, under }: Evidence): Verdict {
  const aboveThese = SHIFTS.filter((_, i) => capital(over, i) >= ENOUGH)
  const belowThese = SHIFTS.filter((_, i) => capital(under, i) >= ENOUGH)
  return {
    low: aboveThese.at(-1) ?? null,
    high: belowThese[0] ?? null,
    outside: outsideOf(capital(over, AS_PUBLISHED), capital(under, AS_PUBLISHED)),
  }
}

function outsideOf(over: number, under: number): Verdict['outside'] {
  if (over >= ENOUGH) return 'over'
  return under >= ENOUGH ? 'under' : null
}
