import type pg from 'pg'
import type { Result } from './ask.ts'
import { Database } from './database.ts'
import { Session } from './session.ts'
import type { Sql } from './sql.ts'
import type { Tx, TransactionOptions } from './tx.ts'
import { Unavailable } from './unavailable.ts'

/** A read that the replay of the primary's changes cancelled. */
const CONFLICT = '40001'
/** A statement that writes, in a session that only reads. */
const WRITES = '25006'

/** Why the primary did what was asked of the replica. */
export type Fallback = 'failed' | 'writes'

const fallbackOf = (error: unknown): Fallback | null => {
  if (error instanceof Unavailable) return 'failed'
  const { code } = error as { code?: string }
  if (code === CONFLICT) return 'failed'
  return code === WRITES ? 'writes' : null
}

/** Refuses a server that takes writes: it is the primary, or one that was left behind. */
export const standbyOnly = (client: pg.ClientBase): Unavailable | undefined =>
  client instanceof Session && client.standby
    ? undefined
    : new Unavailable('the server is no standby')

/**
 * A pool whose sessions only read, in front of the primary's: what it cannot answer, the primary
 * does, statement by statement. A transaction that is not declared read-only begins at the primary.
 */
export class Replica extends Database {
  readonly #primary: Database
  /** Ends of reads under way, for when nobody is to wait for the replica any more. */
  readonly #underWay = new Set<(error: Unavailable) => void>()
  #away = false
  /** May throw, to refuse what the primary would do instead. */
  onFallback: (why: Fallback) => void = () => {}

  constructor(pool: pg.Pool, longestMs: number, primary: Database) {
    super(pool, longestMs)
    this.#primary = primary
  }

  /** While true the primary answers, also what is under way here. */
  get away(): boolean {
    return this.#away
  }

  set away(away: boolean) {
    this.#away = away
    if (!away) return
    for (const end of this.#underWay) end(new Unavailable('the replica is given up'))
  }

  override query<Row>(statement: Sql<Row>): Promise<Result<Row>> {
    return this.#orPrimary(
      () => super.query(statement),
      () => this.#primary.query(statement),
    )
  }

  override async transaction<T>(
    work: (tx: Tx) => Promise<T>,
    options: TransactionOptions,
  ): Promise<T> {
    const there = () => this.#primary.transaction(work, options)
    if (options.readOnly) return this.#orPrimary(() => super.transaction(work, options), there)
    this.onFallback('writes')
    return there()
  }

  override changed(...keys: string[]): void {
    this.#primary.changed(...keys)
  }

  async #orPrimary<T>(here: () => Promise<T>, there: () => Promise<T>): Promise<T> {
    if (this.#away) return there()
    const answer = Promise.withResolvers<T>()
    this.#underWay.add(answer.reject)
    here().then(answer.resolve, answer.reject)
    try {
      return await answer.promise
    } catch (error) {
      const why = fallbackOf(error)
      if (why === null) throw error
      this.onFallback(why)
      return there()
    } finally {
      this.#underWay.delete(answer.reject)
    }
  }
}
