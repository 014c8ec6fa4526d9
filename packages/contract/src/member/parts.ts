import { z } from 'zod'
import { operator } from '../call.ts'
import { orderFilter, remark } from '../consoleFields.ts'
import { inOrder, keyed, sorted, span } from '../listed.ts'
import { flag, int2, int8, oneOf, text, time, yuan, nameOf } from '../fields.ts'
import { accountLabels } from '../account/facts.ts'
import { reviewState } from '../facts.ts'
import { memberLinkLabels, payRequestKinds, timelineKinds } from './facts.ts'
import { blockKinds, limitLabels } from '../protection/facts.ts'
import { rebateState } from '../rebate/facts.ts'
import { levelChanges } from '../vip/facts.ts'
import { actorWords, codeWords, layerWords, phaseWords, sourceWords } from '../desk/words.ts'

const once = { once: true } as const

const id = z.object({ id: int8 })

const payRequest = z.object({
  request_id: z.number().int(),
  /** What was asked for. */
  kind: oneOf(payRequestKinds),
  member_id: z.number().int(),
  username: z.string(),
  asked_by: z.string(),
  created_at: time,
  reason: z.string(),
  state: z.number().int(),
  decided_by: z.string(),
  decided_at: z.string(),
  remark: z.string(),
})

const promotions = z.object({
  vip: z.array(
    z.object({
      day: z.string(),
      kind: oneOf(levelChanges),
      from_vip: z.number().int(),
      to_vip: z.number().int(),
      deposit: yuan,
      turnover: yuan,
      window: yuan,
      needed: yuan,
    }),
  ),
  rebates: z.array(
    z.object({
      day: z.string(),
      venue: z.string(),
      valid: yuan,
      percent: z.number(),
      amount: yuan,
      state: z.enum(rebateState),
    }),
  ),
  red_packets: z.array(
    z.object({
      draw_id: z.string(),
      day: z.string(),
      amount: yuan,
      counted: yuan,
      claimed_at: time,
    }),
  ),
  applications: z.array(
    z.object({
      application_id: z.string(),
      title: z.string(),
      bonus: yuan,
      state: z.enum(reviewState),
      applied_at: time,
      decided_by: z.string(),
    }),
  ),
  totals: z.object({ rebates: yuan, red_packets: yuan, bonuses: yuan }),
})

const limitKind = oneOf(limitLabels)

const limits = z.object({
  limits: z.array(
    z.object({
      kind: limitKind,
      /** The member's own and the operator's, in yuan or minutes; null for none. */
      own: z.number().nullable(),
      limit: z.number().nullable(),
      used: z.number(),
      /** What comes next, and from when: a looser limit counts after a day. */
      next: z.object({ limit: z.number().nullable(), from: time }).nullable(),
      set_by: z.string(),
      set_at: z.string(),
    }),
  ),
  exclusion: z
    .object({
      kind: oneOf(blockKinds),
      until: z.string(),
      reason: z.string(),
      set_by: z.string(),
      set_at: time,
    })
    .nullable(),
})

const place = z.object({
  address: z.string(),
  agent: z.string(),
  first_at: time,
  last_at: time,
  times: z.number().int(),
  others: z.number().int(),
})

