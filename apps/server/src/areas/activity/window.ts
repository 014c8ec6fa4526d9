import {
  addDays,
  addMonths,
  beijingDay,
  beijingMonth,
  daysBetween,
  startOfDay,
} from '@tianping/money/day'
import type { ActivityRule, Window } from './rule.ts'

/** Half-open; days are `YYYY-MM-DD` of Beijing. */
export type DaySpan = { from: Date; until: Date; fromDay: string; untilDay: string }

const ALWAYS_FROM = '2000-01-01'
const ALWAYS_UNTIL = '9000-01-01'
const A_MONDAY = '2000-01-03'

const span = (fromDay: string, untilDay: string): DaySpan => ({
  from: startOfDay(fromDay),
  until: startOfDay(untilDay),
  fromDay,
  untilDay,
})
const days = (first: string, count: number) => span(first, addDays(first, count))
const months = (first: string, count: number) =>
  span(`${first}-01`, `${addMonths(first, count)}-01`)

/** The whole days a window means at `now`; weeks begin on Monday. */
export function spanOf(window: Window, now: Date): DaySpan {
  const [today, month] = [beijingDay(now), beijingMonth(now)]
  const monday = addDays(today, -(daysBetween(A_MONDAY, today) % 7))
  switch (window) {
    case 'today':
      return days(today, 1)
    case 'yesterday':
      return days(addDays(today, -1), 1)
    case 'this_week':
      return days(monday, 7)
    case 'last_week':
      return days(addDays(monday, -7), 7)
    case 'this_month':
      return months(month, 1)
    case 'last_month':
      return months(addMonths(month, -1), 1)
    case 'ever':
      return span(ALWAYS_FROM, ALWAYS_UNTIL)
  }
}

/** The calendar period of Beijing in which applications are counted. */
export function periodOf(per: ActivityRule['limit']['per'], now: Date): DaySpan {
  if (per === 'year') return months(`${beijingMonth(now).slice(0, 4)}-01`, 12)
  return spanOf(
    ({ ever: 'ever', day: 'today', week: 'this_week', month: 'this_month' } as const)[per],
    now,
  )
}
