import { itemAt } from '../../model/present.ts'
import type { BetLook } from '../frame/HistorySheet.tsx'
import { signedYuan } from '../kit/money.ts'
import type { Bet } from '../session/wire.ts'
import type { BookDesign } from './BookDesign.ts'
import { oddsText, productText } from './odds.ts'
import type { StoredLeg } from './wire.ts'

const RESULTS: Record<string, string> = {
  win: '赢',
  halfWin: '赢半',
  push: '走水',
  halfLoss: '输半',
  loss: '输',
  void: '作废，按 1.00',
}

/** A ticket in the list of bets: its selections, and what became of each. */
export function betLook(bet: Bet, design: BookDesign): BetLook {
  const { legs } = bet.selection as { legs: StoredLeg[] }
  const done =
    (bet.outcome as { legs?: { match: number; result: string; outcome: unknown }[] }).legs ?? []
  const price = productText(legs.map(leg => leg.price))
  const first = itemAt(legs, 0)
  const ends = done.map(({ result, outcome }) => {
    const score = outcome ? `${design.finalText(outcome)} · ` : ''
    return score + itemAt(RESULTS, result)
  })
  return {
    result: ends.join('；'),
    picture: <img src={`/art/crest-${first.home}.svg`} alt="" width={40} height={40} />,
    title:
      legs.length === 1
        ? `${design.pickName(first, first.pick)} @ ${price}`
        : `${legs.length} 串 1 @ ${price}`,
    lines: legs
      .flatMap((leg): [string, string][] => {
        const ended = done.find(each => each.match === leg.match)
        const names = `${design.teamName(leg.home)} v ${design.teamName(leg.away)}`
        const score = ended?.outcome ? design.finalText(ended.outcome) : ''
        return [
          [names, score || (leg.in_play ? `滚球 ${leg.key.replace(':', ' : ')} 时` : '赛前')],
          [
            `${design.pickName(leg, leg.pick)} @ ${oddsText(leg.price)}`,
            ended ? itemAt(RESULTS, ended.result) : '未结算',
          ],
        ]
      })
      .concat(bet.status === 'SETTLED' ? [['本单净额', signedYuan(bet.net)]] : []),
  }
}
