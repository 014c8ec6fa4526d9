import { run, sessionConfig, sql, type Db } from '@tianping/database'
import pg from 'pg'

/**
 * What instances tell each other: members whose money or profile changed, sessions that ended,
 * venues where a game was launched, that something for everybody changed, and (by the database
 * itself) that a setting did. Never content.
 */
export type BusEvent = { topic: (typeof topics)[number]; keys: string[] }
const topics = ['member', 'session', 'venue', 'site', 'setting'] as const

/** What a transaction names (`tx.changed`) when it changed what all members see. */
export const EVERYBODY = 'everybody'

const CHANNEL = 'tianping_news'
/** NOTIFY carries at most 8000 bytes; a batch stays well below. */
const MAX_KEYS_PER_NOTICE = 200
const RECONNECT_MS = 500

type Listener = (news: BusEvent) => void

/**
 * The instances' common news over LISTEN/NOTIFY. Publishing happens after the commit, never inside
 * a money transaction (that cost 64 % of its throughput when measured), in batches: while one
 * notice travels the next keys gather.
 */
export class Bus {
  private readonly db: Db
  private readonly url: string
  private readonly listeners = new Set<Listener>()
  private readonly waiting = {
    member: new Set<string>(),
    session: new Set<string>(),
    venue: new Set<string>(),
    site: new Set<string>(),
    setting: new Set<string>(),
  }
  private sending: Promise<void> | null = null
  private client: pg.Client | null = null
  private closed = false
  private retry: NodeJS.Timeout | undefined
  /** Called with false when the line is lost and with true when it stands again. */
  onLine: (up: boolean) => void = () => {}

  constructor(db: Db, url: string) {
    this.db = db
    this.url = url
  }

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  async open(): Promise<void> {
    const client = new pg.Client(sessionConfig(this.url, { applicationName: 'tianping-news' }))
    client.on('error', () => this.lost(client))
    client.on('end', () => this.lost(client))
    client.on('notification', ({ payload }) => this.receive(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      // A standby takes the connection and refuses the statement; the next try makes another.
      void client.end().catch(() => {})
      throw error
    }
    if (this.closed) return client.end()
    this.client = client
    this.onLine(true)
    // Whatever was said while the line was lost.
    for (const hear of this.listeners) hear({ topic: 'site', keys: ['line'] })
  }

  /** Tells every instance, this one at once. */
  publish(topic: BusEvent['topic'], keys: string[]): void {
    if (keys.length === 0) return
    for (const hear of this.listeners) hear({ topic, keys })
    for (const key of keys) this.waiting[topic].add(key)
    this.sending ??= this.flush().finally(() => {
      this.sending = null
    })
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.retry)
    await this.sending
    await this.client?.end()
  }

  private async flush() {
    for (const topic of topics) {
      while (this.waiting[topic].size > 0) {
        const keys = [...this.waiting[topic]].slice(0, MAX_KEYS_PER_NOTICE)
        for (const key of keys) this.waiting[topic].delete(key)
        // A notice that is lost costs freshness for the cache's few seconds, never money: it is not
        // tried again.
        await run(
          this.db,
          sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ topic, keys })})`,
        ).catch(() => {})
      }
    }
  }

  private receive(payload: string) {
    const news = JSON.parse(payload) as BusEvent
    for (const hear of this.listeners) hear(news)
  }

  private lost(client: pg.Client) {
    if (this.closed || (this.client !== null && this.client !== client)) return
    if (this.client === client) {
      this.client = null
      this.onLine(false)
    }
    clearTimeout(this.retry)
    this.retry = setTimeout(() => {
      this.open().catch(() => this.lost(client))
    }, RECONNECT_MS)
    this.retry.unref()
  }
}
