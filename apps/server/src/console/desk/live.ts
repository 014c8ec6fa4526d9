import { say } from '@tianping/contract/refusals'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Operator, Services } from '../../kernel/http/services.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import { operatorSubject } from '../../kernel/reads/reads.ts'
import { openStreams } from '../../kernel/metrics/streams.ts'
import { operatorFor, operatorOf } from '../signIn/access.ts'
import { countQueues, countsFor, type Counts } from './counts.ts'

const LIVE = { name: 'GET /api/console/live', permission: '' }
/**
 * Whatever brings no news of itself (another instance's job, a payout) is seen at the latest after
 * this.
 */
const RECOUNT_MS = 3_000
/** BusEvent come in crowds: one count answers for all that came within this time. */
const GATHER_MS = 150
const BEAT_MS = 15_000
const MOST_LISTENERS = 500
/** Open pages of one session: beyond, the oldest line ends and its page asks by itself. */
const MOST_OF_SESSION = 6

type Listener = { reply: FastifyReply; operator: Operator; told: string }

/**
 * The queues' counters as they change, to every open back office: one count per instance, however
 * many listen. A stream begins with how things stand, so that whoever comes back has missed
 * nothing; it ends with its session.
 */
class Live {
  private readonly services: Services
  private readonly listeners = new Set<Listener>()
  private timer: NodeJS.Timeout | undefined
  private gathering: NodeJS.Timeout | undefined
  private latest: Counts | null = null
  private counting = false

  constructor(services: Services) {
    this.services = services
  }

  get open(): number {
    return this.listeners.size
  }

  get full(): boolean {
    return this.listeners.size >= MOST_LISTENERS
  }

  join(reply: FastifyReply, operator: Operator): () => void {
    const mine = [...this.listeners].filter(each => each.operator.sessionId === operator.sessionId)
    for (const { reply: oldest } of mine.slice(0, mine.length + 1 - MOST_OF_SESSION))
      oldest.raw.end()
    const listener = { reply, operator, told: '' }
    this.listeners.add(listener)
    this.timer ??= setInterval(() => void this.count(), RECOUNT_MS)
    this.timer.unref()
    if (this.latest) this.tell(listener, this.latest)
    void this.count()
    return () => this.leave(listener)
  }

  /** Something moved: count soon. */
  stir(): void {
    if (this.listeners.size === 0 || this.gathering) return
    this.gathering = setTimeout(() => {
      this.gathering = undefined
      void this.count()
    }, GATHER_MS)
    this.gathering.unref()
  }

  close(): void {
    clearTimeout(this.gathering)
    for (const listener of this.listeners) listener.reply.raw.end()
    this.listeners.clear()
    this.rest()
  }

  private leave(listener: Listener) {
    this.listeners.delete(listener)
    if (this.listeners.size === 0) this.rest()
  }

  private rest() {
    clearInterval(this.timer)
    this.timer = undefined
    this.latest = null
  }

  private async count() {
    if (this.counting || this.listeners.size === 0) return
    this.counting = true
    try {
      this.latest = await countQueues(this.services)
      for (const listener of this.listeners) this.tell(listener, this.latest)
    } catch (error) {
      // The database is away for a moment: the next count says how things stand.
      this.services.log.debug({ err: error as Error }, 'queues not counted')
    } finally {
      this.counting = false
    }
  }

  private tell(listener: Listener, counts: Counts) {
    const data = JSON.stringify(countsFor(counts, listener.operator))
    // Behind the end of a line that is slow to close nothing is written: that would be an error of
    // the whole process.
    if (data === listener.told || listener.reply.raw.writableEnded) return
    listener.told = data
    // The lists that are asked for now must have what was counted.
    this.services.reads.told([operatorSubject(listener.operator.operatorId)])
    listener.reply.raw.write(`event: counts\ndata: ${data}\n\n`)
  }
}

/**
 * `GET /api/console/live`: server-sent events under the operator's cookie, and the header that no
 * other site can send.
 */
export function serveLive(app: FastifyInstance, services: Services): void {
  const live = new Live(services)
  services.metrics.collect(() => openStreams(services.metrics).set(live.open, ['operators']))
  const deaf = services.bus.subscribe(() => live.stir())
  app.addHook('preClose', async () => {
    deaf()
    live.close()
  })
  app.get('/api/console/live', { exposeHeadRoute: false }, async (request, reply) => {
    if (request.headers['x-tianping-console'] !== '1')
      throw new Refusal(say('request.not_from_console'))
    const operator = await operatorOf(services, request, LIVE, true)
    if (live.full) throw new Refusal(say('request.busy'))
    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
    })
    const leave = live.join(reply, operator)
    // A beat keeps proxies from closing the line, and ends it with its session: an operator who was
    // locked is told nothing more.
    const beat = setInterval(() => {
      operatorFor(services, request, LIVE, true).then(
        now => {
          if (reply.raw.writableEnded) return
          if (now.permissions.join() === operator.permissions.join()) reply.raw.write(': beat\n\n')
          else reply.raw.end()
        },
        (error: unknown) => {
          if (error instanceof Refusal && !reply.raw.writableEnded)
            reply.raw.end('event: over\ndata: {}\n\n')
        },
      )
    }, BEAT_MS)
    beat.unref()
    reply.raw.on('close', () => {
      clearInterval(beat)
      leave()
    })
  })
}
