import { z } from 'zod'
import { advertStated } from '../adverts/console.ts'
import { operator } from '../call.ts'
import { moment, remark } from '../consoleFields.ts'
import {
  amount,
  int2,
  int4,
  nothing,
  oneOf,
  page,
  paged,
  text,
  time,
  yuan,
  stateOf,
} from '../fields.ts'
import { keyed, sorted, span } from '../listed.ts'
import { measures, prizeLabels, prizeState, tournamentLabels, tournamentState } from './facts.ts'

const once = { once: true } as const
const named = z.object({ id: int4 })

const tournamentRow = z.object({
  id: z.number().int(),
  name: z.string(),
  note: z.string(),
  state: stateOf(tournamentState, tournamentLabels),
  measure: oneOf(measures),
  least_stake: yuan,
  /** `FG 电子 招财进宝、OB 棋牌`: a venue without a game stands for all of its games. */
  games: z.string(),
  /** `1:1000、2-5:200` */
  prizes: z.string(),
  /** All prizes together, the hard stop, and what was paid. */
  cost: yuan,
  budget: yuan,
  paid: yuan,
  turnover_times: z.number().int(),
  min_vip: z.number().int(),
  segment: z.string(),
  starts_at: time,
  ends_at: time,
  planned_ends_at: time,
  settle_minutes: z.number().int(),
  entrants: z.number().int(),
  proposed_by: z.string(),
  created_at: time,
  decided_by: z.string(),
  remark: z.string(),
  end_asked_by: z.string(),
  end_reason: z.string(),
  end_approved_by: z.string(),
  frozen_at: z.string(),
  /** Why it is not frozen yet. */
  said: z.string(),
  /** It has not ended, so two persons may end it early. */
  endable: z.boolean(),
})

const placeRow = z.object({
  place: z.number().int(),
  member_id: z.number().int(),
  username: z.string(),
  /** Yuan, multiples of the stake, or bets. */
  score: z.number(),
  bets: z.number().int(),
  scored_at: z.string(),
  prize: yuan,
  prize_state: stateOf(prizeState, prizeLabels),
  said: z.string(),
})

/** Tournaments: set up by one operator, approved by another, ended early by two. */
export const tournamentConsole = {
  'POST /api/console/tournaments/list': operator(
    'activity.read',
    z.object({
      ...sorted('POST /api/console/tournaments/list'),
      ...span,
      state: int2.optional(),
    }),
    keyed(tournamentRow),
  ),
  'POST /api/console/tournaments/show': operator(
    'activity.read',
    named,
    /** What the check of offers found in name and note, and why it is proposed all the same. */
    tournamentRow.extend({ advert: z.string() }),
  ),
  'POST /api/console/tournament-places/list': operator(
    'activity.read',
    named.extend({ page }),
    paged(placeRow),
  ),
  'POST /api/console/tournaments/budget': operator(
    'activity.read',
    nothing,
    z.object({ month: z.string(), budget: yuan, given: yuan, left: yuan, paid: yuan }),
  ),
  'POST /api/console/tournaments/propose': operator(
    'offer.propose',
    z.object({
      name: text(30),
      note: text(300),
      measure: oneOf(measures),
      least_stake: amount,
      games: text(1000),
      prizes: text(1000),
      budget: amount,
      turnover_times: int4,
      min_vip: int4,
      /** Number of a segment; 0 for all members. */
      segment_id: int4,
      starts_at: moment,
      ends_at: moment,
      advert: advertStated,
    }),
    z.object({ id: z.number().int() }),
    once,
  ),
  'POST /api/console/tournaments/approve': operator('activity.review', named, z.null(), once),
  'POST /api/console/tournaments/reject': operator(
    'activity.review',
    named.extend({ remark }),
    z.null(),
    once,
  ),
  /** Takes one's own back while it waits. */
  'POST /api/console/tournaments/withdraw': operator(
    'offer.propose',
    named.extend({ remark }),
    z.null(),
    once,
  ),
  'POST /api/console/tournaments/end-ask': operator(
    'offer.propose',
    named.extend({ remark }),
    z.null(),
    once,
  ),
  /** By another operator: bets placed from now on count no longer. */
  'POST /api/console/tournaments/end-approve': operator('activity.review', named, z.null(), once),
  'POST /api/console/tournaments/end-reject': operator('activity.review', named, z.null(), once),
} as const
