import { z } from 'zod'
import { anyone, member } from '../call.ts'
import { nothing, oneOf, secret, text } from '../fields.ts'
import { channels } from './facts.ts'

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
} as const
