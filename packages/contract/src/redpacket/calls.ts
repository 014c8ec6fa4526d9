import { z } from 'zod'
import { anyone, member } from '../call.ts'
import { page, paged, text, time, yuan } from '../fields.ts'
import { why } from '../why.ts'

export const redPacketRule = z.object({
  /** First and last day of the activity, `YYYY-MM-DD`, US Eastern time. */
  start_time: z.string(),
  end_time: z.string(),
  /**
   * Deposits between `day_flow` and `flow_money` earn `recharge` claims
   * (docs/decisions/0034-red-packet-tiers-and-draws.md); 99,999,999 stands for no upper end.
   */
  day_flow: yuan,
  flow_money: yuan,
  recharge: z.number().int(),
  /**
   * What one packet holds, both ends included, and the turnover it asks for before a withdrawal.
   */
  amount_min: yuan,
  amount_max: yuan,
  turnover_times: z.number().int(),
})

/**
 * `money` is the deposit that was counted, `created_at` when the last of it came, `usetime` when
 * the packet was claimed.
 */
export const redPacketRecord = z.object({
  id: z.string(),
  money: yuan,
  redpacketmoney: yuan,
  created_at: time,
  usetime: z.string(),
})

/**
 * Where the member stands: which day the claims are for, its times (Beijing), what was counted, and
 * what the next tier lacks.
 */
const redPacketClaim = z.object({
  day: z.string(),
  /**
   * closed by the operator · no_activity, not_started, ended by its dates · before, open, after by
   * the clock.
   */
  state: z.enum(['closed', 'no_activity', 'not_started', 'ended', 'before', 'open', 'after']),
  counts_from: time,
  counts_until: time,
  opens_at: time,
  closes_at: time,
  counted: yuan,
  earned: z.number().int(),
  /** The index of the member's tier in `rules`; -1 for none. */
  tier: z.number().int(),
  next: z.object({ day_flow: yuan, recharge: z.number().int(), missing: yuan }).nullable(),
  rule_version: z.number().int(),
  why,
  /**
   * The hash of the day's seed, which is shown itself a minute after the day's claims are over; it
   * is the seed of the day before, and empty for that minute.
   */
  commit: z.string(),
})

/**
 * Everything that makes one draw, for anyone to compute again; the seed is empty until
 * `reveals_at`.
 */
const redPacketProof = z.object({
  id: z.string(),
  day: z.string(),
  redpacketmoney: yuan,
  amount_min: yuan,
  amount_max: yuan,
  commit: z.string(),
  server_seed: z.string(),
  reveals_at: time,
  client_seed: z.string(),
  nonce: z.number().int(),
  /**
   * The chain's first commitment and its day: hashing the seed once per day since then gives the
   * anchor.
   */
  anchor: z.string(),
  anchor_day: z.string(),
  rule_version: z.number().int(),
  why,
})

export const redPacketCalls = {
  /** The claims of the day, their rules and the records in pages. */
  'GET /api/userredpacket': member(
    z.object({ page }),
    z.object({
      sendnums: z.number().int(),
      acquirednum: z.number().int(),
      max_times: z.number().int(),
      rules: z.array(redPacketRule),
      claim: redPacketClaim,
      ...paged(redPacketRecord).shape,
    }),
  ),
  /** A `client_seed` of the member's own (letters, digits, - and _) is mixed into the draw. */
  'POST /api/douserredpacket': member(
    z.object({ client_seed: text(32) }),
    z.object({
      redpacketmoney: yuan,
      id: z.string(),
      client_seed: z.string(),
      nonce: z.number().int(),
      commit: z.string(),
    }),
    { once: true },
  ),
  'POST /api/redpacketproof': anyone(z.object({ id: text(64) }), redPacketProof),
  'POST /api/redpacket': member(z.object({ page }), paged(redPacketRecord)),
} as const
