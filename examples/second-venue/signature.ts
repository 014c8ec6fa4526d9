// Signatures of protocol v1 (docs/venue-protocol.md, section 2).
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type Signed = {
  /** `POST` of a request, `409 POST` of an answer. */
  action: string
  /** Path and query exactly as sent. */
  url: string
  timestamp: string
  nonce: string
  body: Buffer
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function targetOf(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const pairs = url.slice(at + 1).split('&')
  return `${url.slice(0, at)}?${pairs.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).join('&')}`
}

export const sign = (secret: string, { action, url, timestamp, nonce, body }: Signed) =>
  createHmac('sha256', secret)
    .update([action, targetOf(url), timestamp, nonce, sha256(body)].join('\n'))
    .digest('hex')

export function isSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
