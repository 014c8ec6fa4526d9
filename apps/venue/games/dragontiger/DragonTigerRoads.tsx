import { useMemo } from 'react'
import { DRAGON_TIGER_MATH } from './model/math.ts'
import { winnerOf, type DragonTigerOutcome } from './model/outcome.ts'
import { ROWS, type RoadMark } from '../../client/cards/roads.ts'
import { RoadsSheet } from '../../client/cards/RoadsSheet.tsx'
import { useParts } from '../../client/rounds/TableContext.ts'
import type { Round } from '../../client/rounds/wire.ts'

const { dragon, tiger, tie } = DRAGON_TIGER_MATH.bets
/** The roads' two colours: the dragon is red like the banker, the tiger blue like the player. */
const SIDES = { dragon: 'banker', tiger: 'player', tie: 'tie' } as const
const NAMES = { banker: dragon.name, player: tiger.name, tie: tie.name }

function marksOf(shown: readonly Round[]): RoadMark[] {
  const played = shown.toReversed()
  const first = played.findIndex(round => round.number % ROWS === 0)
  return played
    .slice(Math.max(0, first))
    .map(({ outcome }) => ({ won: SIDES[winnerOf(outcome as unknown as DragonTigerOutcome)] }))
}

/** Every road of the dragon-tiger table. */
export function DragonTigerRoads({ onClose }: { onClose: () => void }) {
  const { shown } = useParts().table
  return (
    <RoadsSheet marks={useMemo(() => marksOf(shown), [shown])} names={NAMES} onClose={onClose} />
  )
}
