import type { Comparison } from '@tianping/contract/figures/facts'
import { addDays, addMonths, daysBetween } from '@tianping/money/day'
import type { Span } from '../../kernel/reportSpan.ts'

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
