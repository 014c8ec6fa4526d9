import { run, sql } from '@tianping/database'
import {
  HEADERS,
  signatureMatches,
  TIMESTAMP_WINDOW_MS,
  VenueRefusal,
  type VenueKey,
} from '@tianping/venue-protocol'
import type { FastifyRequest } from 'fastify'
import type { Merchant } from '../merchants.ts'
import type { Venue } from '../venue.ts'

const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/**
 * The key a request claims to be signed with. Its answer is signed with it too, whatever the
 * request turns out to be.
 */
export function claimedKey(
  venue: Venue,
  request: FastifyRequest,
): { merchant: Merchant; key: VenueKey; nonce: string } | null {
  const merchant = venue.merchants.get(header(request, HEADERS.merchant))
  const key = merchant?.keys.find(({ id }) => id === header(request, HEADERS.keyId))
  const nonce = header(request, HEADERS.nonce)
  return merchant && key && /^[0-9a-f]{32}$/.test(nonce) ? { merchant, key, nonce } : null
}

/**
 * Accepts a signed request or throws 1001 to 1004. The signature comes first, so that whoever has
 * no key learns nothing, and the nonce last, so that only accepted requests fill the memory.
 */
export async function authenticate(
  venue: Venue,
  request: FastifyRequest,
  nowMs: number,
): Promise<Merchant> {
  const claimed = claimedKey(venue, request)
  if (!claimed) throw new VenueRefusal(1001)
  const { merchant, key, nonce } = claimed
  const timestampMs = header(request, HEADERS.timestamp)
  const signed = {
    action: request.method,
    target: request.raw.url ?? '',
    timestampMs,
    nonce,
    body: rawBody(request),
  }
  if (!signatureMatches(key.secret, signed, header(request, HEADERS.signature)))
    throw new VenueRefusal(1001)
  if (!/^\d{13}$/.test(timestampMs) || Math.abs(Number(timestampMs) - nowMs) > TIMESTAMP_WINDOW_MS)
    throw new VenueRefusal(1002)
  if (!merchant.enabled) throw new VenueRefusal(1004)
  // The commit does not wait for the disk: what a crash of the database loses of the last second's
  // nonces could be played back for a minute at most, and every call that moves something has a key
  // of its own.
  const fresh = await run(
    venue.db,
    sql`insert into nonce (merchant, nonce, seen_at)
    select ${merchant.name}, ${nonce}, ${new Date(venue.clock())}::timestamptz from set_config('synchronous_commit', 'off', true) on conflict do nothing`,
  )
  if (fresh === 0) throw new VenueRefusal(1003)
  return merchant
}

/** The body as it came; the signature covers its bytes, not its meaning. */
export function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}
