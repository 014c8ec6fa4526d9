// The whole platform on one machine: PostgreSQL, the sandbox venue and the server, each a process
// of its own.
import { ensureDatabase, migrate } from '@tianping/database'
import { fork, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { inRoot } from './root.ts'
import { launchPostgres, type RunningPostgres } from './postgres.ts'
import { supervise } from './supervise.ts'

export type StackOptions = {
  /** Where the embedded PostgreSQL keeps its files; not needed with `databaseUrl`. */
  dataDir?: string
  host: string
  port: number
  venuePort: number
  /** An outside PostgreSQL instead of the embedded one. */
  databaseUrl?: string | undefined
  venueDatabaseUrl?: string | undefined
  /** Fault switches of the venue, for rehearsals. */
  faults?: boolean
  durable?: boolean
  env?: Record<string, string>
  say?: (text: string) => void
  /** What ends by itself is started again. */
  supervised?: boolean
  /** Runs when the platform's database is migrated and no service has started yet. */
  before?: (at: {
    databaseUrl: string
    venueDatabaseUrl: string
    publicUrl: string
  }) => Promise<void>
}

export type Stack = {
  url: string
  venueUrl: string
  databaseUrl: string
  venueDatabaseUrl: string
  postgres: RunningPostgres | null
  server: ChildProcess
  venue: ChildProcess
  /** Starts another instance of the server on the same database. */
  startServer(port: number): Promise<ChildProcess>
  /** Ends the clients first, PostgreSQL last. */
  stop(): Promise<void>
}

const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000

/** The port that the environment names, or the usual one. */
export function portIn(name: string, usual: number): number {
  const port = Number(process.env[name] ?? usual)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} is not a port number.`)
  return port
}

/** Throws a sentence for the person who started it when the port is taken. */
export async function requireFreePort(port: number, host: string, variable: string): Promise<void> {
  if (port === 0) return
  await new Promise<void>((done, failed) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      failed(
        new Error(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is taken by another program. Set ${variable} to a free one, for example ${variable}=${port + 100} npm start.`
            : error.message,
        ),
      ),
    )
    probe.listen(port, host, () => probe.close(() => done()))
  })
}

type Databases = { databaseUrl: string; venueDatabaseUrl: string }

/** Both databases: those named, or those of the embedded PostgreSQL. */
function databasesOf(options: StackOptions, postgres: RunningPostgres | null): Databases {
  const databaseUrl = options.databaseUrl ?? postgres?.url('tianping')
  if (databaseUrl === undefined) throw new Error('There is no database.')
  const own = postgres?.url('tianping_venue') ?? beside(databaseUrl, 'tianping_venue')
  return { databaseUrl, venueDatabaseUrl: options.venueDatabaseUrl ?? own }
}

const beside = (url: string, name: string) =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

const originOn = (host: string, port: number) =>
  `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`

/** The local beacon, unless the environment names another; it keeps its key beside the data. */
async function beaconOf({ env, dataDir }: StackOptions, started: ChildProcess[]) {
  const said = env?.['VENUE_BEACON']
  if (said) return { settings: said, watched: [] }
  const start = (port: number) =>
    launchService(
      'tooling/beacon/main.ts',
      {
        PATH: process.env['PATH'] ?? '',
        BEACON_PORT: String(port),
        BEACON_DIR: dataDir === undefined ? inRoot('.cache/beacon') : `${dataDir}/beacon`,
      },
      started,
    )
  const first = await start(0)
  return {
    settings: first.settings ?? '',
    watched: [{ name: 'The local beacon', first, start: () => start(first.port) }],
  }
}

/** Starts beacon and venue, then the server, and answers with the way to start more servers. */
async function startServices(
  options: StackOptions,
  { databaseUrl, venueDatabaseUrl }: Databases,
  started: ChildProcess[],
) {
  const origin = (port: number) => originOn(options.host, port)
  const common = {
    PATH: process.env['PATH'] ?? '',
    TIANPING_MODE: 'sandbox',
    HOST: options.host,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
    ...options.env,
  }
  const beacon = await beaconOf(options, started)
  const venueEnv = {
    ...common,
    VENUE_BEACON: beacon.settings,
    VENUE_DATABASE_URL: venueDatabaseUrl,
    ...(options.faults ? { SANDBOX_FAULTS: '1' } : {}),
  }
  const startVenue = (port: number) =>
    launchService('apps/venue/server/main.ts', { ...venueEnv, VENUE_PORT: String(port) }, started)
  const venue = await startVenue(options.venuePort)
  const venueUrl = origin(venue.port)
  const startServer = (port: number) =>
    launchService(
      'apps/server/src/main.ts',
      {
        ...common,
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        VENUE_URL: venueUrl,
        MEMBER_DIST: inRoot('apps/member/dist'),
        CONSOLE_DIST: inRoot('apps/console/dist'),
        // The first instance's address is the one that members and callbacks use.
        PUBLIC_URL: options.env?.['PUBLIC_URL'] ?? origin(options.port || port),
      },
      started,
    )
  const server = await startServer(options.port)
  return {
    url: origin(server.port),
    venueUrl,
    server: server.child,
    venue: venue.child,
    startServer: async (port: number) => (await startServer(port)).child,
    watched: [
      ...beacon.watched,
      { name: 'The venue', first: venue, start: () => startVenue(venue.port) },
      { name: 'The server', first: server, start: () => startServer(server.port) },
    ],
  }
}

