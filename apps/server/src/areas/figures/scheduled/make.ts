// Reports that are made by themselves: once for each plan and span, over all instances.
import {
  figureFacts,
  reportDimensions,
  type Cadence,
  type FigureName,
} from '@tianping/contract/figures/facts'
import { transaction } from '@tianping/database'
import { addDays, addMonths, beijingMidnight, DAY_MS } from '@tianping/money/day'
import { stringify } from 'csv-stringify/sync'
import { dueDay } from '../../../kernel/day.ts'
import type { Services } from '../../../kernel/http/services.ts'
import { parquetOf } from '../../../kernel/sheet/parquet.ts'
import { xlsxOf, type XlsxCell } from '../../../kernel/sheet/xlsx.ts'
import { enqueue } from '../../../ledger/outbox.ts'
import { groupNames } from '../names.ts'
import { dropFiles, hasFile, insertFile, insertLetters } from '../store/file.sql.ts'
import { factsAsOf, figureGroups, type Span } from '../store/report.sql.ts'
import { shown, totalsOf, whole, type Shown } from '../totals.ts'
import { letterTopic, sendLetters, type Letter } from './letters.ts'
import { openPlans, type ReportPlan } from './setting.ts'

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

const figures = Object.keys(figureFacts) as FigureName[]
type Line = { group_key: string; group_name: string; values: Shown }

/** The whole, then each group; dates in their order, the others by GGR. */
async function linesOf(services: Services, span: Span, { by }: ReportPlan): Promise<Line[]> {
  const { db } = services
  const groups = await figureGroups(db, { ...span, ...whole, by })
  const keys = groups.map(({ key }) => key)
  const nameOf = await groupNames(services, by, keys)
  const inOrder =
    by === 'day' || by === 'month'
      ? groups.toSorted((one, other) => one.key.localeCompare(other.key))
      : groups
  return [
    { group_key: '', group_name: '合计', values: await totalsOf(db, span) },
    ...inOrder.map(group => ({
      group_key: group.key,
      group_name: nameOf(group.key),
      values: shown(group),
    })),
  ]
}

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all
}

/** Programs get the keys and the names of the figures, without the line of the whole. */
const forPrograms = (lines: Line[]): Buffer =>
  parquetOf(
    [
      { name: 'group_key', kind: 'text' },
      { name: 'group_name', kind: 'text' },
      ...figures.map(name => ({
        name,
        kind: figureFacts[name].unit === 'yuan' ? ('yuan' as const) : ('whole' as const),
      })),
    ],
    lines.slice(1).map(({ values, ...group }) => ({ ...group, ...values })),
  )

async function contentOf({ by, format }: ReportPlan, all: Line[]): Promise<Buffer> {
  if (format === 'parquet') return forPrograms(all)
  const header = [reportDimensions[by], ...figures.map(name => figureFacts[name].label)]
  const lines = all.map(({ group_name, values }): XlsxCell[] => [
    group_name,
    ...figures.map(each => values[each]),
  ])
  if (format === 'xlsx') return Buffer.concat(await Array.fromAsync(xlsxOf(header, each(lines))))
  const csv = { bom: true, escape_formulas: true, record_delimiter: 'windows' as const }
  return Buffer.from(stringify([header, ...lines], csv))
}

/** Makes a plan's file of its span, once the facts of the span are complete. */
async function makeFile(services: Services, plan: ReportPlan): Promise<number> {
  const { db, clock } = services
  const now = clock.now()
  const span = spanDue(plan.cadence, dueDay(now, plan.runAt))
  if (await hasFile(db, plan.ref, span)) return 0
  const factsUntil = await factsAsOf(db)
  const ended = new Date(`${addDays(span.to, 1)}T00:00:00+08:00`)
  if (!factsUntil || factsUntil < ended) return 0
  const lines = await linesOf(services, span, plan)
  const content = await contentOf(plan, lines)
  const { ref, name, format, mails } = plan
  return transaction(db, async tx => {
    const file = { ...span, plan: ref, name, format, content, lines: lines.length, madeAt: now }
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
  let made = 0
  for (const plan of await openPlans(db)) made += await makeFile(services, plan)
  await sendLetters(services)
  const before = new Date(beijingMidnight(clock.now(), 0).getTime() - KEPT_DAYS * DAY_MS)
  await dropFiles(db, before)
  return made
}
