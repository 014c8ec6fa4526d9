import type { Table } from '../../rounds/Table.ts'
import { oddsText } from '../betClass.ts'
import { tableFacts } from '../tableFacts.ts'
import { K3_MATH } from './math.ts'
import { classOf, draw, returnsOf, type K3Outcome } from './outcome.ts'

/** 快三: three dice a minute. */
export const k3: Table<K3Outcome> = {
  code: 'k3',
  venue: 'VR',
  name: '快三',
  category: 'lottery',
  model: K3_MATH.model,
  ...tableFacts(K3_MATH),
  stakesFen: [100n, 500n, 1_000n, 5_000n, 10_000n, 50_000n],
  maxLineFen: 200_000n,
  maxRoundFen: 2_000_000n,
  phases: { betMs: 50_000, lockMs: 2_000, drawMs: 4_000, resultMs: 4_000 },
  draw,
  returnsOf,
  oddsOf: pick => {
    const kind = classOf(pick)
    return kind && oddsText(K3_MATH.bets[kind].returns)
  },
}
