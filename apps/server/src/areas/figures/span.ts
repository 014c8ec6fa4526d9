import { REPORT_DAYS, type Comparison } from '@tianping/contract/figures/facts'
import { say } from '@tianping/contract/refusals'
import { addDays, addMonths, beijingDay, daysBetween } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Span } from './store/report.sql.ts'

/** The days that a report asks for: by default this month so far. */
export function spanOf(asked: Span, now: Date): Span {
  const today = beijingDay(now)
  const to = asked.to || today
  const from = asked.from || `${to.slice(0, 7)}-01`
  if (from > to || to > today || daysBetween(from, to) >= REPORT_DAYS)
    throw new Refusal(say('figures.span', { days: REPORT_DAYS }), { field: 'from' })
  return { from, to }
}

/** The same day some months earlier, or the last one of that month. */
function monthsBack(day: string, months: number): string {
  const month = addMonths(day.slice(0, 7), -months)
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}${day.slice(7)}`
  return same < last ? same : last
}

/** What a span is compared with. */
export function spanBefore({ from, to }: Span, compare: Comparison): Span {
  if (compare === 'before') {
    const days = daysBetween(from, to) + 1
    return { from: addDays(from, -days), to: addDays(to, -days) }
  }
  const months = compare === 'month' ? 1 : 12
  return { from: monthsBack(from, months), to: monthsBack(to, months) }
}
