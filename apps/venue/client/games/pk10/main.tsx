import './pk10.css'
import { PK10_MATH } from '../../../src/games/pk10/math.ts'
import { draw, returnsOf, type Pk10Outcome } from '../../../src/games/pk10/outcome.ts'
import { openTable } from '../../app/rounds/openTable.tsx'
import { DRAW_WORDS } from '../../app/rounds/words.ts'
import { TableRules } from '../../app/rounds/TableRules.tsx'
import { Plate } from './Plate.tsx'
import { pickName } from './picks.ts'
import { Pk10Play } from './Pk10Play.tsx'

openTable<Pk10Outcome>({
  code: 'pk10',
  name: '赛车 PK10',
  room: 'pk',
  slip: 'unit',
  words: DRAW_WORDS,
  slim: phase => phase === 'lock' || phase === 'draw' || phase === 'result',
  Play: Pk10Play,
  Rules: () => (
    <TableRules math={PK10_MATH} phases={{ betMs: 66_000, lockMs: 2_000, drawMs: 15_000, resultMs: 7_000 }} limits={{ line: 200_000, round: 2_000_000 }}
      intro="每期十辆车，名次由已承诺的种子洗牌决定，动画只作展示。冠亚和为前两名车号之和，12–19 为大，3–11 为小。龙虎比较对称的两个名次：冠军对第十、亚军对第九，依此类推，车号大者胜。" />
  ),
  pickName,
  outcomeText: ({ order }) => `${order.join(' ')}，冠亚和 ${order[0]! + order[1]!}`,
  picture: outcome => (outcome?.order ?? [1, 2, 3]).slice(0, 3).map(car => <Plate key={car} car={car} />),
  draw,
  returnsOf,
})
