// A second factor beside the password, the same for operators and members: codes of an app,
// recovery codes, passkeys. Who is asked for one, and when, is for their own rooms to say.
import type { Db } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { toString as qrCode } from 'qrcode'
import { createHash, randomBytes } from 'node:crypto'
import type { Services } from '../http/services.ts'
import {
  insertChallenge,
  insertSecondStep,
  setChallenge,
  takeChallenge,
  type Challenge,
  type ChallengeKind,
} from './challenge.sql.ts'
import {
  insertTotp,
  markPasskeyUsed,
  passkeyById,
  passkeysOf,
  takeRecovery,
  writeRecovery,
  type Factors,
  type NewPasskey,
  type Owner,
  type Passkey,
  type TotpRow,
} from './factor.sql.ts'
import {
  authenticationOptions,
  readAuthentication,
  readRegistration,
  registrationOptions,
} from './passkeys.ts'
import { newRecoveryCodes, newTotp, recoveryHash, takeTotp } from './totp.ts'

const CHALLENGE_MS = 5 * 60_000
export const MOST_TRIES = 5
export const MOST_PASSKEYS = 10

type Using = Pick<Services, 'db' | 'clock' | 'settings'>
type Whose = Owner['kind']
export type CodeKind = 'totp' | 'recovery'

export const ticketHashOf = (ticket: string) => createHash('sha256').update(ticket).digest('hex')

/** A log-in asks for a second step when there is a factor; recovery codes alone are none. */
export const hasFactor = ({ totp, passkeys }: Factors) => totp || passkeys > 0

/** The ways that lead through the second step, where passkeys work or not. */
export function waysOf({ totp, passkeys, recovery }: Factors, passkeysWork: boolean) {
  const possible = { totp, passkey: passkeys > 0 && passkeysWork, recovery: recovery > 0 }
  return (['totp', 'passkey', 'recovery'] as const).filter(each => possible[each])
}

const lasting = ({ clock }: Using) => {
  const now = clock.now()
  return { now, expiresAt: new Date(now.getTime() + CHALLENGE_MS) }
}

/** Opens what has to come back within minutes, and answers its ticket. */
async function openChallenge(
  using: Using,
  whose: Whose,
  c: Challenge & { kind: ChallengeKind },
  ticket = randomBytes(32).toString('hex'),
): Promise<string> {
  const ticketHash = ticketHashOf(ticket)
  await insertChallenge(using.db, whose, { ...c, ...lasting(using), ticketHash })
  return ticket
}

/**
 * The ticket of a log-in whose password was right and whose second factor is asked for; null when
 * the password was replaced, or its owner locked, meanwhile.
 */
export async function openSecondStep(
  using: Using,
  whose: Whose,
  verified: { id: bigint; passwordHash: string },
): Promise<string | null> {
  const ticket = randomBytes(32).toString('hex')
  const ticketHash = ticketHashOf(ticket)
  const half = { ...verified, ...lasting(using), ticketHash }
  return (await insertSecondStep(using.db, whose, half)) ? ticket : null
}

/** A new secret, as the app scans it and as one types it; null when one counts already. */
export async function beginTotp({ db, clock, settings }: Using, of: Owner, name: string) {
  const { secret, uri, sealed } = newTotp(settings, of, name)
  if (!(await insertTotp(db, of, { secretSealed: sealed, now: clock.now() }))) return null
  return { secret, uri, qr: await qrCode(uri, { type: 'svg', margin: 1 }) }
}

/** Takes a code of the authenticator app, or a recovery code; false when it is none. */
export const takeCode = (
  { db, clock, settings }: Using,
  of: Owner,
  { kind, code }: { kind: CodeKind; code: string },
): Promise<boolean> =>
  kind === 'totp'
    ? takeTotp(db, settings, of, code, clock.now())
    : takeRecovery(db, of, recoveryHash(code), clock.now())

/** New recovery codes, to be shown once; the old ones end. */
export async function renewRecovery(db: Db, of: Owner): Promise<string[]> {
  const codes = newRecoveryCodes()
  await writeRecovery(db, of, codes.map(recoveryHash))
  return codes
}

