import { z } from 'zod'
import { member } from '../call.ts'
import { int4, oneOf, nothing, text, time, yuan } from '../fields.ts'
import { windowStanding } from './facts.ts'

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

export const giveawayCalls = {
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
