import { useCallback, useState } from 'react'
import { painted, skipsMotion, sleepUntil } from '../../client/kit/motion.ts'
import { useBets } from '../../client/slots/useBets.ts'
import { useUnmounted } from '../../client/slots/useUnmounted.ts'
import { resting, useLanding } from '../../client/slots/useLanding.ts'
import { useSingleRun } from '../../client/slots/useSingleRun.ts'
import { resultSeen } from '../../client/session/awaited.ts'
import type { Game } from '../../client/session/useGame.ts'
import type { Placed } from '../../client/session/wire.ts'
import type { Slot5Round } from './model/slot5.ts'
import { freeOf, shownOf } from './shown.ts'
import type { Skin5 } from './skins5.ts'
import { looksOf, showFeatures } from './showFeatures.ts'
import { turning, useStage, type Change, type Stage } from './useStage.ts'

/** How long the last free spin is shown before what all of them came to. */
const LAST_FREE_MS = 1_800

export type Round = Stage & {
  /** True while the least cycle of a round is not over. */
  busy: boolean
  start: (stakeFen: number, grant?: string) => void
  landed: (reel: number) => void
}

/**
 * One round after another: turning at once, landing when the answer is there, then showing what it
 * did.
 */
export function useRound(game: Game<Slot5Round>, skin: Skin5): Round {
  const last = game.state?.last ?? null
  const [stage, change] = useStage(skin, last)
  const { busy, play, landed } = usePlay(game, skin, stage.modes, change)
  const { placeBet, takeStep } = useBets(game)
  const next = useCallback(
    (stakeFen: number, grant?: string) => {
      const open = last?.status === 'OPEN' ? last : null
      const taken = freeOf(open)?.taken ?? 0
      return open
        ? play(open.stake, 0, () => takeStep(open.bet_id, taken + 1))
        : play(stakeFen, grant === undefined ? stakeFen : 0, () => placeBet(stakeFen, grant))
    },
    [last, placeBet, play, takeStep],
  )
  return { ...stage, busy, start: useSingleRun(next), landed }
}

/** Plays a round or a free spin from the tap until the next one may begin. */
function usePlay(game: Game<Slot5Round>, skin: Skin5, modes: Stage['modes'], change: Change) {
  const [busy, setBusy] = useState(false)
  const isUnmounted = useUnmounted()
  const { land, landed } = useLanding(
    useCallback(
      (reel, mode) => change(before => ({ modes: before.modes.with(reel, mode) })),
      [change],
    ),
  )

  const play = useCallback(
    async (stakeFen: number, heldFen: number, ask: () => Promise<Placed<Slot5Round> | null>) => {
      const fromMs = performance.now()
      setBusy(true)
      change(turning(heldFen))
      // The reels turn at the tap; the figures and the question follow a frame later.
      await painted()
      if (isUnmounted()) return
      change({ heldFen })
      const placed = await ask()
      const answeredMs = performance.now()
      if (isUnmounted()) return
      if (!placed) {
        change({ phase: 'idle', heldFen: 0, modes })
        return setBusy(false)
      }
      const { bet } = placed
      const shown = shownOf(skin, bet)
      if (!skipsMotion()) await land(shown.stops, shown.stopped, fromMs)
      if (!skipsMotion()) await showFeatures(shown, { skin, stakeFen, change, isUnmounted })
      change({
        phase: 'shown',
        heldFen: 0,
        bet,
        shown,
        modes: resting(shown.end),
        looks: looksOf(shown, skin, stakeFen),
      })
      game.settle(placed)
      if (freeOf(bet)?.left === 0) {
        await sleepUntil(performance.now() + (skipsMotion() ? 0 : LAST_FREE_MS))
        change({ summed: true, looks: null })
      }
      if (bet.status !== 'OPEN') resultSeen([bet.client_bet_id])
      // Counted from the answer, so that the next bet never reaches the server before its cycle is
      // over.
      await sleepUntil(answeredMs + (game.state?.cycle_ms ?? 2_500))
      setBusy(false)
    },
    [change, game, isUnmounted, land, modes, skin],
  )
  return { busy, play, landed }
}
