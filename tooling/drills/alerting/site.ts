// A site of the drill's own: PostgreSQL, the venue and servers, each a process that can be stopped.
import { connect, ensureDatabase, migrate, run, type Db, type Sql } from '@tianping/database'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedBriefly } from '../../past.ts'
import { freePort, launchPostgres, type RunningPostgres } from '../../postgres.ts'
import { inRoot } from '../../root.ts'
import { endService, launchService } from '../../stack.ts'
import { scrape, type Scrape } from './scrape.ts'

type Server = { child: ChildProcess; url: string; metricsPort: number }

export class AlertSite {
  private readonly dataDir = mkdtempSync(join(tmpdir(), 'tianping-drill-'))
  private readonly started: ChildProcess[] = []
  private postgresPort = 0
  private venueUrl = ''
  postgres!: RunningPostgres
  venue!: ChildProcess
  server!: Server
  owner!: ReturnType<typeof connect>
  token = ''

  async open(): Promise<void> {
    await this.startPostgres()
    await ensureDatabase(this.postgres.url('postgres'), 'tianping')
    const databaseUrl = this.postgres.url('tianping')
    await migrate(databaseUrl, inRoot('apps/server/migrations'))
    const venueDatabaseUrl = this.postgres.url('tianping_venue')
    await seedBriefly({ databaseUrl, venueDatabaseUrl, publicUrl: 'http://127.0.0.1' })
    const venue = await launchService(
      'apps/venue/server/main.ts',
      { ...this.common, VENUE_DATABASE_URL: venueDatabaseUrl, VENUE_PORT: '0' },
      this.started,
    )
    this.venue = venue.child
    this.venueUrl = `http://127.0.0.1:${venue.port}`
    this.owner = connect(databaseUrl, {
      maxConnections: 4,
      statementTimeoutMs: 600_000,
      // A lock is held for minutes by a transaction that does nothing meanwhile.
      patience: 30,
    })
    this.server = await this.startServer()
    this.token = await this.logIn()
  }

  async startPostgres(): Promise<void> {
    this.postgres = await launchPostgres({
      dataDir: `${this.dataDir}/postgres`,
      durable: false,
      port: this.postgresPort,
    })
    this.postgresPort = this.postgres.port
  }

  async startServer(env: Record<string, string> = {}, metricsPort = 0): Promise<Server> {
    const metrics = metricsPort || (await freePort())
    const { child, port } = await launchService(
      'apps/server/src/main.ts',
      {
        ...this.common,
        DATABASE_URL: this.postgres.url('tianping'),
        PORT: '0',
        VENUE_URL: this.venueUrl,
        METRICS_PORT: String(metrics),
        ...env,
      },
      this.started,
    )
    return { child, url: `http://127.0.0.1:${port}`, metricsPort: metrics }
  }

  scrape(server = this.server): Promise<Scrape> {
    return scrape(server.metricsPort)
  }

  /** One call; its outcome is of no interest unless `read` says so. */
  async call(path: string, body: object = {}, server = this.server): Promise<unknown> {
    const answer = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
      body: JSON.stringify(body),
    })
    return answer.json()
  }

  async sql(statement: Sql): Promise<void> {
    await run(this.owner as Db, statement)
  }

  async close(): Promise<void> {
    await this.owner.destroy()
    for (const child of this.started) child.kill('SIGCONT')
    await Promise.all(this.started.map(endService))
    await this.postgres.stop()
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  private get common() {
    return {
      PATH: process.env['PATH'] ?? '',
      TIANPING_MODE: 'sandbox',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
    }
  }

  private async logIn(): Promise<string> {
    const sent = { name: 'demo888', password: 'demo888', code: '1234' }
    const { data } = (await this.call('/api/login', sent)) as { data: { api_token: string } }
    return data.api_token
  }
}
