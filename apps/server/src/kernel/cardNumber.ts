import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** The key that seals now, then those that only open what was sealed before the last rotation. */
export type SealingKeys = readonly [current: string, ...old: string[]]

const ID_BYTES = 8
const NONCE_BYTES = 12
const TAG_BYTES = 16
const derivedKeys = new Map<string, { id: Buffer; sealing: Buffer; digest: Buffer }>()

/** A public name and two independent keys from one secret of the settings. */
function derivedFrom(secret: string) {
  let derived = derivedKeys.get(secret)
  if (!derived) {
    const derive = (purpose: string, bytes = 32) =>
      Buffer.from(hkdfSync('sha256', secret, 'tianping', purpose, bytes))
    derived = {
      id: derive('key id', ID_BYTES),
      sealing: derive('card number, sealed'),
      digest: derive('card number, digest'),
    }
    derivedKeys.set(secret, derived)
  }
  return derived
}

/** The first bytes of everything that the current key has sealed. */
export const sealedBy = ([current]: SealingKeys): Buffer => derivedFrom(current).id

/**
 * Encrypts a text for one member or operator: moved to the row of another id it cannot be opened.
 * The key's id comes first, so that a rotation finds what another key has sealed.
 */
export function sealNumber([current]: SealingKeys, ownerId: bigint, number: string): Buffer {
  const { id, sealing } = derivedFrom(current)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(
    Buffer.from(ownerId.toString()),
  )
  const sealed = Buffer.concat([cipher.update(number, 'utf8'), cipher.final()])
  return Buffer.concat([id, nonce, cipher.getAuthTag(), sealed])
}

/**
 * Throws when none of the keys is the one it was sealed by, the bytes were changed, or the id is
 * not the one it was sealed for.
 */
export function openNumber(keys: SealingKeys, ownerId: bigint, sealed: Buffer): string {
  const named = keys.find(key => derivedFrom(key).id.equals(sealed.subarray(0, ID_BYTES)))
  if (named !== undefined) return openWith(named, ownerId, sealed.subarray(ID_BYTES))
  return openUnnamed(keys, ownerId, sealed)
}

/** Values sealed before keys had ids name none: each key is tried. */
function openUnnamed(keys: SealingKeys, ownerId: bigint, sealed: Buffer): string {
  for (const key of keys) {
    try {
      return openWith(key, ownerId, sealed)
    } catch {
      // Sealed by another key, or not for this id.
    }
  }
  throw new Error('A sealed value opens with none of the configured keys.')
}

function openWith(key: string, ownerId: bigint, sealed: Buffer): string {
  const { sealing } = derivedFrom(key)
  const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, NONCE_BYTES))
  decipher
    .setAAD(Buffer.from(ownerId.toString()))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ]).toString('utf8')
}

/**
 * Recognises an equal number without showing it: one digest for each key, the current one first.
 * Addresses of ERC20 are equal in either case.
 */
export function numberDigests(keys: SealingKeys, number: string): [Buffer, ...Buffer[]] {
  const plain = /^0x/i.test(number) ? number.toLowerCase() : number
  const digestBy = (key: string) =>
    createHmac('sha256', derivedFrom(key).digest).update(plain).digest()
  const [current, ...old] = keys
  return [digestBy(current), ...old.map(digestBy)]
}

/** Keys for one purpose: what they seal opens for no other, even under an equal id. */
const forPurpose = (key: string, purpose: string) => `${key}\n${purpose}`

/**
 * The keys of second factors, those of members and of operators apart. Secrets were sealed under
 * the keys of card numbers before they had keys of their own.
 */
export function factorKeysOf(
  { factorKey, cardKey }: { factorKey: SealingKeys; cardKey: SealingKeys },
  purpose: "operators' second factors" | "members' second factors",
): SealingKeys {
  const [current, ...old] = factorKey
  return [
    forPurpose(current, purpose),
    ...[...old, ...cardKey].map(key => forPurpose(key, purpose)),
  ]
}

/**
 * A number as people type it without what only makes it readable: spaces, and hyphens between
 * digits.
 */
export function plainNumber(typed: string): string {
  const joined = typed.replace(/\s/g, '')
  return /^[\d-]+$/.test(joined) ? joined.replaceAll('-', '') : joined
}

/** What tells the numbers of accounts apart, however they are written: letters and digits. */
export const accountKey = (written: string): string =>
  written
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

export const tailOf = (number: string): string => [...number].slice(-4).join('')

/**
 * What leaves the server of a number (docs/decisions/0022-card-numbers-leave-the-server-masked.md):
 * always as many stars, so that the length says nothing.
 */
export const maskedNumber = (tail: string): string => (tail === '' ? '' : `************${tail}`)
