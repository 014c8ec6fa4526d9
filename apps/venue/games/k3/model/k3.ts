import { lotteryTable } from '../../../model/lotteryTable.ts'
import { K3_MATH } from './math.ts'
import { classOf, draw, returnsOf } from './outcome.ts'

/** 快三: three dice a minute. */
export const k3 = lotteryTable({
  name: '快三',
  phases: { betMs: 50_000, lockMs: 2_000, drawMs: 4_000, resultMs: 4_000 },
  math: K3_MATH,
  draw,
  returnsOf,
  usual: 'half',
  classOf,
})
