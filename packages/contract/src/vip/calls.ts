import { z } from 'zod'
import { anyone, member } from '../call.ts'
import { nothing, time, yuan } from '../fields.ts'
import { why } from '../why.ts'

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

export const vipCalls = {
  'POST /api/uservip': anyone(nothing, z.array(vipRow)),
  'POST /api/vipprogress': member(nothing, vipProgress),
} as const
