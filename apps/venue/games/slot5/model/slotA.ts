import { MATH_A } from './mathA.ts'
import { wayCells, wayWins, windowAt, type SlotWindow, type WayWin } from './ways.ts'

/**
 * One spin of model A, paid or free; `units` in twentieths of the stake, before the factor of free
 * spins.
 */
export type SpinA = {
  stops: number[]
  window: SlotWindow
  wins: WayWin[]
  scatters: number
  scatterUnits: number
  units: number
  awarded: number
}
/**
 * A round: the paid spin and its free spins. What is stored of it; everything else follows from the
 * stops.
 */
export type RoundA = { stops: number[]; free: number[][]; units: number }

/**
 * The most that a whole round returns in stakes, exactly: the paid spin and four free ones with
 * five scatters each, which give all hundred free spins, and the best of the others.
 */
export const ROUND_MAX_A = '32270.2'

/** What a spin of model A pays and gives. */
export function spinA(stops: readonly number[]): SpinA {
  const window = windowAt(MATH_A, stops)
  const wins = wayWins(window, MATH_A)
  let scatters = 0
  for (const cells of window) for (const cell of cells) if (cell === MATH_A.scatter) scatters++
  const scatterUnits = MATH_A.scatterPays[scatters as 3 | 4 | 5] ?? 0
  return {
    stops: [...stops],
    window,
    wins,
    scatters,
    scatterUnits,
    units: scatterUnits + wins.reduce((sum, win) => sum + win.units, 0),
    awarded: MATH_A.freeSpins[scatters as 3 | 4 | 5] ?? 0,
  }
}

/** The cells a spin's message speaks of: its ways, and its scatters when they pay. */
export function cellsOfA({ window, wins, scatterUnits }: SpinA): boolean[][] {
  return wayCells(window, wins, MATH_A.wild).map((cells, reel) =>
    cells.map((on, row) => on || (scatterUnits > 0 && window[reel]?.[row] === MATH_A.scatter)),
  )
}

/** Draws a whole round: free spins go on while there are any left, at most a hundred. */
export function drawA(draw: () => number[]): RoundA {
  const paid = spinA(draw())
  const free: number[][] = []
  let { units, awarded } = paid
  while (free.length < Math.min(awarded, MATH_A.freeSpinCap)) {
    const spin = spinA(draw())
    free.push(spin.stops)
    units += MATH_A.freeSpinFactor * spin.units
    awarded += spin.awarded
  }
  return { stops: paid.stops, free, units }
}

/** How many free spins the spins seen so far have given. */
export function awardedA({ stops, free }: Pick<RoundA, 'stops' | 'free'>): number {
  return Math.min(
    MATH_A.freeSpinCap,
    [stops, ...free].reduce((sum, each) => sum + spinA(each).awarded, 0),
  )
}

/** What the spins seen so far pay, the factor of free spins included. */
export function unitsOfA({ stops, free }: Pick<RoundA, 'stops' | 'free'>): number {
  return (
    spinA(stops).units +
    MATH_A.freeSpinFactor * free.reduce((sum, each) => sum + spinA(each).units, 0)
  )
}
