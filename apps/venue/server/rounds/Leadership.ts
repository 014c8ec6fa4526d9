import { sessionConfig } from '@tianping/database'
import pg from 'pg'
import { loop, type Loop } from './loop.ts'

/** How often a server asks for what nobody leads, and how soon it connects again. */
const CLAIM_EVERY_MS = 1_000

export type LeaderLog = { error(details: object, text: string): void }
type Deps<T> = {
  /** How the connection is called in the database, and what is led in the log: `tables`. */
  applicationName: string
  what: string
  /** Distinguishes these advisory locks from other uses of them in the same database. */
  lockSpace: number
  databaseUrl: string
  channels: readonly string[]
  items: readonly T[]
  log: () => LeaderLog
  /** Does what is due and answers how long nothing is, in ms. */
  advance: (item: T) => Promise<number>
  /** A notification of one of the channels. */
  onNotification: (payload: string) => void
  /** The connection listens. Earlier notifications are lost, so everything is read again. */
  onListening: () => Promise<void>
}

/**
 * Leads those of its items whose lock this process holds. The lock spares work, it does not keep
 * anything right: every step may be done twice. It lives on a connection of its own and dies with
 * it, so a killed or cut-off leader is followed by another within a second.
 */
export class Leadership<T extends { code: string }> {
  readonly #deps: Deps<T>
  readonly #led = new Map<string, Loop>()
  #client: pg.Client | null = null
  #closed = false
  #running: Promise<void> | null = null
  #wakeClaim = () => {}

  constructor(deps: Deps<T>) {
    this.#deps = deps
  }

  /** What this process leads at the moment. */
  leads(): string[] {
    return [...this.#led.keys()]
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Ends every leader's sleep: the clock was set. */
  wake(): void {
    for (const { wake } of this.#led.values()) wake()
  }

  /** Gives up what is led, once the steps under way have ended. */
  async close(): Promise<void> {
    this.#closed = true
    this.#wakeClaim()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#serve()
      } catch (error) {
        this.#deps
          .log()
          .error({ err: error as Error }, `the ${this.#deps.what} lost their connection`)
      }
      if (!this.#closed) await this.#pause(CLAIM_EVERY_MS)
    }
  }

  /** One connection's life: listens, claims, leads until it breaks or the process ends. */
  async #serve(): Promise<void> {
    const client = new pg.Client(
      sessionConfig(this.#deps.databaseUrl, { applicationName: this.#deps.applicationName }),
    )
    let broken: Error | null = null
    client.on('error', error => {
      broken ??= error
      this.#wakeClaim()
    })
    client.on('notification', ({ payload }) => this.#deps.onNotification(payload ?? ''))
    await client.connect()
    try {
      await client.query(this.#deps.channels.map(channel => `listen ${channel}`).join('; '))
      await this.#deps.onListening()
      this.#client = client
      while (!this.#closed && !broken) {
        await this.#claim(client)
        await this.#pause(CLAIM_EVERY_MS)
      }
      if (broken) throw broken as Error
    } finally {
      this.#client = null
      const led = [...this.#led.values()]
      this.wake()
      await Promise.all(led.map(({ done }) => done))
      this.#led.clear()
      await client.end().catch(() => {})
    }
  }

  async #claim(client: pg.Client): Promise<void> {
    const { items, lockSpace, advance, log, what } = this.#deps
    const wanted = items.filter(item => !this.#led.has(item.code))
    if (wanted.length === 0) return
    const { rows } = await client.query<{ code: string }>(
      `select code from unnest($1::text[]) as code where pg_try_advisory_lock(${lockSpace}, hashtext(code))`,
      [wanted.map(item => item.code)],
    )
    const claimed = new Set(rows.map(({ code }) => code))
    for (const item of wanted.filter(({ code }) => claimed.has(code))) {
      const { code } = item
      const going = () => !this.#closed && this.#client === client
      this.#led.set(
        code,
        loop(
          () => advance(item),
          going,
          error => log().error({ err: error, code }, `one of the ${what} did not advance`),
        ),
      )
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise(done => {
      const timer = setTimeout(done, ms)
      this.#wakeClaim = () => {
        clearTimeout(timer)
        done()
      }
    })
  }
}
