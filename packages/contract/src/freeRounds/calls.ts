import { z } from 'zod'
import { member } from '../call.ts'
import { oneOf, page, paged, time, yuan } from '../fields.ts'
import { grantStanding } from './facts.ts'

export const freeRoundsCalls = {
  /** Rounds that the house gave the member, newest first. */
  'POST /api/freeRounds': member(
    z.object({ page }),
    paged(
      z.object({
        no: z.string(),
        platname: z.string(),
        venue: z.string(),
        /** The games it can be played in, by code, with their names. */
        games: z.array(z.object({ game_code: z.string(), name: z.string() })),
        stake: yuan,
        rounds: z.number().int(),
        left: z.number().int(),
        won: yuan,
        /** What was paid into the wallet, and the turnover each yuan of it asks for. */
        paid: yuan,
        turnover_times: z.number().int(),
        standing: oneOf(grantStanding),
        created_at: time,
        ends_at: time,
      }),
    ),
  ),
} as const
