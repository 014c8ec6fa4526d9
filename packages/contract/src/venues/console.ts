import { z } from 'zod'
import { operator } from '../call.ts'
import { picture, day, remark } from '../consoleFields.ts'
import {
  flag,
  int2,
  int8,
  nothing,
  oneOf,
  page,
  paged,
  text,
  time,
  yuan,
  stateOf,
} from '../fields.ts'
import { amounts, inOrder, keyed, sorted, span } from '../listed.ts'
import { categories, gamePicks } from '../games/facts.ts'
import {
  returnLabels,
  returnOrders,
  transferLabels,
  transferState,
  venueLabels,
  venueWallets,
} from './facts.ts'

const seen = text(32)

const rank = int2.pipe(z.number().min(0).max(9_999))

const venueRow = z.object({
  venue_id: z.number().int(),
  seen: z.string(),
  platname: z.string(),
  name: z.string(),
  category: z.enum(categories),
  ico: z.string(),
  rank: z.number().int(),
  state: oneOf(venueLabels),
  games: z.number().int(),
  games_shown: z.number().int(),
  /** When its feed was last read, and how many seconds ago; -1 when it never was. */
  feed_read_at: z.string(),
  feed_lag_seconds: z.number().int(),
  /** How many changes of bets it has told of; 0 where the venue does not number them. */
  feed_cursor: z.number().int(),
  /** Until when it is read, where it is read by spans of time; empty elsewhere. */
  feed_until: z.string(),
  transfers_pending: z.number().int(),
  /** Until when no call is made, as the venue did not answer; empty while it does. */
  rests_until: z.string(),
  /** The beacon of its shared rounds as it told last; null without one, age -1 before a round. */
  beacon: z
    .object({
      name: z.string(),
      local: z.boolean(),
      round: z.number().int(),
      age_seconds: z.number().int(),
      late: z.boolean(),
      told_at: time,
    })
    .nullable(),
  /** Members who have money there, and how much by our books. */
  members: z.number().int(),
  held: yuan,
  wallet: oneOf(venueWallets),
  /** Stakes of bets that are not settled, and how many bets. */
  open_stake: yuan,
  open_bets: z.number().int(),
})

const gameRow = z.object({
  venue_id: z.number().int(),
  game_code: z.string(),
  seen: z.string(),
  name: z.string(),
  image: z.string(),
  rank: z.number().int(),
  shown: z.boolean(),
  on_home: z.boolean(),
  /** `hot` and `new` stand first there, `none` in neither; empty goes by what members open. */
  pick: oneOf(gamePicks),
  /** Members who opened it in the days that count; 0 for fewer than are counted. */
  players: z.number().int(),
  first_shown_at: z.string(),
})

const transferRow = z.object({
  tx_id: z.string(),
  member_id: z.number().int(),
  username: z.string(),
  venue: z.string(),
  direction: oneOf({ IN: '转入', OUT: '转出' }),
  amount: yuan,
  moved: yuan.nullable(),
  /** 0 failed, 1 done, 2 not known yet. */
  state: stateOf(transferState, transferLabels),
  reason: z.string(),
  /** How often the venue was asked, and when it will be next. */
  checks: z.number().int(),
  next_check_at: z.string(),
  created_at: time,
  resolved_at: z.string(),
})

const returnRow = z.object({
  venue: z.string(),
  game: z.string(),
  /** The first digits of the SHA-256 of the published mathematics. */
  math_version: z.string(),
  return_state: oneOf(returnLabels),
  bets: z.number().int(),
  stake: yuan,
  payout: yuan,
  /** Payout by stake. Percentages have two decimals and are empty where nothing is known. */
  actual_return: z.string(),
  /** Independent draws: bets, or shared rounds with all bets on them. */
  draws: z.number().int(),
  /** The mean of what a draw returned, of what it should, and where its true mean lies for sure. */
  mean_return: z.string(),
  published_return: z.string(),
  low: z.string(),
  high: z.string(),
  /** Bets that were void or settled again later; the figures hold them as first settled. */
  corrected: z.number().int(),
  outside_at: z.string(),
  counted_at: z.string(),
})

const gameDay = z.object({
  venue_id: z.number().int(),
  venue: z.string(),
  game: z.string(),
  bets: z.number().int(),
  members: z.number().int(),
  stake: yuan,
  valid: yuan,
  payout: yuan,
  /** What the house is left with: stakes less payouts. */
  house_net: yuan,
  /** Percentages with two decimals; empty where nothing is known. */
  actual_return: z.string(),
  published_return: z.string(),
})

/** What the house owes at this moment: money of members, and stakes that are undecided. */
const liability = z.object({
  at: time,
  cash: yuan,
  in_venues: yuan,
  open_bets: z.number().int(),
  open_stake: yuan,
})

const sums = z.object({
  bets: z.number().int(),
  stake: yuan,
  valid: yuan,
  payout: yuan,
  moved_in: yuan,
  moved_out: yuan,
})

const statementRow = z.object({
  day: z.string(),
  ours: sums,
  /** Null when the venue did not answer. */
  theirs: sums.nullable(),
  agrees: z.boolean(),
})

const leftoverRow = z.object({
  member_id: z.number().int(),
  username: z.string(),
  venue_id: z.number().int(),
  venue: z.string(),
  since: time,
  checks: z.number().int(),
  next_check_at: z.string(),
  held: yuan,
})

const once = { once: true } as const

