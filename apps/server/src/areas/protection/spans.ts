import type { LimitSpan } from '@tianping/contract/protection/facts'
import { addDays, addMonths, beijingDay, beijingMonth, startOfDay } from '@tianping/money/day'
import type { Spans } from './store/limit.sql.ts'

const MONDAY = 1

/** The Monday on or before a day. */
const mondayOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 7 - MONDAY) % 7))

const span = (day: string) => ({ day, from: startOfDay(day) })

/** The calendar spans of Beijing that are under way. */
export function spansAt(now: Date): Spans {
  const day = beijingDay(now)
  return { day: span(day), week: span(mondayOf(day)), month: span(`${beijingMonth(now)}-01`) }
}

/** When the span that is under way ends, and what was used of it is forgotten. */
export function resetsAt(of: LimitSpan, now: Date): Date {
  const { day, week } = spansAt(now)
  const next = {
    day: addDays(day.day, 1),
    week: addDays(week.day, 7),
    month: `${addMonths(beijingMonth(now), 1)}-01`,
  }
  return startOfDay(next[of])
}
