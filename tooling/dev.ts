// `npm run dev`: everything with hot reload. The browser apps and the venue's pages come from Vite,
// the server and the venue start again when their code changes, PostgreSQL keeps the data in
// .cache/dev.
import { ensureDatabase, migrate } from '@tianping/database'
import type { ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { createServer, type Plugin, type ServerOptions, type ViteDevServer } from 'vite'
import { hasDemo } from '../apps/server/src/demo/mark.ts'
import { secretIn, startLocalBeacon } from './beacon/localBeacon.ts'
import { launchPostgres } from './postgres.ts'
import { inRoot } from './root.ts'
import { endService, launchService, portIn, requireFreePort } from './stack.ts'

const HOST = '127.0.0.1'
/** The app's port, and four after it for the parts. */
const first = portIn('PORT', 8080)
const PORTS = {
  site: first,
  venue: first + 1,
  server: first + 2,
  console: first + 3,
  venueServer: first + 4,
}
const origin = (port: number) => `http://${HOST}:${port}`
const SERVER_PATHS = [
  '/api',
  '/service',
  '/avatar',
  '/media',
  '/app-qr.svg',
  '/sandbox-pay',
  '/docs',
]
const VENUE_PATHS = [
  '/api',
  '/operator/api',
  '/venues',
  '^/commitments',
  '/healthz',
  '^/games/\\w+/math.json',
  '^/$',
]
/** Editors write a file in several steps. */
const SETTLE_MS = 150

const say = (text: string) => console.log(text)

/** A service that starts again when one of its folders changes. */
class Service {
  private readonly script: string
  private readonly env: Record<string, string>
  private child: ChildProcess | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private turn: Promise<void> = Promise.resolve()

  constructor(script: string, env: Record<string, string>) {
    this.script = script
    this.env = { PATH: process.env['PATH'] ?? '', TIANPING_MODE: 'sandbox', HOST, ...env }
  }

  async start() {
    const started: ChildProcess[] = []
    await launchService(this.script, this.env, started).catch((error: unknown) => {
      // A mistake in the code is shown; the next change tries again.
      console.error((error as Error).message)
    })
    this.child = started[0] ?? null
  }

  async stop() {
    if (this.child) await endService(this.child)
  }

  follow(folders: string[]) {
    for (const folder of folders) {
      watch(inRoot(folder), { recursive: true }, (_event, file) => {
        if (file === null || !/\.(ts|html|sql)$/.test(file)) return
        clearTimeout(this.timer)
        this.timer = setTimeout(() => void this.restart(file), SETTLE_MS)
      })
    }
  }

  private restart(file: string) {
    this.turn = this.turn.then(async () => {
      const began = performance.now()
      await this.stop()
      await this.start()
      say(`${this.script} again after ${file}: ${Math.round(performance.now() - began)} ms`)
    })
    return this.turn
  }
}

/** What the server writes into the built pages. */
const servedTitle: Plugin = {
  name: 'tianping-served-title',
  transformIndexHtml: html => html.replaceAll('%SITE_TITLE%', '天平'),
}

/** The agents' site is the member app's second page. */
const agentPage: Plugin = {
  name: 'tianping-agent-page',
  configureServer: server => {
    server.middlewares.use((request, _response, next) => {
      if (request.url === '/agent/') request.url = '/agent.html'
      next()
    })
  },
}

/** The browser apps and the venue's pages, each from a Vite in front of its server. */
function openPages(): Promise<ViteDevServer[]> {
  const open = async (app: string, port: number, options: ServerOptions, plugins: Plugin[] = []) =>
    (
      await createServer({
        configFile: inRoot(app, 'vite.config.ts'),
        logLevel: 'warn',
        plugins,
        server: { host: HOST, port, strictPort: true, ...options },
      })
    ).listen()
  const to = (port: number, paths: string[]) =>
    Object.fromEntries(paths.map(path => [path, { target: origin(port), xfwd: true }]))
  const server = to(PORTS.server, SERVER_PATHS)
  const console = { target: origin(PORTS.console), ws: true }
  return Promise.all([
    open('apps/member', PORTS.site, { proxy: { ...server, '/console': console } }, [
      servedTitle,
      agentPage,
    ]),
    open('apps/console', PORTS.console, { proxy: server }),
    open('apps/venue', PORTS.venue, { proxy: to(PORTS.venueServer, VENUE_PATHS) }),
  ])
}

/** Both databases, migrated and with demo data after the first start. */
async function openDatabases() {
  const postgres = await launchPostgres({
    dataDir: inRoot('.cache/dev/postgres'),
    durable: false,
  })
  // Vite ends this process by itself on SIGTERM; PostgreSQL must not outlive it.
  process.once('exit', () => postgres.interrupt())
  const databaseUrl = postgres.url('tianping')
  const venueDatabaseUrl = postgres.url('tianping_venue')
  await ensureDatabase(postgres.url('postgres'), 'tianping')
  await migrate(databaseUrl, inRoot('apps/server/migrations'))
  if (!(await hasDemo(databaseUrl))) {
    // The whole server: loaded where it is needed.
    const { seedBriefly } = await import('./past.ts')
    await seedBriefly({ databaseUrl, venueDatabaseUrl, publicUrl: origin(PORTS.site) })
  }
  return { postgres, databaseUrl, venueDatabaseUrl }
}

async function openServices(databases: { databaseUrl: string; venueDatabaseUrl: string }) {
  const beacon = await startLocalBeacon({ secret: secretIn(inRoot('.cache/dev/beacon')) })
  const venue = new Service('apps/venue/server/main.ts', {
    VENUE_PORT: String(PORTS.venueServer),
    VENUE_DATABASE_URL: databases.venueDatabaseUrl,
    VENUE_PUBLIC_URL: origin(PORTS.venue),
    VENUE_BEACON: beacon.settings,
    LOG_LEVEL: 'warn',
  })
  const server = new Service('apps/server/src/main.ts', {
    PORT: String(PORTS.server),
    DATABASE_URL: databases.databaseUrl,
    PUBLIC_URL: origin(PORTS.site),
    VENUE_URL: origin(PORTS.venueServer),
    TRUST_PROXY: '1',
    LOG_LEVEL: 'info',
  })
  await Promise.all([venue.start(), server.start()])
  server.follow(['apps/server/src', 'packages'])
  venue.follow(['apps/venue/server', 'apps/venue/model', 'apps/venue/games', 'packages'])
  return [venue, server, { stop: beacon.close }]
}

async function start() {
  for (const port of Object.values(PORTS)) await requireFreePort(port, HOST, 'the port')
  const [vites, { postgres, services }] = await Promise.all([
    openPages(),
    openDatabases().then(async ({ postgres, ...databases }) => ({
      postgres,
      services: await openServices(databases),
    })),
  ])
  return async () => {
    await Promise.all([...vites.map(vite => vite.close()), ...services.map(each => each.stop())])
    await postgres.stop()
  }
}

const began = performance.now()
let stopping = false
try {
  const stop = await start()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      void stop().then(() => process.exit(0))
    })
  }
  say(`
  Ready in ${((performance.now() - began) / 1_000).toFixed(1)} s. Demo data without a past; Ctrl-C stops everything.

  Member app    ${origin(PORTS.site)}/            demo888 / demo888, payment password 888888
  Back office   ${origin(PORTS.site)}/console/    admin / admin888
  Sandbox venue ${origin(PORTS.venue)}/            opened from the member app's tiles
`)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
