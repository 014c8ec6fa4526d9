// What stands in a report that is made by itself.
import { wordsOf, type Words } from '@tianping/contract'
import { columnLabelOf } from '@tianping/contract/columns'
import {
  figureFacts,
  reportDimensions,
  sheetFields,
  type Cadence,
  type FigureName,
  type PlanReport,
  type SheetCall,
} from '@tianping/contract/figures/facts'
import { reportSheets } from '@tianping/contract/sheets'
import { addDays, addMonths, startOfDay } from '@tianping/money/day'
import type { Services } from '../../../kernel/http/services.ts'
import { kindOf } from '../../../kernel/sheet/cells.ts'
import type { ParquetKind } from '../../../kernel/sheet/parquet.ts'
import { comparedIn } from '../compared.ts'
import { goalsAt } from '../goals.ts'
import { groupNames } from '../names.ts'
import { owedShown } from '../owed.ts'
import { retentionIn } from '../retention.ts'
import { sheetRows } from '../sheets.ts'
import { liabilityDays, liabilityProgress } from '../store/liability.sql.ts'
import { figureGroups, type Span } from '../store/report.sql.ts'
import { shown, totalsOf, whole } from '../totals.ts'
import type { ReportPlan } from './setting.ts'

/** A column: what people read above it, and what programs get; one without a label is theirs. */
type Field = { name: string; label?: string; kind: ParquetKind; words: Words }
type Row = Record<string, unknown>
/** `sum` is a row for people alone: programs add up themselves. */
export type Table = { fields: Field[]; sum?: Row; rows: Row[] }

const figures = Object.keys(figureFacts) as FigureName[]

/** Weeks, or months, of a report of cohorts. */
const COHORTS = 12

/** The days that a report says something about: cohorts need some time to stay. */
export function coveredBy(report: PlanReport, cadence: Cadence, { from, to }: Span): Span {
  if (report !== 'retention') return { from, to }
  if (cadence === 'month') return { from: `${addMonths(to.slice(0, 7), 1 - COHORTS)}-01`, to }
  return { from: addDays(to, 1 - 7 * COHORTS), to }
}

/** Each group, the dates in their order, the others by GGR, and the whole. */
async function groups(services: Services, span: Span, { by }: ReportPlan): Promise<Table> {
  const { db } = services
  const found = await figureGroups(db, { ...span, ...whole, by })
  const keys = found.map(({ key }) => key)
  const nameOf = await groupNames(services, by, keys)
  const inOrder =
    by === 'day' || by === 'month'
      ? found.toSorted((one, other) => one.key.localeCompare(other.key))
      : found
  return {
    fields: [
      { name: 'group_key', kind: 'text', words: {} },
      { name: 'group_name', label: reportDimensions[by], kind: 'text', words: {} },
      ...figures.map((name): Field => ({
        name,
        label: figureFacts[name].label,
        kind: figureFacts[name].unit === 'yuan' ? 'yuan' : 'whole',
        words: {},
      })),
    ],
    sum: { group_name: '合计', ...(await totalsOf(db, span)) },
    rows: inOrder.map(group => ({
      group_key: group.key,
      group_name: nameOf(group.key),
      ...shown(group),
    })),
  }
}

/** A report that is no list, as its file on the page has it. */
function sheet(call: SheetCall, given: unknown): Table {
  const shape = reportSheets[call].shape as Record<string, Parameters<typeof wordsOf>[0]>
  return {
    fields: sheetFields[call].flatMap(name => {
      const type = shape[name]
      if (!type) return []
      const label = columnLabelOf(call, name)
      return [{ name, label, kind: kindOf(type), words: wordsOf(type) }]
    }),
    rows: sheetRows(call, given) ?? [],
  }
}

/** Undefined while not all of the span is known yet. */
type Tell = (services: Services, span: Span, plan: ReportPlan) => Promise<Table | undefined>

const tables: Record<PlanReport, Tell> = {
  groups,
  compared: async ({ db }, span, { cadence }) => {
    const compare = cadence === 'month' ? 'month' : 'before'
    return sheet('POST /api/console/figures/report', await comparedIn(db, span, compare))
  },
  retention: async ({ db }, span, { cadence }) => {
    const unit = cadence === 'month' ? 'month' : 'week'
    const given = await retentionIn(db, { ...span, unit, measure: 'active' })
    return sheet('POST /api/console/figures/retention', given)
  },
  targets: async ({ db }, { to }) => {
    const end = startOfDay(addDays(to, 1))
    return sheet('POST /api/console/figures/targets', await goalsAt(db, to.slice(0, 7), end))
  },
  liability: async ({ db }, span) => {
    const { recomputedDay } = await liabilityProgress(db)
    if (recomputedDay === null || recomputedDay < span.to) return undefined
    const days = (await liabilityDays(db, span)).map(owedShown)
    return sheet('POST /api/console/figures/liability/days', { days })
  },
}

/** What a plan's report of a span has in it. */
export const tableOf: Tell = (services, span, plan) => tables[plan.report](services, span, plan)
