import { sessionConfig } from '@tianping/database'
import pg from 'pg'
import { Hub } from '../rounds/Hub.ts'
import type { Venue } from '../venue.ts'
import { advanceBook } from './advance.ts'
import type { Book } from './Book.ts'
import { Teller } from './Teller.ts'

/** Distinguishes the books' advisory locks from other uses of them in the same database. */
const LOCK_SPACE = 72_141
/** How often a server asks for books that nobody leads, and how soon it connects again. */
const CLAIM_EVERY_MS = 1_000
/** A turn at least this often, so that a clock that was set forward is noticed. */
const MAX_SLEEP_MS = 5_000
const AFTER_ERROR_MS = 1_000

type Log = { error(details: object, text: string): void }
type Deps = { venue: () => Venue; databaseUrl: string; books: readonly Book[]; log: () => Log; wait: ((ms: number) => Promise<void>) | undefined }
type Turning = { wake: () => void; done: Promise<void> }

/**
 * Runs the books: leads those whose lock this process holds (opening, ending, settling), and tells its own readers what
 * happens in all of them. The lock spares work, it does not keep anything right: every step may be done twice. It lives on
 * a connection of its own and dies with it, so a killed or cut-off leader is followed by another within a second.
 */
export class Books {
  readonly hub = new Hub()
  readonly #deps: Deps
  readonly #led = new Map<string, Turning>()
  readonly #tellers = new Map<string, { teller: Teller; turning: Turning }>()
  #client: pg.Client | null = null
  #closed = false
  #running: Promise<void> | null = null
  #wakeClaim = () => {}

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Waits out the delay of a ticket on a match under way. */
  wait(ms: number): Promise<void> {
    return this.#deps.wait ? this.#deps.wait(ms) : new Promise(done => setTimeout(done, ms))
  }

  /** The books this process leads at the moment. */
  leads(): string[] {
    return [...this.#led.keys()]
  }

  start(): void {
    this.#running = this.#run()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.hub.close()
    this.#wakeClaim()
    for (const { turning } of this.#tellers.values()) turning.wake()
    await this.#running
  }

  async #run(): Promise<void> {
    for (const book of this.#deps.books) {
      const teller = new Teller(this.#deps.venue(), book, this.hub)
      this.#tellers.set(book.code, { teller, turning: this.#turns(book, () => teller.turn(), () => !this.#closed) })
    }
    while (!this.#closed) {
      try {
        await this.#serve()
      } catch (error) {
        this.#deps.log().error({ err: error as Error }, 'the books lost their connection')
      }
      if (!this.#closed) await this.#pause(CLAIM_EVERY_MS)
    }
    await Promise.all([...this.#tellers.values()].map(({ turning }) => turning.done))
  }

  /** One connection's life: listens, claims books, leads them until it breaks or the process ends. */
  async #serve(): Promise<void> {
    const client = new pg.Client(sessionConfig(this.#deps.databaseUrl, { applicationName: 'tianping-books' }))
    let broken: Error | null = null
    client.on('error', error => {
      broken ??= error
      this.#wakeClaim()
    })
    client.on('notification', ({ payload }) => this.#heard(payload ?? ''))
    await client.connect()
    try {
      await client.query('listen matches; listen rounds')
      // What was told while nobody listened is read again.
      for (const { teller, turning } of this.#tellers.values()) {
        teller.forget()
        turning.wake()
      }
      this.#client = client
      while (!this.#closed && !broken) {
        await this.#claim(client)
        await this.#pause(CLAIM_EVERY_MS)
      }
      if (broken) throw broken as Error
    } finally {
      this.#client = null
      const led = [...this.#led.values()]
      for (const { wake } of led) wake()
      await Promise.all(led.map(({ done }) => done))
      this.#led.clear()
      await client.end().catch(() => {})
    }
  }

  async #claim(client: pg.Client): Promise<void> {
    const wanted = this.#deps.books.filter(book => !this.#led.has(book.code))
    if (wanted.length === 0) return
    const { rows } = await client.query<{ code: string }>(`select code from unnest($1::text[]) as code where pg_try_advisory_lock(${LOCK_SPACE}, hashtext(code))`, [wanted.map(book => book.code)])
    for (const { code } of rows) {
      const book = wanted.find(each => each.code === code)!
      this.#led.set(code, this.#turns(book, () => advanceBook(this.#deps.venue(), book), () => !this.#closed && this.#client === client))
    }
  }

  /** Does a turn, sleeps as long as it says, and so on while `going`. */
  #turns(book: Book, turn: () => Promise<number>, going: () => boolean): Turning {
    const sleeper = { wake: () => {} }
    const run = async () => {
      while (going()) {
        let waitMs = AFTER_ERROR_MS
        try {
          waitMs = await turn()
        } catch (error) {
          if (going()) this.#deps.log().error({ err: error as Error, book: book.code }, 'a book did not advance')
        }
        if (!going()) return
        await new Promise<void>(done => {
          const timer = setTimeout(done, Math.min(Math.max(waitMs, 1), MAX_SLEEP_MS))
          sleeper.wake = () => {
            clearTimeout(timer)
            done()
          }
        })
      }
    }
    return { wake: () => sleeper.wake(), done: run() }
  }

  /** `code:number` after a match changed; `clock` after the clock was set by hand. */
  #heard(payload: string): void {
    if (payload === 'clock') {
      for (const { wake } of this.#led.values()) wake()
      for (const { turning } of this.#tellers.values()) turning.wake()
      return
    }
    const [code = '', number = ''] = payload.split(':')
    const told = this.#tellers.get(code)
    if (!told || !/^\d+$/.test(number)) return
    told.teller.changed(BigInt(number))
    told.turning.wake()
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
