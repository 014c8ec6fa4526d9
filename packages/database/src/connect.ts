import { Kysely, PostgresDialect, type RawBuilder, type Transaction } from 'kysely'
import pg from 'pg'

/**
 * A database or a transaction in it: every function that runs SQL takes one, so that callers decide
 * the boundary.
 */
// The tables are described by the SQL files and row types beside them, not by one schema type.
// eslint-disable-next-line typescript/no-explicit-any
export type Db = Kysely<any>
// eslint-disable-next-line typescript/no-explicit-any
export type Tx = Transaction<any>

export type ConnectOptions = {
  /** The role every session acts as (the login must be a member of it). */
  role?: string
  maxConnections?: number
  applicationName?: string
  statementTimeoutMs?: number
  /** How many times as long as usual anything may take: a test's machine may be slow. */
  patience?: number
}

/** To connect, or to get a connection of a pool whose are all taken. */
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 15_000
const LOCK_TIMEOUT_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 30_000

const INT8 = 20
const DATE = 1082

/**
 * bigint columns come as BigInt, dates as 'YYYY-MM-DD', timestamps as Date, numerics as strings.
 */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return (text: string) => BigInt(text)
    if (oid === DATE) return (text: string) => text
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

/** Settings of one session; used alone by listeners, by the pool for everything else. */
export function sessionConfig(url: string, options: ConnectOptions = {}): pg.ClientConfig {
  const { connectionString, own } = withoutOptions(url)
  const { patience = 1 } = options
  const said = [own, ...(options.role ? [`-c role=${options.role}`] : [])].filter(Boolean).join(' ')
  return {
    connectionString,
    types,
    application_name: options.applicationName ?? 'tianping',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS * patience,
    keepAlive: true,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS * patience,
    lock_timeout: LOCK_TIMEOUT_MS * patience,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS * patience,
    ...(said ? { options: said } : {}),
  }
}

/**
 * Session options that an address carries would take the place of ours, and with them of the role.
 */
function withoutOptions(url: string): { connectionString: string; own: string } {
  if (!url.includes('options=')) return { connectionString: url, own: '' }
  const at = new URL(url)
  const own = at.searchParams.get('options') ?? ''
  at.searchParams.delete('options')
  return { connectionString: at.href, own }
}

/**
 * A statement whose text begins with this is parsed once per connection: for few, constant,
 * frequent ones.
 */
const PREPARED = '/* prepared */'
const statementNames = new Map<string, string>()

function statementName(text: string): string {
  const name = statementNames.get(text) ?? `p${statementNames.size}`
  statementNames.set(text, name)
  return name
}

/**
 * Opens a pool. Lost connections are replaced on the next query; the pool itself never throws out
 * of band.
 */
export function connect(url: string, options: ConnectOptions = {}): Db {
  const pool = new pg.Pool({
    ...sessionConfig(url, options),
    max: options.maxConnections ?? 16,
    idleTimeoutMillis: 30_000,
  })
  // A connection that dies idle is replaced by the next query. One that dies in a transaction,
  // between two statements, has nobody waiting to be told: its next statement fails, and without a
  // listener the process would end instead.
  pool.on('error', () => {})
  pool.on('connect', client => {
    client.on('error', () => {})
    const query = client.query.bind(client) as (...all: unknown[]) => unknown
    client.query = ((text: unknown, ...rest: unknown[]) =>
      typeof text === 'string' && text.trimStart().startsWith(PREPARED)
        ? query({ name: statementName(text), text, values: rest[0] }, ...rest.slice(1))
        : query(text, ...rest)) as typeof client.query
  })
  return new Kysely({ dialect: new PostgresDialect({ pool }) })
}

/** All rows of a query. */
export async function rows<T>(db: Db, query: RawBuilder<T>): Promise<T[]> {
  return (await query.execute(db)).rows
}

/** The first row of a query, or undefined. */
export async function row<T>(db: Db, query: RawBuilder<T>): Promise<T | undefined> {
  return (await query.execute(db)).rows[0]
}

/** The first row of a query that always has one. */
export async function theRow<T>(db: Db, query: RawBuilder<T>): Promise<T> {
  const found = (await query.execute(db)).rows[0]
  if (found === undefined) throw new Error('a query that always answers a row answered none')
  return found
}

/** Runs a statement for its effect and answers how many rows it touched. */
export async function run(db: Db, query: RawBuilder<unknown>): Promise<number> {
  return Number((await query.execute(db)).numAffectedRows ?? 0n)
}

/** Runs `work` in one READ COMMITTED transaction; throws roll it back. */
export function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work)
}