/** What the browser needs to make a passkey. */
export async function beginPasskey(using: Using, of: Owner, name: string) {
  const keys = await passkeysOf(using.db, of)
  const options = await registrationOptions(using.settings, of, name, keys)
  // The answer carries the challenge itself, so the challenge is its own ticket.
  const { challenge } = options
  await openChallenge(using, of.kind, { ownerId: of.id, kind: 'register', challenge }, challenge)
  return { ...options }
}

/** The passkey that a browser made; null when it does not hold. */
export async function madePasskey(
  { db, clock, settings }: Using,
  of: Owner,
  response: Record<string, unknown>,
): Promise<NewPasskey | null> {
  const ticketHash = ticketHashOf(challengeIn(response))
  const asked = { ticketHash, kind: 'register', now: clock.now() } as const
  const open = await takeChallenge(db, of.kind, asked)
  if (open?.ownerId !== of.id) return null
  return readRegistration(settings, open.challenge, response)
}

/** The challenge a browser's answer says it answers; whether it does is for the library to find. */
function challengeIn(response: Record<string, unknown>): string {
  try {
    const { clientDataJSON } = response['response'] as { clientDataJSON: string }
    return (
      JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { challenge: string }
    ).challenge
  } catch {
    return ''
  }
}

type Shown = { whose: Whose; kind: 'passkey' | 'proof' | 'second' }

/** What the browser needs to show a passkey: of the owner, or with null of anybody. */
export async function askPasskey(using: Using, { whose, kind }: Shown, ownerId: bigint | null) {
  const keys = ownerId === null ? [] : await passkeysOf(using.db, { kind: whose, id: ownerId })
  const options = await authenticationOptions(using.settings, keys)
  const { challenge } = options
  return {
    ticket: await openChallenge(using, whose, { ownerId, kind, challenge }),
    options: { ...options },
  }
}

type ShownPasskey = { key: Passkey | undefined; holds: boolean }

/**
 * Has the second step of a log-in ask for a passkey: what ends the step, such as another password,
 * ends this too. Null when the step is over.
 */
export async function askInStep(using: Using, of: Owner, ticket: string) {
  const keys = await passkeysOf(using.db, of)
  const options = await authenticationOptions(using.settings, keys)
  const { challenge } = options
  const step = { ticketHash: ticketHashOf(ticket), kind: 'second', now: using.clock.now() } as const
  const asked = await setChallenge(using.db, of.kind, { ...step, challenge })
  return asked ? { ticket, options: { ...options } } : null
}

/** Base64url, as WebAuthn has it. */
const CREDENTIAL_ID = /^[\w-]+$/

/**
 * The passkey that was shown for a ticket, and whether it holds; null when the ticket is over. With
 * `db` of a transaction the ticket comes back when that fails.
 */
export async function shownPasskey(
  { db, clock, settings }: Using,
  { whose, kind }: Shown,
  { ticket, response }: { ticket: string; response: Record<string, unknown> },
): Promise<ShownPasskey | null> {
  const now = clock.now()
  const asked = await takeChallenge(db, whose, { ticketHash: ticketHashOf(ticket), kind, now })
  if (!asked) return null
  const id = String(response['id'])
  const key = CREDENTIAL_ID.test(id) ? await passkeyById(db, whose, id) : undefined
  const meant = key && (asked.ownerId === null || key.ownerId === asked.ownerId)
  const counter = meant ? await readAuthentication(settings, asked.challenge, key, response) : null
  if (!key || counter === null) return { key, holds: false }
  await markPasskeyUsed(db, whose, { credentialId: key.credentialId, counter, now })
  return { key, holds: true }
}

/** What its owner is shown of it: no secret, and nothing that opens anything. */
export const shownFactors = (of: {
  totp: TotpRow | undefined
  factors: Factors
  keys: Passkey[]
}) => ({
  totp_since: of.totp?.confirmedAt ? beijing(of.totp.confirmedAt) : '',
  recovery_left: of.factors.recovery,
  passkeys: of.keys.map(key => ({
    id: key.credentialId,
    label: key.label,
    created_at: beijing(key.createdAt),
    last_used_at: key.lastUsedAt ? beijing(key.lastUsedAt) : '',
  })),
})
