import type { FigureKey, ReportState } from '@tianping/contract/compliance/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { inSpan, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import { byId, keyedRows, type Keyed, type Paging } from '../../../kernel/operator/pages.sql.ts'

export type Report = {
  reportId: bigint
  fromDay: string
  toDay: string
  askedBy: string
  askedAt: Date
  state: ReportState
  done: number
  steps: number
  madeAt: Date | null
}
const columns = sql`
  report_id, from_day, to_day, asked_by, asked_at, state, done, steps, made_at`

/** The newest first, by the days on which they were asked for. */
export function reportRows(db: Db, { paging, ...narrowed }: Narrowed & { paging: Paging }) {
  const { key, page } = byId(paging, sql`report_id`, true)
  const from = sql`from compliance_report where ${inSpan(sql`asked_at`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<Report & Keyed>`select ${columns}, ${key} ${from} and ${page}`,
    from,
  )
}

export const reportRow = (db: Db, id: number | bigint) =>
  row(db, sql<Report>`select ${columns} from compliance_report where report_id = ${id}`)

export const reportsWaiting = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ count: number }>`
      select count(*)::int as count from compliance_report where state in ('waiting', 'running')`,
    )
  ).count

export const insertReport = (
  tx: Db,
  r: { from: string; to: string; by: string; at: Date; steps: number },
) =>
  theRow(
    tx,
    sql<{ reportId: bigint }>`
    insert into compliance_report (from_day, to_day, asked_by, asked_at, steps)
    values (${r.from}::date, ${r.to}::date, ${r.by}, ${r.at}, ${r.steps}) returning report_id`,
  )

/** The report that every day gets by itself, once. */
export const insertDayReport = (db: Db, r: { day: string; at: Date; steps: number }) =>
  run(
    db,
    sql`
    insert into compliance_report (from_day, to_day, asked_by, asked_at, steps)
    values (${r.day}::date, ${r.day}::date, '', ${r.at}, ${r.steps}) on conflict do nothing`,
  )

/** Takes the oldest report that nobody works on, until a moment; at most three times. */
export const takeReport = (db: Db, now: Date, until: Date) =>
  row(
    db,
    sql<Report>`
    update compliance_report set state = 'running', leased_until = ${until}, attempts = attempts + 1
    where report_id = (select report_id from compliance_report where state in ('waiting', 'running')
      and (leased_until is null or leased_until <= ${now}) and attempts < 3 order by asked_at limit 1 for update skip locked)
    returning ${columns}`,
  )

export const giveUpReports = (db: Db, now: Date) =>
  run(
    db,
    sql`
    update compliance_report set state = 'failed' where state = 'running' and attempts >= 3 and leased_until <= ${now}`,
  )

export const insertFigure = (
  db: Db,
  f: { reportId: bigint; figure: FigureKey; times: bigint; fen: bigint },
) =>
  run(
    db,
    sql`
    insert into compliance_figure (report_id, figure, times, fen) values (${f.reportId}, ${f.figure}, ${f.times}, ${f.fen})
    on conflict do nothing`,
  )

export const setProgress = (db: Db, reportId: bigint, done: number, until: Date) =>
  run(
    db,
    sql`update compliance_report set done = ${done}, leased_until = ${until} where report_id = ${reportId}`,
  )

export const finishReport = (tx: Tx, reportId: bigint, at: Date) =>
  run(
    tx,
    sql`
    update compliance_report set state = 'done', done = steps, made_at = ${at} where report_id = ${reportId} and state = 'running'`,
  )

export type KeptFigure = { figure: string; times: bigint; fen: bigint }
export const keptFigures = (db: Db, reportId: bigint) =>
  rows(
    db,
    sql<KeptFigure>`select figure, times, fen from compliance_figure where report_id = ${reportId}`,
  )

/** What reads a whole quarter takes longer than a request may, and less than a report's lease. */
export const STATEMENT_MS = 240_000

/** Refusals for age of one Beijing day, kept before the refusals themselves are gone. */
export const keepAgeRefusals = (db: Db, day: string, since: Date, until: Date) =>
  run(
    db,
    sql`
    insert into age_refusal_day (day, times, members)
    select ${day}::date, count(*)::int, count(distinct member_id)::int from refusal
    where reason = 'protection.under_age' and refused_at >= ${since} and refused_at < ${until} on conflict do nothing`,
  )
