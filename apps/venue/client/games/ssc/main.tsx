import './ssc.css'
import { draw, returnsOf, type SscOutcome } from '../../../src/games/ssc/outcome.ts'
import { later } from '../../app/later.tsx'
import { openTable } from '../../app/rounds/openTable.tsx'
import { DRAW_WORDS } from '../../app/rounds/words.ts'
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
  Rules: later(async () => (await import('./SscRules.tsx')).SscRules),
  pickName,
  outcomeText: ({ digits }) => `${digits.join(' ')}，总和 ${summary(digits)}`,
  picture: outcome =>
    (outcome?.digits ?? []).map((digit, i) => (
      <i key={BALLS[i]} className={`dot-${BALLS[i]}`}>
        {digit}
      </i>
    )),
  draw,
  returnsOf,
})
