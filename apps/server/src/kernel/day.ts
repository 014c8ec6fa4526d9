import { beijing, beijingDay } from './clock.ts'

// Days of Beijing as `YYYY-MM-DD`; Beijing keeps UTC+8 all year, so a day always has 24 hours.

const DAY_MS = 86_400_000

/** The day `days` after (or, negative, before) another. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** 00:00 Beijing time of a day. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00+08:00`)

/** The last day whose `HH:mm` has come. */
export function dueDay(now: Date, runAt: string): string {
  const today = beijingDay(now)
  return beijing(now).slice(11, 16) >= runAt ? today : addDays(today, -1)
}
