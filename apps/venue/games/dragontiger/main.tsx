import { cardSign } from '../../model/card.ts'
import { DRAGON_TIGER_MATH } from './model/math.ts'
import { draw, isPick, returnsOf, winnerOf, type DragonTigerOutcome } from './model/outcome.ts'
import { lazyPart } from '../../client/frame/lazyPart.tsx'
import { openTable } from '../../client/rounds/openTable.tsx'
import { DEAL_WORDS } from '../../client/rounds/words.ts'
import { DragonTigerScreen, HUES } from './DragonTigerScreen.tsx'

const { bets } = DRAGON_TIGER_MATH

openTable<DragonTigerOutcome>({
  code: 'dt',
  name: '龙虎',
  room: 'dt',
  slip: 'stack',
  words: DEAL_WORDS,
  Screen: DragonTigerScreen,
  Rules: lazyPart(async () => (await import('./DragonTigerRules.tsx')).DragonTigerRules),
  Roads: lazyPart(async () => (await import('./DragonTigerRoads.tsx')).DragonTigerRoads),
  pickName: pick => (isPick(pick) ? bets[pick].name : pick),
  outcomeText: outcome => {
    const winner = winnerOf(outcome)
    return `${winner === 'tie' ? '和' : `${bets[winner].name}赢`}，龙 ${cardSign(outcome.dragon)}，虎 ${cardSign(outcome.tiger)}`
  },
  picture: outcome =>
    outcome ? (
      <span className={`bead ${HUES[winnerOf(outcome)]}`}>{bets[winnerOf(outcome)].name}</span>
    ) : (
      <span className="bead black">龙</span>
    ),
  draw,
  returnsOf: (outcome, pick) => (isPick(pick) ? returnsOf(outcome, pick) : 0),
})
