import './k3.css'
import { draw, returnsOf, type K3Outcome } from './model/outcome.ts'
import { lazyPart } from '../../client/frame/lazyPart.tsx'
import { openTable } from '../../client/rounds/openTable.tsx'
import { DRAW_WORDS } from '../../client/rounds/words.ts'
import { K3Screen } from './K3Screen.tsx'
import { pickName, summary } from './picks.ts'

openTable<K3Outcome>({
  code: 'k3',
  name: '快三',
  room: 'lot',
  slip: 'unit',
  words: DRAW_WORDS,
  Screen: K3Screen,
  Rules: lazyPart(async () => (await import('./K3Rules.tsx')).K3Rules),
  pickName,
  outcomeText: ({ dice }) => `${dice.join(' ')}，和值 ${summary(dice)}`,
  picture: outcome =>
    (outcome?.dice ?? [1]).map((pips, i) => (
      <img key={`${i}-${pips}`} src={`/art/die-${pips}.webp`} alt="" width={24} height={24} />
    )),
  draw,
  returnsOf,
})
