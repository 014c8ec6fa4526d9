import { z } from 'zod'
import { operator } from '../call.ts'
import { orderNo, remark } from '../consoleFields.ts'
import { amount, int2, int4, nothing, oneOf, text, time, yuan, stateOf } from '../fields.ts'
import { keyed, sorted, span } from '../listed.ts'
import { grantSources, grantLabels, grantState } from './facts.ts'

const once = { once: true } as const
const grant = z.object({ grant_no: orderNo })

const grantRow = z.object({
  grant_no: z.string(),
  member_id: z.number().int(),
  username: z.string(),
  venue: z.string(),
  /** Names of the games. */
  games: z.string(),
  stake: yuan,
  rounds: z.number().int(),
  used: z.number().int(),
  /** What its rounds won, and what of it was paid. */
  won: yuan,
  paid: yuan,
  turnover_times: z.number().int(),
  source: oneOf(grantSources),
  reason: z.string(),
  state: stateOf(grantState, grantLabels),
  proposed_by: z.string(),
  created_at: time,
  ends_at: time,
  decided_by: z.string(),
  decided_at: z.string(),
  remark: z.string(),
  /** What the venue said last, where it did not do it. */
  said: z.string(),
})

/** Free rounds: given by hand, by an activity or with a level; within the month's budget. */
export const freeRoundsConsole = {
  'POST /api/console/free-rounds/list': operator(
    'activity.read',
    z.object({
      ...sorted('POST /api/console/free-rounds/list'),
      ...span,
      state: int2.optional(),
      q: text(64),
    }),
    keyed(grantRow),
  ),
  'POST /api/console/free-rounds/budget': operator(
    'activity.read',
    nothing,
    z.object({
      month: z.string(),
      budget: yuan,
      given: yuan,
      left: yuan,
      /** What the month's grants have won and were paid. */
      paid: yuan,
      second_from: yuan,
      /** What the caller gave by hand today without another person; counts towards the limit. */
      given_alone: yuan,
    }),
  ),
  /** From the limit on another person has to approve it. */
  'POST /api/console/free-rounds/give': operator(
    'activity.review',
    z.object({
      member: text(32),
      venue: text(12),
      /** Codes, separated by commas. */
      games: text(400),
      stake: amount,
      rounds: int4,
      days: int4,
      turnover_times: int4,
      reason: remark,
    }),
    z.object({ grant_no: z.string() }),
    once,
  ),
  'POST /api/console/free-rounds/approve': operator('activity.review', grant, z.null(), once),
  'POST /api/console/free-rounds/reject': operator(
    'activity.review',
    grant.extend({ remark }),
    z.null(),
    once,
  ),
  /** No further round; what was won until then is paid. */
  'POST /api/console/free-rounds/end': operator(
    'activity.review',
    grant.extend({ remark }),
    z.null(),
    once,
  ),
} as const
