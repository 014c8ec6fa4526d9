// Instances come and go, and so does the database: who asks is answered by somebody, or told to
// come back soon.
import {
  connect,
  ensureDatabase,
  migrate,
  rows,
  run,
  sql,
  transaction,
  Unavailable,
} from '@tianping/database'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, launchPostgres, type RunningPostgres } from '../../../../tooling/postgres.ts'
import { inRoot } from '../../../../tooling/root.ts'
import { endService } from '../../../../tooling/stack.ts'
import { PATIENCE } from '../../../../tooling/test/database.ts'
import { present } from '../../src/kernel/present.ts'
import { ask, endAll, lackingOf, launchServer, type Instance } from './processes.ts'

const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-restart-'))
chmodSync(home, 0o755)
const port = await freePort()
const openPostgres = (settings: Record<string, string> = {}) =>
  launchPostgres({ dataDir: join(home, 'pg'), port, maxConnections: 100, settings })
let postgres: RunningPostgres

beforeAll(async () => {
  postgres = await openPostgres()
  await ensureDatabase(postgres.url('postgres'), 'tianping')
  await migrate(postgres.url('tianping'), inRoot('apps/server/migrations'))
})
afterAll(async () => {
  await endAll()
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
})

const open = (env: Record<string, string> = {}) =>
  launchServer({ DATABASE_URL: postgres.url('tianping'), RUN_JOBS: '0', ...env })

const grace = { GRACE_SECONDS: '1' }
/** Longer than a busy machine takes to hear that an instance is no longer ready. */
const patientGrace = { GRACE_SECONDS: '5' }
const instances: Instance[] = []
beforeAll(async () => {
  instances.push(await open(patientGrace), await open(grace))
})

const CALLERS = 4
test('an instance that is replaced beside another loses no call', async () => {
  // What a proxy knows: who was ready when it last asked.
  let ready = [...instances]
  let calling = true
  const watching = (async () => {
    while (calling) {
      const lacking = await Promise.all(instances.map(lackingOf))
      ready = instances.filter((_, n) => lacking[n]?.length === 0)
    }
  })()
  const answers: number[] = []
  const callers = Array.from({ length: CALLERS }, async (_, n) => {
    for (let turn = n; calling; turn++) {
      const instance = ready[turn % ready.length]
      // On a busy machine the only one may take long to say that it is ready.
      if (instance) answers.push((await ask(instance, '/api/app')).code)
      else await immediate()
    }
  })
  const [old] = instances.splice(0, 1)
  const child = present(old, 'instance').child
  await endService(child)
  expect([child.exitCode, child.signalCode]).toEqual([0, null])
  const fresh = await open(grace)
  instances.push(fresh)
  await expect.poll(() => ready.includes(fresh)).toBe(true)
  calling = false
  await Promise.all([...callers, watching])
  expect(answers.length).toBeGreaterThan(100)
  expect(new Set(answers)).toEqual(new Set([200]))
})

test('while the database is away calls say so, and an instance waits for it', async () => {
  const [running] = instances as [Instance]
  await expect.poll(() => lackingOf(running)).toEqual([])
  await postgres.kill9()
  const away = await fetch(`${running.url}/api/homenotice`, { method: 'POST' })
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await away.json()).toMatchObject({ code: 503 })
  await expect.poll(() => lackingOf(running)).toContain('database')
  expect((await fetch(`${running.url}/livez`)).status).toBe(200)

  const waiting = open()
  postgres = await openPostgres()
  for (const each of [running, await waiting]) {
    await expect.poll(() => lackingOf(each)).toEqual([])
    expect((await ask(each, '/api/homenotice')).code).toBe(200)
  }
})

test('an instance that is led to a standby waits for its promotion', async () => {
  const [running] = instances as [Instance]
  await postgres.stop()
  writeFileSync(join(postgres.dataDir, 'standby.signal'), '')
  postgres = await openPostgres()
  const asked = () => fetch(`${running.url}/api/homenotice`, { method: 'POST' })
  expect((await asked()).status).toBe(503)
  await expect.poll(() => lackingOf(running)).toEqual(['news', 'database'])
  const standby = new pg.Client({ connectionString: postgres.url('tianping') })
  await standby.connect()
  await standby.query('select pg_promote()')
  await standby.end()
  await expect.poll(() => lackingOf(running)).toEqual([])
  expect((await asked()).status).toBe(200)
})

test('a commit that no synchronous standby confirmed is of unknown outcome', async () => {
  await postgres.stop()
  postgres = await openPostgres({ synchronous_standby_names: 'nobody' })
  const owner = connect(postgres.url('tianping'), { maxConnections: 3, patience: PATIENCE })
  const outcomes = Promise.allSettled([
    run(owner, sql`create table told_alone ()`),
    transaction(owner, tx => run(tx, sql`create table told_together ()`)),
  ])
  const waiting = () =>
    rows(owner, sql<{ pid: number }>`select pid from pg_stat_activity where wait_event = 'SyncRep'`)
  await expect.poll(waiting).toHaveLength(2)
  // An operator who clears what hangs, and makes PostgreSQL answer that it is done.
  for (const { pid } of await waiting()) await rows(owner, sql`select pg_cancel_backend(${pid})`)
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
  await owner.destroy()
  await postgres.stop()
  postgres = await openPostgres()
  await expect.poll(() => lackingOf(instances[0] as Instance)).toEqual([])
})

test('an instance whose migrations are missing is not ready', async () => {
  const [running] = instances as [Instance]
  const owner = connect(postgres.url('tianping'), { maxConnections: 1, patience: PATIENCE })
  await run(
    owner,
    sql`delete from schema_migration where name = (select max(name) from schema_migration)`,
  )
  await owner.destroy()
  await expect.poll(() => lackingOf(running)).toEqual(['migrations'])
})
