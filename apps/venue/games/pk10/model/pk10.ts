import { lotteryTable } from '../../../model/lotteryTable.ts'
import { PK10_MATH } from './math.ts'
import { classOf, draw, returnsOf } from './outcome.ts'

/** 赛车 PK10: ten cars every ninety seconds. */
export const pk10 = lotteryTable({
  name: '赛车 PK10',
  phases: { betMs: 66_000, lockMs: 2_000, drawMs: 15_000, resultMs: 7_000 },
  math: PK10_MATH,
  draw,
  returnsOf,
  usual: 'bigEven',
  classOf,
})
