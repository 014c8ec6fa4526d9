import { itemAt } from '../../../model/present.ts'
import type { Line, Offer } from '../../../model/Book.ts'
import { isSure, priceOf, type Chances } from '../../../model/price.ts'
import { halvesAbove } from '../../../model/result.ts'
import { gridOf, type Terms } from './grid.ts'
import { FOOTBALL_MATH } from './math.ts'

const MARGIN = { perTenThousand: FOOTBALL_MATH.marginPerTenThousand }
const { maxGoals, secondsOfPlay, minuteMs, takenLateMs, leastReturnPerTenThousand } = FOOTBALL_MATH
const LEAST_RETURN = leastReturnPerTenThousand / 10_000
/** Totals that are always on offer, in quarters: 1.5 to 5.5. */
const TOTAL_LINES = [6, 10, 14, 18, 22]

function choose(n: number, k: number): number {
  let value = 1
  for (let i = 0; i < k; i++) value = (value * (n - i)) / (i + 1)
  return value
}

/**
 * Weights of what the final score may still be, as goals to come: of the home side, then of the
 * away side.
 */
type ToCome = { more: [number, number]; weight: number }[]

/**
 * Binomial thinning of the grid, without the part that depends on the moment: whole numbers below
 * 10^14. Where `left` of the seconds of play are to come, each is multiplied by (left / 5400) to
 * the power of its goals to come.
 */
function toCome(terms: Terms, [x, y]: readonly [number, number]): ToCome {
  const grid = gridOf(terms)
  const found: ToCome = []
  for (let h = x; h <= maxGoals; h++) {
    for (let a = y; a <= maxGoals; a++) {
      const weight = itemAt(itemAt(grid, h), a) * choose(h, x) * choose(a, y)
      if (weight > 0) found.push({ more: [h - x, a - y], weight })
    }
  }
  return found
}

type Judge = (more: readonly [number, number]) => { won: number; lost: number }

/**
 * What a selection wins and loses, as weights by the number of goals to come: in halves of the
 * stake, and where it wins or loses anything at all.
 */
type Curve = { won: number[]; lost: number[]; hit: number[]; missed: number[] }

function curveOf(cells: ToCome, judge: Judge): Curve {
  const zeros = () => Array.from({ length: 2 * maxGoals + 1 }, () => 0)
  const curve: Curve = { won: zeros(), lost: zeros(), hit: zeros(), missed: zeros() }
  for (const { more, weight } of cells) {
    const add = (weights: number[], part: number) => {
      const goals = more[0] + more[1]
      weights[goals] = (weights[goals] ?? 0) + weight * part
    }
    const { won, lost } = judge(more)
    add(curve.won, won)
    add(curve.lost, lost)
    add(curve.hit, won > 0 ? 1 : 0)
    add(curve.missed, lost > 0 ? 1 : 0)
  }
  return curve
}

/** The other side of a line. */
const other = ({ won, lost, hit, missed }: Curve): Curve => ({
  won: lost,
  lost: won,
  hit: missed,
  missed: hit,
})

/** Exactly, up to a factor that all selections of the moment share. */
function exactly(weights: readonly number[], left: number): bigint {
  const part = BigInt(left)
  return weights.reduceRight(
    (sum, weight, goals) => sum * part + BigInt(weight) * itemAt(WHOLES, goals),
    0n,
  )
}
/** By goals to come, what brings them to one scale. */
const WHOLES = Array.from(
  { length: 2 * maxGoals + 1 },
  (_, goals) => BigInt(secondsOfPlay) ** BigInt(2 * maxGoals - goals),
)

const roughly = (weights: readonly number[], part: number) =>
  weights.reduceRight((sum, weight) => sum * part + weight, 0)

/**
 * Seconds of play that are still to come, at the first and at the last moment for which prices are
 * made.
 */
type Span = { most: number; least: number }

/**
 * Before the match nothing has been played; in it, a ticket is taken from the first moment of its
 * price's minute until a little after the last.
 */
function spanOf(minute: number | null): Span {
  if (minute === null) return { most: secondsOfPlay, least: secondsOfPlay }
  const most = secondsOfPlay - 60 * minute
  const late = Math.floor((takenLateMs * 60) / minuteMs) + 1
  return { most, least: Math.max(1, most - 60 - late) }
}

/**
 * The chances at that moment of the span at which the selection is likeliest: at every other one
 * its price is the worse for it. `worst` is the least share of wins over the span.
 */
