import { z } from 'zod'
import { member } from '../call.ts'
import { int2, nothing, oneOf, page, paged, secret, text, time, yuan } from '../fields.ts'
import { blockKinds, exclusionTerms, fundsLevels, limitLabels, timeoutTerms } from './facts.ts'

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)

const kind = oneOf(limitLabels)
/** Yuan, or minutes of a limit of time. */
const size = z.number().min(0)

export const limit = z.object({
  kind,
  /** The member's own and the operator's; null for none. */
  own: size.nullable(),
  operator: size.nullable(),
  /** What counts: the stricter of both, or a stricter one of another account of the same person. */
  amount: size.nullable(),
  /** Set where the limit of another account counts; `used` is what all of them used. */
  shared: z.boolean().optional(),
  used: size,
  /** Null without a limit. */
  left: size.nullable(),
  resets_at: time,
  /** A change of the operator's that is announced; null takes the operator's limit away. */
  announced: z.object({ amount: size.nullable(), from: time }).nullable(),
  /**
   * A raise of the member's own limit, or with null its end: it may be confirmed from `from` until
   * `until`, and lapses unless it is.
   */
  raise: z
    .object({
      amount: size.nullable(),
      asked_at: time,
      from: time,
      until: time,
      ready: z.boolean(),
    })
    .nullable(),
})

export const block = z.object({
  kind: oneOf(blockKinds),
  since: time,
  /** Empty for ever. */
  until: z.string(),
  /** The member may ask to return now. */
  may_return: z.boolean(),
  /** From when a return can be asked for; empty where it needs no asking or nobody can. */
  return_from: z.string(),
  /** A return was asked for and comes then; empty for none. */
  returns_at: z.string(),
  /** A return begins with staff, who have not taken it down yet. */
  return_by_staff: z.boolean(),
  /** An earlier end can be asked for with reasons. */
  may_end_earlier: z.boolean(),
  /** When a decision about an earlier end that was asked for is due; empty for none. */
  earlier_decided_by: z.string(),
})

const net = z.object({ stake: yuan, payout: yuan, net: yuan })

/** Settled bets; open and void ones are in none of the sums. */
const play = z.object({ bets: z.number().int(), ...net.shape })
const paidIn = z.object({ deposits: yuan, withdrawals: yuan, net_deposit: yuan })
const ofGame = z.object({ venue: z.string(), game: z.string(), ...play.shape })

/** A member's account over a span of Beijing days, both included. */
export const statement = z.object({
  from: day,
  to: day,
  ...play.shape,
  ...paidIn.shape,
  /** What else came to the member's accounts; corrections may be below zero. */
  bonuses: yuan,
  rebates: yuan,
  red_packets: yuan,
  commissions: yuan,
  adjustments: yuan,
  /** A span of at most 31 days has a bar for each day, a longer one for each month. */
  by: z.enum(['day', 'month']),
  /** Without gaps, oldest first, from the member's registration on. */
  bars: z.array(z.object({ of: z.string(), ...play.shape, ...paidIn.shape })),
  venues: z.array(z.object({ venue: z.string(), ...play.shape })),
  /** The games with the highest stakes; all further ones together are `more_games`. */
  games: z.array(ofGame),
  more_games: z.object({ games: z.number().int(), ...play.shape }).nullable(),
  /** From the registration until now, whatever the span. */
  lifetime: z.object({ since: day, ...paidIn.shape, explanation: z.string() }),
})

