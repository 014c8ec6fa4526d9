import {
  calls,
  HEADERS,
  isVenueCode,
  responseAction,
  signatureOf,
  toWire,
  VENUE_ERRORS,
  VenueRefusal,
  type VenueCallName,
} from '@tianping/venue-protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { FaultSite } from '../faults/Faults.ts'
import type { Handler, Handlers } from '../handler.ts'
import { deskOf, type Venue } from '../venue.ts'
import { authenticate, claimedKey, rawBody } from './authenticate.ts'
import type { RateLimit } from './RateLimit.ts'

type Said = { code: number; message: string; data: unknown; status: number }

/** Registers every call of the protocol under `/venues/<code>`. */
export function signedCalls(
  app: FastifyInstance,
  venue: Venue,
  handlers: Handlers,
  limit: RateLimit,
) {
  for (const [name, { method, path }] of Object.entries(calls)) {
    app.route({
      method,
      url: `/venues/:venue${path}`,
      handler: (request, reply) =>
        serveCall(venue, name as VenueCallName, handlers, limit, request, reply),
    })
  }
}

async function serveCall(
  venue: Venue,
  name: VenueCallName,
  handlers: Handlers,
  limit: RateLimit,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const code = (request.params as { venue: string }).venue
  let site: FaultSite = { venue: code, endpoint: name }
  const said = await attempt(request, async () => {
    const merchant = await authenticate(
      venue,
      request,
      venue.clock() + (venue.faults?.skewMs(code) ?? 0),
    )
    if (!limit.allows(merchant.name, venue.clock())) throw new VenueRefusal(4290)
    const desk = isVenueCode(code) ? deskOf(venue, code, merchant.name) : undefined
    if (!desk) throw new VenueRefusal(2000, 'no such venue')
    const input = readInput(name, request)
    site = { ...site, player: text(input['player']), ref: text(input['ref']) }
    if (await disturbedBefore(venue, site, request, name)) return null
    const handle = handlers[name] as Handler<VenueCallName>
    return handle({ venue, desk, at: new Date(venue.clock()) }, input as never)
  })
  if (said === null) return reply.hijack()
  return sendSigned(venue, said, site, request, reply)
}

/**
 * Runs a call; every way of failing becomes an envelope, and what nobody foresaw becomes 5000 and a
 * line in the log.
 */
export async function attempt(
  request: FastifyRequest,
  work: () => Promise<unknown>,
): Promise<Said | null> {
  try {
    const data = await work()
    return data === null ? null : { code: 0, message: 'ok', data, status: 200 }
  } catch (error) {
    if (error instanceof VenueRefusal)
      return {
        code: error.code,
        message: error.message,
        data: null,
        status: VENUE_ERRORS[error.code].status,
      }
    request.log.error({ err: error, url: request.url.split('?')[0] }, 'a call failed')
    return { code: 5000, message: VENUE_ERRORS[5000].message, data: null, status: 500 }
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/**
 * The fields of a call from its path, query and body. Throws 2006 for what is wrong with the
 * amount, 2000 for the rest.
 */
function readInput(name: VenueCallName, request: FastifyRequest): Record<string, unknown> {
  const { venue: _, ...fromPath } = request.params as Record<string, string>
  const given = calls[name].method === 'GET' ? (request.query as object) : readJson(request)
  const read = (calls[name].input as z.ZodType<Record<string, unknown>>).safeParse({
    ...given,
    ...fromPath,
  })
  if (read.success) return read.data
  const [issue] = read.error.issues
  const at = issue?.path.join('.') ?? ''
  const amount =
    name === 'transfer' &&
    read.error.issues.every(({ path }) => path[0] === 'amount' || path[0] === 'all')
  throw new VenueRefusal(amount ? 2006 : 2000, `${at}: ${issue?.message}`.slice(0, 200))
}

export function readJson(request: FastifyRequest): object {
  const body = rawBody(request)
  if (body.length === 0) return {}
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    /* Falls through: not JSON is as malformed as not an object. */
  }
  throw new VenueRefusal(2000, 'the body is not a JSON object')
}

/** Faults that strike before anything is done. True when the connection was dropped. */
async function disturbedBefore(
  venue: Venue,
  site: FaultSite,
  request: FastifyRequest,
  name: VenueCallName,
): Promise<boolean> {
  const { faults } = venue
  if (!faults) return false
  const delay = faults.meet(site, 'delay')
  if (delay) await new Promise(done => setTimeout(done, delay.delay_ms ?? 1_000))
  if (faults.meet(site, 'maintenance')) throw new VenueRefusal(name === 'launch' ? 3002 : 5003)
  if (!faults.meet(site, 'drop_before')) return false
  request.raw.socket.destroy()
  return true
}

/**
 * Sends an answer signed with the key the request claims. Without a known key it goes out unsigned,
 * and no client believes it. Faults that strike after the work strike here.
 */
export function sendSigned(
  venue: Venue,
  said: Said,
  site: FaultSite,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const fault =
    said.code === 1001
      ? undefined
      : venue.faults?.meet(site, 'drop_after', 'error_after', 'truncate', 'bad_signature')
  if (fault?.kind === 'drop_after') {
    request.raw.socket.destroy()
    return reply.hijack()
  }
  const { status, ...envelope } =
    fault?.kind === 'error_after'
      ? { ...said, code: 5000, message: VENUE_ERRORS[5000].message, data: null, status: 500 }
      : said
  const whole = toWire({ ...envelope, request_id: request.id })
  const body = fault?.kind === 'truncate' ? whole.slice(0, Math.ceil(whole.length / 2)) : whole
  const claimed = claimedKey(venue, request)
  if (claimed) {
    const timestampMs = String(venue.clock() + (venue.faults?.skewMs(site.venue) ?? 0))
    const signature = signatureOf(claimed.key.secret, {
      action: responseAction(status, request.method),
      target: request.raw.url ?? '',
      timestampMs,
      nonce: claimed.nonce,
      body,
    })
    void reply.headers({
      [HEADERS.keyId]: claimed.key.id,
      [HEADERS.timestamp]: timestampMs,
      [HEADERS.nonce]: claimed.nonce,
      [HEADERS.signature]:
        fault?.kind === 'bad_signature'
          ? signature.replace(/^./, digit => (digit === '0' ? '1' : '0'))
          : signature,
    })
  }
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body)
}
