// The front of members' live streams: all that other areas may import.
import { say } from '@tianping/contract/refusals'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { explained } from '../../kernel/http/explain.ts'
import { Refusal, sessionOver } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { attempt, limits } from '../../kernel/http/throttle.ts'
import { newestMessage } from '../message/message.ts'
import { Streams } from './streams.ts'

const NUMBER = /^\d{1,18}$/

/**
 * `GET /api/live`: server-sent events for the member of the session
 * (docs/decisions/0078-one-live-stream-per-browser.md). `Last-Event-ID`, or `after` for clients that
 * cannot send the header, takes up an earlier stream where it ended.
 */
export function serveMemberLive(app: FastifyInstance, services: Services): void {
  const streams = new Streams(services)
  const deaf = services.bus.subscribe(({ topic, keys }) => {
    if (topic === 'member') streams.stir(keys.map(BigInt))
    if (topic === 'session') streams.check(keys)
    if (topic === 'site') streams.stirAll()
  })
  app.addHook('preClose', async () => {
    deaf()
    streams.close()
  })
  app.get<{ Querystring: { after?: string } }>(
    '/api/live',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { db, clock, sessions } = services
      const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      const member = await sessions.of(token, true)
      if (!member) throw sessionOver()
      if (member.mustChange)
        throw explained(say('password.must_change'), { rule: 'password_once', version: 0 })
      if (streams.full) throw new Refusal(say('request.busy'))
      const { memberId } = member
      await attempt(db, `live:${memberId}`, limits.liveByMember, clock.now())
      const newest = await newestMessage(db, memberId)
      const seen = String(request.headers['last-event-id'] ?? request.query.after ?? '')
      const after = NUMBER.test(seen) && BigInt(seen) < newest ? BigInt(seen) : newest
      begin(reply)
      const leave = streams.join(reply.raw, member, after)
      if (reply.raw.destroyed) leave()
      else reply.raw.on('close', leave)
    },
  )
}

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