function chancesOver({ won, lost }: Curve, { most, least }: Span): Chances & { worst: number } {
  let likeliest = most
  let greatest = 0
  let worst = 1
  for (let left = most; left >= least; left--) {
    const wins = roughly(won, left / secondsOfPlay)
    const share = wins / (wins + roughly(lost, left / secondsOfPlay))
    if (share > greatest) [likeliest, greatest] = [left, share]
    worst = Math.min(worst, share)
  }
  return { won: exactly(won, likeliest), lost: exactly(lost, likeliest), worst }
}

/** True when a price would return too little at the worst moment of its span. */
const isPoor = (price: number | null, worst: number) =>
  price !== null && (price / 100) * worst < LEAST_RETURN

/** Prices a line; all of it closes when one of its selections is too sure or returns too little. */
function line(
  cells: ToCome,
  id: string,
  curves: Record<string, Curve>,
  span: Span,
  open: boolean,
): Line {
  const part = span.most / secondsOfPlay
  const whole = cells.reduce((sum, { more: [h, a], weight }) => sum + weight * part ** (h + a), 0)
  const priced = Object.entries(curves).map(([pick, curve]) => {
    const chances = chancesOver(curve, span)
    return { pick, curve, chances, price: priceOf(chances, MARGIN) }
  })
  const closed =
    !open || priced.some(({ chances, price }) => isSure(chances) || isPoor(price, chances.worst))
  return {
    id,
    picks: priced.map(({ pick, curve, price }): Offer => ({
      pick: `${id}:${pick}`,
      price: closed ? null : price,
      ppm: Math.floor((roughly(curve.hit, part) / whole) * 1e6),
    })),
  }
}

/**
 * Every line of a match, always the same ones in the same order, so that a closed line keeps its
 * place. Handicaps are counted from this score on, totals from 0:0. `minute` is that for which
 * prices are made, null before the match. `open` false closes them all.
 */
export function linesAt(
  terms: Terms,
  score: readonly [number, number],
  minute: number | null,
  open: boolean,
): Line[] {
  const cells = toCome(terms, score)
  const span = spanOf(minute)
  const [x, y] = score
  const winner = (judge: (difference: number) => boolean) =>
    curveOf(cells, ([h, a]) => (judge(x + h - y - a) ? { won: 2, lost: 0 } : { won: 0, lost: 2 }))
  const ahead = (quarters: number) => curveOf(cells, ([h, a]) => halvesAbove(h - a, -quarters))
  const more = (quarters: number) =>
    curveOf(cells, ([h, a]) => halvesAbove(x + y + h + a, quarters))
  const sides = (id: string, [one, two]: readonly [string, string], curve: Curve) =>
    line(cells, id, { [one]: curve, [two]: other(curve) }, span, open)
  const { handicaps, totals } = offeredLines(terms)
  return [
    line(
      cells,
      '1x2',
      { h: winner(d => d > 0), d: winner(d => d === 0), a: winner(d => d < 0) },
      span,
      open,
    ),
    ...handicaps.map(quarters => sides(`ah:${quarters}`, ['h', 'a'], ahead(quarters))),
    ...totals.map(quarters => sides(`ou:${quarters}`, ['o', 'u'], more(quarters))),
  ]
}

const kept = new Map<string, { handicaps: number[]; totals: number[] }>()
const MAX_KEPT = 300

/**
 * The handicaps (given to the home side) and totals of a match, in quarters: the most even ones
 * before the match with their neighbours, level and half a goal, and the half totals.
 */
export function offeredLines(terms: Terms): { handicaps: number[]; totals: number[] } {
  const key = `${terms.home}/${terms.away}`
  const found = kept.get(key)
  if (found) return found
  const cells = toCome(terms, [0, 0])
  const gap = (judge: Judge) =>
    Math.abs(
      cells.reduce((sum, { more, weight }) => {
        const { won, lost } = judge(more)
        return sum + weight * (won - lost)
      }, 0),
    )
  const even = (from: number, to: number, judge: (quarters: number) => Judge) =>
    Array.from({ length: to - from + 1 }, (_, i) => from + i).reduce((best, quarters) =>
      gap(judge(quarters)) < gap(judge(best)) ? quarters : best,
    )
  const handicap = even(
    -10,
    10,
    quarters =>
      ([h, a]) =>
        halvesAbove(h - a, -quarters),
  )
  const total = even(
    6,
    18,
    quarters =>
      ([h, a]) =>
        halvesAbove(h + a, quarters),
  )
  // Towards level, where the lines of the rest of a match end up as it grows old.
  const stepToLevel = handicap < 0 ? 1 : -1
  const handicaps = [...new Set([handicap - 1, handicap, handicap + 1, 0, -stepToLevel])].toSorted(
    (a, b) => a - b,
  )
  const made = {
    handicaps,
    totals: [...new Set([...TOTAL_LINES, total])].toSorted((a, b) => a - b),
  }
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(key, made)
  return made
}
