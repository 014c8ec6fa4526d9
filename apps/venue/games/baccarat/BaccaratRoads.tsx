import { useMemo } from 'react'
import { SIDE_NAMES } from '../../client/cards/Roads.tsx'
import { RoadsSheet } from '../../client/cards/RoadsSheet.tsx'
import { useParts } from '../../client/rounds/TableContext.ts'
import { marksOf } from './marks.ts'

/** Every road of the baccarat table. */
export function BaccaratRoads({ onClose }: { onClose: () => void }) {
  const { shown } = useParts().table
  return (
    <RoadsSheet
      marks={useMemo(() => marksOf(shown), [shown])}
      names={SIDE_NAMES}
      onClose={onClose}
    />
  )
}
