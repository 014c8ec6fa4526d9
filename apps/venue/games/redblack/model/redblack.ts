import { sha256, toHex, utf8 } from '@tianping/fairness'
import type { Table } from '../../../model/Table.ts'
import { CHIPS_FEN, MAX_LINE_FEN, MAX_ROUND_FEN } from '../../../model/chipsFen.ts'
import { percent } from '../../../model/percent.ts'
import { RED_BLACK_MATH, type RedBlackPick } from './math.ts'
import { draw, isPick, returnsOf, type RedBlackOutcome } from './outcome.ts'

const mathJson = `${JSON.stringify(RED_BLACK_MATH, null, 2)}\n`
const { bets } = RED_BLACK_MATH

/** What a pick pays; of 幸运一击 for each class, from a pair of nines up. */
const odds = (pick: RedBlackPick) =>
  pick === 'strike'
    ? Object.values(bets.strike.classes)
        .map(({ pays }) => pays)
        .join('/')
    : bets[pick].pays

/** Red against black: three cards each from one deck, a round in 24 s. */
export const redBlack: Table<RedBlackOutcome> = {
  code: 'rb',
  venue: 'QIPAI',
  name: '红黑大战',
  category: 'joker',
  model: RED_BLACK_MATH.model,
  mathJson,
  mathVersion: toHex(sha256(utf8(mathJson))),
  rtpExact: bets.strike.rtp,
  rtpPercent: percent(bets.strike.rtp, 4),
  rtpUsual: bets.red.rtp,
  hitPercent: percent(bets.red.win, 2),
  maxWin: '15',
  stakesFen: CHIPS_FEN,
  maxLineFen: MAX_LINE_FEN,
  maxRoundFen: MAX_ROUND_FEN,
  phases: { betMs: 15_000, lockMs: 1_000, drawMs: 5_000, resultMs: 3_000 },
  draw,
  oddsOf: pick => (isPick(pick) ? `1:${odds(pick)}` : null),
  returnsOf,
}
