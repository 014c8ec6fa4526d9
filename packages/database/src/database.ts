import pg from 'pg'
import { rowKey } from './rowKey.ts'
import { requireReplicated, Session } from './session.ts'
import { compile, type Sql } from './sql.ts'
import { Unavailable, isAway } from './unavailable.ts'
import type { PoolLoad, Watch } from './watch.ts'

declare module 'pg' {
  interface Query {
    /** Called once per result, before its first row. */
    handleRowDescription(message: { fields: { name: string }[] }): void
  }
}

/**
 * A database or a transaction in it: every function that runs SQL takes one, so that callers decide
 * the boundary.
 */
export type Db = Database | Tx

export type Result<Row> = { rows: Row[]; command: string; rowCount: number | null }

/**
 * Rows have camelCase keys: `select member_id` is read as `memberId`. The names change when the
 * driver reads the description of a result, not for each row.
 */
class CamelCaseQuery extends pg.Query {
  override handleRowDescription(message: { fields: { name: string }[] }): void {
    for (const field of message.fields) field.name = rowKey(field.name)
    super.handleRowDescription(message)
  }
}

function ask<Row>(
  client: pg.ClientBase,
  statement: Sql<Row>,
  watch: Watch | null,
): Promise<Result<Row>> {
  const { text, values } = compile(statement)
  const { promise, resolve, reject } = Promise.withResolvers<Result<Row>>()
  const ended = watch?.statement(text)
  const name = client instanceof Session ? client.planOf(text) : undefined
  client.query(
    new CamelCaseQuery({ name, text, values }, (error, result) => {
      ended?.(error ?? undefined)
      if (error) reject(error)
      else resolve(result as Result<Row>)
    }),
  )
  return promise
}

/**
 * Waits for an answer no longer than `longestMs`; throws `Unavailable` when none came or the
 * connection was lost, after which the connection is of no use.
 */
async function within<T>(answer: Promise<T>, longestMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Unavailable(`no answer within ${longestMs} ms`)),
    longestMs,
  )
  try {
    return await Promise.race([answer, late.promise])
  } catch (error) {
    if (isAway(error)) throw new Unavailable((error as Error).message, { cause: error })
    // The stack of the driver begins at the socket; this one leads to the caller.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

export type TransactionOptions = {
  isolation?: 'repeatable read'
  readOnly?: boolean
  /** How long one statement may take, where that is longer than usual. */
  longestMs?: number
}

const begin = ({ isolation, readOnly, longestMs }: TransactionOptions): string =>
  ['begin', isolation && `isolation level ${isolation}`, readOnly && 'read only']
    .filter(Boolean)
    .join(' ') + (longestMs ? `; set local statement_timeout = ${Math.trunc(longestMs)}` : '')

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
    const tx = new Tx(client, longestMs, this.watch)
    let discard = false
    try {
      await within(client.query(begin(options)), longestMs)
      const result = await work(tx)
      tx.end()
      const ended = this.watch?.statement('commit')
      await commit(client, longestMs)
      ended?.()
      if (!options.readOnly) this.onWrote?.()
      tx.published(this.onChanged)
      return result
    } catch (error) {
      tx.end()
      discard = error instanceof Unavailable || tx.lost || !(await rolledBack(client, longestMs))
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

/** A transaction under way. */
export class Tx {
  readonly isTransaction = true
  readonly #client: pg.ClientBase
  readonly #longestMs: number
  readonly #watch: Watch | null
  readonly #changed = new Set<string>()
  #ended = false
  /** The connection is of no use any more. */
  lost = false

  constructor(client: pg.ClientBase, longestMs: number, watch: Watch | null) {
    this.#client = client
    this.#longestMs = longestMs
    this.#watch = watch
  }

  async query<Row>(statement: Sql<Row>): Promise<Result<Row>> {
    // The connection may be in another transaction by now.
    if (this.#ended) throw new Error('A statement came after the end of its transaction.')
    try {
      return await within(ask(this.#client, statement, this.#watch), this.#longestMs)
    } catch (error) {
      this.lost ||= error instanceof Unavailable
      throw error
    }
  }

  end(): void {
    this.#ended = true
  }

  /** Names something that listeners outside want to know of, if this commits. */
  changed(...keys: string[]): void {
    for (const key of keys) this.#changed.add(key)
  }

  published(hear: (keys: string[]) => void): void {
    if (this.#changed.size > 0) hear([...this.#changed])
  }
}

/** PostgreSQL answers a COMMIT with ROLLBACK when a statement had failed and nobody said so. */
async function commit(client: pg.ClientBase, longestMs: number): Promise<void> {
  const { command } = await within(client.query('commit'), longestMs)
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back: one of its statements had failed.')
  requireReplicated(client)
}

const rolledBack = (client: pg.ClientBase, longestMs: number): Promise<boolean> =>
  within(client.query('rollback'), longestMs).then(
    () => true,
    () => false,
  )

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
  return db.isTransaction ? work(db) : db.transaction(work, options)
}
