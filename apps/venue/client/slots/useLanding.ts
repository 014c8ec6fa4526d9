import { useCallback, useRef } from 'react'
import { itemAt } from '../../model/present.ts'
import { skipsMotion, sleepUntil } from '../kit/motion.ts'
import { stopSound } from '../kit/sound.ts'
import { LANDING_CELLS, SYMBOLS_PER_S, type ReelMode } from './Reels.tsx'

/** The first reel stops after so long, each next one so much later, whatever comes. */
const FIRST_STOP_MS = 1_500
const NEXT_STOP_MS = 220
const LANDING_MS = (LANDING_CELLS / SYMBOLS_PER_S) * 1_000
/**
 * A landing that the browser never reports (a hidden page stops its animations) counts as done
 * after this.
 */
const LANDING_TIMEOUT_MS = 1_500

/** Reels at rest, each showing its cells. */
export const resting = (window: readonly (readonly string[])[]): ReelMode[] =>
  window.map(cells => ({ kind: 'rest', cells }))

/** Stops turning reels one after another; the page reports through `landed` when one has landed. */
export function useLanding(setReel: (reel: number, mode: ReelMode) => void) {
  const landings = useRef<((() => void) | undefined)[]>([])

  const land = useCallback(
    async (
      stops: readonly number[],
      window: readonly (readonly string[])[],
      fromMs: number,
    ): Promise<void> => {
      await Promise.all(
        stops.map(async (stop, reel) => {
          await sleepUntil(
            Math.max(fromMs + FIRST_STOP_MS - LANDING_MS, performance.now()) + reel * NEXT_STOP_MS,
          )
          if (skipsMotion()) return
          const done = new Promise<void>(resolve => {
            landings.current[reel] = resolve
          })
          setReel(reel, { kind: 'land', stop })
          await Promise.race([done, sleepUntil(performance.now() + LANDING_TIMEOUT_MS)])
          setReel(reel, { kind: 'rest', cells: itemAt(window, reel) })
          stopSound()
        }),
      )
    },
    [setReel],
  )
  const landed = useCallback((reel: number) => landings.current[reel]?.(), [])
  return { land, landed }
}
