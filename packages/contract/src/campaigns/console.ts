import { z } from 'zod'
import { advertStated } from '../adverts/console.ts'
import { operator } from '../call.ts'
import { offerProducts } from '../consents/facts.ts'
import { moment, remark } from '../consoleFields.ts'
import { amount, int2, int4, nothing, oneOf, text, time, yuan, stateOf } from '../fields.ts'
import { inOrder, keyed, sorted, span } from '../listed.ts'
import { campaignArms, campaignGoals, campaignLabels, campaignState } from './facts.ts'

const once = { once: true } as const
const named = z.object({ id: int4 })
const product = oneOf({ '': '', ...offerProducts })

const campaignRow = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Empty for everybody. */
  segment: z.string(),
  product,
  state: stateOf(campaignState, campaignLabels),
  starts_at: time,
  ends_at: time,
  /** The hard stop of all bonuses together, and what was paid of it. */
  budget: yuan,
  paid: yuan,
  turnover_times: z.number().int(),
  goal: oneOf(campaignGoals),
  goal_days: z.number().int(),
  proposed_by: z.string(),
  created_at: time,
  decided_by: z.string(),
  paused_by: z.string(),
  /** Who ended it, and why: `time`, `budget` or `staff`. */
  ended_by: z.string(),
  ended_why: z.string(),
  ended_at: z.string(),
  remark: z.string(),
})

/** A letter, a bonus, and the share of the members that get them. */
const armRow = z.object({
  arm: oneOf(campaignArms),
  /** Of the members, in percent. */
  share: z.number().int(),
  title: z.string(),
  content: z.string(),
  bonus: yuan,
})

/** An arm by the goal of its campaign; `mean` is a share in percent or yuan per member. */
const armFigures = z.object({
  arm: oneOf(campaignArms),
  members: z.number().int(),
  /** Members whose days are over. */
  complete: z.number().int(),
  bonuses: z.number().int(),
  paid: yuan,
  /** Members for `depositors`, else yuan. */
  total: z.number(),
  mean: z.number(),
  /** Against the control group, with half the width of its 95 % interval. */
  difference: z.number().nullable(),
  margin: z.number().nullable(),
})

const armMemberRow = z.object({
  member_id: z.number().int(),
  username: z.string(),
  arm: oneOf(campaignArms),
  bonus: yuan,
  assigned_at: time,
})

/** Campaigns: letters and bonuses to an audience, approved by a second person. */
export const campaignConsole = {
  'POST /api/console/campaigns/list': operator(
    'activity.read',
    z.object({
      ...sorted('POST /api/console/campaigns/list'),
      ...span,
      state: int2.optional(),
    }),
    keyed(campaignRow),
  ),
  'POST /api/console/campaigns/show': operator(
    'activity.read',
    named,
    campaignRow.extend({
      arms: z.array(armRow),
      /** What the check found, and why it was proposed all the same; empty for nothing. */
      advert: z.string(),
    }),
  ),
  'POST /api/console/campaigns/figures': operator(
    'activity.read',
    named,
    z.object({ arms: z.array(armFigures) }),
  ),
  'POST /api/console/campaign-members/list': operator(
    'activity.read',
    named.extend({ ...inOrder('POST /api/console/campaign-members/list') }),
    keyed(armMemberRow),
  ),
  'POST /api/console/campaigns/budget': operator(
    'activity.read',
    nothing,
    z.object({ month: z.string(), budget: yuan, given: yuan, left: yuan, paid: yuan }),
  ),
  /** Waits for a second person. Who is neither in A nor in B is of the control group. */
  'POST /api/console/campaigns/propose': operator(
    'message.send',
    z.object({
      name: text(30),
      /** Number of a segment; 0 for everybody. */
      segment_id: int4,
      product: product.default(''),
      starts_at: moment,
      ends_at: moment,
      budget: amount,
      turnover_times: int4,
      goal: oneOf(campaignGoals),
      goal_days: int4,
      a_percent: int4,
      a_title: text(100),
      a_content: text(16_000),
      a_bonus: amount,
      /** 0 for no second arm. */
      b_percent: int4,
      b_title: text(100),
      b_content: text(16_000),
      b_bonus: amount,
      /** What is stated of the letters and their pictures. */
      advert: advertStated,
    }),
    z.object({ id: z.number().int() }),
    once,
  ),
  'POST /api/console/campaigns/approve': operator('rule.approve', named, z.null(), once),
  /** Nothing is given from now on. */
  'POST /api/console/campaigns/pause': operator(
    'campaign.stop',
    named.extend({ remark }),
    z.null(),
    once,
  ),
  /** By another operator than the one who paused it. */
  'POST /api/console/campaigns/resume': operator('rule.approve', named, z.null(), once),
  /** Ends it for good; one that waits for approval is rejected. */
  'POST /api/console/campaigns/end': operator(
    'campaign.stop',
    named.extend({ remark }),
    z.null(),
    once,
  ),
} as const
