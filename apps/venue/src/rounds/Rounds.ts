import { sessionConfig } from '@tianping/database'
import pg from 'pg'
import type { Venue } from '../venue.ts'
import { advance } from './advance.ts'
import { Hub } from './Hub.ts'
import { findRound, roundNow, roundsBefore } from './round.sql.ts'
import { roundView } from './roundView.ts'
import type { Table } from './Table.ts'

/** Distinguishes the tables' advisory locks from other uses of them in the same database. */
const LOCK_SPACE = 72_140
/** How often a server asks for tables that nobody leads, and how soon it connects again. */
const CLAIM_EVERY_MS = 1_000
/** A turn at least this often, so that a clock that was set forward is noticed. */
const MAX_SLEEP_MS = 5_000
const AFTER_ERROR_MS = 1_000
const KNOWN_ROUNDS = 10

type Log = { error(details: object, text: string): void }
type Deps = { venue: () => Venue; databaseUrl: string; tables: readonly Table[]; log: () => Log }

/**
 * Runs the tables: leads those whose lock this process holds, tells its readers what happens on all of them. The lock
 * spares work, it does not keep anything right: every step may be done twice. It lives on a connection of its own and
 * dies with it, so a killed or cut-off leader is followed by another within a second.
 */
export class Rounds {
  readonly hub = new Hub()
  readonly #deps: Deps
  readonly #led = new Map<string, { wake: () => void; done: Promise<void> }>()
  #client: pg.Client | null = null
  #closed = false
  #running: Promise<void> | null = null
  #wakeClaim = () => {}
  #telling = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The tables this process leads at the moment. */
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
    await this.#running
    await this.#telling
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#serve()
      } catch (error) {
        this.#deps.log().error({ err: error as Error }, 'the tables lost their connection')
      }
      if (!this.#closed) await this.#pause(CLAIM_EVERY_MS)
    }
  }

  /** One connection's life: listens, claims tables, leads them until it breaks or the process ends. */
  async #serve(): Promise<void> {
    const client = new pg.Client(sessionConfig(this.#deps.databaseUrl, { applicationName: 'tianping-rounds' }))
    let broken: Error | null = null
    client.on('error', error => {
      broken ??= error
      this.#wakeClaim()
    })
    client.on('notification', ({ payload }) => this.#heard(payload ?? ''))
    await client.connect()
    try {
      await client.query('listen rounds')
      for (const table of this.#deps.tables) await this.#catchUp(table)
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
    const wanted = this.#deps.tables.filter(table => !this.#led.has(table.code))
    if (wanted.length === 0) return
    const { rows } = await client.query<{ code: string }>(`select code from unnest($1::text[]) as code where pg_try_advisory_lock(${LOCK_SPACE}, hashtext(code))`, [wanted.map(table => table.code)])
    for (const { code } of rows) this.#lead(client, wanted.find(table => table.code === code)!)
  }

  #lead(client: pg.Client, table: Table): void {
    const sleeper = { wake: () => {} }
    const turns = async () => {
      while (!this.#closed && this.#client === client) {
        let waitMs = AFTER_ERROR_MS
        try {
          waitMs = await advance(this.#deps.venue(), table)
        } catch (error) {
          this.#deps.log().error({ err: error as Error, table: table.code }, 'a table did not advance')
        }
        if (this.#closed || this.#client !== client) return
        await new Promise<void>(done => {
          const timer = setTimeout(done, Math.min(Math.max(waitMs, 1), MAX_SLEEP_MS))
          sleeper.wake = () => {
            clearTimeout(timer)
            done()
          }
        })
      }
    }
    this.#led.set(table.code, { wake: () => sleeper.wake(), done: turns() })
  }

  /** `code:number` after a round changed; `clock` after the tables' clock was set by hand. */
  #heard(payload: string): void {
    if (this.#closed) return
    if (payload === 'clock') {
      for (const { wake } of this.#led.values()) wake()
      return
    }
    const [code = '', number = ''] = payload.split(':')
    const table = this.#deps.tables.find(each => each.code === code)
    if (!table || !/^\d+$/.test(number)) return
    // One after another, so that states are told in their order.
    this.#telling = this.#telling.then(() => this.#tell(table, BigInt(number))).catch(error => {
      this.#deps.log().error({ err: error as Error, table: code }, 'a round was not told')
    })
  }

  async #tell(table: Table, number: bigint): Promise<void> {
    if (this.#closed) return
    const { db } = this.#deps.venue()
    const round = await findRound(db, table.code, number)
    if (round) this.hub.publish(table.code, roundView(round), (await roundNow(db)).getTime())
  }

  /** Fills the ring with the last rounds, so that readers of the process before resume here. */
  async #catchUp(table: Table): Promise<void> {
    const { db } = this.#deps.venue()
    const known = await roundsBefore(db, table.code, null, KNOWN_ROUNDS, true)
    const now = await roundNow(db)
    for (const round of known.toReversed()) this.hub.publish(table.code, roundView(round), now.getTime())
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
