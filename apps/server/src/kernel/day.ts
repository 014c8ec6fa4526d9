import { addDays, beijing, beijingDay, beijingMidnight } from '@tianping/money/day'

/**
 * The start of a date filter 1-4: today, and now minus 7, 15, 30 days from 00:00 Beijing time
 * (docs/decisions/0017-pages-times-and-date-ranges.md).
 */
export function rangeStart(now: Date, range: number): Date {
  return beijingMidnight(now, { 1: 0, 2: 7, 3: 15 }[range] ?? 30)
}

/** The last Beijing day whose `HH:mm` has come. */
export function dueDay(now: Date, runAt: string): string {
  const today = beijingDay(now)
  return beijing(now).slice(11, 16) >= runAt ? today : addDays(today, -1)
}
