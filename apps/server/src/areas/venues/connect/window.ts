import { beijing, beijingDay, addDays } from '@tianping/money/day'
import type { ConnectionValue } from './setting.ts'

type Window = Pick<ConnectionValue, 'windowDay' | 'windowFrom' | 'windowUntil'>

/** 1 is Monday, 7 Sunday. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** Whether the venue's own maintenance falls on this moment. */
export function isInWindow({ windowDay, windowFrom, windowUntil }: Window, now: Date): boolean {
  if (windowFrom === windowUntil) return false
  const time = beijing(now).slice(11, 16)
  const today = beijingDay(now)
  const onDay = (day: string) => windowDay === 0 || weekdayOf(day) === windowDay
  if (windowFrom < windowUntil) return onDay(today) && windowFrom <= time && time < windowUntil
  // Over midnight the window belongs to the day it began on.
  return time >= windowFrom ? onDay(today) : time < windowUntil && onDay(addDays(today, -1))
}
