import { DAY_MS, addDays } from '@tianping/money/day'
import { EPOCH_DAY, EPOCH_MS } from '../rounds/timetable.ts'

type Clockwork = { code: string; everyMs: number; aheadMs: number }

/**
 * Matches in a day. Throws when the interval does not divide one: a day's chain has whole matches
 * only.
 */
export function matchesPerDay({ code, everyMs }: Clockwork): number {
  const count = DAY_MS / everyMs
  if (!Number.isInteger(count)) throw new Error(`the matches of ${code} do not divide a day`)
  return count
}

/** When match `number` begins, ms since 1970. */
export function kickOffMs({ everyMs }: Clockwork, number: number): number {
  return EPOCH_MS + number * everyMs
}

/**
 * The matches whose lines are open at this moment and that have not begun: the first and the last
 * of them.
 */
export function upcomingAt(
  { everyMs, aheadMs }: Clockwork,
  nowMs: number,
): { first: number; last: number } {
  return {
    first: Math.floor((nowMs - EPOCH_MS) / everyMs) + 1,
    last: Math.floor((nowMs + aheadMs - EPOCH_MS) / everyMs),
  }
}

/** The business day a match begins on and its place in it, from 1. */
export function dayOf(book: Clockwork, number: number): { day: string; place: number } {
  const perDay = matchesPerDay(book)
  return { day: addDays(EPOCH_DAY, Math.floor(number / perDay)), place: (number % perDay) + 1 }
}
