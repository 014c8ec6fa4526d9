import { z } from 'zod'
import { member } from '../call.ts'
import { int4, oneOf, nothing, text, time, yuan } from '../fields.ts'
import { missionGoals, missionStanding, windowStanding } from './facts.ts'

/** A further window of red packets, with what the member has of it today. */
const packetWindow = z.object({
  id: z.number().int(),
  name: z.string(),
  note: z.string(),
  starts_at: time,
  ends_at: time,
  /** `HH:mm` of each day, Beijing time. */
  opens: z.string(),
  closes: z.string(),
  standing: oneOf(windowStanding),
  /** What one packet holds, both ends included, and the turnover it asks for. */
  amount_min: yuan,
  amount_max: yuan,
  turnover_times: z.number().int(),
  /** Deposits of the day that a claim asks for, and those counted so far. */
  needed: yuan,
  counted: yuan,
  /** Claims of one day, and those made today. */
  claims: z.number().int(),
  used: z.number().int(),
  /** Why nothing can be claimed now; empty where the button works. */
  refused: z.string(),
})

/** What a member may do for a prize, and how far they are by the facts. */
const mission = z.object({
  id: z.number().int(),
  name: z.string(),
  note: z.string(),
  goal: oneOf(missionGoals),
  /** Yuan for deposits and stakes, else a count; `done` is of the same unit and may pass it. */
  needed: z.number(),
  done: z.number(),
  /** What is to be done, in words: the tier of an identity, or an empty text. */
  detail: z.string(),
  /** Venues and games whose bets count; empty for all. */
  places: z.array(z.string()),
  /** What happens from here on, and before there, counts; Beijing days. */
  counts_from: time,
  counts_until: time,
  /** A prize is claimed before. */
  ends_at: time,
  prize: yuan,
  turnover_times: z.number().int(),
  standing: oneOf(missionStanding),
  /** Why the prize cannot be had any more, whatever is done; empty where it can. */
  refused: z.string(),
})

export const giveawayCalls = {
  /**
   * Missions that are open to the member, at most twenty; and whether there is, or was within 90
   * days, an offer with codes.
   */
  'POST /api/welfareOffers': member(
    nothing,
    z.object({ missions: z.array(mission), codes: z.boolean(), now: time }),
  ),
  /** The prize of a mission that was reached, once for each person. */
  'POST /api/missionClaim': member(
    z.object({ id: int4 }),
    z.object({ name: z.string(), amount: yuan, turnover_times: z.number().int() }),
    { once: true },
  ),
  /** Windows beside the documented one that are open to the member, at most twenty. */
  'POST /api/packetWindows': member(nothing, z.object({ data: z.array(packetWindow), now: time })),
  /** Drawn and proved like every packet (`POST /api/redpacketproof`). */
  'POST /api/packetWindowClaim': member(
    z.object({ id: int4, client_seed: text(32) }),
    z.object({
      redpacketmoney: yuan,
      id: z.string(),
      client_seed: z.string(),
      nonce: z.number().int(),
      commit: z.string(),
    }),
    { once: true },
  ),
  /** The bonus of a code, once for each giveaway; guesses are counted. */
  'POST /api/codeRedeem': member(
    z.object({ code: text(40) }),
    z.object({ name: z.string(), amount: yuan, turnover_times: z.number().int() }),
    { once: true },
  ),
} as const
