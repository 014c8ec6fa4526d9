import { z } from 'zod'
import { member } from '../call.ts'
import { amount, flag, nothing, oneOf, text, time, yuan } from '../fields.ts'
import { transferState, venueLabels } from '../venues/facts.ts'
import { leftStates, outcomes, seenStates } from './facts.ts'

/**
 * A venue and what the member holds there; the client adds the platform wallet itself
 * (docs/decisions/0019-the-full-user-object.md).
 */
export const wallet = z.object({
  name: z.string(),
  platname: z.string(),
  balance: yuan,
  /** Staked on bets that are not settled yet; no part of `balance`. */
  open_stake: yuan,
  ico: z.string(),
  state: oneOf(venueLabels),
})

/** A time, or empty for never. */
const maybeTime = z.union([time, z.literal('')])

/** One venue of the total: its money is counted here, or while it moves in `under_way`. */
const place = z.object({
  name: z.string(),
  platname: z.string(),
  ico: z.string(),
  state: oneOf(venueLabels),
  /** What lies there and does not move just now. */
  balance: yuan,
  /** Staked and undecided; no part of the total. */
  open_stake: yuan,
  /** How the figure was come by, and when the venue last named it. */
  seen: oneOf(seenStates),
  seen_at: maybeTime,
  played_at: maybeTime,
  /** The transfer that the venue has not confirmed yet. */
  moving: z.object({ way: z.enum(['in', 'out']), amount: yuan, since: time }).nullable(),
})

/** All a member has, as one look at the books: `total` is the sum of the three after it. */
const where = z.object({
  total: yuan,
  central: yuan,
  at_venues: yuan,
  /** On its way between the central wallet and venues. */
  under_way: yuan,
  /** Named beside the total and not counted. */
  open_stakes: yuan,
  held: yuan,
  at: time,
  automatic: flag,
  /** The most that auto-transfer brings at one entry; null for the whole balance. */
  each_max: yuan.nullable(),
  venues: z.array(place),
})

/** What stands before a game opens. */
const before = z.object({
  /** False where the game opens by itself: auto-transfer moves the money, or there is none. */
  ask: z.boolean(),
  venue: z.string(),
  at_venue: yuan,
  central: yuan,
  /** The most that can be brought: what the wallet has, and what a limit of losses leaves. */
  most: yuan,
  /** What the tightest limit of losses leaves; null without one. */
  loss_left: yuan.nullable(),
  each_max: yuan.nullable(),
  /** Whether the member may turn 自动免转 on here, and let the game ask for more. */
  may_automate: z.boolean(),
  may_top_up: z.boolean(),
})

export const walletCalls = {
  'POST /api/balancelist': member(nothing, z.array(wallet), { polled: true }),
  /** Asks one venue for the member's balance there; clients must work without `data`. */
  'POST /api/userapimoney/:code': member(
    z.object({ code: text(20) }),
    z.object({ balance: yuan }).nullable(),
  ),
  /** Brings back what all venues hold; partial success is reported in the message. */
  'POST /api/transall': member(
    nothing,
    z.object({
      recalled: yuan,
      failed: z.array(z.string()),
      pending: z.array(z.string()),
      /** What became of each venue that had something. */
      venues: z
        .array(
          z.object({
            platname: z.string(),
            name: z.string(),
            outcome: z.enum(['home', 'pending', 'failed']),
            amount: yuan,
          }),
        )
        .optional(),
    }),
    { once: true },
  ),
  /**
   * Moves money between the platform wallet and one venue; one side is always `userbalance`.
   * Documented with code and message only: clients must work without `data`.
   */
  'POST /api/transfer': member(
    z.object({ sourcetype: text(20), targettype: text(20), amount }),
    z.object({ out_trade_no: z.string(), state: z.enum(transferState) }).nullable(),
    { once: true },
  ),
  /**
   * What became of the action that the member sent under this `Idempotency-Key`, for a client that
   * lost the answer. A key that never arrived is closed: what still comes under it is refused, so
   * `none` is certain.
   */
  'POST /api/outcome': member(
    z.object({ key: text(64) }),
    z.object({
      state: z.enum(outcomes),
      order_no: z.string(),
      /** What was answered, as far as it is known. */
      message: z.string(),
    }),
  ),
  /**
   * Where the member's money is: the books' figures of one moment. With `fresh` the venues are
   * asked first, for as long as a page can wait; one that does not answer keeps its last figure.
   */
  'POST /api/money/where': member(z.object({ fresh: flag.optional() }), where, { polled: true }),
  /**
   * A game that was opened is left: with auto-transfer on, what lies there comes back. Asking again
   * changes nothing and answers how it stands.
   */
  'POST /api/money/left': member(
    z.object({ ticket: text(64) }),
    z.object({ state: oneOf(leftStates), venue: z.string(), amount: yuan }),
  ),
  'POST /api/money/before': member(z.object({ plat_name: text(20), game_code: text(40) }), before),
  /** Brings money for the game that opens next; also while 自动免转 is on. */
  'POST /api/money/bring': member(
    z.object({ plat_name: text(20), amount }),
    z.object({ out_trade_no: z.string(), state: z.enum(transferState) }),
    { once: true },
  ),
  /**
   * Turnover still missing before a withdrawal (docs/decisions/0030-credits-ask-for-turnover.md).
   * `leaves`: the member has excluded themself or closes the account, and all goes out without it.
   */
  'POST /api/getBetAmount': member(
    nothing,
    z.object({ bet_amount: yuan, leaves: flag.optional() }),
  ),
} as const
