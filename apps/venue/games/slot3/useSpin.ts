import { itemAt } from '../../model/present.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { windowAt } from './model/evaluate.ts'
import { SLOT3_MATH } from './model/math.ts'
import { painted, still, until } from '../../client/kit/motion.ts'
import { LANDING_CELLS, SYMBOLS_PER_S, type ReelMode } from '../../client/slots/Reels.tsx'
import { stopSound } from '../../client/kit/sound.ts'
import type { Game } from '../../client/session/useGame.ts'
import type { SlotResult } from './model/evaluate.ts'
import { resultOf, type SlotBet } from './result.ts'

/** The first reel stops after so long, each next one so much later, whatever comes. */
const FIRST_STOP_MS = 1_500
const NEXT_STOP_MS = 220
const LANDING_MS = (LANDING_CELLS / SYMBOLS_PER_S) * 1_000
/**
 * A landing that the browser never reports (a hidden page stops its animations) counts as done
 * after this.
 */
const LANDED_AT_LATEST_MS = 1_500

export type Spin = {
  phase: 'idle' | 'turning' | 'shown'
  /** The stake in play while the reels turn; it counts as spent. */
  heldFen: number
  bet: SlotBet | null
  modes: ReelMode[]
  /** True while the least cycle of a round is not over. */
  busy: boolean
  start: (stakeFen: number) => void
  landed: (reel: number) => void
}

const rest = (stops: readonly number[]): ReelMode[] =>
  windowAt(stops).map(cells => ({ kind: 'rest', cells }))

/** One round after another: turning at once, landing when the answer is there, then showing it. */
export function useSpin(game: Game<SlotResult>, opening: readonly number[]): Spin {
  const [phase, setPhase] = useState<Spin['phase']>('idle')
  const [heldFen, setHeldFen] = useState(0)
  const [bet, setBet] = useState<SlotBet | null>(null)
  const [modes, setModes] = useState<ReelMode[]>(() => rest(opening))
  const [busy, setBusy] = useState(false)
  const stops = useRef(opening)
  const landings = useRef<((() => void) | undefined)[]>([])
  const running = useRef(false)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])

  const land = useCallback(async (target: readonly number[], fromMs: number) => {
    await Promise.all(
      target.map(async (stop, reel) => {
        await until(
          Math.max(fromMs + FIRST_STOP_MS - LANDING_MS, performance.now()) + reel * NEXT_STOP_MS,
        )
        if (still()) return
        const done = new Promise<void>(resolve => {
          landings.current[reel] = resolve
        })
        setModes(before => before.with(reel, { kind: 'land', stop }))
        await Promise.race([done, until(performance.now() + LANDED_AT_LATEST_MS)])
        setModes(before => before.with(reel, itemAt(rest(target), reel)))
        stopSound()
      }),
    )
  }, [])

  const play = useCallback(
    async (stakeFen: number) => {
      const fromMs = performance.now()
      setBusy(true)
      setBet(null)
      setPhase('turning')
      if (!still()) setModes(SLOT3_MATH.reels.map(() => ({ kind: 'roll' })))
      // The reels turn at the tap; the figures and the question follow a frame later.
      await painted()
      if (gone.current) return
      setHeldFen(stakeFen)
      const placed = await game.placeBet(stakeFen)
      const answeredMs = performance.now()
      if (gone.current) return
      if (placed) stops.current = resultOf(placed.bet).stops
      if (placed && !still()) await land(stops.current, fromMs)
      setModes(rest(stops.current))
      setHeldFen(0)
      setPhase(placed ? 'shown' : 'idle')
      if (placed) {
        setBet(placed.bet)
        game.settle(placed)
        // Counted from the answer, so that the next bet never reaches the server before its cycle
        // is over.
        await until(answeredMs + (game.state?.cycle_ms ?? 2_500))
      }
      setBusy(false)
    },
    [game, land],
  )

  const start = useCallback(
    (stakeFen: number) => {
      if (running.current) return
      running.current = true
      void play(stakeFen).finally(() => {
        running.current = false
      })
    },
    [play],
  )
  const landed = useCallback((reel: number) => landings.current[reel]?.(), [])
  return { phase, heldFen, bet, modes, busy, start, landed }
}
