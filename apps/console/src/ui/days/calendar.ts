import { addDays, addMonths, daysBetween, isDay } from '@tianping/money/day'

/** From a Beijing day to another, both included; an empty end is open. */
export type Span = { from: string; to: string }

const MONDAY = '2000-01-03'

/** The six weeks, from a Monday on, that show the month of `day`. */
export function weeksOf(month: string): string[] {
  const first = `${month}-01`
  const behindMonday = (((daysBetween(MONDAY, first) % 7) + 7) % 7) as number
  return Array.from({ length: 42 }, (_, n) => addDays(first, n - behindMonday))
}

/** Whether a text is a month `YYYY-MM`. */
export const isMonth = (text: string): boolean => isDay(`${text}-01`)

/** The months of the year of `month`, January first. */
export const monthsOf = (month: string): string[] =>
  Array.from({ length: 12 }, (_, n) => addMonths(`${month.slice(0, 4)}-01`, n))

const monthOf = (day: string) => day.slice(0, 7)

/** Weeks of a report on how members stay. */
export const USUAL_WEEKS = 12

/** Spans that people ask for most, by the Beijing day that is today. */
export function presetsOf(today: string): (Span & { name: string })[] {
  const last = addDays(`${monthOf(today)}-01`, -1)
  return [
    { name: '今天', from: today, to: today },
    { name: '昨天', from: addDays(today, -1), to: addDays(today, -1) },
    { name: '近 7 天', from: addDays(today, -6), to: today },
    { name: '近 30 天', from: addDays(today, -29), to: today },
    { name: '本月', from: `${monthOf(today)}-01`, to: today },
    { name: '上月', from: `${monthOf(last)}-01`, to: last },
    { name: `近 ${USUAL_WEEKS} 周`, from: addDays(today, 1 - 7 * USUAL_WEEKS), to: today },
    { name: '近 90 天', from: addDays(today, -89), to: today },
    { name: '近一年', from: addDays(today, -364), to: today },
  ]
}

/** `2026-11-05` as people write it. */
export const dayWords = (day: string) =>
  day === ''
    ? '不限'
    : `${Number(day.slice(0, 4))}年${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`

/** A span in few letters, for a button. */
export function spanWords({ from, to }: Span, today: string): string {
  const named = presetsOf(today).find(each => each.from === from && each.to === to)
  if (named) return named.name
  if (from === to) return dayWords(from)
  const year = today.slice(0, 5)
  const short = (day: string) =>
    day.startsWith(year) ? dayWords(day).replace(/^\d+年/, '') : dayWords(day)
  if (from === '') return `至 ${short(to)}`
  return to === '' ? `${short(from)} 起` : `${short(from)} 至 ${short(to)}`
}

/** The next span when a day is pressed: one press is one day, a second makes it a span. */
export function pressed({ from, to }: Span, day: string): Span {
  if (from === '' || from !== to) return { from: day, to: day }
  return day < from ? { from: day, to } : { from, to: day }
}
