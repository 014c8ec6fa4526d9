import pg from 'pg'
import { rowKey } from './rowKey.ts'
import { compile, type Sql } from './sql.ts'

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
 * A statement whose text begins with this is parsed once per connection: for few, constant,
 * frequent ones.
 */
const PREPARED = '/* prepared */'
const preparedNames = new Map<string, string>()

function preparedName(text: string): string | undefined {
  if (!text.startsWith(PREPARED)) return undefined
  const name = preparedNames.get(text) ?? `p${preparedNames.size}`
  preparedNames.set(text, name)
  return name
}

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

async function send<Row>(client: pg.ClientBase, statement: Sql<Row>): Promise<Result<Row>> {
  const { text, values } = compile(statement)
  const { promise, resolve, reject } = Promise.withResolvers<Result<Row>>()
  client.query(
    new CamelCaseQuery({ name: preparedName(text), text, values }, (error, result) =>
      error ? reject(error) : resolve(result as Result<Row>),
    ),
  )
  try {
    return await promise
  } catch (error) {
    // The stack of the driver begins at the socket; this one leads to the caller.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

export type TransactionOptions = { isolation?: 'repeatable read'; readOnly?: boolean }

const begin = ({ isolation, readOnly }: TransactionOptions): string =>
  ['begin', isolation && `isolation level ${isolation}`, readOnly && 'read only']
    .filter(Boolean)
    .join(' ')

/** A pool of connections: each statement takes one that is free, a transaction keeps one. */
export class Database {
  readonly isTransaction = false
  readonly #pool: pg.Pool
  #closed: Promise<void> | undefined
  /** Hears what `changed` named, once the transaction around it has committed. */
  onChanged: (keys: string[]) => void = () => {}

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async query<Row>(statement: Sql<Row>): Promise<Result<Row>> {
    const client = await this.#pool.connect()
    try {
      return await send(client, statement)
    } finally {
      // A mistake in SQL leaves the connection intact; the pool itself drops a dead one.
      client.release()
    }
  }

  async transaction<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> {
    const client = await this.#pool.connect()
    const tx = new Tx(client)
    let discard = false
    try {
      await client.query(begin(options))
      const result = await work(tx)
      tx.end()
      await commit(client)
      tx.published(this.onChanged)
      return result
    } catch (error) {
      tx.end()
      discard = !(await rolledBack(client))
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
  readonly #changed = new Set<string>()
  #ended = false

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  async query<Row>(statement: Sql<Row>): Promise<Result<Row>> {
    // The connection may be in another transaction by now.
    if (this.#ended) throw new Error('A statement came after the end of its transaction.')
    return send(this.#client, statement)
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
async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back: one of its statements had failed.')
}

const rolledBack = (client: pg.ClientBase): Promise<boolean> =>
  client.query('rollback').then(
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

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

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
