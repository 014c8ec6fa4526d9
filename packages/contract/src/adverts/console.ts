import { z } from 'zod'
import { operator } from '../call.ts'
import { remark } from '../consoleFields.ts'
import { flag, oneOf, text } from '../fields.ts'
import { advertModes } from './facts.ts'

/**
 * What an operator adds to an offer: what each of its pictures shows, and why it is saved although
 * something speaks against it. Absent means nothing was stated.
 */
export const advertStated = z
  .object({
    /** Every picture has an age sign; none appeals to minors. */
    picture_age: flag.default(0),
    picture_minors: flag.default(0),
    reason: remark,
  })
  .optional()

const words = z.array(z.string())

/** How offers are looked through before members see them (`lintAdvert`). */
export const advertConsole = {
  'POST /api/console/adverts/rule': operator(
    '',
    z.object({}),
    z.object({
      mode: oneOf(advertModes),
      words: z.object({
        age: words,
        conditions: words,
        urgency: words,
        minors: words,
        offers: words,
      }),
    }),
  ),
  /** What was stated of pictures before, by their addresses. */
  'POST /api/console/adverts/pictures': operator(
    '',
    z.object({ srcs: z.array(text(300)).max(40) }),
    z.array(
      z.object({
        src: z.string(),
        age: z.boolean(),
        minors: z.boolean(),
        stated_by: z.string(),
        stated_at: z.string(),
      }),
    ),
  ),
} as const
