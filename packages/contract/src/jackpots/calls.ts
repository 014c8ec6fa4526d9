import { z } from 'zod'
import { anyone } from '../call.ts'
import { nothing, time, yuan } from '../fields.ts'

export const jackpotCalls = {
  /** Open pools of slots as their venues told them less than a minute ago, the largest first. */
  'GET /api/jackpots': anyone(
    nothing,
    z.array(
      z.object({
        name: z.string(),
        platform_name: z.string(),
        venue_name: z.string(),
        /** Codes of the games whose stakes fill it. */
        games: z.array(z.string()),
        pool: yuan,
        /** What it begins with, and what it never passes: there it is won at the latest. */
        seed: yuan,
        bound: yuan,
        /** Of each stake, paid by the house. */
        share_percent: z.number(),
        told_at: time,
      }),
    ),
  ),
} as const
