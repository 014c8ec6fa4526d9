import { z } from 'zod'
import { anyone, member } from '../call.ts'
import { flag, int8, nothing, oneOf, secret, text, time } from '../fields.ts'
import { channels, noticeKinds, noticeWays } from './facts.ts'

const channel = oneOf(channels)
const code = text(6)

/** None is named by a document: additions for the member's own protection. */
export const deliveryCalls = {
  /**
   * The member's contacts, masked; empty where the profile has none. `open` says whether the site
   * can reach the channel at all.
   */
  'POST /api/contacts': member(
    nothing,
    z.array(z.object({ channel, contact: z.string(), verified: z.boolean(), open: z.boolean() })),
  ),
  /** Sends a code to the contact in the profile. */
  'POST /api/contacts/code': member(z.object({ channel }), z.null()),
  /** Proves the contact with the code; the password keeps a stolen session from doing so. */
  'POST /api/contacts/verify': member(z.object({ channel, code, password: secret }), z.null()),
  /** Through which channels a forgotten password is recovered; empty for none. */
  'POST /api/recover/channels': anyone(nothing, z.array(channel)),
  /** Answers the same whether or not there is such a member with a verified contact. */
  'POST /api/recover/code': anyone(
    z.object({ name: text(32), channel }),
    z.object({ ticket: z.string() }),
  ),
  /**
   * `ticket` is of the call that asked for the code. Without one, the newest code that was asked
   * for from the same network counts.
   */
  'POST /api/recover': anyone(
    z.object({ name: text(32), code, password: secret, ticket: text(64).optional() }),
    z.null(),
  ),
  /**
   * How letters of the inbox reach the member elsewhere. `key` is the site's public key of web
   * push; empty where the site has none. A browser is listed as long as its log-in lasts.
   */
  'POST /api/notices/show': member(
    nothing,
    z.object({
      kinds: z.array(z.object({ kind: oneOf(noticeKinds), push: flag, mail: flag })),
      /** Whether letters reach a proved address: `open` is the site's part of it. */
      mail: z.object({ open: z.boolean(), contact: z.string(), verified: z.boolean() }),
      key: z.string(),
      browsers: z.array(
        z.object({
          id: z.number().int(),
          name: z.string(),
          created_at: time,
          /** This log-in's own. */
          current: z.boolean(),
        }),
      ),
    }),
  ),
  'POST /api/notices/choose': member(
    z.object({ kind: oneOf(noticeKinds), way: oneOf(noticeWays), on: flag }),
    z.null(),
  ),
  /** Lets the site notify this browser, by what its `PushManager` made for `key`. */
  'POST /api/notices/subscribe': member(
    z.object({ endpoint: text(1_000), p256dh: text(100), auth: text(40), key: text(100) }),
    z.null(),
  ),
  /** Ends the notices to one browser; without an id, to this one. */
  'POST /api/notices/unsubscribe': member(z.object({ id: int8.optional() }), z.null()),
} as const
