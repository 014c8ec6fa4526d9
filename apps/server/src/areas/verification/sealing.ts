// What is sealed of a verification. A document is encrypted by a key of its own, and only that key
// is sealed by the site's: a rotation touches 32 bytes of each document, and deleting the row
// leaves nothing that could be opened from a copy of the content.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { numberDigests, openNumber, sealNumber, type SealingKeys } from '../../kernel/cardNumber.ts'
import type { Sealed } from './store/document.sql.ts'

/** As the member stated it; what a case does not ask for is empty. */
export type Stated = {
  name: string
  number: string
  birthday: string
  expires: string
  address: string
}

export const sealStated = (keys: SealingKeys, memberId: bigint, stated: Stated): Buffer =>
  sealNumber(keys, memberId, JSON.stringify(stated))
export const statedIn = (plain: string): Stated => JSON.parse(plain) as Stated
export const openStated = (keys: SealingKeys, memberId: bigint, sealed: Buffer): Stated =>
  statedIn(openNumber(keys, memberId, sealed))

/** Recognises an equal number of a paper: by the current key first, then by older ones. */
export const digestsOf = (keys: SealingKeys, number: string): [Buffer, ...Buffer[]] =>
  numberDigests(keys, number)

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function sealDocument(keys: SealingKeys, memberId: bigint, plain: Buffer): Sealed {
  const key = randomBytes(KEY_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return {
    content: Buffer.concat([nonce, cipher.getAuthTag(), sealed]),
    keySealed: sealNumber(keys, memberId, key.toString('hex')),
  }
}

/** Throws when a key does not fit or a byte was changed. */
export function openDocument(
  keys: SealingKeys,
  memberId: bigint,
  { content, keySealed }: Sealed,
): Buffer {
  const key = Buffer.from(openNumber(keys, memberId, keySealed), 'hex')
  const decipher = createDecipheriv('aes-256-gcm', key, content.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(content.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([
    decipher.update(content.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ])
}
