import type { Table } from '../../rounds/Table.ts'
import { oddsText } from '../betClass.ts'
import { tableFacts } from '../tableFacts.ts'
import { PK10_MATH } from './math.ts'
import { classOf, draw, returnsOf, type Pk10Outcome } from './outcome.ts'

/** 赛车 PK10: ten cars every ninety seconds. */
export const pk10: Table<Pk10Outcome> = {
  code: 'pk10',
  venue: 'VR',
  name: '赛车 PK10',
  category: 'lottery',
  model: PK10_MATH.model,
  ...tableFacts(PK10_MATH),
  stakesFen: [100n, 500n, 1_000n, 5_000n, 10_000n, 50_000n],
  maxLineFen: 200_000n,
  maxRoundFen: 2_000_000n,
  phases: { betMs: 66_000, lockMs: 2_000, drawMs: 15_000, resultMs: 7_000 },
  draw,
  returnsOf,
  oddsOf: pick => {
    const kind = classOf(pick)
    return kind && oddsText(PK10_MATH.bets[kind].returns)
  },
}
