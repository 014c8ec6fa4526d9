import { itemAt } from '../../model/present.ts'
import type { Step } from '../../client/cards/useDeal.ts'
import type { BaccaratOutcome } from './model/outcome.ts'

/**
 * Four cards 420 ms apart, turned over hand by hand; third cards have their fixed moments, whoever
 * draws.
 */
const STEPS = {
  player: [
    { dealtAt: 0, turnedAt: 1_700 },
    { dealtAt: 840, turnedAt: 1_950 },
    { dealtAt: 3_200, turnedAt: 3_540 },
  ],
  banker: [
    { dealtAt: 420, turnedAt: 2_300 },
    { dealtAt: 1_260, turnedAt: 2_550 },
    { dealtAt: 4_000, turnedAt: 4_340 },
  ],
} as const

export const stepOf = (hand: 'player' | 'banker', place: number): Step => itemAt(STEPS[hand], place)

export function stepsOf({ player, banker }: BaccaratOutcome): Step[] {
  return [
    ...player.map((_, place) => stepOf('player', place)),
    ...banker.map((_, place) => stepOf('banker', place)),
  ]
}
