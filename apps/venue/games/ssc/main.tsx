import './ssc.css'
import { draw, returnsOf, type SscOutcome } from './model/outcome.ts'
import { lazyPart } from '../../client/frame/lazyPart.tsx'
import { openTable } from '../../client/rounds/openTable.tsx'
import { DRAW_WORDS } from '../../client/rounds/words.ts'
import { pickName, summary } from './picks.ts'
import { BALLS } from './Balls.tsx'
import { SscScreen } from './SscScreen.tsx'

openTable<SscOutcome>({
  code: 'ssc',
  name: '时时彩',
  room: 'lot',
  slip: 'unit',
  words: DRAW_WORDS,
  Screen: SscScreen,
  Rules: lazyPart(async () => (await import('./SscRules.tsx')).SscRules),
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
