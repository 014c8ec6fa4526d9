import type pg from 'pg'
import { ask, type Result } from './ask.ts'
import { requireReplicated } from './session.ts'
import type { Sql } from './sql.ts'
import { Tx, type TransactionOptions } from './tx.ts'
import { Unavailable, isAway, within } from './unavailable.ts'
import type { PoolLoad, Watch } from './watch.ts'

/**
 * A database or a transaction in it: every function that runs SQL takes one, so that callers decide
 * the boundary.
 */
export type Db = Database | Tx

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
/** Changes inside a query, and functions that change: those of the ledger and of transfers. */
const CHANGES_INSIDE =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\b|\b(?:ledger\.\w+|transfer_(?:begin|end))\s*\(/i

/** Whether a statement may have changed something; for sure where it has. */
const mayChange = ({ texts }: Sql, command: string): boolean =>
  CHANGES.has(command) || texts.some(text => CHANGES_INSIDE.test(text))

/** The answer of the database comes before its own limit ends, or not at all. */
const GRACE_MS = 1_000

/** A pool of connections: each statement takes one that is free, a transaction keeps one. */
export class Database {
  readonly isTransaction = false
  readonly #pool: pg.Pool
  readonly #longestMs: number
  #closed: Promise<void> | undefined
  /** Hears what `changed` named, once the transaction around it has committed. */
  onChanged: (keys: string[]) => void = () => {}
  /** Hears of each commit that may have changed something; null while nobody asks. */
  onWrote: (() => void) | null = null
  /** Who measures statements; null while nobody does, which costs nothing. */
  watch: Watch | null = null

  /** `longestMs` is the database's own limit for one statement. */
  constructor(pool: pg.Pool, longestMs: number) {
    this.#pool = pool
    this.#longestMs = longestMs
  }

  async query<Row>(statement: Sql<Row>): Promise<Result<Row>> {
    const client = await this.#connect()
    let lost = false
    try {
      const answer = await within(ask(client, statement, this.watch), this.#longestMs + GRACE_MS)
      requireReplicated(client)
      if (this.onWrote && mayChange(statement, answer.command)) this.onWrote()
      return answer
    } catch (error) {
      lost = error instanceof Unavailable
      throw error
    } finally {
      // A mistake in SQL leaves the connection intact.
      client.release(lost)
    }
  }

  get load(): PoolLoad {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool
    return { open, idle, waiting }
  }

  async #connect(): Promise<pg.PoolClient> {
    const { watch } = this
    const from = watch ? performance.now() : 0
    try {
      return await this.#pool.connect()
    } catch (error) {
      if (isAway(error)) throw new Unavailable((error as Error).message, { cause: error })
      throw error
    } finally {
      watch?.waited(performance.now() - from)
    }
  }

  async transaction<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> {
    const client = await this.#connect()
    const longestMs = (options.longestMs ?? this.#longestMs) + GRACE_MS
    const tx = new Tx(client, longestMs, this.watch, options)
    let discard = false
    try {
      const result = await work(tx)
      await tx.commit()
      if (!options.readOnly) this.onWrote?.()
      tx.published(this.onChanged)
      return result
    } catch (error) {
      discard = error instanceof Unavailable || !(await tx.rollback())
      throw error
    } finally {
      client.release(discard)
    }
  }

  /** Names something that listeners outside want to know of; outside a transaction at once. */
  changed(...keys: string[]): void {
    this.onChanged(keys)
  }

  /** Closes every connection, when the statements under way are done; once is enough. */
  destroy(): Promise<void> {
    this.#closed ??= this.#pool.end()
    return this.#closed
  }
}

/** All rows of a query. */
export async function rows<T>(db: Db, query: Sql<T>): Promise<T[]> {
  return (await db.query(query)).rows
}

/** The first row of a query, or undefined. */
export async function row<T>(db: Db, query: Sql<T>): Promise<T | undefined> {
  return (await db.query(query)).rows[0]
}

/** The first row of a query that always has one. */
export async function theRow<T>(db: Db, query: Sql<T>): Promise<T> {
  const found = (await db.query(query)).rows[0]
  if (found === undefined) throw new Error('a query that always answers a row answered none')
  return found
}

/**
 * The first row of the last statement of a transaction, which commits with it; it always has one.
 * What follows must not be able to fail.
 */
export async function theLastRow<T>(tx: Tx, query: Sql<T>): Promise<T> {
  const found = (await tx.queryLast(query)).rows[0]
  if (found === undefined) throw new Error('a query that always answers a row answered none')
  return found
}

/** Runs a statement for its effect and answers how many rows it touched. */
export async function run(db: Db, query: Sql): Promise<number> {
  const { command, rowCount } = await db.query(query)
  return CHANGES.has(command) ? (rowCount ?? 0) : 0
}

/** Runs `work` in one transaction, READ COMMITTED unless asked otherwise; throws roll it back. */
export async function transaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return db.isTransaction ? db.include(work) : db.transaction(work, options)
}
