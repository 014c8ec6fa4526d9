// Requests between server and signer: HMAC over moment, number used once, method, path and body.
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

export type SignedRequest = { method: string; path: string; body: string }
type Headers = Record<string, string | string[] | undefined>

/** A request is older than this only when somebody kept it. */
export const MAX_AGE_MS = 60_000

const signature = (secret: string, stamp: string, { method, path, body }: SignedRequest) =>
  createHmac('sha256', secret)
    .update(`${stamp}\n${method} ${path}\n${createHash('sha256').update(body).digest('hex')}`)
    .digest('hex')

export function signedHeaders(secret: string, request: SignedRequest, now: Date) {
  const stamp = `${now.getTime()}.${randomUUID()}`
  return { 'x-signer-stamp': stamp, 'x-signer-signature': signature(secret, stamp, request) }
}

/** Whether the request carries the secret's signature and is of this minute. */
export function isSignedBy(
  secret: string,
  headers: Headers,
  request: SignedRequest,
  now: Date,
): boolean {
  const stamp = String(headers['x-signer-stamp'] ?? '')
  const at = Number(stamp.split('.')[0])
  if (!(Math.abs(now.getTime() - at) <= MAX_AGE_MS)) return false
  const given = Buffer.from(String(headers['x-signer-signature'] ?? ''))
  const expected = Buffer.from(signature(secret, stamp, request))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
