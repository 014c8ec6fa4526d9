import { useMemo } from 'react'
import { DRAGON_TIGER_MATH } from './model/math.ts'
import { winnerOf, type DragonTigerOutcome } from './model/outcome.ts'
import { ROWS, type RoadMark } from '../../client/cards/roads.ts'
import { RoadsSheet } from '../../client/cards/RoadsSheet.tsx'
import type { RoadsProps } from '../../client/rounds/TableDesign.ts'

const { dragon, tiger, tie } = DRAGON_TIGER_MATH.bets
/** The roads' two colours: the dragon is red like the banker, the tiger blue like the player. */
const SIDES = { dragon: 'banker', tiger: 'player', tie: 'tie' } as const
const NAMES = { banker: dragon.name, player: tiger.name, tie: tie.name }

function marksOf(shown: RoadsProps<DragonTigerOutcome>['shown']): RoadMark[] {
  const played = shown.toReversed()
  const first = played.findIndex(round => round.number % ROWS === 0)
  return played.slice(Math.max(0, first)).map(({ outcome }) => ({ won: SIDES[winnerOf(outcome)] }))
}

/** Every road of the dragon-tiger table. */
export function DragonTigerRoads({ shown, onClose }: RoadsProps<DragonTigerOutcome>) {
  return (
    <RoadsSheet marks={useMemo(() => marksOf(shown), [shown])} names={NAMES} onClose={onClose} />
  )
}
