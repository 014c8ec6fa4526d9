import { cardSign } from '../../model/card.ts'
import { RED_BLACK_MATH } from './model/math.ts'
import {
  draw,
  handName,
  isPick,
  returnsOf,
  winnerOf,
  type RedBlackOutcome,
} from './model/outcome.ts'
import { lazyPart } from '../../client/frame/lazyPart.tsx'
import { openTable } from '../../client/rounds/openTable.tsx'
import { DEAL_WORDS } from '../../client/rounds/words.ts'
import { RedBlackScreen, SIDES } from './RedBlackScreen.tsx'

openTable<RedBlackOutcome>({
  code: 'rb',
  name: '红黑大战',
  room: 'rb',
  slip: 'stack',
  words: DEAL_WORDS,
  Screen: RedBlackScreen,
  Rules: lazyPart(async () => (await import('./RedBlackRules.tsx')).RedBlackRules),
  pickName: pick => (isPick(pick) ? RED_BLACK_MATH.bets[pick].name : pick),
  outcomeText: outcome => {
    const hand = (cards: readonly number[]) => `${handName(cards)} ${cards.map(cardSign).join(' ')}`
    const winner = winnerOf(outcome)
    return `${winner === 'tie' ? '平局' : `${SIDES[winner][0]}赢`}，红 ${hand(outcome.red)}，黑 ${hand(outcome.black)}`
  },
  picture: outcome => {
    const [text, hue] = outcome ? SIDES[winnerOf(outcome)] : ['红', 'black']
    return <span className={`bead ${hue}`}>{text}</span>
  },
  draw,
  returnsOf: (outcome, pick) => (isPick(pick) ? returnsOf(outcome, pick) : 0),
})
