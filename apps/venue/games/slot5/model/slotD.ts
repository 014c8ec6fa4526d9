import { MATH_D } from './mathD.ts'
import { lastOf } from '../../../model/present.ts'
import type { Slot5Letter } from './Slot5Math.ts'
import { wayCells, wayWins, windowAt, type SlotWindow, type WayWin } from './ways.ts'

/** One step of a cascade: what is in sight, what of it pays and goes, and by what it counts. */
export type StepD = {
  window: SlotWindow
  wins: WayWin[]
  gone: boolean[][]
  factor: number
  units: number
}
/**
 * A spin of model D: its paying steps, and what lies there in the end. `units` in hundredths of the
 * stake.
 */
export type SpinD = { stops: number[]; steps: StepD[]; end: SlotWindow; units: number }

/** The whole cascade of these stops. */
export function spinD(stops: readonly number[]): SpinD {
  const steps: StepD[] = []
  let window = windowAt(MATH_D, stops)
  /** How many symbols of each reel have come in from above. */
  const taken = stops.map(() => 0)
  for (;;) {
    const wins = wayWins(window, MATH_D)
    if (wins.length === 0) break
    const gone = wayCells(window, wins, MATH_D.wild)
    const factor = MATH_D.factors[steps.length] ?? lastOf(MATH_D.factors)
    steps.push({
      window,
      wins,
      gone,
      factor,
      units: factor * wins.reduce((sum, win) => sum + win.units, 0),
    })
    window = window.map((cells, reel) => {
      const left = cells.filter((_, row) => !gone[reel]?.[row])
      const come = cells.length - left.length
      // There is one stop, and one count, for every reel.
      const [stop, before] = [stops[reel]!, taken[reel]!]
      taken[reel] = before + come
      for (let n = before + 1; n <= before + come; n++) left.unshift(above(reel, stop, n))
      return left
    })
  }
  return {
    stops: [...stops],
    steps,
    end: window,
    units: steps.reduce((sum, step) => sum + step.units, 0),
  }
}

/** The `n`th symbol above the stop of a reel. */
function above(reel: number, stop: number, n: number): Slot5Letter {
  // There is one strip for every reel of a window.
  const strip = MATH_D.reels[reel]!
  return strip[(((stop - n) % strip.length) + strip.length) % strip.length] as Slot5Letter
}
