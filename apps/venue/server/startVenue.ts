import { connect, migrate, run, sql, type Database } from '@tianping/database'
import { NONCE_MEMORY_MS } from '@tianping/venue-protocol'
import type { FastifyServerOptions } from 'fastify'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Faults } from './faults/Faults.ts'
import { buildApp, DEFAULT_LIMITS, type Limits } from './http/buildApp.ts'
import { deleteStale } from './launch/launch.sql.ts'
import type { Merchant } from './merchants.ts'
import { Beacons } from './beacon/Beacons.ts'
import { chooseBeacon } from './beacon/beacon.sql.ts'
import type { BeaconSettings } from './beacon/beaconSettings.ts'
import { Books } from './book/Books.ts'
import { deleteOldMatches } from './book/match.sql.ts'
import { allBooks, allTables } from '../games/registry.ts'
import { endStaleRounds } from './play/takeStep.ts'
import { Rounds } from './rounds/Rounds.ts'
import { deleteOldRounds } from './rounds/round.sql.ts'
import { deleteOldSignIns, endStaleSessions } from './operator/account.sql.ts'
import { addDemoOperator, refuseDemoOperators } from './operator/operators.ts'
import { endGonePages } from './signals/leaving.ts'
import { deleteOldSignals } from './signals/signal.sql.ts'
import { openDesks, type Venue } from './venue.ts'
import { deleteDemoPlayers } from './wallet/wallet.sql.ts'

const SWEEP_EVERY_MS = 60_000
const GONE_EVERY_MS = 2_000
const DEMO_LIFE_MS = 24 * 3_600_000
const SESSION_MEMORY_MS = 7 * 24 * 3_600_000
const SPIN_CYCLE_MS = 2_500
const ROUND_MEMORY_MS = 3 * 24 * 3_600_000
const ROUNDS_AT_A_SWEEP = 2_000
/**
 * Free spins nobody came back for are played out by the venue after so long, as the rules of the
 * game say.
 */
const INTERRUPTED_MS = 24 * 3_600_000

type OperatorOptions = {
  /** Seals the operators' authenticators; absent, there is no operator page. */
  operatorKey?: string | null | undefined
  /** Adds the operator of a sandbox; without it a database that has one is refused. */
  demoOperator?: boolean
}

export type VenueOptions = OperatorOptions & {
  databaseUrl: string
  merchants: readonly Merchant[]
  host?: string
  /** 0 or absent picks a free port. */
  port?: number
  /** The origin that browsers use; absent, the address listened on. */
  /** How many proxies in front write `X-Forwarded-For`. */
  proxies?: number
  publicUrl?: string | undefined
  faults?: boolean
  /** The beacon of shared rounds; null for none, absent for what the database says. */
  beacon?: BeaconSettings | null | undefined
  /** Milliseconds since 1970, for tests that move time. */
  clock?: () => number
  /** The chance that faults of a probability strike, for tests that need it fixed. */
  random?: () => number
  limits?: Partial<Limits>
  logger?: FastifyServerOptions['logger']
  maxConnections?: number
  /** How many repeated statements each connection prepares; 0. */
  keepPlans?: number | undefined
  /** False leaves the tables to other processes, or to a test that moves them by hand. */
  runTables?: boolean
  /**
   * Waits out the delay of tickets on matches under way; a test that moves time by hand has its
   * own.
   */
  wait?: (ms: number) => Promise<void>
}

export type RunningVenue = {
  /** Where it listens; a venue's base URL is `<url>/venues/<code>`. */
  url: string
  venue: Venue
  /** Stops taking calls, lets those under way end, and closes the database. */
  close(): Promise<void>
  /**
   * Deletes what is past its time: nonces, old sessions and tokens, demo players. Runs every minute
   * by itself.
   */
  sweep(): Promise<void>
}

