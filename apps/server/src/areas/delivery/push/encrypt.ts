// Messages of web push, encrypted for one browser (RFC 8291, in the coding of RFC 8188): the push
// service that carries them can read nothing.
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser gave out with its subscription, as base64url. */
export type BrowserKeys = { p256dh: string; auth: string }

const CURVE = 'prime256v1'
const RECORD_SIZE = 4_096
/** Ends the last record; what follows it is padding. */
const LAST = Buffer.of(2)

const derived = (salt: Buffer, secret: Buffer, info: string | Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

export type Chance = { salt: Buffer; privateKey: Buffer }

const fresh = (): Chance => {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return { salt: randomBytes(16), privateKey: pair.getPrivateKey() }
}

/**
 * One record of `size` bytes, whatever the text: the push service cannot tell messages by length.
 * Without a size nothing is padded. `chance` is given in the tests of the standard's example only.
 */
export function encrypted(
  text: string,
  { p256dh, auth }: BrowserKeys,
  { size = 0, chance = fresh() }: { size?: number; chance?: Chance } = {},
): Buffer {
  const pair = createECDH(CURVE)
  pair.setPrivateKey(chance.privateKey)
  const [own, theirs] = [pair.getPublicKey(), Buffer.from(p256dh, 'base64url')]
  const shared = pair.computeSecret(theirs)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, own])
  const secret = derived(Buffer.from(auth, 'base64url'), shared, info, 32)
  const key = derived(chance.salt, secret, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derived(chance.salt, secret, 'Content-Encoding: nonce\0', 12)
  const plain = Buffer.from(text)
  const padding = Buffer.alloc(Math.max(0, size - plain.length - LAST.length))
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD_SIZE)
  head.writeUInt8(own.length, 4)
  return Buffer.concat([
    chance.salt,
    head,
    own,
    cipher.update(Buffer.concat([plain, LAST, padding])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

/** Whether keys are of the kind that a message can be encrypted for. */
export function areKeys({ p256dh, auth }: BrowserKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    const pair = createECDH(CURVE)
    pair.generateKeys()
    pair.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
