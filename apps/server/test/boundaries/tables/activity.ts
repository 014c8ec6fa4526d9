import { alike, TAKEN, type Table } from '../edge.ts'

const UNMET = '未满足申请条件'
const conditions = [
  'activity.conditions[].min_deposit.fen',
  'activity.conditions[].first_deposit.fen',
  'activity.conditions[].min_turnover.fen',
  'activity.conditions[].min_loss.fen',
  'activity.conditions[].friends.fen',
] as const

/** What an application is told. */
export const activityEdges = {
  ...alike(conditions, [300_00, UNMET, TAKEN, TAKEN]),
  'activity.conditions[].min_vip.vip': [3, UNMET, TAKEN, TAKEN],
  'activity.conditions[].friends.count': [51, UNMET, TAKEN, TAKEN],
  'activity.conditions[].first_deposit.withinDays': [5, TAKEN, UNMET, UNMET],
  'activity.bonus.percent.maxFen': [50_00, '49.99', '50.00', '50.00'],
  'activity.turnoverTimes': [3, '打码量不足，还需0.01元', TAKEN, TAKEN],
  'activity.limit.times': [2, TAKEN, TAKEN, '该活动今日限申请2次，您已申请2次'],
  'activity.places.times': [2, TAKEN, TAKEN, '该活动今日名额已满（2个）'],
} satisfies Table
