// Launches the embedded PostgreSQL: real, durable, on a Unix socket and a loopback port of its own.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { binaries } from './binaries.ts'

/**
 * `nobody` on Linux and macOS: PostgreSQL refuses to run as root, so a root launcher lends it this
 * identity.
 */
const UNPRIVILEGED_ID = 65534
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 30_000

export type RunningPostgres = {
  /** A connection string of the superuser for the database `name`. */
  url(name: string): string
  port: number
  pid: number
  dataDir: string
  /** Ends every session and stops; waits until the process is gone. */
  stop(): Promise<void>
  /** Asks it to stop, without waiting: what a process can do while it exits. */
  interrupt(): void
  /** For tests of sudden death: no warning, no flush. */
  kill9(): Promise<void>
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<void>
}

export type PostgresOptions = {
  dataDir: string
  /** 0 or absent picks a free port. */
  port?: number
  /** Off only for throw-away clusters of tests: trades durability for speed. */
  durable?: boolean
  maxConnections?: number
  settings?: Record<string, string>
  /** How long it may take until it answers; a recovery takes longer than a start. */
  startTimeoutMs?: number
  /**
   * For tests of a full disk: beyond this the system refuses to write to any file of the cluster.
   */
  maxFileBytes?: number
}

const asRoot = process.getuid?.() === 0
/** Whom PostgreSQL runs as, and who its files belong to; empty for whoever starts it. */
export const identity: { uid?: number; gid?: number } = asRoot
  ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }
  : {}

