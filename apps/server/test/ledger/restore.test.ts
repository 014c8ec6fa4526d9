// A backup of a running database, taken and restored by the commands of docs/operations.md, is a
// database whose books hold, as of the moment that was asked for.
import {
  connect,
  ensureDatabase,
  migrate,
  row,
  rows,
  sql,
  theRow,
  type Db,
} from '@tianping/database'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { baseBackups, walDir } from '../../../../tooling/backup/folder.ts'
import { restore, type RestoreOptions } from '../../../../tooling/backup/restore.ts'
import { pushWal } from '../../../../tooling/backup/wal.ts'
import { launchPostgres, type RunningPostgres } from '../../../../tooling/postgres.ts'
import { inRoot } from '../../../../tooling/root.ts'
import { PATIENCE } from '../../../../tooling/test/database.ts'
import { audit } from '../../src/kernel/operator/audit.ts'
import { post } from '../../src/ledger/ledger.ts'
import { deposit, newMember } from './postings.ts'

const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-restore-'))
chmodSync(home, 0o755)
const drills = join(home, 'drills')
mkdirSync(drills, { mode: 0o755 })
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

const shelf = {
  dir: join(home, 'shelf'),
  keys: ['wG5sK2-key-of-the-backups-of-this-test'],
} as const
const env: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: inRoot('.cache/compiled'),
  BACKUP_DIR: shelf.dir,
  BACKUP_KEY: shelf.keys[0],
  DRILL_DIR: drills,
}

/** Runs `tianping` as a person would; answers its exit code and all it printed. */
function tianping(args: string[]) {
  const child = spawn(process.execPath, [inRoot('tooling/ops/tianping.ts'), ...args], {
    env,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  return new Promise<{ code: number | null; text: string }>(done =>
    child.once('close', code => done({ code, text })),
  )
}

/** Ends the file of the log under way and pushes all that are whole, as archive_command does. */
async function pushLog(db: Db, source: RunningPostgres) {
  const { file } = await theRow(
    db,
    sql<{ file: string }>`select pg_walfile_name(pg_switch_wal()) as file`,
  )
  const folder = join(source.dataDir, 'pg_wal')
  const whole = readdirSync(folder).filter(name => /^[0-9A-F]{24}$/.test(name) && name <= file)
  const [first = '', ...others] = whole.map(name => join(folder, name))
  expect(await tianping(['wal-push', first])).toEqual({ code: 0, text: '' })
  for (const each of [first, ...others]) await pushWal(shelf, each)
  // Another file of the same name is another cluster's.
  writeFileSync(join(home, basename(first)), 'not that file')
  await expect(pushWal(shelf, join(home, basename(first)))).rejects.toThrow("another cluster's")
}

test('a backup taken while money moves is restored, and its books and chains hold', async () => {
  const source = await launch('source')
  await ensureDatabase(source.url('postgres'), 'site')
  const url = source.url('site')
  env['BACKUP_URL'] = url
  await migrate(url, inRoot('apps/server/migrations'))
  const db: Db = connect(url, { role: 'tianping_app', patience: PATIENCE })
  const owner = connect(url, { patience: PATIENCE })
  const members = [newMember(), newMember()] as const
  await post(db, deposit(members[0], 123_456n))
  await audit(db, new Date(), { operator: null, address: '' }, { action: 'test', subject: 'x' })

  // Money moves while the copy is made; what comes before its end is in it.
  const backup = tianping(['backup'])
  await post(db, deposit(members[1], 7_000n))
  expect(await backup).toMatchObject({ code: 0, text: expect.stringContaining('read back') })
  const [taken] = await baseBackups(shelf)
  const { moment } = await theRow(owner, sql<{ moment: Date }>`select clock_timestamp() as moment`)
  await post(db, deposit(members[1], 1n))
  await pushLog(owner, source)

  const restored = await tianping([
    'restore',
    '--into',
    join(home, 'then'),
    '--to',
    moment.toISOString(),
  ])
  expect(restored, restored.text).toMatchObject({ code: 0 })
  expect(restored.text).toContain('The books hold.')
  // The third posting came after the moment.
  expect(restored.text).toContain('2 transactions, 4 entries')

  const drill = await tianping(['backup', '--drill'])
  expect(drill, drill.text).toMatchObject({ code: 0 })
  expect(drill.text).toContain('3 transactions, 6 entries')
  expect(readdirSync(drills)).toEqual([])
  expect(await rows(db, sql`select kind, outcome, backup from backup_run order by run_id`)).toEqual(
    [
      { kind: 'backup', outcome: 'passed', backup: taken?.name },
      { kind: 'drill', outcome: 'passed', backup: taken?.name },
    ],
  )
  expect(
    await row(db, sql`select reference, added_by from duty_record where kind = 'restore_drill'`),
  ).toEqual({ reference: taken?.name, addedBy: 'system' })
  await db.destroy()
  await owner.destroy()

  // Nothing is written over, nothing before the first backup is promised, no other key opens it.
  const refused = (changed: Partial<RestoreOptions> = {}) =>
    expect(
      restore({ shelf, into: join(home, 'next'), database: 'site', say: () => {}, ...changed }),
    ).rejects
  await refused({ into: join(home, 'then') }).toThrow('is not empty')
  await refused({ to: new Date('2026-01-01') }).toThrow('nothing before it')
  await refused({ shelf: { ...shelf, keys: ['another key'] } }).toThrow('sealed by another key')
  // A file of the log that was changed ends the recovery, and is named.
  const sealed = join(walDir(shelf), `${taken?.startWal}.zst.sealed`)
  const bytes = readFileSync(sealed)
  bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100)
  writeFileSync(sealed, bytes)
  await refused().toThrow(`wal/${taken?.startWal} was changed or cut off`)
}, 300_000)