/** Migrates the venue's database, opens its desks and serves. Rejects when the port is taken. */
export async function startVenue(options: VenueOptions): Promise<RunningVenue> {
  const clock = options.clock ?? Date.now
  const host = options.host ?? '127.0.0.1'
  await migrate(options.databaseUrl, join(import.meta.dirname, '../migrations'))
  const db = connect(options.databaseUrl, {
    applicationName: 'tianping-venue',
    maxConnections: options.maxConnections ?? 16,
    keepPlans: options.keepPlans,
  })
  await prepareOperators(db, options)
  await chooseBeacon(db, options.beacon)
  let url = ''
  // Both are needed by what is made before them, and used only once all stands.
  let app: Awaited<ReturnType<typeof buildApp>>
  const venue: Venue = {
    db,
    clock,
    publicUrl: () => options.publicUrl ?? url,
    merchants: new Map(options.merchants.map(merchant => [merchant.name, merchant])),
    desks: await openDesks(db, options.merchants),
    faults: options.faults ? new Faults(options.random) : null,
    ...operatorSettings(options),
    spinCycleMs: SPIN_CYCLE_MS,
    beacons: new Beacons({ db: () => venue.db, log: () => app.log }),
    rounds: new Rounds({
      venue: () => venue,
      databaseUrl: options.databaseUrl,
      tables: allTables(),
      log: () => app.log,
    }),
    books: new Books({
      venue: () => venue,
      databaseUrl: options.databaseUrl,
      books: allBooks(),
      log: () => app.log,
      wait: options.wait,
    }),
  }
  app = await buildApp(venue, { ...DEFAULT_LIMITS, ...options.limits }, options)
  try {
    await app.listen({ host, port: options.port ?? 0 })
  } catch (error) {
    await db.destroy()
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  if (options.runTables !== false) {
    venue.rounds.start()
    venue.books.start()
  }
  const sweep = () => sweepOld(venue)
  const failed = (error: unknown) => app.log.error({ err: error as Error }, 'sweeping failed')
  const timers = [
    setInterval(() => void sweep().catch(failed), SWEEP_EVERY_MS),
    setInterval(() => void endGonePages(venue).catch(failed), GONE_EVERY_MS),
  ]
  for (const timer of timers) timer.unref()
  const close = async () => {
    for (const timer of timers) clearInterval(timer)
    await venue.books.close()
    await venue.rounds.close()
    await app.close()
    await db.destroy()
  }
  return { url, venue, close, sweep }
}

const operatorSettings = ({ operatorKey = null, demoOperator = false }: OperatorOptions) => ({
  operatorKey,
  demoOperator,
})

/** The database of a sandbox gets its operator; any other that has one is refused, and left. */
async function prepareOperators(db: Database, { demoOperator }: OperatorOptions): Promise<void> {
  try {
    await (demoOperator ? addDemoOperator(db) : refuseDemoOperators(db))
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function sweepOld(venue: Venue) {
  const { db, clock } = venue
  const before = (ageMs: number) => new Date(clock() - ageMs)
  await run(db, sql`delete from nonce where seen_at < ${before(NONCE_MEMORY_MS)}`)
  await endStaleSessions(db)
  await deleteOldSignIns(db)
  await endGonePages(venue)
  await deleteStale(db, before(SESSION_MEMORY_MS))
  await deleteOldSignals(db, before(SESSION_MEMORY_MS))
  await run(db, sql`delete from pace where last_spin_at < ${before(DEMO_LIFE_MS)}`)
  const [rounds] = await Promise.allSettled([endStaleRounds(venue, before(INTERRUPTED_MS))])
  await deleteDemoPlayers(db, before(DEMO_LIFE_MS))
  await deleteOldMatches(db, before(ROUND_MEMORY_MS), ROUNDS_AT_A_SWEEP)
  await deleteOldRounds(db, before(ROUND_MEMORY_MS), ROUNDS_AT_A_SWEEP)
  if (rounds.status === 'rejected') throw rounds.reason
}