/** True when a process of another user can reach `path` through all its parents. */
function reachableByAll(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

/**
 * Where the cluster really lies: beside the project, unless root's private home would bar the
 * unprivileged server.
 */
export function clusterHome(dataDir: string): string {
  const wanted = resolve(dataDir)
  if (!asRoot || reachableByAll(dirname(wanted))) return wanted
  return join('/var/lib/tianping', createHash('sha256').update(wanted).digest('hex').slice(0, 16))
}

function sharedMemoryIsOpen(): boolean {
  return (
    process.platform !== 'linux' ||
    !asRoot ||
    (existsSync('/dev/shm') && (statSync('/dev/shm').mode & 0o002) !== 0)
  )
}

/**
 * Below the ports that systems give to outgoing connections, so that none of those takes one while
 * its owner restarts.
 */
const FIRST_PORT = 20_000
const BLOCK = 100
const BLOCKS = 120

/** A server that listens there, or null when somebody else does. */
const listenAt = (port: number) =>
  new Promise<Server | null>(done => {
    const server = createServer()
    server.once('error', () => done(null))
    server.listen(port, '127.0.0.1', () => done(server))
  })

/**
 * The first of a hundred ports, held as long as this process lives: the others are its own, as far
 * as processes of ours go.
 */
async function ownBlock(): Promise<number> {
  const start = Math.floor(Math.random() * BLOCKS)
  for (let n = 0; n < BLOCKS; n++) {
    const first = FIRST_PORT + ((start + n) % BLOCKS) * BLOCK
    const guard = await listenAt(first)
    if (!guard) continue
    guard.unref()
    return first
  }
  throw new Error(`No port from ${FIRST_PORT} on is free.`)
}

let block: Promise<number> | undefined
let given = 0

/**
 * A port where nobody listens. What it gives stays with this process: neither it nor another one is
 * given it again soon.
 */
export async function freePort(): Promise<number> {
  const first = await (block ??= ownBlock())
  for (let tries = 1; tries < BLOCK; tries++) {
    const port = first + 1 + (given++ % (BLOCK - 1))
    const probe = await listenAt(port)
    if (!probe) continue
    await new Promise(done => probe.close(done))
    return port
  }
  throw new Error(`No port from ${first} on is free.`)
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * A postmaster.pid left behind by a killed server would bar the start when its number was given to
 * someone else.
 */
async function clearStalePid(dataDir: string) {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  const ours = () => {
    try {
      return alive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
    } catch {
      return process.platform !== 'linux' && alive(pid)
    }
  }
  for (let waited = 0; ours(); waited += 100) {
    if (waited >= 10_000)
      throw new Error(
        `PostgreSQL (process ${pid}) is already running in ${dataDir}. Is another \`npm start\` open?`,
      )
    await new Promise(done => setTimeout(done, 100))
  }
  rmSync(file, { force: true })
}

function initialise(native: string, dataDir: string) {
  // Only the cluster itself is private: the unprivileged server must be able to reach it through
  // its parents.
  mkdirSync(dirname(dataDir), { recursive: true, mode: 0o755 })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (asRoot) chownSync(dataDir, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  const made = spawnSync(
    join(native, 'bin', 'initdb'),
    [
      '-D',
      dataDir,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-instructions',
    ],
    { ...identity, cwd: tmpdir(), encoding: 'utf8', env: environment(native) },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`)
}

function environment(native: string) {
  return {
    PATH: process.env['PATH'] ?? '',
    LD_LIBRARY_PATH: join(native, 'lib'),
    TZ: 'UTC',
    LC_ALL: 'C',
  }
}

/**
 * Starts PostgreSQL in `dataDir`, creating the cluster on the first run. Resolves when it answers.
 * The cluster trusts loopback connections: it is for one machine; production uses DATABASE_URL.
 */
export async function launchPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const native = binaries()
  const dataDir = clusterHome(options.dataDir)
  if (!existsSync(join(dataDir, 'PG_VERSION'))) initialise(native, dataDir)
  await clearStalePid(dataDir)
  const port = options.port || (await freePort())
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: String(options.maxConnections ?? 100),
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // Parallel queries share memory; where /dev/shm is closed to the unprivileged server they do it
    // in files of its own.
    ...(sharedMemoryIsOpen() ? {} : { dynamic_shared_memory_type: 'mmap' }),
    ...(options.durable === false
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
      : {}),
    ...options.settings,
  }
  const { child, ended } = await started(native, { ...options, dataDir, port, settings })
  const { pid } = child
  if (pid === undefined) throw new Error('PostgreSQL has no process.')
  const signal = async (name: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(name)
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await ended
    clearTimeout(late)
  }
  return {
    url: name => `postgres://postgres@127.0.0.1:${port}/${name}`,
    port,
    pid,
    dataDir,
    ended,
    stop: () => signal('SIGINT'),
    interrupt: () => void child.kill('SIGINT'),
    kill9: async () => {
      // The whole group at once, as a power cut would: no worker is left holding the shared memory.
      try {
        process.kill(-pid, 'SIGKILL')
      } catch {
        child.kill('SIGKILL')
      }
      await ended
    },
  }
}

/**
 * Backends of a server that was killed let go of its shared memory only when they notice: the start
 * is tried until then.
 */
const LINGERING = /pre-existing shared memory block|lock file "postmaster.pid" already exists/
const LINGER_TIMEOUT_MS = 15_000

type Start = PostgresOptions & { port: number; settings: Record<string, string> }

async function started(native: string, start: Start) {
  const { dataDir, port, settings, maxFileBytes, startTimeoutMs = START_TIMEOUT_MS } = start
  const server = [
    join(native, 'bin', 'postgres'),
    '-D',
    dataDir,
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ]
  // POSIX counts this limit in blocks of 512 bytes.
  const [command, ...args] = maxFileBytes
    ? ['/bin/sh', '-c', 'ulimit -f "$0" && exec "$@"', String(maxFileBytes / 512), ...server]
    : server
  for (const deadline = Date.now() + LINGER_TIMEOUT_MS; ;) {
    // Its own process group: Ctrl-C in the terminal reaches the launcher, which ends its clients
    // first.
    const child = spawn(command!, args, {
      ...identity,
      cwd: tmpdir(),
      env: environment(native),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let log = ''
    const keep = (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-8_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const ended = new Promise<void>(done => child.once('exit', () => done()))
    try {
      await answering({ child, port, startTimeoutMs }, () => log)
      return { child, ended }
    } catch (error) {
      if (!LINGERING.test(log) || Date.now() > deadline) throw error
      await new Promise(done => setTimeout(done, 100))
    }
  }
}

async function answering(
  { child, port, startTimeoutMs }: { child: ChildProcess; port: number; startTimeoutMs: number },
  log: () => string,
) {
  const { default: pg } = await import('pg')
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`PostgreSQL did not start:\n${log()}`)
    const client = new pg.Client({
      connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`,
      connectionTimeoutMillis: 2_000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => {})
      if (Date.now() > deadline)
        throw new Error(`PostgreSQL did not answer: ${(error as Error).message}\n${log()}`)
      await new Promise(done => setTimeout(done, 50))
    }
  }
}
