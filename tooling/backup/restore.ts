// `tianping restore`: a base backup and the log make a database of a moment, in a folder of its
// own. Its books, its chains and the kept ends of the chains are checked before it is used.
import { connect, sql, theRow } from '@tianping/database'
import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { lstat, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { clusterHome, identity, launchPostgres, type RunningPostgres } from '../postgres.ts'
import { inRoot } from '../root.ts'
import {
  baseBackups,
  baseDir,
  readSealed,
  sealedText,
  type BaseBackup,
  type Shelf,
} from './folder.ts'
import { WalDesk } from './wal.ts'

export type RestoreOptions = {
  shelf: Shelf
  /** An empty folder, or one that is not there yet. */
  into: string
  /** The moment to go back to; to the end of the log without one. */
  to?: Date | undefined
  /** The database whose books are checked. */
  database: string
  say: (text: string) => void
}

export type Restored = {
  folder: string
  backup: string
  /** The last transaction that is in it; empty where the log holds none after the backup. */
  reached: string
  holds: boolean
  /** What the check of the books printed. */
  report: string
}

/** A day of log is replayed within this, on a slow disk too. */
const RECOVERY_MS = 6 * 3_600_000

/** The newest backup that ended before the moment. */
export function chosen(all: BaseBackup[], to: Date | undefined): BaseBackup {
  const [found] = all.filter(({ endedAt }) => !to || new Date(endedAt) <= to).slice(-1)
  if (found) return found
  const [first] = all
  if (!first) throw new Error('There is no complete backup.')
  throw new Error(`The first backup ended at ${first.endedAt}; nothing before it can be restored.`)
}

/** Makes the folder; a folder that holds anything is left alone. */
function emptyFolder(into: string): string {
  const folder = clusterHome(into)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty. A restore never writes over a database.`)
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

async function extract(shelf: Shelf, name: string, folder: string): Promise<void> {
  const tar = spawn('tar', ['-x', '--no-same-owner', '-f', '-', '-C', folder], {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  tar.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const ended = new Promise<number | null>((done, failed) => {
    tar.once('error', failed)
    tar.once('close', done)
  })
  ended.catch(() => {})
  await readSealed(shelf, join(baseDir(shelf), name, 'base.tar'), tar.stdin)
  if ((await ended) !== 0) throw new Error(`tar could not unpack the backup: ${said.trim()}`)
}

/** Everything below a folder belongs to who runs PostgreSQL. */
async function giveAway(folder: string): Promise<void> {
  chmodSync(folder, 0o700)
  const { uid, gid } = identity
  if (uid === undefined || gid === undefined) return
  chownSync(folder, uid, gid)
  for (const each of await readdir(folder, { recursive: true })) {
    const path = join(folder, each)
    if ((await lstat(path)).isSymbolicLink()) continue
    chownSync(path, uid, gid)
  }
}

/** Files of the recovery alone: it trusts this machine, and reads no setting of the source. */
const OWN_FILES = { config: 'restore.conf', hba: 'restore_hba.conf' }

/** PostgreSQL reads this setting before it knows zones by name, `Z` among them. */
const written = (at: Date) => at.toISOString().replace('T', ' ').replace('Z', '+00')

async function recovered(
  desk: WalDesk,
  folder: string,
  { to, say }: Pick<RestoreOptions, 'to' | 'say'>,
): Promise<RunningPostgres> {
  const hba = join(folder, OWN_FILES.hba)
  const config = join(folder, OWN_FILES.config)
  await writeFile(config, '', { mode: 0o644 })
  await writeFile(hba, 'host all all 127.0.0.1/32 trust\n', { mode: 0o644 })
  await writeFile(join(folder, 'recovery.signal'), '')
  await giveAway(folder)
  say(to ? `Replaying the log to ${to.toISOString()} …` : 'Replaying the log to its end …')
  return launchPostgres({
    dataDir: folder,
    startTimeoutMs: RECOVERY_MS,
    settings: {
      config_file: config,
      hba_file: hba,
      restore_command: desk.restoreCommand,
      recovery_target_timeline: 'latest',
      recovery_target_action: 'promote',
      ...(to ? { recovery_target_time: written(to) } : {}),
      hot_standby: 'off',
      // What the source had set for itself must not reach out of here.
      archive_mode: 'off',
      ssl: 'off',
      shared_preload_libraries: '',
      primary_conninfo: '',
    },
  })
}

/** Checks the books of the copy; it asks no venue, since the copy is of another moment. */
async function checked(url: string, heads: string): Promise<{ holds: boolean; report: string }> {
  const child = spawn(
    process.execPath,
    [inRoot('tooling/reconcile.ts'), '--no-venues', '--verify', heads],
    { env: { ...process.env, DATABASE_URL: url } },
  )
  let report = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      report += chunk.toString()
    })
  const code = await new Promise<number | null>(done => child.once('close', done))
  return { holds: code === 0, report }
}

async function reachedBy(url: string): Promise<string> {
  const db = connect(url, { maxConnections: 1 })
  try {
    const { at } = await theRow(
      db,
      sql<{ at: Date | null }>`select pg_last_xact_replay_timestamp() as at`,
    )
    return at?.toISOString() ?? ''
  } finally {
    await db.destroy()
  }
}

/** Restores a database and checks it; answers with the database stopped, ready in its folder. */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { shelf, into, to, database, say } = options
  const backup = chosen(await baseBackups(shelf), to)
  const folder = emptyFolder(into)
  say(`Unpacking the backup ${backup.name} into ${folder} …`)
  await extract(shelf, backup.name, folder)
  const notes = await mkdtemp(join(tmpdir(), 'tianping-heads-'))
  await giveAway(folder)
  const desk = await WalDesk.open(shelf, folder)
  let postgres: RunningPostgres | undefined
  try {
    const heads = join(notes, 'heads.csv')
    await writeFile(heads, await sealedText(shelf, join(baseDir(shelf), backup.name, 'heads.csv')))
    postgres = await recovered(desk, folder, options)
    if (!to) await desk.refuseGap()
    const reached = await reachedBy(postgres.url('postgres'))
    say('Checking the books and the hash chains …')
    return {
      folder,
      backup: backup.name,
      reached,
      ...(await checked(postgres.url(database), heads)),
    }
  } catch (error) {
    throw desk.failed ?? error
  } finally {
    await postgres?.stop()
    await desk.close()
    rmSync(notes, { recursive: true, force: true })
    for (const name of Object.values(OWN_FILES)) rmSync(join(folder, name), { force: true })
  }
}
