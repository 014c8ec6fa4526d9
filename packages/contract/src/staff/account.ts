import { z } from 'zod'
import { anyone, operator } from '../call.ts'
import { int8, nothing, secret, text, time } from '../fields.ts'
import { permissions } from '../permissions.ts'

/** Who sits here. `must` is what has to be done before anything else is allowed. */
export const operatorSelf = z.object({
  id: z.number().int(),
  name: z.string(),
  role: z.string(),
  role_label: z.string(),
  permissions: z.array(z.enum(permissions)),
  must: z.enum(['', 'password', 'second_factor']),
})

/** Either in, or half-way: the password was right, and one of these ways comes next. */
const entered = z.object({
  operator: operatorSelf.nullable(),
  second: z
    .object({ ticket: z.string(), methods: z.array(z.enum(['totp', 'passkey', 'recovery'])) })
    .nullable(),
})

const ticket = text(64)

const code = text(20)

/** A log-in that stands. `id` names it without giving its token away. */
export const sessionRow = z.object({
  id: z.number().int(),
  current: z.boolean(),
  method: z.enum(['password', 'totp', 'recovery', 'passkey']),
  address: z.string(),
  agent: z.string(),
  created_at: time,
  last_seen_at: time,
  expires_at: time,
})

/** What a browser's authenticator answers; the server's library takes it apart. */
const response = z.record(z.string(), z.unknown())

const options = z.record(z.string(), z.unknown())

/**
 * Coming in, and everything about one's own account. What changes how one comes in asks for the
 * password again.
 */
export const operatorAccount = {
  'POST /api/console/login': anyone(z.object({ name: text(32), password: secret }), entered),
  'POST /api/console/login/second': anyone(
    z.object({ ticket, kind: z.enum(['totp', 'recovery']), code }),
    entered,
  ),
  /** With the ticket of a right password, or without one: a passkey alone is both factors. */
  'POST /api/console/login/passkey/begin': anyone(
    z.object({ ticket }),
    z.object({ ticket: z.string(), options }),
  ),
  'POST /api/console/login/passkey/finish': anyone(z.object({ ticket, response }), entered),
  /** With a ticket of another brand's back office, which stands for the password. */
  'POST /api/console/login/brand': anyone(z.object({ ticket }), entered),
  'POST /api/console/logout': operator('', nothing, z.null()),
  'POST /api/console/me': operator('', nothing, operatorSelf),
  'POST /api/console/account/show': operator(
    '',
    nothing,
    z.object({
      /** Where one is seen to come from. */
      address: z.string(),
      second_factor_required: z.boolean(),
      /** When it was set up; empty when it is not. */
      totp_since: z.string(),
      recovery_left: z.number().int(),
      passkeys: z.array(
        z.object({ id: z.string(), label: z.string(), created_at: time, last_used_at: z.string() }),
      ),
      /** Passkeys need a name of their own: neither an address nor a plain connection will do. */
      passkeys_possible: z.boolean(),
      allowed: z.array(z.string()),
      sessions: z.array(sessionRow),
    }),
  ),
  'POST /api/console/account/password': operator(
    '',
    z.object({ old: secret, password: secret }),
    z.null(),
  ),
  /** A new secret, shown once; it counts only after a code of it came back. */
  'POST /api/console/account/totp/begin': operator(
    '',
    z.object({ password: secret }),
    z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
  ),
  'POST /api/console/account/totp/confirm': operator(
    '',
    z.object({ code }),
    z.object({ recovery_codes: z.array(z.string()) }),
  ),
  'POST /api/console/account/totp/remove': operator('', z.object({ password: secret }), z.null()),
  /** New recovery codes, shown once; the old ones end. */
  'POST /api/console/account/recovery': operator(
    '',
    z.object({ password: secret }),
    z.object({ recovery_codes: z.array(z.string()) }),
  ),
  'POST /api/console/account/passkeys/begin': operator(
    '',
    z.object({ password: secret }),
    z.object({ options }),
  ),
  'POST /api/console/account/passkeys/finish': operator(
    '',
    z.object({ label: text(40), response }),
    z.null(),
  ),
  'POST /api/console/account/passkeys/remove': operator(
    '',
    z.object({ id: text(400), password: secret }),
    z.null(),
  ),
  /** `id` 0 ends all but this one. */
  'POST /api/console/account/sessions/end': operator('', z.object({ id: int8 }), z.null()),
} as const
