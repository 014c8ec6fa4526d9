import { useMemo } from 'react'
import { RoadsSheet } from '../../client/cards/RoadsSheet.tsx'
import type { RoadsProps } from '../../client/rounds/TableDesign.ts'
import { dragonTigerMarks, NAMES } from './marks.ts'
import type { DragonTigerOutcome } from './model/outcome.ts'

/** Every road of the dragon-tiger table. */
export function DragonTigerRoads({ shown, onClose }: RoadsProps<DragonTigerOutcome>) {
  const marks = useMemo(() => dragonTigerMarks(shown), [shown])
  return <RoadsSheet marks={marks} names={NAMES} onClose={onClose} />
}
