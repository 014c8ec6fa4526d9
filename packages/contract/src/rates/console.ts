import { z } from 'zod'
import { operator } from '../call.ts'
import { nothing, oneOf } from '../fields.ts'
import { rateOrigins, rateTroubles } from './facts.ts'

const sourceRow = z.object({
  name: z.string(),
  /** Yuan for a USDT with four decimals; empty before the first price. */
  rate: z.string(),
  /** Of which moment it is, Beijing time; empty before the first price. */
  at: z.string(),
  fresh: z.boolean(),
  /** Why the last question had no price; empty after one that had. */
  said: z.string(),
  /** Until when it is not asked; empty while it works. */
  rests_until: z.string(),
})

export const rateConsole = {
  /** The rates of USDT in force, and what every source says. */
  'POST /api/console/rates/show': operator(
    'provider.read',
    nothing,
    z.object({
      /** Yuan for a USDT; while it is closed the last ones known. */
      deposit: z.number(),
      withdrawal: z.number(),
      from: oneOf(rateOrigins),
      closed: oneOf(rateTroubles),
      /** Until when a rate stated by hand counts; empty for none. */
      by_hand_until: z.string(),
      sources: z.array(sourceRow),
    }),
  ),
} as const
