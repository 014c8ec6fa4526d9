// The platform of a drill as it runs in production: servers behind haproxy, a venue with a database
// of its own, members with sessions.
import {
  connect,
  ensureDatabase,
  migrate,
  rows,
  run,
  sql,
  waitForDatabase,
  type Database,
} from '@tianping/database'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { tokenHash } from '../../../apps/server/src/areas/account/session.ts'
import { createMember } from '../../../apps/server/src/areas/account/store/member.sql.ts'
import { createSession } from '../../../apps/server/src/areas/account/store/session.sql.ts'
import { seedCashier } from '../../../apps/server/src/areas/cashier/cashier.ts'
import { seedSite } from '../../../apps/server/src/demo/site.ts'
import { hashPassword } from '../../../apps/server/src/kernel/passwords.ts'
import { freePort, launchPostgres, type RunningPostgres } from '../../postgres.ts'
import { root } from '../../root.ts'
import { endService, launchService } from '../../stack.ts'
import { until } from './cluster.ts'
import { migrationsOf } from './release.ts'
import { deploy } from './template.ts'
import { give, launch, type Place } from './tools.ts'

const DATABASE = 'tianping'
const LOGIN = 'tianping_server'
/** Members of one name are different persons by their birthdays. */
const FIRST_BIRTHDAY = Date.UTC(1980, 0, 1)
const DAY_MS = 86_400_000
const LOGIN_SETTINGS = [
  "role = 'tianping_app'",
  "statement_timeout = '9s'",
  "lock_timeout = '8s'",
  "idle_in_transaction_session_timeout = '30s'",
]

export type Player = { token: string; memberId: bigint; depositedFen: bigint }

export type SiteOptions = {
  place: Place
  /** The machines that may be the primary; haproxy asks the port `askAt` which one is. */
  nodes: readonly { at: string; askAt: number }[]
  superuserPassword: string
  members: number
  instances?: number
  /** Calls share connections through pgbouncer; the news and the jobs go past it. */
  pooled?: boolean
  env?: Record<string, string>
}

type Instance = { child: ChildProcess; port: number }

const serverLines = (instances: readonly { port: number }[]) =>
  instances.map(({ port }, n) => `  server s${n + 1} 127.0.0.1:${port} check`).join('\n')

const nodeLines = (nodes: SiteOptions['nodes']) =>
  nodes
    .map(({ at, askAt }, n) => `  server n${n + 1} ${at} check port ${askAt} maxconn 180`)
    .join('\n')

/** A site in front of a cluster. */
export class DrillSite {
  readonly #options: SiteOptions
  readonly #started: ChildProcess[] = []
  readonly players: Player[] = []
  readonly instances: Instance[] = []
  #venueDatabase: RunningPostgres | undefined
  #proxy: ChildProcess | undefined
  #pooler: ChildProcess | undefined
  #db: Database | undefined
  #login = ''
  #poolPort: number | undefined
  /** The folder of the release that starts; another one while a drill replaces it. */
  release = root
  url = ''
  venueUrl = ''
  ownerUrl = ''

  constructor(options: SiteOptions) {
    this.#options = options
  }

