import type { ConsoleGiven } from '@tianping/contract/console'
import type { Comparison } from '@tianping/contract/figures/facts'
import type { Db } from '@tianping/database'
import { addDays, beijing } from '@tianping/money/day'
import { spanBefore } from './span.ts'
import { factsAsOf, figureGroups, type Span } from './store/report.sql.ts'
import { NOTHING, shown, totalsOf, whole, type Shown } from './totals.ts'

/** The figures of a span and of the one it is compared with, and each day of it. */
export async function comparedIn(
  db: Db,
  span: Span,
  compare: Comparison,
): Promise<ConsoleGiven<'POST /api/console/figures/report'>> {
  const before = spanBefore(span, compare)
  const [now, then, days, asOf] = await Promise.all([
    totalsOf(db, span),
    totalsOf(db, before),
    figureGroups(db, { ...span, ...whole, by: 'day' }),
    factsAsOf(db),
  ])
  const known = new Map(days.map(each => [each.key, each]))
  const every: (Shown & { day: string })[] = []
  for (let day = span.from; day <= span.to; day = addDays(day, 1))
    every.push({ day, ...shown(known.get(day) ?? NOTHING) })
  return {
    ...span,
    before_from: before.from,
    before_to: before.to,
    as_of: asOf ? beijing(asOf) : '',
    now,
    before: then,
    days: every,
  }
}
