// One throw-away PostgreSQL for a test run: in memory when the machine has /dev/shm, with one
// migrated template database per service, from which every test file copies its own in some ten
// milliseconds. What is made of the same migrations is kept in .cache and copied: that takes a
// sixth of making it.
import { ensureDatabase, migrate } from '@tianping/database'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { binaries } from '../binaries.ts'
import { identity, launchPostgres } from '../postgres.ts'
import { inRoot } from '../root.ts'

export const SERVER_TEMPLATE = 'template_server'
export const VENUE_TEMPLATE = 'template_venue'

const TEMPLATES = [
  [SERVER_TEMPLATE, inRoot('apps/server/migrations')],
  [VENUE_TEMPLATE, inRoot('apps/venue/migrations')],
] as const
const KEPT = inRoot('.cache/clusters')

/** Names a cluster by all that it is made of. */
function contentHash(): string {
  const hash = createHash('sha256').update(binaries())
  const sources = TEMPLATES.flatMap(([, folder]) =>
    readdirSync(folder)
      .toSorted()
      .map(file => join(folder, file)),
  )
  const makers = ['packages/database/src/migrate.ts', 'tooling/postgres.ts'].map(path =>
    inRoot(path),
  )
  for (const path of [...sources, ...makers]) hash.update(path).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

async function makeCluster(dataDir: string) {
  const postgres = await launchPostgres({ dataDir, durable: false })
  try {
    for (const [name, folder] of TEMPLATES) {
      await ensureDatabase(postgres.url('postgres'), name)
      await migrate(postgres.url(name), folder)
    }
  } finally {
    await postgres.stop()
  }
}

/** Copies a cluster that has stopped; the copy belongs to whom PostgreSQL runs as. */
function copyCluster(from: string, to: string) {
  cpSync(from, to, { recursive: true })
  chmodSync(to, 0o700)
  const { uid, gid } = identity
  if (uid === undefined || gid === undefined) return
  for (const path of ['', ...readdirSync(to, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(to, path), uid, gid)
}

/** A copy takes seconds; one of an hour ago is what a killed run has left. */
const isBeingMade = (name: string) =>
  name.startsWith('half-') && Date.now() - statSync(join(KEPT, name)).mtimeMs < 3_600_000

/** Puts a cluster with both templates at `dataDir`, and keeps one for later runs. */
async function placeCluster(dataDir: string) {
  const name = contentHash()
  const kept = join(KEPT, name)
  if (existsSync(kept)) return copyCluster(kept, dataDir)
  await makeCluster(dataDir)
  mkdirSync(KEPT, { recursive: true })
  const half = mkdtempSync(join(KEPT, 'half-'))
  copyCluster(dataDir, half)
  for (const other of readdirSync(KEPT).filter(each => !isBeingMade(each)))
    rmSync(join(KEPT, other), { recursive: true, force: true })
  renameSync(half, kept)
}

export default async function setup(project: TestProject) {
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-test-'))
  chmodSync(home, 0o755)
  const dataDir = join(home, 'pg')
  await placeCluster(dataDir)
  const postgres = await launchPostgres({ dataDir, durable: false, maxConnections: 300 })
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