/** Venues, their games, and what is under way between them and us. */
export const venueConsole = {
  'POST /api/console/venues/list': operator('venue.read', nothing, z.array(venueRow)),
  /** A venue in maintenance lets nobody in; money can still come back from it. */
  'POST /api/console/venues/save': operator(
    'venue.write',
    z.object({
      venue_id: int2,
      seen,
      name: text(20),
      ico: picture.optional(),
      rank,
      state: oneOf(venueLabels),
      note: remark,
    }),
    z.null(),
    once,
  ),
  /** Venues that answer us and are not on the site yet, by their codes. */
  'POST /api/console/venues/missing': operator('venue.write', nothing, z.array(z.string())),
  /** Takes one of them onto the site: in maintenance and without games until somebody opens it. */
  'POST /api/console/venues/add': operator(
    'venue.write',
    z.object({
      platname: text(20),
      name: text(20),
      category: z.enum(categories),
      slot_tab: z.enum(['', 'obgdy', 'fgdz', 'pp', 'ae']),
      rank,
    }),
    z.object({ venue_id: z.number().int() }).nullable(),
    once,
  ),
  /**
   * Asks the venue for its games: new ones come hidden, known ones stay as they are; names what it
   * no longer has and the site still shows.
   */
  'POST /api/console/games/sync': operator(
    'venue.write',
    z.object({ venue_id: int2 }),
    z.object({ added: z.number().int(), known: z.number().int(), gone: z.array(z.string()) }),
    once,
  ),
  /** `venue_id` 0 means all; `shown` 1 and 0 narrow, anything else does not. */
  'POST /api/console/games/list': operator(
    'venue.read',
    z.object({ page, venue_id: int2.optional(), shown: int2.optional(), q: text(40) }),
    paged(gameRow),
  ),
  'POST /api/console/games/save': operator(
    'venue.write',
    z.object({
      venue_id: int2,
      game_code: text(64),
      seen,
      rank,
      shown: flag,
      on_home: flag,
      pick: oneOf(gamePicks).optional(),
      name: text(40).optional(),
      image: picture.optional(),
    }),
    z.null(),
    once,
  ),
  /** `state` 9 means all. `q` is a reference, a member's id or how a name begins. */
  /**
   * What each game returned against its published mathematics; `venue_id` 0 means all, `outside` 1
   * those that have left their bounds.
   */
  'POST /api/console/returns/list': operator(
    'venue.read',
    z.object({
      page,
      venue_id: int2.optional(),
      outside: int2.optional(),
      order: oneOf(returnOrders).default('stake'),
    }),
    paged(returnRow),
  ),
  /**
   * What each game came to on one Beijing day, by the day on which bets first settled, as they are
   * now; `day` empty means yesterday, `venue_id` 0 all. `bets` of the total is 0 on a day without
   * activity.
   */
  'POST /api/console/returns/day': operator(
    'venue.read',
    z.object({ day, venue_id: int2.optional() }),
    z.object({
      day: z.string(),
      games: z.array(gameDay),
      total: gameDay.pick({
        bets: true,
        stake: true,
        valid: true,
        payout: true,
        house_net: true,
      }),
      liability,
    }),
  ),
  'POST /api/console/transfers/list': operator(
    'venue.read',
    z.object({
      ...sorted('POST /api/console/transfers/list'),
      ...span,
      ...amounts,
      state: int2.optional(),
      venue_id: int2.optional(),
      q: text(64),
    }),
    keyed(transferRow),
  ),
  /** The transfer with its ledger entries, oldest first. */
  'POST /api/console/transfers/show': operator(
    'venue.read',
    z.object({ tx_id: text(64), member_id: int8 }),
    transferRow.extend({
      trail: z.array(
        z.object({
          at: time,
          phase: z.string(),
          account: z.string(),
          layer: z.string(),
          amount: yuan,
        }),
      ),
      /** What was asked of the venue and what it said, oldest first. */
      answers: z.array(z.object({ at: time, asked: z.string(), by: z.string(), said: z.string() })),
    }),
  ),
  /**
   * Asks the venue about a transfer now, or has it finalize the transfer for good; answers the
   * state it then has.
   */
  'POST /api/console/transfers/ask': operator(
    'transfer.resolve',
    z.object({ tx_id: text(64), member_id: int8, how: z.enum(['state', 'finalize']), remark }),
    z.object({ state: stateOf(transferState, transferLabels), said: z.string() }),
  ),
  /**
   * Oldest first: games that a venue has not ended for a quarter of an hour, and money that it has
   * not given back of a member who is blocked. `checks` is 0 where no game is open; `next_check_at`
   * is when the venue is asked again to end it, empty where nobody does so by itself any more.
   */
  'POST /api/console/leftovers/list': operator(
    'venue.read',
    z.object({
      ...inOrder('POST /api/console/leftovers/list'),
      ...span,
      venue_id: int2.optional(),
      q: text(64),
    }),
    keyed(leftoverRow),
  ),
  /** Asks the venue at once for what it still has of a member. */
  'POST /api/console/leftovers/ask': operator(
    'transfer.resolve',
    z.object({ member_id: int8, venue_id: int2, remark }),
    /** Whether nothing is left there. */
    z.object({ gone: z.boolean() }),
    once,
  ),
  /** Calls the venue now. */
  'POST /api/console/venues/check': operator(
    'venue.read',
    z.object({ venue_id: int2 }),
    z.object({ ok: z.boolean(), took_ms: z.number().int(), said: z.string() }),
  ),
  /**
   * The venue's own control totals of the last days beside ours, newest first; a day that differs
   * is not closed yet or wrong.
   */
  'POST /api/console/venues/statements': operator(
    'venue.read',
    z.object({ venue_id: int2 }),
    z.array(statementRow),
  ),
} as const
