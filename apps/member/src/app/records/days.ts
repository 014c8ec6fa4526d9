import { addDays, beijingDay } from '@tianping/money/day'

/** A Beijing time of the wire, `YYYY-MM-DD HH:mm:ss`, split for reading. */
export const dayOf = (time: string) => time.slice(0, 10)
export const minuteOf = (time: string) => time.slice(11, 16)

/**
 * What stands over a day's rows: its nearness and its date. The year shows when it is not the
 * present one.
 */
export function dayLabel(day: string, nowMs: number): { near: string; date: string } {
  const today = beijingDay(nowMs)
  const nears = new Map([
    [today, '今天'],
    [addDays(today, -1), '昨天'],
  ])
  const [year, month, date] = day.split('-')
  return {
    near: nears.get(day) ?? '',
    date: `${year === today.slice(0, 4) ? '' : `${year}年`}${Number(month)}月${Number(date)}日`,
  }
}

export type Day<T> = {
  day: string
  rows: T[]
  /** False for the last day while more pages wait: its sums are not final. */
  whole: boolean
}

/** Rows, newest first as the server sends them, by Beijing day. */
export function byDay<T>(
  rows: readonly T[],
  timeOf: (row: T) => string,
  hasMore: boolean,
): Day<T>[] {
  const days: Day<T>[] = []
  for (const row of rows) {
    const day = dayOf(timeOf(row))
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ day, rows: [row], whole: true })
  }
  const last = days.at(-1)
  if (last) last.whole = !hasMore
  return days
}
