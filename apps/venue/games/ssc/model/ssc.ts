import { lotteryTable } from '../../../model/lotteryTable.ts'
import { SSC_MATH } from './math.ts'
import { classOf, draw, returnsOf } from './outcome.ts'

/** 时时彩: five digits a minute. */
export const ssc = lotteryTable({
  name: '时时彩',
  phases: { betMs: 50_000, lockMs: 2_000, drawMs: 4_000, resultMs: 4_000 },
  math: SSC_MATH,
  draw,
  returnsOf,
  usual: 'half',
  classOf,
})
