import { z } from 'zod'
import { member } from '../call.ts'
import { int2, nothing, oneOf, secret, text, time, yuan } from '../fields.ts'
import { blockKinds, exclusionTerms, limitLabels, timeoutTerms } from './facts.ts'

const kind = oneOf(limitLabels)
/** Yuan, or minutes of a limit of time. */
const size = z.number().min(0)

export const limit = z.object({
  kind,
  /** The member's own and the operator's; null for none. */
  own: size.nullable(),
  operator: size.nullable(),
  /** The stricter of both, which counts. */
  amount: size.nullable(),
  used: size,
  /** Null without a limit. */
  left: size.nullable(),
  resets_at: time,
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
})

const net = z.object({ stake: yuan, payout: yuan, net: yuan })

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
  /** The answer to the question for a limit before a deposit. */
  'POST /api/protection/prompt': member(z.object({ answer: z.enum(['limit', 'skip']) }), z.null()),
  /** Activity and limits were looked through. */
  'POST /api/protection/reviewed': member(nothing, z.null()),
} as const
