// The roles belong to the cluster, not to a database: made once, whoever migrates first, however
// many do at the same time.
import { connect, dropDatabase, ensureDatabase, migrate, run, sql } from '@tianping/database'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { launchPostgres } from '../../../../tooling/postgres.ts'
import { PATIENCE } from '../../../../tooling/test/database.ts'
import { post } from '../../src/ledger/ledger.ts'
import { assertBooksHold } from '../support/books.ts'
import { deposit, newMember } from './postings.ts'

const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-roles-'))
chmodSync(home, 0o755)
const postgres = await launchPostgres({ dataDir: join(home, 'postgres'), durable: false })
const admin = connect(postgres.url('postgres'), { maxConnections: 2, patience: PATIENCE })
afterAll(async () => {
  await admin.destroy()
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
})

const folder = join(import.meta.dirname, '../../migrations')
const as = (login: string, database: string) =>
  postgres.url(database).replace('postgres@', `${login}@`)

async function ownedBy(login: string, database: string) {
  await run(admin, sql`create role ${sql.id(login)} login createrole`)
  await run(admin, sql`create database ${sql.id(database)} owner ${sql.id(login)}`)
}

async function takesMoney(url: string) {
  const app = connect(url, { role: 'tianping_app', maxConnections: 2, patience: PATIENCE })
  expect(await post(app, deposit(newMember(), 5n))).toMatchObject({ kind: 'done' })
  await expect(run(app, sql`update ledger.account set version = 0`)).rejects.toThrow(
    'permission denied',
  )
  await expect(run(app, sql`delete from schema_migration`)).rejects.toThrow('permission denied')
  await assertBooksHold(app)
  await app.destroy()
}

test('an owner without superuser rights, allowed to create roles, migrates an empty cluster and the server works', async () => {
  await ownedBy('owner', 'first')
  await migrate(as('owner', 'first'), folder)
  await takesMoney(as('owner', 'first'))
})

test('the same owner migrates another database, where the roles exist already', async () => {
  await run(admin, sql`create database second owner owner`)
  await migrate(as('owner', 'second'), folder)
  await takesMoney(as('owner', 'second'))
})

test('a login that may not use the roles is told what to grant', async () => {
  await ownedBy('stranger', 'third')
  await expect(migrate(as('stranger', 'third'), folder)).rejects.toThrow(
    'grant tianping_ledger to stranger with set true',
  )
  await run(admin, sql`grant tianping_ledger, tianping_app to stranger with set true`)
  await migrate(as('stranger', 'third'), folder)
  await takesMoney(as('stranger', 'third'))
})

test('several databases migrated at the same moment, none of the roles there yet', async () => {
  for (const name of ['first', 'second', 'third'])
    await dropDatabase(postgres.url('postgres'), name)
  await run(admin, sql`drop role tianping_app`)
  await run(admin, sql`drop role tianping_ledger`)
  const names = ['a', 'b', 'c', 'd']
  for (const name of names) await ensureDatabase(postgres.url('postgres'), name)
  await Promise.all(names.map(name => migrate(postgres.url(name), folder)))
  for (const name of names) await takesMoney(postgres.url(name))
})
