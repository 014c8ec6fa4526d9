import { FOOTBALL_MATH } from './math.ts'

/** Goals expected of both sides, in hundredths. */
export type Terms = { home: number; away: number }
/** Whole weights by home goals, then away goals; they add up to the published total. */
export type Grid = readonly (readonly number[])[]

const { maxGoals, gridTotal, rhoHundredths } = FOOTBALL_MATH

/** n! / k!, exactly. */
function falling(n: number, k: number): bigint {
  let product = 1n
  for (let i = k + 1; i <= n; i++) product *= BigInt(i)
  return product
}

/** The Dixon-Coles factor of low scores, in millionths. */
function tau(h: number, a: number, { home, away }: Terms): bigint {
  if (h === 0 && a === 0) return BigInt(1_000_000 - home * away * rhoHundredths)
  if (h === 0 && a === 1) return BigInt(1_000_000 + home * rhoHundredths * 100)
  if (h === 1 && a === 0) return BigInt(1_000_000 + away * rhoHundredths * 100)
  if (h === 1 && a === 1) return BigInt(1_000_000 - rhoHundredths * 10_000)
  return 1_000_000n
}

/** The weight of a score before it is brought to the published total; all share one scale. */
function rawWeight(h: number, a: number, terms: Terms): bigint {
  return (
    tau(h, a, terms) *
    BigInt(terms.home) ** BigInt(h) *
    BigInt(terms.away) ** BigInt(a) *
    100n ** BigInt(2 * maxGoals - h - a) *
    falling(maxGoals, h) *
    falling(maxGoals, a)
  )
}

function makeGrid(terms: Terms): Grid {
  const size = maxGoals + 1
  const raw = Array.from({ length: size * size }, (_, i) =>
    rawWeight(Math.floor(i / size), i % size, terms),
  )
  const whole = raw.reduce((sum, weight) => sum + weight, 0n)
  let running = 0n
  let given = 0n
  const weights = raw.map(weight => {
    running += weight
    const upTo = (running * BigInt(gridTotal)) / whole
    const own = Number(upTo - given)
    given = upTo
    return own
  })
  return Array.from({ length: size }, (_, h) => weights.slice(h * size, (h + 1) * size))
}

/** There are 240 pairings of the sixteen teams. */
const MAX_KEPT = 300
const kept = new Map<string, Grid>()

/** The grid of a match; it prices the match and its final score is drawn from it. */
export function gridOf(terms: Terms): Grid {
  const key = `${terms.home}/${terms.away}`
  const found = kept.get(key)
  if (found) return found
  const made = makeGrid(terms)
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(key, made)
  return made
}
