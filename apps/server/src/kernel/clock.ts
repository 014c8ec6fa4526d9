/** The one clock of the server: passed in, so that tests can stand anywhere in time. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Beijing keeps UTC+8 all year. */
const BEIJING_MS = 8 * HOUR_MS

/** `YYYY-MM-DD HH:mm:ss` in Beijing (docs/decisions/0017-pages-times-and-date-ranges.md). */
export function beijing(at: Date): string {
  return new Date(at.getTime() + BEIJING_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** `YYYY-MM-DD` in Beijing. */
export const beijingDay = (at: Date): string => beijing(at).slice(0, 10)

/** 00:00 Beijing time of the day that is `daysBack` before the one of `at`. */
export function beijingMidnight(at: Date, daysBack = 0): Date {
  const shifted = at.getTime() + BEIJING_MS
  return new Date(shifted - (shifted % DAY_MS) - BEIJING_MS - daysBack * DAY_MS)
}

/**
 * The start of a date filter 1-4: today, and now minus 7, 15, 30 days from 00:00 Beijing time
 * (docs/decisions/0017-pages-times-and-date-ranges.md).
 */
export function rangeStart(now: Date, range: number): Date {
  return beijingMidnight(now, { 1: 0, 2: 7, 3: 15 }[range] ?? 30)
}
