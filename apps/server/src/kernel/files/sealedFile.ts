// A file of a member at rest. It is encrypted by a key of its own, and only that key is sealed by
// the site's: a rotation touches 32 bytes of each file, and deleting the row leaves nothing that
// could be opened from a copy of the content.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { openNumber, sealNumber, type SealingKeys } from '../cardNumber.ts'

export type SealedFile = { content: Buffer; keySealed: Buffer }

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function sealFile(keys: SealingKeys, memberId: bigint, plain: Buffer): SealedFile {
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
export function openFile(
  keys: SealingKeys,
  memberId: bigint,
  { content, keySealed }: SealedFile,
): Buffer {
  const key = Buffer.from(openNumber(keys, memberId, keySealed), 'hex')
  const decipher = createDecipheriv('aes-256-gcm', key, content.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(content.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([
    decipher.update(content.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ])
}
