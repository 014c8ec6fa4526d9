import {
  MOST_REPORT_DAYS,
  isFigure,
  reportFigures,
  type FigureGroup,
  type FigureKey,
} from '@tianping/contract/compliance/facts'
import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/money'
import { beijing, beijingDay, daysBetween } from '@tianping/money/day'
import { pageOf, PER_PAGE } from '../../../kernel/http/answer.ts'
import { Refusal, existing } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedAnswer, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { figureRows, type FigureRow } from '../report/figures.sql.ts'
import { figureKeys, spanOf } from '../report/make.ts'
import { maySee, returnOf, shownReport } from '../report/shown.ts'
import {
  insertReport,
  reportRow,
  reportRows,
  reportsWaiting,
  type Report,
} from '../store/report.sql.ts'

/** As many wait at once; the next has to wait for one of them. */
const MOST_WAITING = 3

const rowOf = (r: Report) => ({
  report_id: Number(r.reportId),
  from: r.fromDay,
  to: r.toDay,
  state: r.state,
  progress: Math.floor((r.done * 100) / r.steps),
  asked_by: r.askedBy,
  created_at: beijing(r.askedAt),
  made_at: r.madeAt ? beijing(r.madeAt) : '',
})

function refuseDays(from: string, to: string, today: string) {
  const wrong =
    from === '' ||
    to === '' ||
    from > to ||
    to >= today ||
    daysBetween(from, to) >= MOST_REPORT_DAYS
  if (wrong) throw new Refusal(say('compliance.report_days', { days: MOST_REPORT_DAYS }))
}

async function ask(context: ConsoleContext<'POST /api/console/reports/ask'>) {
  const {
    db,
    clock,
    operator,
    body: { from, to },
  } = context
  refuseDays(from, to, beijingDay(clock.now()))
  if ((await reportsWaiting(db)) >= MOST_WAITING) throw new Refusal(say('compliance.report_waits'))
  const made = await runAction(context, async (tx, at) => {
    const by = operator.name
    const { reportId } = await insertReport(tx, { from, to, by, at, steps: figureKeys.length })
    return {
      answer: reportId,
      entry: { action: 'report.ask', subject: `report:${reportId}`, after: { from, to } },
    }
  })
  return { message: '正在生成', data: { report_id: Number(made ?? 0n) } }
}

async function show(context: ConsoleContext<'POST /api/console/reports/show'>) {
  const { db, operator, body } = context
  const found = existing(await reportRow(db, body.report_id), 'compliance.report_not_found')
  const { groups, venues } = await shownReport(context, operator, found)
  return {
    data: {
      ...rowOf(found),
      groups: groups.map(({ group, figures }) => ({
        group,
        figures: figures.map(({ figure, label, times, fen }) => ({
          figure,
          label,
          times: times === null ? null : Number(times),
          amount: fen === null ? null : yuanOf(fen),
        })),
      })),
      venues: venues.map(v => ({
        venue: v.venue,
        bets: Number(v.bets),
        stake: yuanOf(v.stakeFen),
        payout: yuanOf(v.payoutFen),
        gross: yuanOf(v.stakeFen - v.payoutFen),
        actual_return: returnOf(v),
      })),
    },
  }
}

/** Where the rows of a group are at home in the back office. */
const homes: Partial<Record<FigureGroup, (row: FigureRow) => string>> = {
  complaints: ({ no }) => `/complaints?q=${no}&state=0`,
  laundering: ({ no }) => `/cases/${no}`,
  incidents: ({ no }) => `/compliance/incidents/${no}`,
  funds: () => '/compliance/funds',
}
const orders: Partial<Record<FigureKey, (row: FigureRow) => string>> = {
  deposits: ({ no }) => `/deposits?q=${no}&state=0`,
  withdrawals: ({ no }) => `/withdrawals?q=${no}&state=0`,
  voided: () => '/compliance/voids',
}

function linkOf(figure: FigureKey, row: FigureRow): string {
  const home = orders[figure] ?? homes[reportFigures[figure].group]
  if (home) return home(row)
  return row.memberId === null ? '' : `/members/${row.memberId}`
}

async function rows(context: ConsoleContext<'POST /api/console/reports/rows/list'>) {
  const {
    db,
    operator,
    body: { page, report_id, figure },
  } = context
  const report = existing(await reportRow(db, report_id), 'compliance.report_not_found')
  if (!isFigure(figure) || !maySee(operator, figure))
    throw new Refusal(say('compliance.figure_unknown'))
  const at = { limit: PER_PAGE, offset: (page - 1) * PER_PAGE }
  const found = await figureRows(db, figure, spanOf(report), at)
  const data = found.rows.map(row => ({
    at: beijing(row.at),
    member_id: Number(row.memberId ?? 0n),
    username: row.username,
    reference: row.no,
    note: row.note,
    amount: yuanOf(row.fen),
    link: linkOf(figure, row),
  }))
  return { data: pageOf(data, page, found.total) }
}

export const reportHandlers = {
  'POST /api/console/reports/list': async ({ db, body }) => {
    const paging = pagingOf(body, ownIds, true)
    return keyedAnswer(paging, await reportRows(db, { ...narrowedOf(body), paging }), rowOf)
  },
  'POST /api/console/reports/ask': ask,
  'POST /api/console/reports/show': show,
  'POST /api/console/reports/rows/list': rows,
} satisfies ConsoleHandlers
