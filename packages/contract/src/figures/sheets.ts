import { z } from 'zod'
import { nameOf, oneOf, yuan } from '../fields.ts'
import { liabilityDay } from './liability.ts'
import { figureFacts, paceLabels, type SheetCall, type sheetFields } from './facts.ts'

const figure = nameOf(figureFacts)
/** Yuan or a count, as the figure is. */
const amount = z.number()

/** The rows of the files of reports that are no list. */
export const reportSheets = {
  'POST /api/console/figures/report': z.object({
    figure,
    now: amount,
    before: amount,
    /** In percent of what it was; null where there was nothing. */
    change: amount.nullable(),
  }),
  /** The steps of the funnel, then the cells of the cohorts. */
  'POST /api/console/figures/retention': z.object({
    report_part: z.string(),
    group_name: z.string(),
    /** Whole weeks or months after the cohort's own; null for a step of the funnel. */
    period: z.number().int().nullable(),
    members: z.number().int(),
    value: amount,
  }),
  'POST /api/console/figures/liability': z.object({
    label: z.string(),
    amount: yuan,
    formula: z.string(),
  }),
  'POST /api/console/figures/liability/days': liabilityDay,
  /** Two rows a day: who was invited, and the two levels below them. */
  'POST /api/console/agents/days': z.object({
    day: z.string(),
    team: z.string(),
    registrations: z.number().int(),
    first_deposits: z.number().int(),
    deposit: yuan,
    valid: yuan,
    ngr: yuan,
  }),
  'POST /api/console/figures/targets': z.object({
    figure,
    target: amount.nullable(),
    reached: amount,
    due: amount.nullable(),
    expected: amount.nullable(),
    pace: oneOf(paceLabels),
  }),
} as const satisfies {
  [N in SheetCall]: z.ZodObject<Record<(typeof sheetFields)[N][number], z.ZodType>>
}
