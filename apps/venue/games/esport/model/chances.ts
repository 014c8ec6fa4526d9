import { itemAt } from '../../../model/present.ts'
import { ESPORT_MATH } from './math.ts'

/** A chance as an exact fraction. */
export type Fraction = { n: bigint; d: bigint }
export type Score = readonly [number, number]

const { roundsToWin, regulationRounds, overtimeRounds } = ESPORT_MATH
const HALF = regulationRounds / 2
const OVERTIME_WIN = overtimeRounds / 2 + 1
const hundreds = (power: number) => 100n ** BigInt(power)

/** Weights of winning and losing one overtime outright, over 100^6. */
function overtimeWeights(p: number): { won: bigint; lost: bigint } {
  const weigh = (x: number, y: number): [bigint, bigint] => {
    if (x === OVERTIME_WIN) return [hundreds(overtimeRounds - x - y), 0n]
    if (y === OVERTIME_WIN) return [0n, hundreds(overtimeRounds - x - y)]
    if (x + y === overtimeRounds) return [0n, 0n]
    const [won, lost] = weigh(x + 1, y)
    const [won2, lost2] = weigh(x, y + 1)
    return [BigInt(p) * won + BigInt(100 - p) * won2, BigInt(p) * lost + BigInt(100 - p) * lost2]
  }
  const [won, lost] = weigh(0, 0)
  return { won, lost }
}

type Tables = { regulation: bigint[][]; overtime: bigint[][]; scale: bigint }

/**
 * Weights of winning a map by its score: regulation over 100^(24 - rounds) x scale, an overtime
 * over 100^(6 - its rounds) x scale. Level overtimes repeat, so winning from level is won / (won +
 * lost), whose denominator is the scale.
 */
function makeTables(p: number): Tables {
  const { won, lost } = overtimeWeights(p)
  const scale = won + lost
  const fill = (rounds: number, toWin: number): bigint[][] => {
    const table = Array.from({ length: toWin + 1 }, () =>
      Array.from({ length: toWin + 1 }, () => 0n),
    )
    for (let a = toWin; a >= 0; a--) {
      for (let b = toWin; b >= 0; b--) {
        if (a + b > rounds || (a === toWin && b === toWin)) continue
        if (a === toWin) itemAt(table, a)[b] = hundreds(rounds - a - b) * scale
        else if (b === toWin) itemAt(table, a)[b] = 0n
        else if (a + b === rounds) itemAt(table, a)[b] = won
        else
          itemAt(table, a)[b] =
            BigInt(p) * itemAt(itemAt(table, a + 1), b) +
            BigInt(100 - p) * itemAt(itemAt(table, a), b + 1)
      }
    }
    return table
  }
  return {
    regulation: fill(regulationRounds, roundsToWin),
    overtime: fill(overtimeRounds, OVERTIME_WIN),
    scale,
  }
}

const kept = new Map<number, Tables>()
function tablesOf(p: number): Tables {
  const found = kept.get(p)
  if (found) return found
  const made = makeTables(p)
  kept.set(p, made)
  return made
}

/**
 * The left side's chance to win a map from this score, when it wins each round with `p` per cent.
 */
export function mapChance(p: number, [a, b]: Score): Fraction {
  const { regulation, overtime, scale } = tablesOf(p)
  if (Math.min(a, b) < HALF)
    return { n: itemAt(itemAt(regulation, a), b), d: hundreds(regulationRounds - a - b) * scale }
  const [x, y] = overtimeScore([a, b])
  return { n: itemAt(itemAt(overtime, x), y), d: hundreds(overtimeRounds - x - y) * scale }
}

/** The score within the present overtime of a map that is level or beyond at 12:12. */
export function overtimeScore([a, b]: Score): [number, number] {
  const each = overtimeRounds / 2
  const periods = Math.floor((Math.min(a, b) - HALF) / each)
  const past = HALF + periods * each
  return [a - past, b - past]
}

/** True when this score ends a map. */
export function mapOver([a, b]: Score): boolean {
  if (Math.min(a, b) < HALF) return Math.max(a, b) === roundsToWin
  const [x, y] = overtimeScore([a, b])
  return Math.max(x, y) >= OVERTIME_WIN
}

/** Weights of the final maps, `2:0` to `0:2`; they share a scale. */
export type Finals = Record<'2:0' | '2:1' | '1:2' | '0:2', bigint>

/**
 * How the match may end from these maps, when the present map is won with `now` and every later one
 * with `fresh`.
 */
export function finalsFrom(maps: Score, now: Fraction, fresh: Fraction): Finals {
  const finals: Finals = { '2:0': 0n, '2:1': 0n, '1:2': 0n, '0:2': 0n }
  const go = ([i, j]: Score, chance: Fraction, weight: bigint) => {
    for (const [next, part] of [
      [[i + 1, j], chance.n],
      [[i, j + 1], chance.d - chance.n],
    ] as const) {
      const [x, y] = next
      // A match that ends early is weighed as if the maps that are not played had been.
      if (x === 2 || y === 2)
        finals[`${x}:${y}` as keyof Finals] += weight * part * fresh.d ** BigInt(3 - x - y)
      else go(next, fresh, weight * part)
    }
  }
  go(maps, now, 1n)
  return finals
}
