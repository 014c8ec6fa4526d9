import { useMemo } from 'react'
import { SIDE_NAMES } from '../../client/cards/Roads.tsx'
import { RoadsSheet } from '../../client/cards/RoadsSheet.tsx'
import type { RoadsProps } from '../../client/rounds/TableDesign.ts'
import type { BaccaratOutcome } from './model/outcome.ts'
import { marksOf } from './marks.ts'

/** Every road of the baccarat table. */
export function BaccaratRoads({ shown, onClose }: RoadsProps<BaccaratOutcome>) {
  return (
    <RoadsSheet
      marks={useMemo(() => marksOf(shown), [shown])}
      names={SIDE_NAMES}
      onClose={onClose}
    />
  )
}
