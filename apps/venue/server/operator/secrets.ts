import { hash, verify } from '@node-rs/argon2'
import { Secret, TOTP } from 'otpauth'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** argon2id, 19 MiB, two passes, as for the passwords of the platform. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** What every authenticator app understands; a clock may be one step off either way. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const STEPS_OFF = 1
const SECRET_BYTES = 20
const NONCE_BYTES = 12
const TAG_BYTES = 16

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** A hash that nothing matches, so that an unknown name takes as long as a wrong password. */
const nobody = hashPassword(randomBytes(16).toString('hex'))

export async function passwordMatches(
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  return (await verify(stored ?? (await nobody), password)) && stored !== undefined
}

const derived = (key: string) =>
  Buffer.from(hkdfSync('sha256', key, 'tianping venue', "operators' authenticators", 32))

/** Encrypts an authenticator's secret for one operator; in another row it cannot be opened. */
function seal(key: string, name: string, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derived(key), nonce).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function open(key: string, name: string, sealed: Buffer): string {
  const tagged = NONCE_BYTES + TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', derived(key), sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(NONCE_BYTES, tagged))
  return Buffer.concat([decipher.update(sealed.subarray(tagged)), decipher.final()]).toString()
}

/** A new authenticator: the address that an app scans or reads, and its secret sealed. */
export function newAuthenticator(key: string, name: string): { uri: string; sealed: Buffer } {
  const secret = Secret.fromHex(randomBytes(SECRET_BYTES).toString('hex'))
  const uri = new TOTP({ ...FORM, issuer: '天平场馆', label: name, secret }).toString()
  return { uri, sealed: seal(key, name, secret.base32) }
}

/** The step whose code was typed, or null when the code belongs to none that is valid now. */
export function stepOf(
  key: string,
  name: string,
  sealed: Buffer,
  typed: string,
  nowMs: number,
): bigint | null {
  const token = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const secret = Secret.fromBase32(open(key, name, sealed))
  const off = TOTP.validate({ ...FORM, token, secret, timestamp: nowMs, window: STEPS_OFF })
  if (off === null) return null
  return BigInt(TOTP.counter({ period: FORM.period, timestamp: nowMs }) + off)
}
