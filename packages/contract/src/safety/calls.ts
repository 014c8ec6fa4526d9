import { z } from 'zod'
import { anyone, member } from '../call.ts'
import { nothing, secret, text, time } from '../fields.ts'

const ticket = text(64)
const code = text(20)
/** What goes to and comes from a browser's authenticator; the server's library takes it apart. */
const passkeyJson = z.record(z.string(), z.unknown())
const token = z.object({ api_token: z.string() })
/** Shown this once; empty when there were recovery codes already. */
const codes = z.object({ recovery_codes: z.array(z.string()) })

export const factorKinds = ['totp', 'passkey', 'recovery'] as const

/**
 * A second factor that a member shows while logged in: a code, or a passkey with the ticket it was
 * asked for with.
 */
export const factorProof = z.object({
  kind: z.enum(factorKinds),
  code,
  ticket,
  response: passkeyJson.optional(),
})
export type FactorProof = z.output<typeof factorProof>

const proven = z.object({ password: secret, factor: factorProof.optional() })

/**
 * The second step of a log-in, and all that protects a member's own account. What changes how one
 * comes in asks for the password, and for a second factor where there is one.
 */
export const safetyCalls = {
  /** `ticket` is that of the refusal `login.second_step`. */
  'POST /api/login/second': anyone(
    z.object({ ticket, kind: z.enum(['totp', 'recovery']), code }),
    token,
  ),
  'POST /api/login/passkey/begin': anyone(
    z.object({ ticket }),
    z.object({ ticket: z.string(), options: passkeyJson }),
  ),
  'POST /api/login/passkey/finish': anyone(z.object({ ticket, response: passkeyJson }), token),
  'POST /api/safety/show': member(
    nothing,
    z.object({
      /** The log-in before the last one; null for none. `address` is rough. */
      previous_login: z.object({ at: time, address: z.string(), device: z.string() }).nullable(),
      /** When the authenticator app was set up; empty for never. */
      totp_since: z.string(),
      recovery_left: z.number().int(),
      passkeys: z.array(
        z.object({ id: z.string(), label: z.string(), created_at: time, last_used_at: z.string() }),
      ),
      /** Whether this entrance of the site can make and show passkeys. */
      passkeys_possible: z.boolean(),
      /** The factors that the member can show here. */
      methods: z.array(z.enum(factorKinds)),
      /** `mark` names a session when it is to be ended; it opens nothing. */
      sessions: z.array(
        z.object({
          mark: z.string(),
          current: z.boolean(),
          device: z.string(),
          address: z.string(),
          created_at: time,
          last_seen_at: time,
          expires_at: time,
        }),
      ),
    }),
  ),
  /** Ends one session by its mark, or with an empty one all others. */
  'POST /api/safety/sessions/end': member(
    z.object({ mark: text(16) }),
    z.object({ ended: z.number().int() }),
  ),
  /** What the browser needs to show a passkey as `factor` of another call. */
  'POST /api/safety/passkeys/ask': member(
    nothing,
    z.object({ ticket: z.string(), options: passkeyJson }),
  ),
  /** A new secret, shown once; it counts only after a code of it came back. */
  'POST /api/safety/totp/begin': member(
    proven,
    z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
  ),
  'POST /api/safety/totp/confirm': member(z.object({ code }), codes),
  'POST /api/safety/totp/remove': member(proven, z.null()),
  'POST /api/safety/passkeys/begin': member(proven, z.object({ options: passkeyJson })),
  'POST /api/safety/passkeys/finish': member(
    z.object({ label: text(40), response: passkeyJson }),
    codes,
  ),
  'POST /api/safety/passkeys/remove': member(proven.extend({ id: text(400) }), z.null()),
  /** New recovery codes; the old ones end. */
  'POST /api/safety/recovery': member(proven, codes),
} as const