/** The parts of a member's page, and what is done there. */
export const memberPartConsole = {
  'POST /api/console/members/promotions': operator('member.read', id, promotions),
  'POST /api/console/members/referrals': operator(
    'member.read',
    id.extend({ ...inOrder('POST /api/console/members/referrals'), ...span }),
    keyed(
      z.object({
        id: z.number().int(),
        username: z.string(),
        vip: z.number().int(),
        state: oneOf(accountLabels),
        joined_at: time,
        deposits: yuan,
        turnover: yuan,
        invited: z.number().int(),
      }),
    ),
  ),
  /**
   * Devices the member logged in with, newest first: the beginning of the mark, and how many others
   * have it too.
   */
  'POST /api/console/members/devices': operator(
    'member.read',
    id.extend({ ...inOrder('POST /api/console/members/devices'), ...span }),
    keyed(place.extend({ device: z.string() })),
  ),
  /**
   * Who shares a device, an address, an account or an invitation with the member: of the newest
   * twenty marks of each kind the first twenty members. `more` share the mark beyond those that are
   * named; with `more_beyond` even more do, which are not counted.
   */
  'POST /api/console/members/links': operator(
    'member.read',
    id,
    z.array(
      z.object({
        kind: oneOf(memberLinkLabels),
        what: z.string(),
        member_id: z.number().int(),
        username: z.string(),
        at: time,
        more: z.number().int(),
        more_beyond: z.boolean(),
      }),
    ),
  ),
  /**
   * What happened to the member, newest first, of the kinds that the operator may read; `next` is
   * the way to what was before.
   */
  'POST /api/console/members/timeline': operator(
    'member.read',
    id.extend({ kind: oneOf({ ...timelineKinds, '': '' }).default(''), cursor: text(300) }),
    z.object({
      kinds: z.array(oneOf(timelineKinds)),
      rows: z.array(
        z.object({
          kind: oneOf(timelineKinds),
          at: time,
          no: z.string(),
          amount: yuan.nullable(),
          words: z.string(),
        }),
      ),
      next: z.string(),
    }),
  ),
  /** Where the member logged in from, newest first, and how many others did from there. */
  'POST /api/console/members/places': operator(
    'member.read',
    id.extend({ ...inOrder('POST /api/console/members/places'), ...span }),
    keyed(place),
  ),
  'POST /api/console/members/notes': operator(
    'member.read',
    id.extend({ ...inOrder('POST /api/console/members/notes'), ...span }),
    keyed(z.object({ note_id: z.number().int(), content: z.string(), by: z.string(), at: time })),
  ),
  /**
   * What the member was refused within the last 30 days, newest first: the call, the stable code of
   * the sentence, the sentence, and the request's id in the log.
   */
  'POST /api/console/members/refusals': operator(
    'member.read',
    id.extend({ ...inOrder('POST /api/console/members/refusals'), ...span }),
    keyed(
      z.object({
        at: time,
        call: z.string(),
        reason: z.string(),
        text: z.string(),
        request_id: z.string(),
      }),
    ),
  ),
  'POST /api/console/members/note/add': operator(
    'member.note',
    id.extend({ content: text(1_000) }),
    z.null(),
    once,
  ),
  'POST /api/console/members/limits': operator('member.read', id, limits),
  /**
   * An empty `amount` takes the limit away. A stricter one counts at once, a looser one after 24
   * hours.
   */
  'POST /api/console/members/limit/set': operator(
    'member.limit',
    id.extend({ kind: limitKind, amount: text(20), remark }),
    z.null(),
    once,
  ),
  /** Neither deposits nor games for so many days; it is never shortened. */
  /**
   * A member turned out to be under age: stops them at once, and proposes the return of what was
   * paid in, which another approves among the rules.
   */
  'POST /api/console/members/underAge': operator(
    'member.limit',
    z.object({ id: int8, birthday: text(10), evidence: remark }),
    z.null(),
    once,
  ),
  'POST /api/console/members/exclude': operator(
    'member.limit',
    id.extend({ days: int2.pipe(z.number().min(1).max(3_650)), remark }),
    z.null(),
    once,
  ),
  'POST /api/console/members/lock': operator('member.lock', id.extend({ remark }), z.null(), once),
  'POST /api/console/members/unlock': operator(
    'member.lock',
    id.extend({ remark }),
    z.null(),
    once,
  ),
  /** Ends one session by its mark, or with an empty one all of them. */
  'POST /api/console/members/logout': operator(
    'member.lock',
    id.extend({ session: text(16), remark }),
    z.object({ ended: z.number().int() }),
    once,
  ),
  /**
   * A new password. For the log-in it is made by the server, shown this once, good for a day and
   * only to be changed; it ends every session. One for payments, and that a lost second factor is
   * taken away, is asked for (`waits`): another person does it.
   */
  'POST /api/console/members/password': operator(
    'member.password',
    id.extend({ which: z.enum(['login', 'pay', 'factor']), remark }),
    /** Empty where it went to the member: `sent_to` is the masked contact. */
    z.object({ password: z.string(), sent_to: z.string(), waits: z.boolean() }),
  ),
  /**
   * Requests for a payment password or against a second factor; `state` 0 all, 1 waiting, 2
   * approved, 3 rejected.
   */
  'POST /api/console/members/pay-requests/list': operator(
    'member.password',
    orderFilter.extend({
      ...sorted('POST /api/console/members/pay-requests/list'),
      ...span,
    }),
    keyed(payRequest),
  ),
  /**
   * Makes the payment password and sends it to the member, or shows it this once where no contact
   * was proved; it does nothing but be changed. A second factor is taken away; `password` is then
   * empty.
   */
  'POST /api/console/members/pay-requests/approve': operator(
    'member.password',
    id.extend({ remark }),
    z.object({ password: z.string(), sent_to: z.string() }),
    once,
  ),
  'POST /api/console/members/pay-requests/reject': operator(
    'member.password',
    id.extend({ remark }),
    z.null(),
    once,
  ),
  /** Corrects the real name, which the member cannot; cards that are bound stay as they are. */
  'POST /api/console/members/rename': operator(
    'member.rename',
    id.extend({ realname: text(32), remark }),
    z.null(),
    once,
  ),
  /**
   * Corrects the birthday, which a member cannot once it is proven; a verification is asked for
   * again.
   */
  'POST /api/console/members/birthday': operator(
    'member.rename',
    id.extend({ birthday: text(10), remark }),
    z.null(),
    once,
  ),
  /** Nothing is paid to a locked card. */
  'POST /api/console/members/card/set': operator(
    'member.lock',
    id.extend({ card_id: int8, locked: flag, remark }),
    z.null(),
    once,
  ),
  /**
   * Every movement of a member's own accounts, newest first; `code` and days narrow it, `q` is the
   * number of its source.
   */
  'POST /api/console/members/ledger': operator(
    'ledger.read',
    id.extend({
      ...inOrder('POST /api/console/members/ledger'),
      ...span,
      code: text(20),
      q: text(200),
    }),
    keyed(
      z.object({
        transaction_id: z.string(),
        created_at: time,
        code: nameOf(codeWords),
        phase: nameOf(phaseWords),
        account: z.string(),
        layer: nameOf(layerWords),
        amount: yuan,
        balance_after: z.number().nullable(),
        source_type: nameOf(sourceWords),
        source_id: z.string(),
        /** Its kind and its number: `operator:3`. */
        actor: nameOf(actorWords),
      }),
    ),
  ),
} as const
