import { z } from 'zod'
import { anyone, member } from './call.ts'
import { dateRange, flag, int, nothing, page, paged, text, time, yuan } from './fields.ts'
import { why } from './why.ts'

/** One level of the ten: what it asks, and the largest rebate percent per category. */
export const vipRow = z.object({
  vip: z.number().int(),
  vipname: z.string(),
  recharge: yuan,
  flow: yuan,
  /** Relegation-protection turnover (保级流水) that keeps the level, due within one window. */
  keep: yuan,
  realperson: z.number(),
  sport: z.number(),
  e_sport: z.number(),
  joker: z.number(),
  electron: z.number(),
  lottery: z.number(),
})

const measure = z.object({ needed: yuan, done: yuan, missing: yuan })
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)

/**
 * A decision of the daily review, with the figures it was made on; null where they did not decide.
 */
export const vipDecision = z.object({
  day,
  kind: z.enum(['promoted', 'relegated', 'kept']),
  from_vip: z.number().int(),
  to_vip: z.number().int(),
  deposit: yuan.nullable(),
  deposit_needed: yuan.nullable(),
  turnover: yuan.nullable(),
  turnover_needed: yuan.nullable(),
  window_from: day.nullable(),
  window_to: day.nullable(),
  window_turnover: yuan.nullable(),
  window_needed: yuan.nullable(),
  /** Versions of the levels and of the rules that applied. */
  levels_version: z.number().int(),
  rules_version: z.number().int(),
  why,
})

/** Where a member stands between two levels. */
export const vipProgress = z.object({
  vip: z.number().int(),
  vipname: z.string(),
  /** Cumulative. */
  deposit: yuan,
  turnover: yuan,
  /**
   * Null at the highest level. `win_back`: a level that was lost also asks for its
   * relegation-protection turnover since.
   */
  next: z
    .object({
      vip: z.number().int(),
      vipname: z.string(),
      deposit: measure,
      turnover: measure,
      win_back: measure.nullable(),
    })
    .nullable(),
  /**
   * Turnover that keeps the level, counted from `from` until before `until`; null where no window
   * runs.
   */
  keep: measure.extend({ from: time, until: time }).nullable(),
  /** `HH:mm`, Beijing time, of the daily review, and the length of a window. */
  review_at: z.string(),
  window_days: z.number().int(),
  levels_version: z.number().int(),
  rules_version: z.number().int(),
  why,
  /** The last ten decisions, newest first. */
  history: z.array(vipDecision),
})

/** One turnover requirement that is open. */
export const openRequirement = z.object({
  /** What opened it, as a key and as people read it, and its number. */
  source: z.string(),
  source_label: z.string(),
  source_no: z.string(),
  required: yuan,
  counted: yuan,
  missing: yuan,
  opened_at: time,
})

/**
 * A bet under turnover audit (流水稽核): what of it counted for which requirement, or why it did not.
 */
export const auditedBet = z.object({
  bet_id: z.string(),
  platname: z.string(),
  venue_name: z.string(),
  game_name: z.string(),
  bet_amount: yuan,
  valid_amount: yuan,
  /** 0 invalid, 1 settled, 2 unsettled. */
  status: z.number().int(),
  placed_at: time,
  /** Empty while it is not settled. */
  settled_at: z.string(),
  counted: yuan,
  /**
   * partly: the rest found no open requirement · before: settled before what is open was opened ·
   * met: nothing was open.
   */
  verdict: z.enum(['counted', 'partly', 'void', 'unsettled', 'zero', 'before', 'met']),
  reason: z.string(),
  parts: z.array(
    z.object({ source: z.string(), source_label: z.string(), opened_at: time, amount: yuan }),
  ),
})

/**
 * One rebate, or a correction of one (`correction`, possibly negative). `updated_at` is the claim's
 * time when state is 1. money = floor(valid_amount x percent) to the fen, less what earlier rows of
 * the day gave.
 */
export const rebate = z.object({
  gamename: z.string(),
  money: yuan,
  created_at: time,
  updated_at: time,
  state: z.number().int(),
  bet_day: day,
  valid_amount: yuan,
  percent: z.number(),
  /** The level at the end of that day, and the version of the levels. */
  vip: z.number().int(),
  rule_version: z.number().int(),
  correction: z.boolean(),
  why,
})

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

export const activity = z.object({
  id: z.number().int(),
  type: z.number().int(),
  banner: z.string(),
  title: z.string(),
  /** First and last day, `YYYY-MM-DD` of Beijing; empty for no bound. */
  start_time: z.string(),
  end_time: z.string(),
  /** 0 = only announced, nothing to apply for. */
  apply: flag,
})

export const promotionsCalls = {
  'POST /api/uservip': anyone(nothing, z.array(vipRow)),
  'POST /api/vipprogress': member(nothing, vipProgress),
  /** What a withdrawal still waits for and why; the bets by date range (1-4) and page. */
  'POST /api/wageringaudit': member(
    z.object({ date: dateRange, page }),
    z.object({
      missing: yuan,
      requirements: z.array(openRequirement),
      bets: paged(auditedBet),
      why,
    }),
  ),
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
  'POST /api/activitytype': anyone(
    nothing,
    z.array(z.object({ id: z.number().int(), name: z.string() })),
  ),
  'POST /api/activitylist': anyone(z.object({ type: text(10), page }), paged(activity)),
  'POST /api/activitydeatil': anyone(
    z.object({ id: int }),
    activity.extend({
      content: z.string(),
      memo: z.string(),
      /** The rule as the engine keeps it, line by line. */
      terms: z.array(z.string()),
      /** The member's latest application: 0 none, 1 pending review, 2 passed, 3 rejected. */
      apply_state: z.number().int(),
    }),
  ),
  'POST /api/doactivityapply': member(z.object({ activityid: int }), z.null(), { once: true }),
  /** 1 pending review, 2 passed, 3 rejected. */
  'POST /api/activityApplyLog': member(
    z.object({ page }),
    paged(
      z.object({
        activity_name: z.string(),
        created_at: time,
        state: z.number().int(),
        remark: z.string(),
        why,
      }),
    ),
    { aliases: ['POST /api/activityapplylog'] },
  ),
  'POST /api/getfanshui': member(
    z.object({ date: dateRange, page, api_type: text(20), type: text(10) }),
    z.object({
      list: paged(rebate),
      /**
       * Claimed, and waiting to be claimed; the latter is below zero while corrections outweigh
       * what was earned.
       */
      jisuan: yuan,
      nojisuan: yuan,
    }),
  ),
  'POST /api/dofanshui': member(nothing, z.null(), { once: true }),
} as const
