import { ROWS, type RoadMark } from '../../client/cards/roads.ts'
import type { Drawn } from '../../client/rounds/phases.ts'
import type { Round } from '../../client/rounds/wire.ts'
import { DRAGON_TIGER_MATH } from './model/math.ts'
import { winnerOf, type DragonTigerOutcome } from './model/outcome.ts'

const { dragon, tiger, tie } = DRAGON_TIGER_MATH.bets
/** The roads' two colours: the dragon is red like the banker, the tiger blue like the player. */
const SIDES = { dragon: 'banker', tiger: 'player', tie: 'tie' } as const
export const NAMES = { banker: dragon.name, player: tiger.name, tie: tie.name }

/** The rounds as marks, in the order played, from those that are shown, latest first. */
export function dragonTigerMarks(shown: readonly Drawn<Round<DragonTigerOutcome>>[]): RoadMark[] {
  const played = shown.toReversed()
  const first = played.findIndex(round => round.number % ROWS === 0)
  return played.slice(Math.max(0, first)).map(({ outcome }) => ({ won: SIDES[winnerOf(outcome)] }))
}
