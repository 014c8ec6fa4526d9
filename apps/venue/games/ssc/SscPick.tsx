import { present } from '../../model/present.ts'
import { oddsText } from '../../model/betClass.ts'
import { SSC_MATH } from './model/math.ts'
import { classOf } from './model/outcome.ts'
import { Cell } from '../../client/rounds/Cell.tsx'
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
      odds={oddsText(SSC_MATH.bets[present(classOf(pick))].returns)}
      className={className}
    />
  )
}
