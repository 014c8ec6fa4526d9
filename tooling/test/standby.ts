// A streaming standby of a running PostgreSQL, for tests and benchmarks.
import { spawn } from 'node:child_process'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { streamBaseBackup } from '../backup/replication.ts'
import { identity, launchPostgres, type RunningPostgres } from '../postgres.ts'

/** As the user that PostgreSQL runs as, so that every file is already its own. */
async function copy(url: string, folder: string): Promise<void> {
  mkdirSync(folder, { mode: 0o700 })
  const { uid, gid } = identity
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  const tar = spawn('tar', ['-x', '-f', '-', '-C', folder], {
    ...identity,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = new Promise(done => tar.once('close', done))
  const stream = await streamBaseBackup(url)
  try {
    await pipeline(stream.tar, tar.stdin)
    await stream.ended
  } finally {
    await stream.close()
  }
  if ((await ended) !== 0) throw new Error('tar could not unpack the base backup.')
  writeFileSync(join(folder, 'standby.signal'), '')
}

/** Copies the cluster into `folder`, which must not exist, and follows it from there. */
export async function launchStandby(
  primary: RunningPostgres,
  folder: string,
): Promise<RunningPostgres> {
  await copy(primary.url('postgres'), folder)
  return followPrimary(primary, folder)
}

/** Starts a standby that was launched before. */
export const followPrimary = (
  primary: RunningPostgres,
  folder: string,
  port = 0,
): Promise<RunningPostgres> =>
  launchPostgres({
    dataDir: folder,
    port,
    durable: false,
    settings: {
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres`,
      wal_receiver_status_interval: '1s',
      wal_retrieve_retry_interval: '200ms',
    },
  })
