import { z } from 'zod'
import { operator } from '../call.ts'
import { oneOf, text } from '../fields.ts'
import { paceLabels, targetFigures } from './facts.ts'

const once = { once: true } as const
const month = text(7).pipe(z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/))

/** Yuan or a count, as the figure is. */
const amount = z.number()

/** What a month should bring in, and how far it has come. */
export const targetConsole = {
  /** `month` may lie ahead; before its first day nothing is reached or due. */
  'POST /api/console/figures/targets': operator(
    'figure.read',
    z.object({ month }),
    z.object({
      month: z.string(),
      /** Days of the month, and how many of them have passed by Beijing time, to a hundredth. */
      days: z.number().int(),
      passed: z.number(),
      /** Whether the targets of the month may still be set. */
      open: z.boolean(),
      rows: z.array(
        z.object({
          figure: z.enum(targetFigures),
          /** Null for none. */
          target: amount.nullable(),
          reached: amount,
          /** What of the target is due by the share of the month that has passed. */
          due: amount.nullable(),
          /** What the month comes to at this pace; null before a whole day has passed. */
          expected: amount.nullable(),
          pace: oneOf(paceLabels),
          set_by: z.string(),
          set_at: z.string(),
        }),
      ),
    }),
  ),
  /**
   * Sets targets of a month that has not ended; an empty one is taken away. `seen` is what the form
   * began with.
   */
  'POST /api/console/figures/targets/set': operator(
    'target.write',
    z.object({
      month,
      targets: z
        .array(
          z.object({
            figure: z.enum(targetFigures),
            target: text(16),
            seen: amount.nullable(),
          }),
        )
        .max(targetFigures.length),
    }),
    z.null(),
    once,
  ),
} as const
