import { z } from 'zod'
import { operator } from '../call.ts'
import { remark } from '../consoleFields.ts'
import { channels } from '../delivery/facts.ts'
import { reviewLabels, reviewState } from '../facts.ts'
import { flag, int2, int8, oneOf, text, time, stateOf } from '../fields.ts'
import { inOrder, keyed, sorted, span } from '../listed.ts'
import { exclusionTerms, protectionRequests, reachedBy } from './facts.ts'

const opinions = { approved: reviewState.approved, rejected: reviewState.rejected }
const once = { once: true } as const
const id = z.object({ id: int8 })
const channel = oneOf(reachedBy)

const requestRow = z.object({
  request_id: z.number().int(),
  kind: oneOf(protectionRequests),
  member_id: z.number().int(),
  username: z.string(),
  channel,
  reason: z.string(),
  /** Empty for the member. */
  asked_by: z.string(),
  created_at: time,
  /** When a decision is due; empty where none is. */
  decide_by: z.string(),
  overdue: z.boolean(),
  /** What the first of two persons would decide; null while nobody has said. */
  proposed: stateOf(opinions, reviewLabels).nullable(),
  proposed_by: z.string(),
  proposal: z.string(),
  state: stateOf(reviewState, reviewLabels),
  decided_by: z.string(),
  decided_at: z.string(),
  remark: z.string(),
})

/** A contact that nobody may write to with offers, as partners compare it with their own. */
const suppressed = z.object({
  channel: oneOf(channels),
  /** HMAC-SHA-256 in hexadecimal (docs/decisions/0069-offers-by-choice-and-suppression.md). */
  contact_hash: z.string(),
})

/** Exclusions that members ask staff for, and what loosens a block. */
export const protectionConsole = {
  /**
   * An exclusion that the member asks staff for, with the effects of the member's own: at once, the
   * whole person, and never shortened.
   */
  'POST /api/console/members/self-exclude': operator(
    'member.limit',
    id.extend({ term: z.enum(exclusionTerms), channel, remark }),
    z.null(),
    once,
  ),
  /**
   * Takes down what a member asks for. `return`: to return after an exclusion, which the member
   * then confirms. `unlink`: this account was joined with an excluded one of another person.
   * `stranger`: the exclusion of this account stays, but its name and birthday are another
   * person's, whom it keeps out no longer. The last two count when another operator agrees.
   */
  'POST /api/console/members/protection-request': operator(
    'member.limit',
    id.extend({ kind: z.enum(['return', 'unlink', 'stranger']), channel, remark }),
    z.null(),
    once,
  ),
  /** `state` 0 all, 1 waiting, 2 approved, 3 rejected; empty `kind` for all. */
  'POST /api/console/protection-requests/list': operator(
    'member.limit',
    z.object({
      ...sorted('POST /api/console/protection-requests/list'),
      ...span,
      state: int2.optional(),
      kind: text(20),
    }),
    keyed(requestRow),
  ),
  /** What the first of two persons would decide about an earlier end. */
  'POST /api/console/protection-requests/propose': operator(
    'protection.decide',
    id.extend({ agree: flag, remark }),
    z.null(),
    once,
  ),
  /**
   * The second person carries out what the first proposed; with `agree: 0` an earlier end goes back
   * for another proposal, and everything else is rejected.
   */
  'POST /api/console/protection-requests/decide': operator(
    'protection.decide',
    id.extend({ agree: flag, remark }),
    z.null(),
    once,
  ),
  /**
   * Contacts of members who are blocked, closing, stopped by a marker of harm, or want no offers;
   * always as of now, and downloaded as a file like any list.
   */
  'POST /api/console/suppressions/list': operator(
    'message.read',
    z.object(inOrder('POST /api/console/suppressions/list')),
    keyed(suppressed),
  ),
  /** The key of the hashes, to be handed to partners apart from the file; each look is logged. */
  'POST /api/console/suppressions/key': operator(
    'message.send',
    z.object({ remark }),
    z.object({ key: z.string() }),
  ),
} as const
