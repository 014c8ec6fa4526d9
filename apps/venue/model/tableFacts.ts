import { itemAt, lastOf } from './present.ts'
import { sha256, toHex, utf8 } from '@tianping/fairness'
import { oddsText, type BetClass } from './betClass.ts'
import { compareFractions, percent } from './percent.ts'

/**
 * What the catalogue says of a table's mathematics: the least return, the greatest chance, the
 * largest win.
 */
export function tableFacts(math: { bets: Record<string, BetClass> }) {
  const bets = Object.values(math.bets)
  const mathJson = `${JSON.stringify(math, null, 2)}\n`
  const leastReturn = itemAt(bets.map(bet => bet.rtp).toSorted(compareFractions), 0)
  const bestChance = lastOf(bets.map(bet => bet.hit).toSorted(compareFractions))
  return {
    mathJson,
    mathVersion: toHex(sha256(utf8(mathJson))),
    rtpExact: leastReturn,
    rtpPercent: percent(leastReturn, 4),
    hitPercent: percent(bestChance, 2),
    maxWin: oddsText(Math.max(...bets.map(bet => bet.returns))),
  }
}
