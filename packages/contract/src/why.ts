import { z } from 'zod'

/**
 * One figure of an explanation, with its name for people. Money is a number of yuan; times are
 * Beijing's, as everywhere.
 */
export const figure = z.object({
  name: z.string(),
  label: z.string(),
  unit: z.enum([
    'yuan',
    'usdt',
    'count',
    'times',
    'level',
    'percent',
    'clock',
    'date',
    'time',
    'text',
  ]),
  value: z.union([z.number(), z.string()]),
})
export type Figure = z.output<typeof figure>

/**
 * Why: which rule decided, by which version of its settings (0 while only the defaults stand, or
 * where the documents fix it), what it looked at, and what is missing. `data.why` of every refusal
 * of an engine, and of every figure one computed.
 */
export const why = z.object({
  rule: z.string(),
  rule_version: z.number().int().min(0),
  inputs: z.array(figure),
  /** Empty where nothing that the member could add would change it. */
  missing: z.array(figure),
})
export type Why = z.output<typeof why>
