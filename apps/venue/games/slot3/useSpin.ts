import { useCallback, useRef, useState } from 'react'
import { windowAt, type SlotResult } from './model/evaluate.ts'
import { SLOT3_MATH } from './model/math.ts'
import { painted, skipsMotion, sleepUntil } from '../../client/kit/motion.ts'
import type { ReelMode } from '../../client/slots/Reels.tsx'
import { useBets } from '../../client/slots/useBets.ts'
import { useUnmounted } from '../../client/slots/useUnmounted.ts'
import { resting, useLanding } from '../../client/slots/useLanding.ts'
import { useSingleRun } from '../../client/slots/useSingleRun.ts'
import { resultSeen } from '../../client/session/awaited.ts'
import type { Game } from '../../client/session/useGame.ts'
import { resultOf, type SlotBet } from './result.ts'

export type Spin = {
  phase: 'idle' | 'turning' | 'shown'
  /** The stake in play while the reels turn; it counts as spent. */
  heldFen: number
  bet: SlotBet | null
  modes: ReelMode[]
  /** True while the least cycle of a round is not over. */
  busy: boolean
  /** `grant` names the rounds that the house pays for; absent for the player's own stake. */
  start: (stakeFen: number, grant?: string) => void
  landed: (reel: number) => void
}

/** What a round takes from the balance: nothing where the house pays for it. */
const ownStake = (stakeFen: number, grant?: string) => (grant === undefined ? stakeFen : 0)

/** One round after another: turning at once, landing when the answer is there, then showing it. */
export function useSpin(game: Game<SlotResult>, opening: readonly number[]): Spin {
  const [phase, setPhase] = useState<Spin['phase']>('idle')
  const [heldFen, setHeldFen] = useState(0)
  const [bet, setBet] = useState<SlotBet | null>(null)
  const [modes, setModes] = useState<ReelMode[]>(() => resting(windowAt(opening)))
  const [busy, setBusy] = useState(false)
  const stops = useRef(opening)
  const isUnmounted = useUnmounted()
  const { placeBet } = useBets(game)
  const { land, landed } = useLanding(
    useCallback((reel, mode) => setModes(before => before.with(reel, mode)), []),
  )

  const play = useCallback(
    async (stakeFen: number, grant?: string) => {
      const fromMs = performance.now()
      setBusy(true)
      setBet(null)
      setPhase('turning')
      if (!skipsMotion()) setModes(SLOT3_MATH.reels.map(() => ({ kind: 'roll' })))
      // The reels turn at the tap; the figures and the question follow a frame later.
      await painted()
      if (isUnmounted()) return
      setHeldFen(ownStake(stakeFen, grant))
      const placed = await placeBet(stakeFen, grant)
      const answeredMs = performance.now()
      if (isUnmounted()) return
      if (placed) stops.current = resultOf(placed.bet).stops
      if (placed && !skipsMotion()) await land(stops.current, windowAt(stops.current), fromMs)
      setModes(resting(windowAt(stops.current)))
      setHeldFen(0)
      setPhase(placed ? 'shown' : 'idle')
      if (placed) {
        setBet(placed.bet)
        game.settle(placed)
        resultSeen([placed.bet.client_bet_id])
        // Counted from the answer, so that the next bet never reaches the server before its cycle
        // is over.
        await sleepUntil(answeredMs + (game.state?.cycle_ms ?? 2_500))
      }
      setBusy(false)
    },
    [game, isUnmounted, land, placeBet],
  )
  return { phase, heldFen, bet, modes, busy, start: useSingleRun(play), landed }
}
