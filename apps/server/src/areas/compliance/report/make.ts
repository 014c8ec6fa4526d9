// Makes the reports that were asked for, figure by figure, beside the calls.
import { reportFigures, type FigureKey } from '@tianping/contract/compliance/facts'
import { transaction } from '@tianping/database'
import { endOfDay, startOfDay } from '@tianping/money/day'
import type { Services } from '../../../kernel/http/services.ts'
import {
  finishReport,
  giveUpReports,
  insertFigure,
  setProgress,
  STATEMENT_MS,
  takeReport,
} from '../store/report.sql.ts'
import { figureOf, type Span } from './figures.sql.ts'

const LEASE_MS = 5 * 60_000
export const figureKeys = Object.keys(reportFigures) as FigureKey[]

export const spanOf = ({ fromDay, toDay }: { fromDay: string; toDay: string }): Span => ({
  from: fromDay,
  to: toDay,
  since: startOfDay(fromDay),
  until: endOfDay(toDay),
})

/** Makes one report that waits; answers how many it made. */
export async function runReports({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): Promise<number> {
  const leaseEnd = () => new Date(clock.now().getTime() + LEASE_MS)
  await giveUpReports(db, clock.now())
  const report = await takeReport(db, clock.now(), leaseEnd())
  if (!report) return 0
  const { reportId } = report
  const span = spanOf(report)
  for (const [n, figure] of figureKeys.entries()) {
    const found = await transaction(db, tx => figureOf(tx, figure, span), {
      longestMs: STATEMENT_MS,
    })
    await insertFigure(db, { reportId, figure, ...found })
    await setProgress(db, reportId, n + 1, leaseEnd())
  }
  await transaction(db, tx => finishReport(tx, reportId, clock.now()))
  log.info({ report: Number(reportId), from: span.from, to: span.to }, 'report made')
  return 1
}
