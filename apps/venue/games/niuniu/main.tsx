import { itemAt } from '../../model/present.ts'
import { NIUNIU_MATH } from './model/math.ts'
import {
  beatsBank,
  bullName,
  bullOf,
  draw,
  isPick,
  returnsOf,
  type NiuniuOutcome,
} from './model/outcome.ts'
import { lazyPart } from '../../client/frame/lazyPart.tsx'
import { openTable } from '../../client/rounds/openTable.tsx'
import { DEAL_WORDS } from '../../client/rounds/words.ts'
import { GATES, NiuniuScreen } from './NiuniuScreen.tsx'

const { bets } = NIUNIU_MATH

openTable<NiuniuOutcome>({
  code: 'niu',
  name: '百人牛牛',
  room: 'niu',
  slip: 'stack',
  words: DEAL_WORDS,
  Screen: NiuniuScreen,
  Rules: lazyPart(async () => (await import('./NiuniuRules.tsx')).NiuniuRules),
  pickName: pick => (isPick(pick) ? bets[pick].name : pick),
  outcomeText: outcome =>
    `庄 ${bullName(bullOf(outcome.bank))}，${GATES.map((gate, seat) => `${bets[gate].name} ${bullName(bullOf(itemAt(outcome.hands, seat)))}${beatsBank(outcome, gate) ? '赢' : '输'}`).join('，')}`,
  picture: outcome => (
    <span className="bead black">
      {outcome ? GATES.filter(gate => beatsBank(outcome, gate)).length : '牛'}
    </span>
  ),
  draw,
  returnsOf: (outcome, pick) => (isPick(pick) ? returnsOf(outcome, pick) : 0),
})
