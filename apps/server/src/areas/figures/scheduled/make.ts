// Reports that are made by themselves: once for each plan and span, over all instances.
import type { Cadence, PlanFormat } from '@tianping/contract/figures/facts'
import { transaction } from '@tianping/database'
import { addDays, addMonths, beijingMidnight, DAY_MS } from '@tianping/money/day'
import { stringify } from 'csv-stringify/sync'
import { dueDay } from '../../../kernel/day.ts'
import type { Services } from '../../../kernel/http/services.ts'
import { partsAlone } from '../../../kernel/jobs/eachAlone.ts'
import { cellOf } from '../../../kernel/sheet/cells.ts'
import { parquetOf } from '../../../kernel/sheet/parquet.ts'
import { xlsxOf } from '../../../kernel/sheet/xlsx.ts'
import { enqueue } from '../../../ledger/outbox.ts'
import { dropFiles, hasFile, insertFile, insertLetters } from '../store/file.sql.ts'
import { factsAsOf, type Span } from '../store/report.sql.ts'
import { letterTopic, sendLetters, type Letter } from './letters.ts'
import { openPlans, type ReportPlan } from './setting.ts'
import { coveredBy, tableOf, type Table } from './tables.ts'

const KEPT_DAYS = 400
const MONDAY = 1

const mondayOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 7 - MONDAY) % 7))

/** The span that ended last before a day. */
export function spanDue(cadence: Cadence, day: string): Span {
  if (cadence === 'day') return { from: addDays(day, -1), to: addDays(day, -1) }
  if (cadence === 'week')
    return { from: addDays(mondayOf(day), -7), to: addDays(mondayOf(day), -1) }
  const month = day.slice(0, 7)
  return { from: `${addMonths(month, -1)}-01`, to: addDays(`${month}-01`, -1) }
}

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all
}

async function contentOf({ fields, sum, rows }: Table, format: PlanFormat): Promise<Buffer> {
  if (format === 'parquet') return parquetOf(fields, rows)
  const told = fields.filter(({ label }) => label !== undefined)
  const header = told.map(({ label = '' }) => label)
  const lines = [...(sum ? [sum] : []), ...rows].map(row =>
    told.map(({ name, words }) => cellOf(row[name], words)),
  )
  if (format === 'xlsx') return Buffer.concat(await Array.fromAsync(xlsxOf(header, each(lines))))
  const csv = { bom: true, escape_formulas: true, record_delimiter: 'windows' as const }
  return Buffer.from(stringify([header, ...lines], csv))
}

/** Makes a plan's file of its span, once the facts of the span are complete. */
async function makeFile(services: Services, plan: ReportPlan): Promise<number> {
  const { db, clock } = services
  const now = clock.now()
  const due = spanDue(plan.cadence, dueDay(now, plan.runAt))
  const span = coveredBy(plan.report, plan.cadence, due)
  if (await hasFile(db, plan.ref, span)) return 0
  const factsUntil = await factsAsOf(db)
  const ended = new Date(`${addDays(span.to, 1)}T00:00:00+08:00`)
  if (!factsUntil || factsUntil < ended) return 0
  const { ref, name, format, mails } = plan
  const table = await tableOf(services, span, plan)
  if (!table) return 0
  const content = await contentOf(table, format)
  const lines = table.rows.length + (table.sum ? 1 : 0)
  return transaction(db, async tx => {
    const file = { ...span, plan: ref, name, format, content, lines, madeAt: now }
    const fileId = await insertFile(tx, file)
    if (fileId === undefined) return 0
    await insertLetters(tx, fileId, mails)
    for (const address of mails) {
      const payload: Letter = { fileId: String(fileId), address }
      await enqueue(tx, { memberId: 0n, topic: letterTopic, payload })
    }
    return 1
  })
}

/** Makes what is due, sends what waits, and drops files after 400 days. */
export async function runScheduledReports(services: Services): Promise<number> {
  const { db, clock } = services
  const plans = await openPlans(db)
  const before = new Date(beijingMidnight(clock.now(), 0).getTime() - KEPT_DAYS * DAY_MS)
  return partsAlone([
    ...plans.map(plan => () => makeFile(services, plan)),
    () => sendLetters(services),
    async () => void (await dropFiles(db, before)),
  ])
}
