import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** One of a merchant's live keys; two are valid at a time while they rotate. */
export type VenueKey = { id: string; secret: string }

export const HEADERS = {
  merchant: 'x-merchant',
  keyId: 'x-key-id',
  timestamp: 'x-timestamp',
  nonce: 'x-nonce',
  signature: 'x-signature',
} as const

/** A request is refused when its timestamp is further than this from the venue's clock. */
export const TIMESTAMP_WINDOW_MS = 60_000
/** A nonce is remembered for this long, well past the window, so that a replay always meets it. */
export const NONCE_MEMORY_MS = 600_000

export type Signed = {
  /** `POST` for a request, `200 POST` (status and method) for the response to it. */
  action: string
  /** The request target as sent, `/venues/FG/v1/bets?after=0`. */
  target: string
  timestampMs: string
  nonce: string
  body: string | Buffer
}

/** PATH?sorted_query: the path as sent; the query's `k=v` pairs as sent, sorted by their bytes. */
export function canonicalTarget(target: string): string {
  const at = target.indexOf('?')
  if (at < 0) return target
  const pairs = target
    .slice(at + 1)
    .split('&')
    .filter(Boolean)
  return pairs.length === 0
    ? target.slice(0, at)
    : `${target.slice(0, at)}?${pairs.toSorted().join('&')}`
}

/**
 * hex(HMAC-SHA256(secret, ACTION \n PATH?sorted_query \n TIMESTAMP \n NONCE \n hex(sha256(raw
 * body)))).
 */
export function signatureOf(
  secret: string,
  { action, target, timestampMs, nonce, body }: Signed,
): string {
  const bodyHash = createHash('sha256').update(body).digest('hex')
  return createHmac('sha256', secret)
    .update([action, canonicalTarget(target), timestampMs, nonce, bodyHash].join('\n'))
    .digest('hex')
}

/** Compares in constant time; anything but 64 lower-case hex digits is simply wrong. */
export function signatureMatches(secret: string, signed: Signed, given: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(given)) return false
  return timingSafeEqual(Buffer.from(signatureOf(secret, signed), 'hex'), Buffer.from(given, 'hex'))
}

/** 16 random bytes in hex. */
export function newNonce(): string {
  return randomBytes(16).toString('hex')
}

/**
 * What a response's signature covers first: its status binds the outcome, and no request can be
 * played back as one.
 */
export function responseAction(status: number, method: string): string {
  return `${status} ${method}`
}
