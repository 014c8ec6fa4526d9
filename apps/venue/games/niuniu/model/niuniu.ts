import { sha256, toHex, utf8 } from '@tianping/fairness'
import type { Table } from '../../../model/Table.ts'
import { CHIPS_FEN, MAX_LINE_FEN, MAX_ROUND_FEN } from '../../../model/chipsFen.ts'
import { percent } from '../../../model/percent.ts'
import { NIUNIU_MATH } from './math.ts'
import { draw, isPick, returnsOf, type NiuniuOutcome } from './outcome.ts'

const mathJson = `${JSON.stringify(NIUNIU_MATH, null, 2)}\n`
const { bets } = NIUNIU_MATH

/** Bull-bull: a bank and four gates from one deck, a round in 27 s. */
export const niuniu: Table<NiuniuOutcome> = {
  code: 'niu',
  venue: 'QIPAI',
  name: '百人牛牛',
  category: 'joker',
  model: NIUNIU_MATH.model,
  mathJson,
  mathVersion: toHex(sha256(utf8(mathJson))),
  rtpExact: bets.tian.rtp,
  rtpPercent: percent(bets.tian.rtp, 4),
  rtpUsual: bets.tian.rtp,
  hitPercent: percent(bets.tian.win, 2),
  maxWin: '1.95',
  stakesFen: CHIPS_FEN,
  maxLineFen: MAX_LINE_FEN,
  maxRoundFen: MAX_ROUND_FEN,
  phases: { betMs: 15_000, lockMs: 1_000, drawMs: 7_000, resultMs: 4_000 },
  draw,
  oddsOf: pick => (isPick(pick) ? `1:${bets[pick].pays}` : null),
  returnsOf,
}
