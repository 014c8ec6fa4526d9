import { z } from 'zod'
import { member } from '../call.ts'
import { day } from '../consoleFields.ts'
import { dateRange, nothing, page, paged, text, time, yuan } from '../fields.ts'
import { why } from '../why.ts'
import { rebateState } from './facts.ts'

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
  state: z.enum(rebateState),
  bet_day: day,
  valid_amount: yuan,
  percent: z.number(),
  /** The level at the end of that day, and the version of the levels. */
  vip: z.number().int(),
  rule_version: z.number().int(),
  correction: z.boolean(),
  why,
})

export const rebateCalls = {
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
