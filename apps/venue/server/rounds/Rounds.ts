import type { Venue } from '../venue.ts'
import { advance } from './advance.ts'
import { Hub } from './Hub.ts'
import { Leadership, type LeaderLog } from './Leadership.ts'
import { findRound, roundNow, roundsBefore } from './round.sql.ts'
import { roundView } from './roundView.ts'
import type { Table } from '../../model/Table.ts'

const LOCK_SPACE = 72_140
const KNOWN_ROUNDS = 10

type Deps = {
  venue: () => Venue
  databaseUrl: string
  tables: readonly Table[]
  log: () => LeaderLog
}

declare module '../venue.ts' {
  interface Venue {
    /** The tables with shared rounds. */
    rounds: Rounds
  }
}

/**
 * Runs the tables: leads those whose lock this process holds, and publishes what happens on all of
 * them to its own readers.
 */
export class Rounds {
  readonly hub = new Hub()
  readonly #deps: Deps
  readonly #leadership: Leadership<Table>
  #closed = false
  #publishing = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#leadership = new Leadership({
      applicationName: 'tianping-rounds',
      what: 'tables',
      lockSpace: LOCK_SPACE,
      databaseUrl: deps.databaseUrl,
      channels: ['rounds'],
      items: deps.tables,
      log: deps.log,
      advance: table => advance(deps.venue(), table),
      onNotification: payload => this.#onNotification(payload),
      onListening: async () => {
        for (const table of deps.tables) await this.#catchUp(table)
      },
    })
  }

  /** The tables this process leads at the moment. */
  leads(): string[] {
    return this.#leadership.leads()
  }

  start(): void {
    this.#leadership.start()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.hub.close()
    await this.#leadership.close()
    await this.#publishing
  }

  /** `code:number` after a round changed; `clock` after the tables' clock was set by hand. */
  #onNotification(payload: string): void {
    if (this.#closed) return
    if (payload === 'clock') return this.#leadership.wake()
    const [code = '', number = ''] = payload.split(':')
    const table = this.#deps.tables.find(each => each.code === code)
    if (!table || !/^\d+$/.test(number)) return
    // One after another, so that states are published in their order.
    this.#publishing = this.#publishing
      .then(() => this.#publish(table, BigInt(number)))
      .catch(error => {
        this.#deps.log().error({ err: error as Error, table: code }, 'a round was not published')
      })
  }

  async #publish(table: Table, number: bigint): Promise<void> {
    if (this.#closed) return
    const { db } = this.#deps.venue()
    const round = await findRound(db, table.code, number)
    if (round) this.hub.publishRound(table.code, roundView(round), (await roundNow(db)).getTime())
  }

  /** Fills the ring with the last rounds, so that readers of the process before resume here. */
  async #catchUp(table: Table): Promise<void> {
    const { db } = this.#deps.venue()
    const known = await roundsBefore(db, table.code, null, KNOWN_ROUNDS, true)
    const now = await roundNow(db)
    for (const round of known.toReversed())
      this.hub.publishRound(table.code, roundView(round), now.getTime())
  }
}
