import { isPair, winnerOf, type BaccaratOutcome } from './model/outcome.ts'
import { ROWS, type RoadMark } from '../../client/cards/roads.ts'
import type { Drawn } from '../../client/rounds/phases.ts'
import type { Round } from '../../client/rounds/wire.ts'

/**
 * The rounds as marks, in the order played, from those that are shown, latest first. They begin
 * with a round whose number six divides, so that the beads keep their places while new ones come.
 */
export function marksOf(
  shown: readonly Drawn<Round<BaccaratOutcome>>[],
): (RoadMark & { key: number })[] {
  const played = shown.toReversed()
  const first = played.findIndex(round => round.number % ROWS === 0)
  return played.slice(Math.max(0, first)).map(({ number, outcome }) => ({
    key: number,
    won: winnerOf(outcome),
    playerPair: isPair(outcome.player),
    bankerPair: isPair(outcome.banker),
  }))
}
