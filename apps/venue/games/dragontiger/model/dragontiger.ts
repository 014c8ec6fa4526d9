import { sha256, toHex, utf8 } from '@tianping/fairness'
import type { Table } from '../../../model/Table.ts'
import { CHIPS_FEN, MAX_LINE_FEN, MAX_ROUND_FEN } from '../../../model/chipsFen.ts'
import { percent } from '../../../model/percent.ts'
import { DRAGON_TIGER_MATH } from './math.ts'
import { draw, isPick, returnsOf, type DragonTigerOutcome } from './outcome.ts'

const mathJson = `${JSON.stringify(DRAGON_TIGER_MATH, null, 2)}\n`
const { bets } = DRAGON_TIGER_MATH

/** Dragon Tiger: eight decks, one card each, a round in 18 s. */
export const dragonTiger: Table<DragonTigerOutcome> = {
  code: 'dt',
  venue: 'LIVE',
  name: '龙虎',
  category: 'realbet',
  model: DRAGON_TIGER_MATH.model,
  mathJson,
  mathVersion: toHex(sha256(utf8(mathJson))),
  rtpExact: bets.tie.rtp,
  rtpPercent: percent(bets.tie.rtp, 4),
  rtpUsual: bets.dragon.rtp,
  hitPercent: percent(bets.dragon.win, 2),
  maxWin: '12',
  stakesFen: CHIPS_FEN,
  maxLineFen: MAX_LINE_FEN,
  maxRoundFen: MAX_ROUND_FEN,
  phases: { betMs: 12_000, lockMs: 1_000, drawMs: 2_000, resultMs: 3_000 },
  draw,
  oddsOf: pick => (isPick(pick) ? `1:${bets[pick].pays}` : null),
  returnsOf,
}
