import { useCallback, useState } from 'react'
import { skipsMotion } from '../../client/kit/motion.ts'
import type { CellLook, ReelMode } from '../../client/slots/Reels.tsx'
import { resting } from '../../client/slots/useLanding.ts'
import { OPENING_STOPS, restingWindow, shownOf, type Shown, type Slot5Bet } from './shown.ts'
import type { Skin5 } from './skins5.ts'

/** What is shown of a round. */
export type Stage = {
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
}
export type Change = (what: Partial<Stage> | ((before: Stage) => Partial<Stage>)) => void

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

/** The reels begin to turn; a free spin leaves what the round has shown so far. */
export const turning =
  (heldFen: number) =>
  ({ bet, shown, modes }: Stage): Partial<Stage> => ({
    phase: 'turning',
    looks: null,
    step: -1,
    summed: false,
    bet: heldFen > 0 ? null : bet,
    shown: heldFen > 0 ? null : shown,
    modes: skipsMotion() ? modes : modes.map(() => ({ kind: 'roll' })),
  })

/** What is shown of a round, and how to change parts of it. */
export function useStage(skin: Skin5, last: Slot5Bet | null): [Stage, Change] {
  const [stage, setStage] = useState<Stage>(() => opening(skin, last))
  const change = useCallback<Change>(
    what =>
      setStage(before => ({ ...before, ...(typeof what === 'function' ? what(before) : what) })),
    [],
  )
  return [stage, change]
}
