import pg from 'pg'
import { Database } from './database.ts'
import { Replica, standbyOnly } from './replica.ts'
import { primaryOnly, Session, type SessionConfig } from './session.ts'

export type ConnectOptions = {
  /** The role every session acts as (the login must be a member of it). */
  role?: string
  maxConnections?: number
  applicationName?: string
  statementTimeoutMs?: number
  /** How many times as long as usual anything may take: a test's machine may be slow. */
  patience?: number
  /** Every transaction only reads, whatever it says. */
  readOnly?: boolean
  /** How many repeated statements each connection prepares; 0. */
  keepPlans?: number | undefined
}

/** To connect, or to get a connection of a pool whose are all taken. */
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 9_000
const LOCK_TIMEOUT_MS = 8_000
/** A silent connection is asked whether it lives. */
const KEEP_ALIVE_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 30_000

const INT8 = 20
const INT8_ARRAY = 1016
const TEXT_ARRAY = 1009
const DATE = 1082

const texts = pg.types.getTypeParser(TEXT_ARRAY as number) as (text: string) => string[]

/**
 * bigint columns come as BigInt, dates as 'YYYY-MM-DD', timestamps as Date, numerics as strings.
 */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return (text: string) => BigInt(text)
    if (oid === INT8_ARRAY) return (text: string) => texts(text).map(BigInt)
    if (oid === DATE) return (text: string) => text
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

/** How long one statement may take. */
const longestOf = ({ statementTimeoutMs, patience = 1 }: ConnectOptions): number =>
  statementTimeoutMs ?? STATEMENT_TIMEOUT_MS * patience

/** Settings of one session; used alone by listeners, by the pool for everything else. */
export function sessionConfig(url: string, options: ConnectOptions = {}): SessionConfig {
  const { connectionString, own } = withoutOptions(url)
  const { patience = 1 } = options
  const said = [
    own,
    ...(options.role ? [`-c role=${options.role}`] : []),
    ...(options.readOnly ? ['-c default_transaction_read_only=on'] : []),
  ]
    .filter(Boolean)
    .join(' ')
  return {
    connectionString,
    types,
    application_name: options.applicationName ?? 'tianping',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS * patience,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    statement_timeout: longestOf(options),
    lock_timeout: LOCK_TIMEOUT_MS * patience,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS * patience,
    ...(options.keepPlans ? { keepPlans: options.keepPlans } : {}),
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

type Verify = (client: pg.PoolClient) => Error | undefined

function poolOf(url: string, options: ConnectOptions, verify: Verify): pg.Pool {
  const pool = new pg.Pool({
    ...sessionConfig(url, options),
    max: options.maxConnections ?? 16,
    idleTimeoutMillis: 30_000,
    Client: Session,
    verify: (client, done) => done(verify(client)),
  })
  // A connection that dies idle is replaced by the next query. One that dies in a transaction,
  // between two statements, has nobody waiting to be told: its next statement fails, and without a
  // listener the process would end instead.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

/**
 * Opens a pool. Lost connections are replaced on the next query; the pool itself never throws out
 * of band.
 */
export const connect = (url: string, options: ConnectOptions = {}): Database =>
  new Database(poolOf(url, options, primaryOnly), longestOf(options))

/** A pool of a standby alone, which answers by itself or not at all. */
export const connectStandby = (url: string, options: ConnectOptions = {}): Database =>
  new Database(poolOf(url, { ...options, readOnly: true }, standbyOnly), longestOf(options))

/**
 * A pool that reads at a standby, in front of the primary's. With `rehearsal` it takes any server:
 * tests see that calls which may read elsewhere do not write.
 */
export const connectReplica = (
  url: string,
  primary: Database,
  { rehearsal = false, ...options }: ConnectOptions & { rehearsal?: boolean } = {},
): Replica =>
  new Replica(
    poolOf(url, { ...options, readOnly: true }, rehearsal ? () => undefined : standbyOnly),
    longestOf(options),
    primary,
  )
