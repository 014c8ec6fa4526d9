import { sha256, toHex, utf8 } from '@tianping/fairness'
import type { Table } from '../../../model/Table.ts'
import { CHIPS_FEN, MAX_LINE_FEN, MAX_ROUND_FEN } from '../../../model/chipsFen.ts'
import { percent } from '../../../model/percent.ts'
import { BACCARAT_MATH } from './math.ts'
import { draw, isPick, returnsOf, type BaccaratOutcome } from './outcome.ts'

const mathJson = `${JSON.stringify(BACCARAT_MATH, null, 2)}\n`
const { bets } = BACCARAT_MATH

/** Baccarat: eight decks, a round in 24 s. */
export const baccarat: Table<BaccaratOutcome> = {
  code: 'bac',
  venue: 'LIVE',
  name: '百家乐',
  category: 'realbet',
  model: BACCARAT_MATH.model,
  mathJson,
  mathVersion: toHex(sha256(utf8(mathJson))),
  rtpExact: bets['player-pair'].rtp,
  rtpPercent: percent(bets['player-pair'].rtp, 4),
  rtpUsual: bets.banker.rtp,
  hitPercent: percent(bets.big.win, 2),
  maxWin: '12',
  stakesFen: CHIPS_FEN,
  maxLineFen: MAX_LINE_FEN,
  maxRoundFen: MAX_ROUND_FEN,
  phases: { betMs: 15_000, lockMs: 1_000, drawMs: 5_000, resultMs: 3_000 },
  draw,
  oddsOf: pick => (isPick(pick) ? `1:${bets[pick].pays}` : null),
  returnsOf,
}
