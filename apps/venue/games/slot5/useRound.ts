import { itemAt } from '../../model/present.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { painted, still, until } from '../../client/kit/motion.ts'
import {
  ABOVE_STAKE,
  LANDING_CELLS,
  SYMBOLS_PER_S,
  UP_TO_STAKE,
  type CellLook,
  type ReelMode,
} from '../../client/slots/Reels.tsx'
import { stopSound } from '../../client/kit/sound.ts'
import type { Game } from '../../client/session/useGame.ts'
import type { Placed } from '../../client/session/wire.ts'
import type { Slot5Round } from './model/slot5.ts'
import {
  freeOf,
  OPENING_STOPS,
  restingWindow,
  shownOf,
  unitsFen,
  type Shown,
  type Slot5Bet,
} from './shown.ts'
import type { Skin5 } from './skins5.ts'

/** The first reel stops after so long, each next one so much later, whatever comes. */
const FIRST_STOP_MS = 1_500
const NEXT_STOP_MS = 220
const LANDING_MS = (LANDING_CELLS / SYMBOLS_PER_S) * 1_000
/**
 * A landing that the browser never reports (a hidden page stops its animations) counts as done
 * after this.
 */
const LANDED_AT_LATEST_MS = 1_500
const GROW_MS = 420
/** A paying step of a cascade is read for so long; then it fades, then the rest falls. */
const READ_MS = 900
const FADE_MS = 200
const FALL_MS = 300
/** How long the last free spin is shown before what all of them came to. */
const LAST_FREE_MS = 1_800

export type Round = {
  phase: 'idle' | 'turning' | 'cascading' | 'shown'
  /** The stake in play while the reels turn; it counts as spent. */
  heldFen: number
  bet: Slot5Bet | null
  shown: Shown | null
  modes: ReelMode[]
  looks: CellLook[][] | null
  /** The step of the cascade that is being shown, from 0; -1 without one. */
  step: number
  /** True once the last free spin was seen, and the whole round is told. */
  summed: boolean
  /** True while the least cycle of a round is not over. */
  busy: boolean
  start: (stakeFen: number) => void
  landed: (reel: number) => void
}

type Stage = Pick<
  Round,
  'phase' | 'heldFen' | 'bet' | 'shown' | 'modes' | 'looks' | 'step' | 'summed'
>
const resting = (window: readonly (readonly unknown[])[]) =>
  window.map(cells => ({ kind: 'rest', cells }) as ReelMode)

/**
 * How the cells of a shown spin look: a win above the stake lights up, a return up to it is only
 * framed.
 */
export function looksOf(
  { lit, units }: Pick<Shown, 'lit' | 'units'>,
  above: boolean,
): CellLook[][] | null {
  if (units === 0 || !lit.flat().includes(true)) return null
  const looks = above ? ABOVE_STAKE : UP_TO_STAKE
  return lit.map(cells => cells.map(on => (on ? looks.lit : looks.rest)))
}

/** By how many rows each cell of a reel came down when others went. */
function falls(gone: readonly boolean[]): number[] {
  const kept = gone.flatMap((off, row) => (off ? [] : [row]))
  const come = gone.length - kept.length
  return gone.map((_, row) => (row < come ? come : row - itemAt(kept, row - come)))
}

/**
 * One round after another: turning at once, landing when the answer is there, then showing what it
 * did.
 */
