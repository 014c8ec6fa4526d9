import { DAY_MS, addDays, startOfDay } from '@tianping/money/day'
import { periodMs, type Table } from '../../model/Table.ts'

/** The business day on which round 0 of every table, and match 0 of every book, begins. */
export const EPOCH_DAY = '2026-01-01'
export const EPOCH_MS = startOfDay(EPOCH_DAY).getTime()

export type RoundTimes = {
  opensMs: number
  closesMs: number
  drawsMs: number
  resultsMs: number
  endsMs: number
}

/**
 * Rounds in a day. Throws when the period does not divide one: a day's chain has whole rounds only.
 */
export function roundsPerDay(table: Pick<Table, 'code' | 'phases'>): number {
  const count = DAY_MS / periodMs(table)
  if (!Number.isInteger(count)) throw new Error(`the period of ${table.code} does not divide a day`)
  return count
}

/** The number of the round whose period holds this moment, ms since 1970. */
export function numberAt(table: Pick<Table, 'phases'>, nowMs: number): number {
  return Math.floor((nowMs - EPOCH_MS) / periodMs(table))
}

export function timesOf(table: Pick<Table, 'phases'>, number: number): RoundTimes {
  const { betMs, lockMs, drawMs, resultMs } = table.phases
  const opensMs = EPOCH_MS + number * periodMs(table)
  return {
    opensMs,
    closesMs: opensMs + betMs,
    drawsMs: opensMs + betMs + lockMs,
    resultsMs: opensMs + betMs + lockMs + drawMs,
    endsMs: opensMs + betMs + lockMs + drawMs + resultMs,
  }
}

/**
 * The times of a round that cannot be drawn before a moment: drawing and result move, not the end.
 */
export function timesWith(times: RoundTimes, earliestDrawMs: number): RoundTimes {
  const { drawsMs, resultsMs, endsMs } = times
  const drawn = Math.min(Math.max(drawsMs, earliestDrawMs), endsMs)
  return { ...times, drawsMs: drawn, resultsMs: Math.min(drawn + resultsMs - drawsMs, endsMs) }
}

/** The business day of a round and its place in it, from 1. */
export function dayOf(
  table: Pick<Table, 'code' | 'phases'>,
  number: number,
): { day: string; place: number } {
  const perDay = roundsPerDay(table)
  return { day: addDays(EPOCH_DAY, Math.floor(number / perDay)), place: (number % perDay) + 1 }
}

/** What a table's server has to do next: the first boundary after this moment, in ms since 1970. */
export function nextBoundaryMs(table: Pick<Table, 'phases'>, nowMs: number): number {
  const { closesMs, drawsMs, endsMs } = timesOf(table, numberAt(table, nowMs))
  return [closesMs, drawsMs].find(at => at > nowMs) ?? endsMs
}
