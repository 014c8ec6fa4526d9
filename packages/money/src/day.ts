// Times, days (`YYYY-MM-DD`) and months (`YYYY-MM`) of Beijing. Beijing keeps UTC+8 all year, so a
// day always has 24 hours. Nothing here reads a clock: the caller passes the instant.

/** A Date, or milliseconds since 1970. */
export type Instant = Date | number

export const DAY_MS = 86_400_000
const BEIJING_MS = 8 * 3_600_000

/**
 * The Beijing time of an instant as the wire writes it, `YYYY-MM-DD HH:mm:ss`
 * (docs/decisions/0017-pages-times-and-date-ranges.md). Throws a RangeError for an invalid date.
 */
export const beijing = (at: Instant): string =>
  new Date(Number(at) + BEIJING_MS).toISOString().slice(0, 19).replace('T', ' ')

/**
 * The instant of a Beijing time `YYYY-MM-DD HH:mm` or `YYYY-MM-DD HH:mm:ss`, in milliseconds since
 * 1970; NaN when the text is no time.
 */
export const parseBeijing = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+08:00`)

/** The Beijing day of an instant. Throws a RangeError for an invalid date. */
export const beijingDay = (at: Instant): string => beijing(at).slice(0, 10)

/** Whether a text is a calendar day `YYYY-MM-DD` that exists; PostgreSQL knows no year 0. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false
  const parsed = new Date(text)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text)
}

/** 00:00 Beijing time of a day; an invalid date when the text is no day. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00+08:00`)

/** 00:00 Beijing time of the next day: the first instant that a day no longer holds. */
export const endOfDay = (day: string): Date => new Date(startOfDay(day).getTime() + DAY_MS)

/** 00:00 Beijing time of the day that is `daysBack` before the day of an instant. */
export const beijingMidnight = (at: Instant, daysBack = 0): Date =>
  startOfDay(addDays(beijingDay(at), -daysBack))

/** The day that is `days` after another, or before it when negative. Throws for no day. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Whole days from one day to another; negative when `to` is the earlier one, NaN for no day. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS

/** The Beijing month of an instant. Throws a RangeError for an invalid date. */
export const beijingMonth = (at: Instant): string => beijing(at).slice(0, 7)

/** The month that is `months` after another, or before it when negative. Throws for no month. */
export function addMonths(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year ?? NaN, (number ?? NaN) - 1 + months)).toISOString().slice(0, 7)
}

/** The same moment of the month so many months later, or of that month's last day. */
export function monthsLater(at: Instant, months: number): Date {
  const time = beijing(at)
  const month = addMonths(time.slice(0, 7), months)
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}-${time.slice(8, 10)}`
  return new Date(parseBeijing(`${same < last ? same : last}${time.slice(10)}`))
}
