import type { ServerResponse } from 'node:http'
import type { LiveEvents } from '@tianping/contract/live/facts'
import type { Services, Session } from '../../kernel/http/services.ts'
import { whoMayBenefit } from '../protection/protection.ts'
import { noticesNow, type NoticesNow } from '../site/site.ts'
import { newsOf, type News } from './news.ts'

/** News come in crowds: one read answers for all that came within this time. */
const GATHER_MS = 5
/** Members of one read. */
const MOST_AT_ONCE = 500
/** Every stream beats once in so many ticks, so that the work of beats is spread. */
const TICK_MS = 1_000
const TICKS_OF_BEAT = 15
/** Whatever brings no news of itself is seen after so many beats at the latest. */
const BEATS_OF_SWEEP = 4
export const MOST_STREAMS = 12_000
/** Of one member: beyond, the oldest stream ends and its page asks by itself. */
const MOST_OF_MEMBER = 6
/** A reader that lets so much pile up is gone. */
const MOST_BEHIND = 64 * 1024

export type Stream = {
  readonly raw: ServerResponse
  readonly session: Session
  /** Messages up to this number were sent. */
  after: bigint
  /** Messages above that number that were sent, or are not for this stream. */
  sent: Set<bigint> | null
  /** The state as it was last sent. */
  told: string
  beat: number
}

/** The streams of members that are open in this process. */
export class Streams {
  private readonly services: Services
  private readonly members = new Map<bigint, Set<Stream>>()
  private readonly sessions = new Map<string, Set<Stream>>()
  private readonly beats = Array.from({ length: TICKS_OF_BEAT }, () => new Set<Stream>())
  private readonly stirred = new Set<bigint>()
  private gathering: NodeJS.Timeout | undefined
  private ticking: NodeJS.Timeout | undefined
  private ticks = 0
  private reading = false
  private size = 0
  private notices: NoticesNow | null = null
  private looking = Promise.resolve()
  private looksNext = false

  constructor(services: Services) {
    this.services = services
  }

  get open(): number {
    return this.size
  }

  get full(): boolean {
    return this.size >= MOST_STREAMS
  }

  join(raw: ServerResponse, session: Session, after: bigint): () => void {
    const { memberId, tokenHash } = session
    const mine = this.members.get(memberId) ?? new Set()
    if (mine.size >= MOST_OF_MEMBER)
      for (const oldest of [...mine].slice(0, mine.size + 1 - MOST_OF_MEMBER))
        this.end(oldest, 'full')
    const stream: Stream = { raw, session, after, sent: null, told: '', beat: 0 }
    stream.beat = this.size % TICKS_OF_BEAT
    add(this.members, memberId, stream)
    add(this.sessions, tokenHash, stream)
    this.beats[stream.beat]?.add(stream)
    this.size++
    if (this.notices === null) this.lookAtNotices()
    this.ticking ??= setInterval(() => this.tick(), TICK_MS)
    this.ticking.unref()
    this.stir([memberId])
    return () => this.leave(stream)
  }

  /** Something about these members changed: read soon. */
  stir(memberIds: Iterable<bigint>): void {
    for (const memberId of memberIds) if (this.members.has(memberId)) this.stirred.add(memberId)
    if (this.stirred.size === 0 || this.gathering) return
    this.gathering = setTimeout(() => {
      this.gathering = undefined
      void this.read()
    }, GATHER_MS)
    this.gathering.unref()
  }

  /** Something for everybody changed. */
  stirAll(): void {
    if (this.size === 0) return
    this.stir(this.members.keys())
    this.lookAtNotices()
  }

  /** Ends the streams of these sessions that are over. */
  check(hashes: string[]): void {
    for (const hash of hashes)
      for (const stream of this.sessions.get(hash) ?? []) void this.confirm(stream)
  }

  close(): void {
    clearTimeout(this.gathering)
    clearInterval(this.ticking)
    for (const streams of this.members.values()) for (const { raw } of streams) raw.end()
    this.members.clear()
    this.sessions.clear()
    for (const streams of this.beats) streams.clear()
    this.size = 0
  }

  private leave(stream: Stream): void {
    if (!this.beats[stream.beat]?.delete(stream)) return
    remove(this.members, stream.session.memberId, stream)
    remove(this.sessions, stream.session.tokenHash, stream)
    this.size--
    if (this.size > 0) return
    clearInterval(this.ticking)
    this.ticking = undefined
    this.notices = null
  }

  private end(stream: Stream, why: 'over' | 'full'): void {
    if (!stream.raw.writableEnded) stream.raw.end(eventOf(why, {}))
    this.leave(stream)
  }

  private tick(): void {
    this.ticks++
    const sweeps = Math.floor(this.ticks / TICKS_OF_BEAT) % BEATS_OF_SWEEP === 0
    const due = [...(this.beats[this.ticks % TICKS_OF_BEAT] ?? [])]
    for (const stream of due) void this.confirm(stream, ': beat\n\n')
    if (this.ticks % TICKS_OF_BEAT === 0) this.lookAtNotices()
    this.stir(sweeps ? due.map(({ session }) => session.memberId) : [])
  }

