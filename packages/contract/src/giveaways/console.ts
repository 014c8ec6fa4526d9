import { z } from 'zod'
import { advertStated } from '../adverts/console.ts'
import { operator } from '../call.ts'
import { moment, remark } from '../consoleFields.ts'
import { amount, int2, int4, nothing, oneOf, text, time, yuan, stateOf } from '../fields.ts'
import { inOrder, keyed, sorted, span } from '../listed.ts'
import { giveawayKinds, giveawayLabels, giveawayState, missionGoals } from './facts.ts'

const once = { once: true } as const
const named = z.object({ id: int4 })

const giveawayRow = z.object({
  id: z.number().int(),
  kind: oneOf(giveawayKinds),
  name: z.string(),
  note: z.string(),
  state: stateOf(giveawayState, giveawayLabels),
  /** What it gives and asks for, as operators read it. */
  terms: z.string(),
  budget: yuan,
  paid: yuan,
  turnover_times: z.number().int(),
  min_vip: z.number().int(),
  segment: z.string(),
  starts_at: time,
  ends_at: time,
  proposed_by: z.string(),
  created_at: time,
  decided_by: z.string(),
  remark: z.string(),
  stopped_by: z.string(),
  /** It is approved and not over, so it can be stopped. */
  stoppable: z.boolean(),
})

const givenRow = z.object({
  member_id: z.number().int(),
  username: z.string(),
  amount: yuan,
  at: time,
  /** The number of the draw, or of the gift. */
  given_no: z.string(),
})

/** What every kind is proposed with. */
const common = {
  name: text(30),
  note: text(300),
  budget: amount,
  turnover_times: int4,
  min_vip: int4,
  /** Number of a segment; 0 for all members. */
  segment_id: int4,
  starts_at: moment,
  ends_at: moment,
  advert: advertStated,
}
const proposed = z.object({ id: z.number().int() })

/** Giveaways: proposed by one operator, approved by another, stopped by one. */
export const giveawayConsole = {
  'POST /api/console/giveaways/list': operator(
    'activity.read',
    z.object({
      ...sorted('POST /api/console/giveaways/list'),
      ...span,
      state: int2.optional(),
    }),
    keyed(giveawayRow),
  ),
  'POST /api/console/giveaways/show': operator(
    'activity.read',
    named,
    /** What the check of offers found in name and note, and why it is proposed all the same. */
    giveawayRow.extend({ advert: z.string() }),
  ),
  'POST /api/console/giveaways/budget': operator(
    'activity.read',
    nothing,
    z.object({ month: z.string(), budget: yuan, given: yuan, left: yuan, paid: yuan }),
  ),
  /** What a giveaway gave, the newest first. */
  'POST /api/console/giveaway-given/list': operator(
    'activity.read',
    named.extend({ ...inOrder('POST /api/console/giveaway-given/list') }),
    keyed(givenRow),
  ),
  'POST /api/console/giveaways/propose-packets': operator(
    'offer.propose',
    z.object({
      ...common,
      /** `HH:mm` of each day, Beijing time. */
      opens: text(5),
      closes: text(5),
      /** Deposits of the day that a claim asks for. */
      needed: amount,
      claims: int4,
      draw_min: amount,
      draw_max: amount,
      day_budget: amount,
    }),
    proposed,
    once,
  ),
  'POST /api/console/giveaways/propose-code': operator(
    'offer.propose',
    z.object({
      ...common,
      /** What one code pays. */
      amount,
      /** How often it pays: uses of one shared code, or codes of a batch. */
      uses: int4,
      /** One code for everybody; otherwise a batch of codes that are drawn when it is approved. */
      shared: z.boolean(),
      /** The shared code; not read for a batch. */
      code: text(20),
    }),
    proposed,
    once,
  ),
  'POST /api/console/giveaways/propose-mission': operator(
    'offer.propose',
    z.object({
      ...common,
      goal: oneOf(missionGoals),
      /** Yuan, a count, or the tier of an identity. */
      needed: amount,
      /** Beijing days that count, from the start on. */
      days: int4,
      /** `FG/fortune3 OBQP`: venues and games whose bets count; empty for all. */
      games: text(1000),
      prize: amount,
    }),
    proposed,
    once,
  ),
  /**
   * Accounts whose facts reach the goal now, those that claimed, and the cost. Level, segment and
   * guards are not asked for the first figure, which stops at 10,000.
   */
  'POST /api/console/giveaways/mission-figures': operator(
    'activity.read',
    named,
    z.object({ reached: z.number().int(), claimed: z.number().int(), cost: yuan }),
  ),
  /** Reading codes is written down: whoever has one can redeem it. */
  'POST /api/console/giveaway-codes/list': operator(
    'activity.review',
    named.extend({ ...inOrder('POST /api/console/giveaway-codes/list') }),
    keyed(z.object({ gift_code: z.string(), uses: z.number().int(), most_uses: z.number().int() })),
  ),
  'POST /api/console/giveaways/approve': operator('activity.review', named, z.null(), once),
  'POST /api/console/giveaways/reject': operator(
    'activity.review',
    named.extend({ remark }),
    z.null(),
    once,
  ),
  /** Takes one's own back while it waits. */
  'POST /api/console/giveaways/withdraw': operator(
    'offer.propose',
    named.extend({ remark }),
    z.null(),
    once,
  ),
  /** By one operator: nothing is given any more. */
  'POST /api/console/giveaways/stop': operator(
    'activity.review',
    named.extend({ remark }),
    z.null(),
    once,
  ),
} as const