/** What a member does to protect themself. What loosens waits; what tightens counts at once. */
export const protectionCalls = {
  'POST /api/protection/show': member(
    nothing,
    z.object({
      limits: z.array(limit),
      block: block.nullable(),
      reality: z.object({ minutes: z.number().int(), options: z.array(z.number().int()) }),
      today: net,
      week: net,
      month: net,
      /** Minutes played today. */
      played_today: z.number().int(),
      /** A question to look through activity and limits is due. */
      review_due: z.boolean(),
      /** The member is to be asked for a limit before the next deposit. */
      prompt: z.boolean(),
      help_url: z.string(),
      /** What keeps a member from other sites too. */
      blockers: z.array(z.object({ name: z.string(), url: z.string() })),
    }),
  ),
  /** Empty for no limit. `waits` when it is looser than what counts: it must be confirmed then. */
  'POST /api/protection/limit': member(
    z.object({ kind, amount: text(20) }),
    z.object({ waits: z.boolean(), from: time }),
    { once: true },
  ),
  /** Confirms a raise whose time has come, or with `agree: 0` drops one at any time. */
  'POST /api/protection/limit/confirm': member(
    z.object({ kind, agree: int2 }),
    z.object({ amount: size.nullable() }),
    { once: true },
  ),
  'POST /api/protection/reality': member(
    z.object({ minutes: int2 }),
    z.object({ minutes: z.number().int() }),
  ),
  /** A break: `term`, or an empty one and `days`. It cannot be cut short by anybody. */
  'POST /api/protection/timeout': member(
    z.object({ term: z.enum(['', ...timeoutTerms]), days: text(3), password: secret }),
    block,
    { once: true },
  ),
  /** `word` is 我要排除. It ends only by asking to return after its term, and a day more. */
  'POST /api/protection/exclude': member(
    z.object({ term: z.enum(exclusionTerms), word: text(20), password: secret }),
    block,
    { once: true },
  ),
  /** Asks to return after an exclusion's term, or with `agree: 0` takes that back. */
  'POST /api/protection/return': member(
    z.object({ agree: int2, password: secret }),
    block.nullable(),
    { once: true },
  ),
  /**
   * Asks for an earlier end of an exclusion, with reasons. Two operators decide within seven days;
   * where the site does not allow it, it is refused.
   */
  'POST /api/protection/earlier': member(
    z.object({ reason: text(1_000), password: secret }),
    block,
    { once: true },
  ),
  /** The answer to the question for a limit before a deposit. */
  'POST /api/protection/prompt': member(z.object({ answer: z.enum(['limit', 'skip']) }), z.null()),
  /** At most 366 days of the last twelve months. */
  'POST /api/protection/statement': member(
    // Days as typed; the rules judge them.
    z.object({ from: text(10), to: text(10) }),
    statement,
  ),
  /**
   * Stretches of play of the last twelve months, newest first. Bets count where they were placed.
   */
  'POST /api/protection/sessions': member(
    z.object({ page }),
    paged(
      z.object({
        begin: time,
        end: time,
        /** Begun ones included. */
        minutes: z.number().int(),
        ...play.shape,
        /** What is staked on bets that are not settled. */
        open_stake: yuan,
      }),
    ),
  ),
  /** What the member is to be shown: at home, before the first game, before the first deposit. */
  'POST /api/protection/due': member(
    nothing,
    z.object({
      /** Activity and limits are to be looked through; since when. */
      review: z.object({ since: day, stake: yuan, net: yuan }).nullable(),
      /** How far the member's money is protected; to be read, again where it changed. */
      funds: z
        .object({
          version: z.number().int(),
          level: oneOf(fundsLevels),
          text: z.string(),
          /** What the platform holds of the member's money. */
          held: yuan,
          why: z.enum(['first', 'changed', 'reminder']),
          /** Play is refused until it is read. */
          needed: z.boolean(),
        })
        .nullable(),
      /** Papers that are asked for, by tier, and when; null where none is asked for anywhere. */
      papers: z
        .object({
          tier: z.number().int(),
          deposit: z.number().int(),
          play: z.number().int(),
          /** Sums of 30 days from which on a tier is asked for, or 0. */
          tier1_above: yuan,
          tier2_above: yuan,
          withdrawal: z.number().int(),
          answer_hours: z.number().int(),
          read: z.boolean(),
        })
        .nullable(),
    }),
    { early: true },
  ),
  /** The statement of protection was read; `version` is the one that was shown. */
  'POST /api/protection/funds': member(z.object({ version: int2 }), z.null()),
  /** What papers may be asked for was read. */
  'POST /api/protection/papers': member(nothing, z.null()),
  /** Activity and limits were looked through. */
  'POST /api/protection/reviewed': member(nothing, z.null()),
} as const
