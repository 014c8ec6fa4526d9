import { z } from 'zod'

const days = z.number().int().min(1).max(90)

/** How cases are worked on: data, key `cases` of the settings. */
export const casesSchema = z.object({
  /** Until when a case is to be decided, from its opening; one about a sanctions list sooner. */
  caseDays: days.default(7),
  urgentDays: days.default(1),
  /** Alerts that keep the member's payouts back while their case is open. */
  holds: z
    .object({
      rapidInOut: z.boolean().default(false),
      largeSum: z.boolean().default(false),
      structuring: z.boolean().default(true),
      thirdParty: z.boolean().default(false),
      mule: z.boolean().default(true),
      sanctions: z.boolean().default(false),
    })
    .prefault({}),
})
export type CasesRule = z.output<typeof casesSchema>

export const CASES_SETTING = 'cases'
