import { reviewState } from '../facts.ts'

/** How the member's latest application to an activity stands. */
export const applyState = { none: 0, ...reviewState } as const

/** Whether a member can apply now, or what stands against it; as members read it. */
export const activityUse = {
  open: '可申请',
  waiting: '待审核',
  taken: '已参加',
  used: '本期已用完',
  full: '名额已满',
} as const
export type ActivityUse = keyof typeof activityUse

/** The spans that a condition can measure: whole days, Monday weeks and months of Beijing time. */
export const windowLabels = {
  today: '当日',
  yesterday: '昨日',
  this_week: '本周',
  last_week: '上周',
  this_month: '本月',
  last_month: '上月',
} as const
