import './k3.css'
import { K3_MATH } from '../../../src/games/k3/math.ts'
import { draw, returnsOf, type K3Outcome } from '../../../src/games/k3/outcome.ts'
import { openTable } from '../../app/rounds/openTable.tsx'
import { DRAW_WORDS } from '../../app/rounds/words.ts'
import { TableRules } from '../../app/rounds/TableRules.tsx'
import { K3Play } from './K3Play.tsx'
import { pickName, summary } from './picks.ts'

openTable<K3Outcome>({
  code: 'k3',
  name: '快三',
  room: 'lot',
  slip: 'unit',
  words: DRAW_WORDS,
  Play: K3Play,
  Rules: () => (
    <TableRules math={K3_MATH} phases={{ betMs: 50_000, lockMs: 2_000, drawMs: 4_000, resultMs: 4_000 }} limits={{ line: 200_000, round: 2_000_000 }}
      intro="每期掷三颗骰子。和值 11–18 为大，3–10 为小，豹子也算大小单双。二同号要求恰好两颗相同，三颗相同不算；二不同号只要两个号码都出现。" />
  ),
  pickName,
  outcomeText: ({ dice }) => `${dice.join(' ')}，和值 ${summary(dice)}`,
  picture: outcome => (outcome?.dice ?? [1]).map((pips, i) => <img key={`${i}-${pips}`} src={`/art/die-${pips}.svg`} alt="" width={24} height={24} />),
  draw,
  returnsOf,
})
