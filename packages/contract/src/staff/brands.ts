import { z } from 'zod'
import { operator } from '../call.ts'
import { day } from '../consoleFields.ts'
import { nothing, text, yuan } from '../fields.ts'

const figures = z.object({
  deposits: yuan,
  withdrawals: yuan,
  /** Settled stakes, and what of them was not paid out. */
  stakes: yuan,
  gross: yuan,
  /** Bonuses of activities, rebates and red packets. */
  bonuses: yuan,
  new_members: z.number().int(),
  /** Members with a settled bet or a credited deposit within the span, each counted once. */
  active_members: z.number().int(),
})

/**
 * `silent`: the brand did not answer in time. `forbidden`: the operator may not see its figures.
 * Neither has figures, and neither is in the sum.
 */
const brandFigures = z.object({
  code: z.string(),
  name: z.string(),
  state: z.enum(['counted', 'silent', 'forbidden']),
  figures: figures.nullable(),
})

/** The brands of a deployment, for operators who work for several of them. */
export const brandConsole = {
  /** The brands of the operator; none for who works for this one alone. */
  'POST /api/console/brands/list': operator(
    '',
    nothing,
    z.object({
      current: z.string(),
      brands: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          state: z.enum(['open', 'paused', 'closed']),
        }),
      ),
    }),
  ),
  /** The address that leads into another brand's back office; it counts once and for 30 s. */
  'POST /api/console/brands/switch': operator(
    '',
    z.object({ brand: text(20) }),
    z.object({ url: z.string() }),
  ),
  /** Each brand and their sum, over whole Beijing days, both included. */
  'POST /api/console/brands/figures': operator(
    'figure.read',
    z.object({ from: day, to: day }),
    z.object({ brands: z.array(brandFigures), sum: figures, complete: z.boolean() }),
  ),
} as const
