import { itemAt } from '../../model/present.ts'

/** A position every so often, as the drawing has it. */
export const STEP_MS = 300
/** How far behind the winner each next car is at the end, as a part of the way. */
const GAP = 0.052
/** How far a car may stray from its even pace in the middle of the race. */
const STRAY = 0.17

/**
 * Numbers in [0, 1) that depend on the round alone, so that everybody sees the same race. They
 * decide nothing.
 */
function wobble(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 97) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}

/**
 * The race of a drawn order: for every car, by number from 1, its part of the way (0 to 1) at each
 * step. All start together and come in as drawn; what happens in between is decoration.
 */
export function raceOf(order: readonly number[], round: number, lengthMs: number): number[][] {
  const steps = Math.round(lengthMs / STEP_MS)
  return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(car => {
    const next = wobble(round * 16 + car)
    const waves = [1, 2, 3].map(turn => ({
      turn: turn + next() * 0.6,
      shift: next() * 6.283,
      size: next() / turn,
    }))
    const end = 1 - order.indexOf(car) * GAP
    return Array.from({ length: steps + 1 }, (_, step) => {
      const t = step / steps
      const pace = end * (0.9 * t ** 0.82 + 0.1 * t ** 4)
      const stray =
        STRAY *
        Math.sin(Math.PI * t) *
        (1 - t ** 3) *
        waves.reduce(
          (sum, { turn, shift, size }) => sum + size * Math.sin(turn * 6.283 * t + shift),
          0,
        )
      return Math.round(Math.min(0.985 + t * 0.015, Math.max(0, pace + stray)) * 10_000) / 10_000
    })
  })
}

/** The cars by place at a step, the leader first; those that are level by their number. */
export function orderAt(race: readonly (readonly number[])[], step: number): number[] {
  return race
    .map((way, i) => ({ car: i + 1, at: itemAt(way, Math.min(step, way.length - 1)) }))
    .toSorted((a, b) => b.at - a.at || a.car - b.car)
    .map(({ car }) => car)
}
