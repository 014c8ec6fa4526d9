import { z } from 'zod'
import { advertStated } from '../adverts/console.ts'
import { operator } from '../call.ts'
import { offerProducts } from '../consents/facts.ts'
import { moment, remark } from '../consoleFields.ts'
import { amount, int2, int4, nothing, oneOf, text, time, yuan, stateOf } from '../fields.ts'
import { inOrder, keyed, sorted, span } from '../listed.ts'
import { journeyRefusals, journeyLabels, journeyState, journeyTriggers } from './facts.ts'

const once = { once: true } as const
const named = z.object({ id: int4 })
const count = z.number().int()
const triggers = oneOf(journeyTriggers)
const products = ['', ...(Object.keys(offerProducts) as (keyof typeof offerProducts)[])] as const

const journeyRow = z.object({
  id: count,
  name: z.string(),
  state: stateOf(journeyState, journeyLabels),
  trigger: triggers,
  days: count,
  /** Empty for everybody. */
  segment: z.string(),
  bonus: yuan,
  /** 0 for once per member ever. */
  again_days: count,
  per_day: count,
  /** The hard stop of each Beijing month, and what was paid of it in this one. */
  month_budget: yuan,
  month_paid: yuan,
  /** By all versions of it. */
  reached: count,
  starts_at: time,
  ends_at: time,
  /** The version that this one takes the place of when it is approved; 0 for none. */
  replaces: count,
  proposed_by: z.string(),
  created_at: time,
  decided_by: z.string(),
  paused_by: z.string(),
  /** Who ended it, and why: `time`, `staff` or `replaced`. */
  ended_by: z.string(),
  ended_why: z.string(),
  ended_at: z.string(),
  remark: z.string(),
})

/** Members of today to whom a trigger happens, how many of them the guards let through, and ten. */
const audience = z.object({
  happens: count,
  /** No more than the limit of a day. */
  reached: count,
  cost: yuan,
  examples: z.array(
    z.object({
      member_id: count,
      username: z.string(),
      vip: count,
      joined_at: time,
    }),
  ),
})

const reachedRow = z.object({
  member_id: count,
  username: z.string(),
  occasion: time,
  bonus: yuan,
  at: time,
})

const standing = {
  /** Number of a segment; 0 for everybody. */
  segment_id: int4,
  product: z.enum(products).default(''),
  trigger: triggers,
  days: int4,
  bonus: amount,
  per_day: int4,
}

/** Journeys: a standing rule of segment, trigger, content and limits, approved by two persons. */
export const journeyConsole = {
  'POST /api/console/journeys/list': operator(
    'activity.read',
    z.object({
      ...sorted('POST /api/console/journeys/list'),
      ...span,
      state: int2.optional(),
    }),
    keyed(journeyRow),
  ),
  'POST /api/console/journeys/show': operator(
    'activity.read',
    named,
    journeyRow.extend({
      segment_id: count,
      product: z.enum(products),
      title: z.string(),
      content: z.string(),
      turnover_times: count,
      /** From when on what happens counts; empty before the approval. */
      since: z.string(),
      /** What the check found, and why it was proposed all the same; empty for nothing. */
      advert: z.string(),
    }),
  ),
  /** Of all versions of a journey together. */
  'POST /api/console/journeys/figures': operator(
    'activity.read',
    named,
    z.object({
      reached: count,
      reached_today: count,
      refused: z.array(z.object({ why: oneOf(journeyRefusals), times: count })),
      bonuses: count,
      /** Bonuses whose turnover is done. */
      used: count,
      given_up: count,
      first_deposits: count,
      cost: yuan,
    }),
  ),
  'POST /api/console/journey-members/list': operator(
    'activity.read',
    named.extend({ ...inOrder('POST /api/console/journey-members/list'), ...span }),
    keyed(reachedRow),
  ),
  'POST /api/console/journeys/budget': operator(
    'activity.read',
    nothing,
    z.object({ month: z.string(), budget: yuan, given: yuan, left: yuan, paid: yuan }),
  ),
  /** Who would get it today. */
  'POST /api/console/journeys/preview': operator('member.read', z.object(standing), audience),
  /** Waits for a second person; `replaces` names the version that it changes, 0 for none. */
  'POST /api/console/journeys/propose': operator(
    'message.send',
    z.object({
      ...standing,
      replaces: int4.default(0),
      name: text(30),
      again_days: int4,
      month_budget: amount,
      turnover_times: int4,
      starts_at: moment,
      ends_at: moment,
      title: text(100),
      content: text(16_000),
      /** What is stated of the letter and its pictures. */
      advert: advertStated,
    }),
    z.object({ id: count }),
    once,
  ),
  'POST /api/console/journeys/approve': operator('rule.approve', named, z.null(), once),
  /** Nothing is sent from now on. */
  'POST /api/console/journeys/pause': operator(
    'campaign.stop',
    named.extend({ remark }),
    z.null(),
    once,
  ),
  /** By another operator than the one who paused it. */
  'POST /api/console/journeys/resume': operator('rule.approve', named, z.null(), once),
  /** Ends it for good; one that waits for approval is rejected. */
  'POST /api/console/journeys/end': operator(
    'campaign.stop',
    named.extend({ remark }),
    z.null(),
    once,
  ),
} as const