export function useRound(game: Game<Slot5Round>, skin: Skin5): Round {
  const last = game.state?.last ?? null
  const [stage, setStage] = useState<Stage>(() => opening(skin, last))
  const [busy, setBusy] = useState(false)
  const landings = useRef<((() => void) | undefined)[]>([])
  const running = useRef(false)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  const change = useCallback(
    (what: Partial<Stage> | ((before: Stage) => Partial<Stage>)) =>
      setStage(before => ({ ...before, ...(typeof what === 'function' ? what(before) : what) })),
    [],
  )

  const land = useCallback(
    async (shown: Shown, fromMs: number) => {
      const setReel = (reel: number, mode: ReelMode) =>
        change(({ modes }) => ({ modes: modes.with(reel, mode) }))
      await Promise.all(
        shown.stops.map(async (stop, reel) => {
          await until(
            Math.max(fromMs + FIRST_STOP_MS - LANDING_MS, performance.now()) + reel * NEXT_STOP_MS,
          )
          if (still()) return
          const done = new Promise<void>(resolve => {
            landings.current[reel] = resolve
          })
          setReel(reel, { kind: 'land', stop })
          await Promise.race([done, until(performance.now() + LANDED_AT_LATEST_MS)])
          setReel(reel, { kind: 'rest', cells: itemAt(shown.stopped, reel) })
          stopSound()
        }),
      )
    },
    [change],
  )

  const unfold = useCallback(
    async (shown: Shown, stakeFen: number) => {
      if (shown.grown.some(Boolean) && !still()) {
        change(({ modes }) => ({
          modes: modes.map((mode, reel) =>
            shown.grown[reel]
              ? {
                  kind: 'rest',
                  cells: itemAt(shown.end, reel),
                  grown: true,
                  turn: performance.now(),
                }
              : mode,
          ),
        }))
        await until(performance.now() + GROW_MS)
      }
      let units = 0
      for (const [step, { gone: out, units: more }] of shown.steps.entries()) {
        if (still() || gone.current) return
        units += more
        const above = unitsFen(skin.model, units, stakeFen) > stakeFen
        change({ phase: 'cascading', step, shown, looks: looksOf({ lit: out, units }, above) })
        await until(performance.now() + READ_MS)
        change({ looks: out.map(cells => cells.map(off => (off ? 'gone' : 'plain'))) })
        await until(performance.now() + FADE_MS)
        const next = shown.steps[step + 1]?.window ?? shown.end
        change({
          looks: null,
          modes: next.map((cells, reel) => ({
            kind: 'rest',
            cells,
            fall: falls(itemAt(out, reel)),
            turn: step,
          })),
        })
        await until(performance.now() + FALL_MS)
      }
    },
    [change, skin],
  )

  const play = useCallback(
    async (stakeFen: number, ask: () => Promise<Placed<Slot5Round> | null>, heldFen: number) => {
      const fromMs = performance.now()
      setBusy(true)
      change(({ bet, shown, modes }) => ({
        phase: 'turning',
        looks: null,
        step: -1,
        summed: false,
        bet: heldFen > 0 ? null : bet,
        shown: heldFen > 0 ? null : shown,
        modes: still() ? modes : modes.map(() => ({ kind: 'roll' })),
      }))
      const before = stage.modes
      // The reels turn at the tap; the figures and the question follow a frame later.
      await painted()
      if (gone.current) return
      change({ heldFen })
      const placed = await ask()
      const answeredMs = performance.now()
      if (gone.current) return
      if (!placed) {
        change({ phase: 'idle', heldFen: 0, modes: before })
        return setBusy(false)
      }
      const shown = shownOf(skin, placed.bet)
      if (!still()) await land(shown, fromMs)
      if (!still()) await unfold(shown, stakeFen)
      const above = unitsFen(skin.model, shown.units, stakeFen) > stakeFen
      change(({ step }) => ({
        phase: 'shown',
        heldFen: 0,
        bet: placed.bet,
        shown,
        modes: resting(shown.end),
        looks: looksOf(shown, above),
        step,
      }))
      game.settle(placed)
      const free = freeOf(placed.bet)
      if (free?.left === 0) {
        await until(performance.now() + (still() ? 0 : LAST_FREE_MS))
        change({ summed: true, looks: null })
      }
      // Counted from the answer, so that the next bet never reaches the server before its cycle is
      // over.
      await until(answeredMs + (game.state?.cycle_ms ?? 2_500))
      setBusy(false)
    },
    [change, game, land, skin, stage.modes, unfold],
  )

  const start = useCallback(
    (stakeFen: number) => {
      if (running.current) return
      running.current = true
      const open = last?.status === 'OPEN' ? last : null
      const taken = freeOf(open)?.taken ?? 0
      void (
        open
          ? play(open.stake, () => game.takeStep(open.bet_id, taken + 1), 0)
          : play(stakeFen, () => game.placeBet(stakeFen), stakeFen)
      ).finally(() => {
        running.current = false
      })
    },
    [game, last, play],
  )
  const landed = useCallback((reel: number) => landings.current[reel]?.(), [])
  return { ...stage, busy, start, landed }
}

/**
 * What stands there before the first tap: the last round, which goes on when it has free spins
 * left.
 */
function opening(skin: Skin5, last: Slot5Bet | null): Stage {
  const shown = last ? shownOf(skin, last) : null
  const open = last?.status === 'OPEN'
  return {
    phase: open ? 'shown' : 'idle',
    heldFen: 0,
    bet: open ? last : null,
    shown: open ? shown : null,
    looks: null,
    step: -1,
    summed: false,
    modes: resting(shown?.end ?? restingWindow(skin.model, OPENING_STOPS[skin.model])),
  }
}
