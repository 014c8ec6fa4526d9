import { addDays, addMonths, beijingDay } from '@tianping/money/day'

export type Span = { from: string; to: string }

const endBefore = (month: string) => addDays(`${month}-01`, -1)

/** Spans that are asked for most, from the day of today. */
export function presets(now: number): { key: string; label: string; span: Span }[] {
  const today = beijingDay(now)
  const month = today.slice(0, 7)
  const last = addMonths(month, -1)
  return [
    { key: 'today', label: '今天', span: { from: today, to: today } },
    { key: 'week', label: '近 7 天', span: { from: addDays(today, -6), to: today } },
    { key: 'month', label: '本月', span: { from: `${month}-01`, to: today } },
    { key: 'last', label: '上月', span: { from: `${last}-01`, to: endBefore(month) } },
    { key: 'quarter', label: '近 90 天', span: { from: addDays(today, -89), to: today } },
    { key: 'year', label: '近一年', span: { from: addDays(today, -364), to: today } },
  ]
}
