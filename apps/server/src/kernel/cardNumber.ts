import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const keys = new Map<string, { sealing: Buffer; digest: Buffer }>()

/** Two independent keys from the one secret of the settings. */
function keysOf(cardKey: string) {
  let derived = keys.get(cardKey)
  if (!derived) {
    const derive = (purpose: string) =>
      Buffer.from(hkdfSync('sha256', cardKey, 'tianping', purpose, 32))
    derived = { sealing: derive('card number, sealed'), digest: derive('card number, digest') }
    keys.set(cardKey, derived)
  }
  return derived
}

/** Encrypts an account number for one member: moved to another member's row it cannot be opened. */
export function sealNumber(cardKey: string, memberId: bigint, number: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keysOf(cardKey).sealing, nonce).setAAD(
    Buffer.from(memberId.toString()),
  )
  const sealed = Buffer.concat([cipher.update(number, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/**
 * Throws when the key is another one, the bytes were changed, or the member is not the one it was
 * sealed for.
 */
export function openNumber(cardKey: string, memberId: bigint, sealed: Buffer): string {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keysOf(cardKey).sealing,
    sealed.subarray(0, NONCE_BYTES),
  )
  decipher
    .setAAD(Buffer.from(memberId.toString()))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ]).toString('utf8')
}

/** Recognises an equal number without showing it. Addresses of ERC20 are equal in either case. */
export function numberDigest(cardKey: string, number: string): Buffer {
  return createHmac('sha256', keysOf(cardKey).digest)
    .update(/^0x/i.test(number) ? number.toLowerCase() : number)
    .digest()
}

/**
 * A number as people type it without what only makes it readable: spaces, and hyphens between
 * digits.
 */
export function plainNumber(typed: string): string {
  const joined = typed.replace(/\s/g, '')
  return /^[\d-]+$/.test(joined) ? joined.replaceAll('-', '') : joined
}

export const tailOf = (number: string): string => [...number].slice(-4).join('')

/**
 * What leaves the server of a number (docs/decisions/0022-card-numbers-leave-the-server-masked.md):
 * always as many stars, so that the length says nothing.
 */
export const maskedNumber = (tail: string): string => (tail === '' ? '' : `************${tail}`)
