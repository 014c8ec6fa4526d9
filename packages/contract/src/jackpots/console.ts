import { z } from 'zod'
import { operator } from '../call.ts'
import { nothing, time, yuan } from '../fields.ts'
import { inOrder, keyed, span } from '../listed.ts'

export const jackpotConsole = {
  /** Pools at venues, as told last, with what the books hold of each. */
  'POST /api/console/jackpots/list': operator(
    'activity.read',
    nothing,
    z.array(
      z.object({
        jackpot_no: z.number().int(),
        ref: z.string(),
        name: z.string(),
        venue: z.string(),
        games: z.string(),
        open: z.boolean(),
        share_percent: z.number(),
        seed: yuan,
        bound: yuan,
        /** What it adds to the return of its games on average, in percent of the stakes. */
        adds_percent: z.number(),
        cycle: z.number().int(),
        pool: yuan,
        seeded: yuan,
        contributed: yuan,
        paid: yuan,
        /** Account 270 of the pool, some seconds late. */
        booked: yuan,
        told_at: z.string(),
        /** Why it is not as the setting wants it. */
        said: z.string(),
      }),
    ),
  ),
  /** Wins of all pools, the newest first. */
  'POST /api/console/jackpots/wins': operator(
    'activity.read',
    z.object({ ...inOrder('POST /api/console/jackpots/wins'), ...span }),
    keyed(
      z.object({
        member_id: z.number().int(),
        username: z.string(),
        bet_id: z.string(),
        venue: z.string(),
        name: z.string(),
        cycle: z.number().int(),
        won: yuan,
        at: time,
      }),
    ),
  ),
} as const
