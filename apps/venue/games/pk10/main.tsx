import { itemAt } from '../../model/present.ts'
import './pk10.css'
import { draw, returnsOf, type Pk10Outcome } from './model/outcome.ts'
import { lazyPart } from '../../client/frame/lazyPart.tsx'
import { openTable } from '../../client/rounds/openTable.tsx'
import { DRAW_WORDS } from '../../client/rounds/words.ts'
import { Plate } from './Plate.tsx'
import { pickName } from './picks.ts'
import { Pk10Screen } from './Pk10Screen.tsx'

openTable<Pk10Outcome>({
  code: 'pk10',
  name: '赛车 PK10',
  room: 'pk',
  slip: 'unit',
  words: DRAW_WORDS,
  slim: phase => phase === 'lock' || phase === 'draw' || phase === 'result',
  Screen: Pk10Screen,
  Rules: lazyPart(async () => (await import('./Pk10Rules.tsx')).Pk10Rules),
  pickName,
  outcomeText: ({ order }) => `${order.join(' ')}，冠亚和 ${itemAt(order, 0) + itemAt(order, 1)}`,
  picture: outcome =>
    (outcome?.order ?? [1, 2, 3]).slice(0, 3).map(car => <Plate key={car} car={car} />),
  draw,
  returnsOf,
})
