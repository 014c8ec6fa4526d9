import type { Line, Offer } from '../../book/Book.ts'
import { isSure, ppm, priceOf, type Chances } from '../../book/price.ts'
import { halvesAbove } from '../../book/result.ts'
import { gridOf, type Terms } from './grid.ts'
import { FOOTBALL_MATH, PLAY_MINUTES } from './math.ts'

const MARGIN = { perTenThousand: FOOTBALL_MATH.marginPerTenThousand }
const { maxGoals } = FOOTBALL_MATH
/** Totals that are always on offer, in quarters: 1.5 to 5.5. */
const TOTAL_LINES = [6, 10, 14, 18, 22]

/** Weights of what the final score may still be, as goals to come: of the home side, then of the away side. */
type ToCome = { more: [number, number]; weight: bigint }[]

function choose(n: number, k: number): bigint {
  let value = 1n
  for (let i = 0; i < k; i++) value = (value * BigInt(n - i)) / BigInt(i + 1)
  return value
}

/** What may still come after `minute` whole minutes at this score: binomial thinning of the grid, by whole numbers. */
function toCome(terms: Terms, [x, y]: readonly [number, number], minute: number): ToCome {
  const grid = gridOf(terms)
  const found: ToCome = []
  for (let h = x; h <= maxGoals; h++) {
    for (let a = y; a <= maxGoals; a++) {
      const more = h - x + a - y
      const weight = BigInt(grid[h]![a]!) * choose(h, x) * choose(a, y) * BigInt(PLAY_MINUTES - minute) ** BigInt(more) * BigInt(PLAY_MINUTES) ** BigInt(2 * maxGoals - more)
      if (weight > 0n) found.push({ more: [h - x, a - y], weight })
    }
  }
  return found
}

type Judge = (more: readonly [number, number]) => { won: number; lost: number }

function chancesOf(cells: ToCome, judge: Judge): Chances & { hit: bigint } {
  let won = 0n
  let lost = 0n
  let hit = 0n
  for (const { more, weight } of cells) {
    const halves = judge(more)
    won += weight * BigInt(halves.won)
    lost += weight * BigInt(halves.lost)
    if (halves.won > 0) hit += weight
  }
  return { won, lost, hit }
}

const other = ({ won, lost }: { won: number; lost: number }) => ({ won: lost, lost: won })

/** Prices a line; all of it closes when one of its selections is too sure. */
function line(cells: ToCome, id: string, judges: Record<string, Judge>, open: boolean): Line {
  const whole = cells.reduce((sum, { weight }) => sum + weight, 0n)
  const chances = Object.entries(judges).map(([pick, judge]) => ({ pick, ...chancesOf(cells, judge) }))
  const closed = !open || chances.some(isSure)
  return { id, picks: chances.map((chance): Offer => ({ pick: `${id}:${chance.pick}`, price: closed ? null : priceOf(chance, MARGIN), ppm: ppm(chance.hit, whole) })) }
}

/**
 * Every line of a match, always the same ones in the same order, so that a closed line keeps its place. Handicaps are
 * counted from this score on, totals from 0:0. `open` false closes them all.
 */
export function linesAt(terms: Terms, score: readonly [number, number], minute: number, open: boolean): Line[] {
  const cells = toCome(terms, score, minute)
  const [x, y] = score
  const winner = (judge: (difference: number) => boolean): Judge => ([h, a]) => (judge(x + h - y - a) ? { won: 2, lost: 0 } : { won: 0, lost: 2 })
  const ahead = (quarters: number): Judge => ([h, a]) => halvesAbove(h - a, -quarters)
  const more = (quarters: number): Judge => ([h, a]) => halvesAbove(x + y + h + a, quarters)
  const { handicaps, totals } = offeredLines(terms)
  return [
    line(cells, '1x2', { h: winner(d => d > 0), d: winner(d => d === 0), a: winner(d => d < 0) }, open),
    ...handicaps.map(quarters => line(cells, `ah:${quarters}`, { h: ahead(quarters), a: goals => other(ahead(quarters)(goals)) }, open)),
    ...totals.map(quarters => line(cells, `ou:${quarters}`, { o: more(quarters), u: goals => other(more(quarters)(goals)) }, open)),
  ]
}

const kept = new Map<string, { handicaps: number[]; totals: number[] }>()
const MAX_KEPT = 300

/**
 * The handicaps (given to the home side) and totals of a match, in quarters: the most even ones before the match with their
 * neighbours, level and half a goal, and the half totals.
 */
export function offeredLines(terms: Terms): { handicaps: number[]; totals: number[] } {
  const key = `${terms.home}/${terms.away}`
  const found = kept.get(key)
  if (found) return found
  const cells = toCome(terms, [0, 0], 0)
  const gap = (judge: Judge) => {
    const { won, lost } = chancesOf(cells, judge)
    return won > lost ? won - lost : lost - won
  }
  const even = (from: number, to: number, judge: (quarters: number) => Judge) =>
    Array.from({ length: to - from + 1 }, (_, i) => from + i).reduce((best, quarters) => (gap(judge(quarters)) < gap(judge(best)) ? quarters : best))
  const handicap = even(-10, 10, quarters => ([h, a]) => halvesAbove(h - a, -quarters))
  const total = even(6, 18, quarters => ([h, a]) => halvesAbove(h + a, quarters))
  // Towards level, where the lines of the rest of a match end up as it grows old.
  const stepToLevel = handicap < 0 ? 1 : -1
  const handicaps = [...new Set([handicap - 1, handicap, handicap + 1, 0, -stepToLevel])].toSorted((a, b) => a - b)
  const made = { handicaps, totals: [...new Set([...TOTAL_LINES, total])].toSorted((a, b) => a - b) }
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(key, made)
  return made
}