/** How a process ended, in a word. */
const endOf = (child: ChildProcess): Promise<string> =>
  new Promise(done => child.once('exit', (code, signal) => done(signal ?? `code ${code}`)))

type Embedded = StackOptions & { postgresPort?: number }

function launchEmbedded({
  dataDir,
  durable = true,
  postgresPort = 0,
}: Embedded): Promise<RunningPostgres> {
  if (dataDir === undefined) throw new Error('The embedded PostgreSQL needs a folder.')
  return launchPostgres({ dataDir: `${dataDir}/postgres`, durable, port: postgresPort })
}

export async function openStack(options: StackOptions): Promise<Stack> {
  const say = options.say ?? (() => {})
  await requireFreePort(options.port, options.host, 'PORT')
  await requireFreePort(options.venuePort, options.host, 'VENUE_PORT')
  let postgres = options.databaseUrl ? null : await launchEmbedded(options)
  const started: ChildProcess[] = []
  const supervisors: ReturnType<typeof supervise>[] = []
  const stop = async () => {
    await Promise.all(supervisors.map(each => each.stop()))
    await Promise.all(started.map(endService))
    await postgres?.stop()
  }
  const keep = (watched: Omit<Parameters<typeof supervise>[0], 'say'>) =>
    supervisors.push(supervise({ ...watched, say }))
  const keepPostgres = (first: RunningPostgres) =>
    keep({
      name: 'PostgreSQL',
      first: { ended: first.ended.then(() => 'unasked') },
      start: async () => {
        const next = await launchEmbedded({ ...options, postgresPort: first.port })
        postgres = next
        return { ended: next.ended.then(() => 'unasked') }
      },
    })
  try {
    const databases = databasesOf(options, postgres)
    if (postgres) await ensureDatabase(postgres.url('postgres'), 'tianping')
    const applied = await migrate(databases.databaseUrl, inRoot('apps/server/migrations'))
    if (applied.length > 0) say(`Migrated: ${applied.length} step(s).`)
    const publicUrl = options.env?.['PUBLIC_URL'] ?? originOn(options.host, options.port)
    await options.before?.({ ...databases, publicUrl })
    const { watched, ...services } = await startServices(options, databases, started)
    if (options.supervised) {
      if (postgres) keepPostgres(postgres)
      watched.forEach(keep)
    }
    return { ...services, ...databases, postgres, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Where what was compiled is kept: without it half of a service's start is compiling. */
function compiled(): Record<string, string> {
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}

/** A service that runs; a beacon also says how a venue uses it. */
type Service = { child: ChildProcess; port: number; ended: Promise<string>; settings?: string }

/**
 * Forks a service of the project and waits until it says that it is ready; every child is added to
 * `started` at once.
 */
export function launchService(
  script: string,
  env: Record<string, string>,
  started: ChildProcess[] = [],
): Promise<Service> {
  return new Promise((done, failed) => {
    const child = fork(inRoot(script), [], {
      env: { ...compiled(), ...env },
      execPath: process.execPath,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    })
    started.push(child)
    let complaint = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-4_000)
      process.stderr.write(chunk)
    })
    const late = setTimeout(
      () => failed(new Error(`${script} was not ready in ${READY_TIMEOUT_MS / 1_000} s`)),
      READY_TIMEOUT_MS,
    )
    child.once('exit', code => {
      clearTimeout(late)
      failed(new Error(`${script} ended with ${code}: ${complaint.trim()}`))
    })
    child.on('message', (message: { ready?: boolean; port?: number; settings?: string }) => {
      if (!message.ready || message.port === undefined) return
      clearTimeout(late)
      const { port, settings } = message
      done({ child, port, ended: endOf(child), ...(settings ? { settings } : {}) })
    })
  })
}

/** Asks a service to end and waits until it has. */
export function endService(child: ChildProcess): Promise<void> {
  return new Promise(done => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    child.once('exit', () => {
      clearTimeout(late)
      done()
    })
    child.kill('SIGTERM')
  })
}
