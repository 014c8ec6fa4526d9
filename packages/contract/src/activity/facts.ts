import { reviewState } from '../facts.ts'

/** How the member's latest application to an activity stands. */
export const applyState = { none: 0, ...reviewState } as const

/** The spans that a condition can measure: whole days, Monday weeks and months of Beijing time. */
export const windowLabels = {
  today: '当日',
  yesterday: '昨日',
  this_week: '本周',
  last_week: '上周',
  this_month: '本月',
  last_month: '上月',
} as const
