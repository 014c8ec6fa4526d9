// The front of members' live streams: all that other areas may import.
import { say } from '@tianping/contract/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { explained } from '../../kernel/http/explain.ts'
import { Refusal, sessionOver } from '../../kernel/http/refusal.ts'
import type { Services, Session } from '../../kernel/http/services.ts'
import { attempt, limits } from '../../kernel/http/throttle.ts'
import { openStreams } from '../../kernel/metrics/streams.ts'
import { newestMessage } from '../message/message.ts'
import { Streams } from './streams.ts'

const NUMBER = /^\d{1,18}$/

/**
 * `GET /api/live`: server-sent events for the member of the session; `Last-Event-ID`, or `after`
 * for clients that cannot send the header, takes up an earlier stream where it ended
 * (docs/decisions/0078-one-live-stream-per-browser.md).
 */
export function serveMemberLive(app: FastifyInstance, services: Services): void {
  const streams = new Streams(services)
  services.metrics.collect(() => openStreams(services.metrics).set(streams.open, ['members']))
  const deaf = services.bus.subscribe(({ topic, keys }) => {
    if (topic === 'member') streams.stir(keys.map(BigInt))
    if (topic === 'session') streams.check(keys)
    if (topic === 'site') streams.stirAll()
  })
  app.addHook('preClose', async () => {
    deaf()
    streams.close()
  })
  app.get('/api/live', { exposeHeadRoute: false }, async (request, reply) => {
    const { db, clock } = services
    const member = await memberOf(services, request)
    if (streams.full) throw new Refusal(say('request.busy'))
    const { memberId } = member
    await attempt(db, `live:${memberId}`, limits.liveByMember, clock.now())
    const after = lower(seenBy(request), await newestMessage(db, memberId))
    begin(reply)
    const leave = streams.join(reply.raw, member, after)
    if (reply.raw.destroyed) leave()
    else reply.raw.on('close', leave)
  })
}

async function memberOf({ sessions }: Services, request: FastifyRequest): Promise<Session> {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const member = await sessions.of(token, true)
  if (!member) throw sessionOver()
  if (member.mustChange)
    throw explained(say('password.must_change'), { rule: 'password_once', version: 0 })
  return member
}

/** The last message that the client has; null for none. */
function seenBy({ headers, query }: FastifyRequest): bigint | null {
  const { after } = query as { after?: unknown }
  const seen = headers['last-event-id'] ?? after
  return typeof seen === 'string' && NUMBER.test(seen) ? BigInt(seen) : null
}

const lower = (seen: bigint | null, newest: bigint) =>
  seen !== null && seen < newest ? seen : newest

/** The headers of every call, and those of a stream. */
function begin(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // Nothing follows a stream, and an idle connection would hold up the end of the server.
    connection: 'close',
  })
  reply.raw.flushHeaders()
}
