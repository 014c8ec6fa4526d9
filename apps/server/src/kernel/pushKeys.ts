// The site's own key pair of web push (RFC 8292), and the push services that it is sent through.
import { createECDH, hash } from 'node:crypto'

/**
 * Base64url: the public key as an uncompressed point of P-256, the private one as its number.
 * `contact` is whom a push service writes to when something is wrong. `services` are hosts;
 * `*.example.com` names every host below one, and in a sandbox a whole origin is one too.
 */
export type PushKeys = {
  publicKey: string
  privateKey: string
  contact: string
  services: string[]
}

/** The push services of Chrome, Edge, Firefox and Safari. */
export const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

const CURVE = 'prime256v1'
const isKey = (text: string, bytes: number) =>
  /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes

/** Makes a pair. */
export function newPushKeys(): Pick<PushKeys, 'publicKey' | 'privateKey'> {
  const pair = createECDH(CURVE)
  const publicKey = pair.generateKeys('base64url')
  // A number that happens to be short is filled up, as the format of keys asks for.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { publicKey, privateKey: privateKey.toString('base64url') }
}

/** What is wrong with a pair, as a sentence without the keys; undefined for nothing. */
export function pushKeyProblem({
  publicKey,
  privateKey,
}: Pick<PushKeys, 'publicKey' | 'privateKey'>): string | undefined {
  if (!isKey(publicKey, 65))
    return 'PUSH_PUBLIC_KEY is no key of 65 bytes in base64url; npm run push-keys makes a pair'
  if (!isKey(privateKey, 32))
    return 'PUSH_PRIVATE_KEY is no key of 32 bytes in base64url; npm run push-keys makes a pair'
  try {
    const pair = createECDH(CURVE)
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    if (pair.getPublicKey('base64url') === publicKey.replace(/=+$/, '')) return undefined
  } catch {
    return 'PUSH_PRIVATE_KEY is no private key of the curve P-256'
  }
  return 'PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY do not belong together'
}

/** Names a pair: what browsers subscribed with another one no longer works. */
export const pushKeyMark = (publicKey: string): string => hash('sha256', publicKey).slice(0, 16)

const HOST = /^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/

/** Whether an entry of the list names public hosts; an origin may be named in a sandbox only. */
export const isPushService = (entry: string, sandbox: boolean): boolean =>
  HOST.test(entry) || (sandbox && /^https?:\/\/[^\s/]+$/.test(entry))
