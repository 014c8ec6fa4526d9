// One throw-away PostgreSQL for a test run: in memory when the machine has /dev/shm, with one
// migrated template database per service, from which every test file copies its own in some ten
// milliseconds.
import { ensureDatabase, migrate } from '@tianping/database'
import { existsSync, mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { launchPostgres } from '../postgres.ts'

export const SERVER_TEMPLATE = 'template_server'
export const VENUE_TEMPLATE = 'template_venue'

export default async function setup(project: TestProject) {
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-test-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({
    dataDir: join(home, 'pg'),
    durable: false,
    maxConnections: 300,
  })
  for (const [name, folder] of [
    [SERVER_TEMPLATE, 'apps/server/migrations'],
    [VENUE_TEMPLATE, 'apps/venue/migrations'],
  ] as const) {
    await ensureDatabase(postgres.url('postgres'), name)
    await migrate(postgres.url(name), join(import.meta.dirname, '../..', folder))
  }
  project.provide('postgresUrl', postgres.url('postgres'))
  return async () => {
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}
