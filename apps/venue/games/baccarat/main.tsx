import { BACCARAT_MATH } from './model/math.ts'
import {
  draw,
  isPick,
  pointsOf,
  returnsOf,
  winnerOf,
  type BaccaratOutcome,
} from './model/outcome.ts'
import { cardSign } from '../../model/card.ts'
import { lazyPart } from '../../client/frame/lazyPart.tsx'
import { openTable } from '../../client/rounds/openTable.tsx'
import { DEAL_WORDS } from '../../client/rounds/words.ts'
import { BaccaratScreen } from './BaccaratScreen.tsx'

const WON = { player: ['闲', 'blue'], banker: ['庄', 'red'], tie: ['和', 'green'] } as const

openTable<BaccaratOutcome>({
  code: 'bac',
  name: '百家乐',
  room: 'bac',
  slip: 'stack',
  words: DEAL_WORDS,
  Screen: BaccaratScreen,
  Rules: lazyPart(async () => (await import('./BaccaratRules.tsx')).BaccaratRules),
  Roads: lazyPart(async () => (await import('./BaccaratRoads.tsx')).BaccaratRoads),
  pickName: pick => (isPick(pick) ? BACCARAT_MATH.bets[pick].name : pick),
  outcomeText: outcome => {
    const hand = (cards: readonly number[]) =>
      `${pointsOf(cards)} 点 ${cards.map(cardSign).join(' ')}`
    const winner = winnerOf(outcome)
    return `${winner === 'tie' ? '和' : `${WON[winner][0]}赢`}，闲 ${hand(outcome.player)}，庄 ${hand(outcome.banker)}`
  },
  picture: outcome => {
    const [text, hue] = outcome ? WON[winnerOf(outcome)] : ['百', 'black']
    return <span className={`bead ${hue}`}>{text}</span>
  },
  draw,
  returnsOf: (outcome, pick) => (isPick(pick) ? returnsOf(outcome, pick) : 0),
})