  /** Connections of the owner, through the proxy to whoever is the primary. */
  get db(): Database {
    if (!this.#db) throw new Error('The site is not open.')
    return this.#db
  }

  async open(): Promise<void> {
    const { superuserPassword: password, members, instances = 2 } = this.#options
    const [sitePort, databasePort] = [await freePort(), await freePort()]
    const ports = await Promise.all(Array.from({ length: instances }, () => freePort()))
    const at = `127.0.0.1:${databasePort}`
    this.ownerUrl = `postgres://postgres:${password}@${at}/${DATABASE}`
    this.#login = randomBytes(12).toString('hex')
    this.#startProxy(sitePort, databasePort, ports)
    await this.#prepare(`postgres://postgres:${password}@${at}/postgres`)
    this.#db = connect(this.ownerUrl, { maxConnections: 4 })
    await this.#fill(members)
    if (this.#options.pooled) await this.#startPooler(databasePort)
    await this.#startVenue()
    const url = `http://127.0.0.1:${sitePort}`
    this.url = url
    for (const port of ports) this.instances.push(await this.startInstance(port))
    await until('the site', () => fetch(`${url}/readyz`).then(({ ok }) => ok))
  }

  #startProxy(sitePort: number, databasePort: number, ports: readonly number[]): void {
    const { place, nodes } = this.#options
    const file = join(place.outside, 'haproxy.cfg')
    deploy(
      'haproxy/haproxy.cfg',
      {
        SITE_BIND: `127.0.0.1:${sitePort}`,
        DATABASE_BIND: `127.0.0.1:${databasePort}`,
        SERVERS: serverLines(ports.map(port => ({ port }))),
        NODES: nodeLines(nodes),
      },
      file,
    )
    give(place.outside)
    this.#proxy = launch({
      program: 'haproxy',
      args: ['-db', '-f', place.inside(file)],
      log: join(place.outside, 'haproxy.log'),
      home: place.inside(place.outside),
    })
  }

  async #prepare(maintenanceUrl: string): Promise<void> {
    await until('the database behind the proxy', () =>
      ensureDatabase(maintenanceUrl, DATABASE).then(
        () => true,
        () => false,
      ),
    )
    await migrate(this.ownerUrl, migrationsOf(this.release))
    const owner = connect(this.ownerUrl, { maxConnections: 1 })
    await run(
      owner,
      sql.raw(`create role ${LOGIN} login password '${this.#login}' in role tianping_app`),
    )
    await owner.destroy()
  }

  /**
   * The login itself carries the role and the limits of time, since a shared connection takes none
   * from its clients.
   */
  async #startPooler(databasePort: number): Promise<void> {
    const { place } = this.#options
    const at = (name: string) => join(place.outside, name)
    for (const setting of LOGIN_SETTINGS)
      await run(this.db, sql.raw(`alter role ${LOGIN} set ${setting}`))
    this.#poolPort = await freePort()
    writeFileSync(at('users.txt'), `"${LOGIN}" "${this.#login}"\n`)
    deploy(
      'pgbouncer/pgbouncer.ini',
      {
        DATABASE_HOST: '127.0.0.1',
        DATABASE_PORT: String(databasePort),
        LISTEN_ADDRESS: '127.0.0.1',
        LISTEN_PORT: String(this.#poolPort),
        USERS_FILE: place.inside(at('users.txt')),
        POOL_SIZE: '20',
      },
      at('pgbouncer.ini'),
    )
    this.#pooler = launch({
      program: 'pgbouncer',
      args: [place.inside(at('pgbouncer.ini'))],
      log: at('pgbouncer.log'),
      home: place.inside(place.outside),
    })
    await waitForDatabase(this.#serverUrl(`127.0.0.1:${this.#poolPort}`), () => {})
  }

  #serverUrl(host: string): string {
    return `postgres://${LOGIN}:${this.#login}@${host}/${DATABASE}`
  }

  async #fill(count: number): Promise<void> {
    const now = new Date()
    await seedSite(this.db, now)
    await seedCashier(this.db, now)
    const passwordHash = await hashPassword('drill-secret')
    for (let n = 0; n < count; n++) {
      const memberId = await createMember(this.db, {
        name: `drill${n}`,
        realname: '测试员',
        passwordHash,
        payPasswordHash: passwordHash,
        inviteCode: `DRILL${n}`,
        referrer: '',
        now,
      })
      if (memberId === undefined) throw new Error('A member could not be made.')
      const birthday = new Date(FIRST_BIRTHDAY + n * DAY_MS).toISOString().slice(0, 10)
      await run(
        this.db,
        sql`update member set birthday = ${birthday} where member_id = ${memberId}`,
      )
      const token = randomBytes(32).toString('hex')
      await createSession(this.db, {
        hash: tokenHash(token),
        memberId,
        passwordHash,
        now,
        expiresAt: new Date(now.getTime() + 86_400_000),
        address: '',
        agent: '',
      })
      this.players.push({ token, memberId, depositedFen: 0n })
    }
    await rows(this.db, sql`analyze`)
  }

  get #common(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      TIANPING_MODE: 'sandbox',
      LOG_LEVEL: process.env['DRILL_LOG'] ?? 'fatal',
      PASSWORD_MEMORY_KIB: '64',
      TRUST_PROXY: '1',
      ...this.#options.env,
    }
  }

  async #startVenue(): Promise<void> {
    const dataDir = join(this.#options.place.outside, 'venue')
    this.#venueDatabase = await launchPostgres({ dataDir })
    const { port } = await launchService(
      'apps/venue/server/main.ts',
      {
        ...this.#common,
        VENUE_PORT: '0',
        VENUE_DATABASE_URL: this.#venueDatabase.url('tianping_venue'),
      },
      this.#started,
    )
    this.venueUrl = `http://127.0.0.1:${port}`
  }

  async startInstance(port: number): Promise<Instance> {
    const direct = this.#serverUrl(new URL(this.ownerUrl).host)
    const pool = this.#poolPort
    const { child } = await launchService(
      relative(root, join(this.release, 'apps/server/src/main.ts')),
      {
        ...this.#common,
        DATABASE_URL: pool === undefined ? direct : this.#serverUrl(`127.0.0.1:${pool}`),
        DATABASE_DIRECT_URL: direct,
        PORT: String(port),
        VENUE_URL: this.venueUrl,
        PUBLIC_URL: this.url,
        GRACE_SECONDS: '5',
      },
      this.#started,
    )
    return { child, port }
  }

  async close(): Promise<void> {
    await this.#db?.destroy()
    await Promise.all(this.#started.map(endService))
    for (const each of [this.#pooler, this.#proxy]) each?.kill('SIGKILL')
    await this.#venueDatabase?.stop()
  }
}
