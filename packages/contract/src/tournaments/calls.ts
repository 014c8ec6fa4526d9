import { z } from 'zod'
import { member } from '../call.ts'
import { int4, oneOf, page, paged, time, yuan } from '../fields.ts'
import { measures, tournamentStanding } from './facts.ts'

const tournament = z.object({
  id: z.number().int(),
  name: z.string(),
  standing: oneOf(tournamentStanding),
  measure: oneOf(measures),
  starts_at: time,
  ends_at: time,
  /** All prizes together, and how many places win one. */
  prizes: yuan,
  places: z.number().int(),
  entered: z.boolean(),
  /** The member's own; 0 while there is none. */
  place: z.number().int(),
})

/** Yuan, multiples of the stake, or bets: what `measure` says. */
const score = z.number()

export const tournamentCalls = {
  /** Tournaments that the member may enter or has entered, the newest first. */
  'POST /api/tournaments': member(z.object({ page }), paged(tournament)),
  'POST /api/tournament': member(
    z.object({ id: int4 }),
    tournament.extend({
      note: z.string(),
      least_stake: yuan,
      turnover_times: z.number().int(),
      /** Bets count that are settled until then; places are final afterwards. */
      settles_at: time,
      now: time,
      /** Venues, each with the games that count; none named for all of them. */
      games: z.array(
        z.object({
          platname: z.string(),
          venue: z.string(),
          games: z.array(z.object({ game_code: z.string(), name: z.string() })),
        }),
      ),
      /** What places win; neighbours with the same prize are one line. */
      prize_list: z.array(z.object({ from: z.number().int(), to: z.number().int(), prize: yuan })),
      top: z.array(
        z.object({
          place: z.number().int(),
          name: z.string(),
          score,
          prize: yuan,
          own: z.boolean(),
        }),
      ),
      own: z.object({
        score,
        bets: z.number().int(),
        /** The prize of the own place as it stands. */
        prize: yuan,
        paid: yuan,
        /** The next better prize: its last place, what it wins, the score it takes; 0 for any. */
        next: z.object({ place: z.number().int(), prize: yuan, needed: score }).nullable(),
        /** Not in the standings any more. */
        out: z.boolean(),
      }),
      /** Why the member cannot enter; empty where the button works. */
      refused: z.string(),
    }),
  ),
  /** Bets count that are placed from now on. */
  'POST /api/tournamentEnter': member(z.object({ id: int4 }), z.null(), { once: true }),
} as const