  /** Goes on with a stream whose session is alive. A database that is away ends nothing. */
  private async confirm(stream: Stream, beat = ''): Promise<void> {
    const { session } = stream
    const now = await this.services.sessions.of(session.token, true).catch(() => session)
    if (now && !now.mustChange) write(stream, beat)
    else this.end(stream, 'over')
  }

  private async read(): Promise<void> {
    if (this.reading) return
    this.reading = true
    try {
      while (this.stirred.size > 0) await this.readSome()
    } catch (error) {
      // The database is away for a moment: what was put back is read with the next tick.
      this.services.log.debug({ err: error as Error }, 'news of members not read')
    } finally {
      this.reading = false
    }
  }

  private async readSome(): Promise<void> {
    const asked = new Map<bigint, bigint>()
    for (const memberId of this.stirred) {
      if (asked.size === MOST_AT_ONCE) break
      this.stirred.delete(memberId)
      const streams = this.members.get(memberId)
      if (streams) asked.set(memberId, lowest([...streams].map(({ after }) => after)))
    }
    if (asked.size === 0) return
    try {
      for (const news of await newsOf(this.services, asked)) this.tell(news)
    } catch (error) {
      for (const memberId of asked.keys()) this.stirred.add(memberId)
      throw error
    }
  }

  private tell(news: News): void {
    const state = eventOf('state', news.state)
    for (const stream of this.members.get(news.memberId) ?? []) {
      // A stream that joined meanwhile has a read of its own.
      if (stream.after < news.after) continue
      if (state !== stream.told) write(stream, `id: ${stream.after}\n${state}`)
      stream.told = state
      for (const { id, letter } of news.letters) {
        if (id <= stream.after || stream.sent?.has(id)) continue
        stream.sent = (stream.sent ?? new Set()).add(id)
        if (letter) write(stream, `id: ${id}\n${eventOf('letter', letter)}`)
      }
      settle(stream, news.settled)
    }
  }

  /**
   * One look after the other: an older one never overwrites what a newer one told. One that has not
   * begun answers for all that are asked for meanwhile.
   */
  private lookAtNotices(): void {
    if (this.looksNext) return
    this.looksNext = true
    this.looking = this.looking.then(() => {
      this.looksNext = false
      return this.tellNotices()
    })
  }

  private async tellNotices(): Promise<void> {
    const { db, clock, log } = this.services
    const before = this.notices
    try {
      const now = await noticesNow(db, clock.now())
      if (this.size === 0) return
      if (before !== null) await this.tellChanges(before, now)
      this.notices = now
    } catch (error) {
      log.debug({ err: error as Error }, 'announcements not read')
    }
  }

  /** Offers are kept from those who may be offered nothing, as in a list that is asked for. */
  private async tellChanges(before: NoticesNow, now: NoticesNow): Promise<void> {
    const { db, clock } = this.services
    const [all, service] = [siteEvent(now.shown), siteEvent(now.service)]
    if (all === siteEvent(before.shown)) return
    const kept = service === siteEvent(before.service) ? '' : service
    const members = [...this.members.keys()]
    for (let from = 0; from < members.length; from += MOST_AT_ONCE) {
      const some = members.slice(from, from + MOST_AT_ONCE)
      const may = new Set(all === service ? some : await whoMayBenefit(db, some, clock.now()))
      for (const memberId of some)
        for (const each of this.members.get(memberId) ?? [])
          write(each, may.has(memberId) ? all : kept)
    }
  }
}

const siteEvent = (notices: string[]) => eventOf('site', { notices })

const eventOf = <Name extends keyof LiveEvents>(name: Name, data: LiveEvents[Name]): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** Nothing is written behind an end, and a reader that takes nothing is let go. */
function write({ raw }: Stream, text: string): void {
  if (text === '' || raw.writableEnded || raw.destroyed) return
  raw.write(text)
  if (raw.writableLength > MOST_BEHIND) raw.destroy()
}

/** Later reads begin above a message once none below it can still be committing. */
function settle(stream: Stream, settled: bigint): void {
  if (settled <= stream.after) return
  stream.after = settled
  const above = [...(stream.sent ?? [])].filter(id => id > settled)
  stream.sent = above.length > 0 ? new Set(above) : null
}

const lowest = (all: bigint[]): bigint => all.reduce((least, each) => (each < least ? each : least))

function add<K>(all: Map<K, Set<Stream>>, key: K, stream: Stream): void {
  const found = all.get(key)
  if (found) found.add(stream)
  else all.set(key, new Set([stream]))
}

function remove<K>(all: Map<K, Set<Stream>>, key: K, stream: Stream): void {
  const found = all.get(key)
  found?.delete(stream)
  if (found?.size === 0) all.delete(key)
}
