import type { Db } from '@tianping/database'
import { Secret, TOTP } from 'otpauth'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { factorKeysOf, openNumber, sealNumber } from '../cardNumber.ts'
import type { Settings } from '../environment.ts'
import { takeStep, totpOf, type Owner } from './factor.sql.ts'

/** As an authenticator app names the site. */
export const issuers = { operator: '天平后台', member: '天平' } as const satisfies Record<
  Owner['kind'],
  string
>
/**
 * What every authenticator app understands: SHA-1, six digits, half a minute; a clock may be one
 * step off either way.
 */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const STEPS_OFF = 1
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const RECOVERY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

type Keys = Pick<Settings, 'factorKey' | 'cardKey'>

/** What seals the secrets of one kind of owner now, and what did before. */
export const keysOf = (settings: Keys, kind: Owner['kind']) =>
  factorKeysOf(settings, `${kind}s' second factors`)

/** A new secret: as the app scans it, as one types it, and sealed for the table. */
export function newTotp(settings: Keys, of: Owner, name: string) {
  const secret = Secret.fromHex(randomBytes(SECRET_BYTES).toString('hex'))
  const uri = new TOTP({ ...FORM, issuer: issuers[of.kind], label: name, secret }).toString()
  return {
    secret: secret.base32,
    uri,
    sealed: sealNumber(keysOf(settings, of.kind), of.id, secret.base32),
  }
}

/**
 * Whether a typed code is one of the owner's authenticator now, and takes it: the same code, or
 * one of an earlier step, is never taken again. `confirmed` asks for an authenticator that counts
 * already.
 */
export async function takeTotp(
  db: Db,
  settings: Keys,
  of: Owner,
  typed: string,
  now: Date,
  confirmed = true,
): Promise<boolean> {
  const token = typed.replace(/\s/g, '')
  const row = await totpOf(db, of)
  if (!/^\d{6}$/.test(token) || !row || (confirmed && !row.confirmedAt)) return false
  const secret = Secret.fromBase32(openNumber(keysOf(settings, of.kind), of.id, row.secretSealed))
  const off = TOTP.validate({ ...FORM, token, secret, timestamp: now.getTime(), window: STEPS_OFF })
  if (off === null) return false
  return takeStep(
    db,
    of,
    BigInt(TOTP.counter({ period: FORM.period, timestamp: now.getTime() }) + off),
  )
}

/**
 * Ten codes for the day the phone is gone: 50 random bits each, so that their plain hashes give
 * nothing away.
 */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: 10 }, () => RECOVERY_ALPHABET[randomInt(32)])
      .join('')
      .replace(/(.{5})/, '$1-'),
  )

export const recoveryHash = (typed: string): string =>
  createHash('sha256')
    .update(typed.toUpperCase().replace(/[^A-Z2-9]/g, ''))
    .digest('hex')
