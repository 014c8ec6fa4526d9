import { REPORT_DAYS } from '@tianping/contract/figures/facts'
import { say } from '@tianping/contract/refusals'
import { beijingDay, daysBetween } from '@tianping/money/day'
import { Refusal } from './http/refusal.ts'

/** Beijing days, both included. */
export type Span = { from: string; to: string }

/** The days that a report asks for: by default this month so far. */
export function spanOf(asked: Span, now: Date): Span {
  const today = beijingDay(now)
  const to = asked.to || today
  const from = asked.from || `${to.slice(0, 7)}-01`
  if (from > to || to > today || daysBetween(from, to) >= REPORT_DAYS)
    throw new Refusal(say('figures.span', { days: REPORT_DAYS }), { field: 'from' })
  return { from, to }
}
