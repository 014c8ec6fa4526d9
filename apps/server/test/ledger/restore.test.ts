// A base backup of a running database, taken as docs/operations.md has it, is a database whose
// books hold: PostgreSQL recovers it from the log that lies beside it.
import { connect, ensureDatabase, migrate, run, sql, theRow, type Db } from '@tianping/database'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PATIENCE } from '../../../../tooling/test/database.ts'
import { inRoot } from '../../../../tooling/root.ts'
import { launchPostgres, type RunningPostgres } from '../../../../tooling/postgres.ts'
import { audit } from '../../src/kernel/operator/audit.ts'
import { post } from '../../src/ledger/ledger.ts'
import { deposit, newMember } from './postings.ts'
import { reconcileCommand } from './reconcileCommand.ts'

const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-restore-'))
chmodSync(home, 0o755)
const running: RunningPostgres[] = []
afterAll(async () => {
  await Promise.all(running.map(each => each.stop()))
  rmSync(home, { recursive: true, force: true })
})

async function launch(name: string): Promise<RunningPostgres> {
  const launched = await launchPostgres({ dataDir: join(home, name), durable: false })
  running.push(launched)
  return launched
}
const copy = (from: string, to: string) => {
  const { status, stderr } = spawnSync('cp', ['-a', from, to])
  if (status !== 0) throw new Error(stderr.toString())
}

/** PostgreSQL's own way of a backup while it is written to; one session begins and ends it. */
async function backUp(source: RunningPostgres, folder: string, during: () => Promise<unknown>) {
  const db = connect(source.url('site'), { maxConnections: 1, patience: PATIENCE })
  await run(db, sql`select pg_backup_start('daily', true)`)
  copy(source.dataDir, folder)
  await during()
  const { label } = await theRow(
    db,
    sql<{ label: string }>`select labelfile as label from pg_backup_stop(false)`,
  )
  await db.destroy()
  // The label says from where to recover; the log up to the end of the backup lies beside it.
  rmSync(join(folder, 'pg_wal'), { recursive: true })
  copy(join(source.dataDir, 'pg_wal'), join(folder, 'pg_wal'))
  rmSync(join(folder, 'postmaster.pid'), { force: true })
  writeFileSync(join(folder, 'backup_label'), label)
  // It belongs to who runs the server, which is not root.
  const { uid, gid } = statSync(folder)
  chownSync(join(folder, 'backup_label'), uid, gid)
}

test('a backup taken while money moves is restored, and its books and chains hold', async () => {
  const source = await launch('source')
  await ensureDatabase(source.url('postgres'), 'site')
  const url = source.url('site')
  await migrate(url, inRoot('apps/server/migrations'))
  const db: Db = connect(url, { role: 'tianping_app', patience: PATIENCE })
  const members = [newMember(), newMember()] as const
  await post(db, deposit(members[0], 123_456n))
  await audit(db, new Date(), { operator: null, address: '' }, { action: 'test', subject: 'x' })
  const heads = join(home, 'heads.csv')
  const before = await reconcileCommand({ DATABASE_URL: url }, '--heads', heads)
  expect(before, before.text).toMatchObject({ code: 0 })
  await backUp(source, join(home, 'restored'), () => post(db, deposit(members[1], 7_000n)))
  await post(db, deposit(members[1], 1n))
  await db.destroy()
  await source.stop()
  running.pop()

  const restored = await launch('restored')
  const books = { DATABASE_URL: restored.url('site') }
  const after = await reconcileCommand(books, '--verify', heads)
  expect(after, after.text).toMatchObject({ code: 0 })
  expect(after.text).toContain('The books hold.')
  expect(after.text).toContain('2 transactions, 4 entries')
  expect(readFileSync(heads, 'utf8')).toContain('audit,')
})
