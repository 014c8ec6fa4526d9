import './ssc.css'
import { SSC_MATH } from '../../../src/games/ssc/math.ts'
import { draw, returnsOf, type SscOutcome } from '../../../src/games/ssc/outcome.ts'
import { openTable } from '../../app/rounds/openTable.tsx'
import { DRAW_WORDS } from '../../app/rounds/words.ts'
import { TableRules } from '../../app/rounds/TableRules.tsx'
import { pickName, summary } from './picks.ts'
import { BALLS } from './Balls.tsx'
import { SscPlay } from './SscPlay.tsx'

openTable<SscOutcome>({
  code: 'ssc',
  name: '时时彩',
  room: 'lot',
  slip: 'unit',
  words: DRAW_WORDS,
  Play: SscPlay,
  Rules: () => (
    <TableRules math={SSC_MATH} phases={{ betMs: 50_000, lockMs: 2_000, drawMs: 4_000, resultMs: 4_000 }} limits={{ line: 200_000, round: 2_000_000 }}
      intro="每期开出万、千、百、十、个五个数字。单个数字 5–9 为大，总和 23–45 为大；龙虎比较万位与个位；前三、中三、后三的顺子不分次序，9 与 0 相连。" />
  ),
  pickName,
  outcomeText: ({ digits }) => `${digits.join(' ')}，总和 ${summary(digits)}`,
  picture: outcome => (outcome?.digits ?? []).map((digit, i) => <i key={BALLS[i]} className={`dot-${BALLS[i]}`}>{digit}</i>),
  draw,
  returnsOf,
})
