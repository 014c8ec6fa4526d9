import type { Table } from '../../rounds/Table.ts'
import { oddsText } from '../betClass.ts'
import { tableFacts } from '../tableFacts.ts'
import { SSC_MATH } from './math.ts'
import { classOf, draw, returnsOf, type SscOutcome } from './outcome.ts'

/** 时时彩: five digits a minute. */
export const ssc: Table<SscOutcome> = {
  code: 'ssc',
  venue: 'VR',
  name: '时时彩',
  category: 'lottery',
  model: SSC_MATH.model,
  ...tableFacts(SSC_MATH),
  stakesFen: [100n, 500n, 1_000n, 5_000n, 10_000n, 50_000n],
  maxLineFen: 200_000n,
  maxRoundFen: 2_000_000n,
  phases: { betMs: 50_000, lockMs: 2_000, drawMs: 4_000, resultMs: 4_000 },
  draw,
  returnsOf,
  oddsOf: pick => {
    const kind = classOf(pick)
    return kind && oddsText(SSC_MATH.bets[kind].returns)
  },
}
