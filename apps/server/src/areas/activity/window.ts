import { beijing, beijingDay, beijingMidnight } from '../../kernel/clock.ts'
import type { ActivityRule, Window } from './rule.ts'

/** Half-open; days are `YYYY-MM-DD` of Beijing. */
export type DaySpan = { from: Date; until: Date; fromDay: string; untilDay: string }

const ALWAYS_FROM = new Date('2000-01-01T00:00:00+08:00')
const ALWAYS_UNTIL = new Date('9000-01-01T00:00:00+08:00')
const span = (from: Date, until: Date): DaySpan => ({
  from,
  until,
  fromDay: beijingDay(from),
  untilDay: beijingDay(until),
})

const monthStart = (year: number, month: number) =>
  new Date(Date.UTC(year, month - 1, 1) - 8 * 3_600_000)

/** The whole days a window means at `now`; weeks begin on Monday. */
export function spanOf(window: Window, now: Date): DaySpan {
  const [year, month] = [Number(beijing(now).slice(0, 4)), Number(beijing(now).slice(5, 7))]
  // 1970-01-01 was a Thursday: three days after a Monday.
  const sinceMonday = (Math.floor((now.getTime() + 8 * 3_600_000) / 86_400_000) + 3) % 7
  switch (window) {
    case 'today':
      return span(beijingMidnight(now), beijingMidnight(now, -1))
    case 'yesterday':
      return span(beijingMidnight(now, 1), beijingMidnight(now))
    case 'this_week':
      return span(beijingMidnight(now, sinceMonday), beijingMidnight(now, sinceMonday - 7))
    case 'last_week':
      return span(beijingMidnight(now, sinceMonday + 7), beijingMidnight(now, sinceMonday))
    case 'this_month':
      return span(monthStart(year, month), monthStart(year, month + 1))
    case 'last_month':
      return span(monthStart(year, month - 1), monthStart(year, month))
    case 'ever':
      return span(ALWAYS_FROM, ALWAYS_UNTIL)
  }
}

/** The calendar period of Beijing in which applications are counted. */
export function periodOf(per: ActivityRule['limit']['per'], now: Date): DaySpan {
  const year = Number(beijing(now).slice(0, 4))
  if (per === 'year') return span(monthStart(year, 1), monthStart(year + 1, 1))
  return spanOf(
    ({ ever: 'ever', day: 'today', week: 'this_week', month: 'this_month' } as const)[per],
    now,
  )
}
