import { oddsText } from '../../../src/games/betClass.ts'
import { SSC_MATH } from '../../../src/games/ssc/math.ts'
import { classOf } from '../../../src/games/ssc/outcome.ts'
import { Cell } from '../../app/rounds/Cell.tsx'
import { pickName } from './picks.ts'

/** A pick with its published odds. */
export function SscPick({
  pick,
  name,
  className = '',
}: {
  pick: string
  name: string
  className?: string
}) {
  return (
    <Cell
      pick={pick}
      label={pickName(pick)}
      name={name}
      odds={oddsText(SSC_MATH.bets[classOf(pick)!].returns)}
      className={className}
    />
  )
}
