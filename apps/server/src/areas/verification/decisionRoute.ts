import { say } from '@tianping/contract/refusals'
import { HEADERS, signatureMatches } from '@tianping/venue-protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { success } from '../../kernel/http/answer.ts'
import { Refusal, sendRefusal } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { attemptFrom } from '../../kernel/http/throttle.ts'
import type { Settings } from '../../kernel/environment.ts'
import { decisionSchema, takeDecision } from './decisions.ts'

const BODY_LIMIT = 16 * 1024
/** A call is older than this only when somebody kept it. */
const MAX_AGE_MS = 5 * 60_000
/** Calls that do not prove whose they are, from one address. */
const forgedByAddress = { attempts: 100, windowMs: 600_000 }

const head = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

function isGenuine(
  request: FastifyRequest,
  { keyId, secret }: NonNullable<Settings['identity']>,
  now: Date,
): boolean {
  const timestampMs = head(request, HEADERS.timestamp)
  const nonce = head(request, HEADERS.nonce)
  if (head(request, HEADERS.keyId) !== keyId || nonce.length < 16) return false
  if (!(Math.abs(now.getTime() - Number(timestampMs)) <= MAX_AGE_MS)) return false
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const signed = { action: 'POST', target: request.url, timestampMs, nonce, body }
  return signatureMatches(secret, signed, head(request, HEADERS.signature))
}

function parsed(body: unknown) {
  try {
    return decisionSchema.safeParse(JSON.parse(String(body)))
  } catch {
    return decisionSchema.safeParse(null)
  }
}

/**
 * `POST /api/verification/decisions`: the provider's word on a check. It is told 200 when the
 * decision was taken or was known, 403 when it did not prove whose it is, 404 for no check of ours,
 * 409 for another content under a known name, 5xx to try again. A replay is the same decision, so
 * that it changes nothing.
 */
export function serveDecisions(app: FastifyInstance, services: Services): void {
  const { identity } = services.settings
  if (!identity) return
  app.register(async scope => {
    // Signatures are over what came, byte for byte.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    )
    scope.post('/api/verification/decisions', async (request, reply) => {
      const { db, clock, events } = services
      if (!isGenuine(request, identity, clock.now())) {
        events.note({
          kind: 'signature_refused',
          subject: 'provider:identity',
          address: request.ip,
        })
        return refuseForged(db, clock.now(), request, reply)
      }
      const read = parsed(request.body)
      if (!read.success) return sendRefusal(reply, say('request.invalid'), 400)
      const verdict = await takeDecision(services, read.data)
      if (verdict === 'unknown_check')
        return sendRefusal(reply, say('verification.unknown_check'), 404, { verdict })
      if (verdict === 'conflict')
        return sendRefusal(reply, say('verification.conflict'), 409, { verdict })
      return success({ verdict })
    })
  })
}

async function refuseForged(
  db: Services['db'],
  now: Date,
  request: FastifyRequest,
  reply: Parameters<typeof sendRefusal>[0],
) {
  try {
    await attemptFrom(db, 'identity', request.ip, forgedByAddress, now)
  } catch (error) {
    if (error instanceof Refusal) return sendRefusal(reply, error.said, error.said.code)
    throw error
  }
  return sendRefusal(reply, say('verification.signature'), 403)
}
