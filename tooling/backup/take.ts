// `tianping backup`: the ends of the hash chains, then a base backup, both sealed into BACKUP_DIR.
import { connect, sql, theRow, type Db } from '@tianping/database'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ROLE } from '../../apps/server/src/compose.ts'
import { headLines } from '../ops/heads.ts'
import {
  baseDir,
  baseBackups,
  sealedHash,
  writeSealed,
  writeSealedText,
  type BaseBackup,
  type Shelf,
} from './folder.ts'
import { removeBase } from './prune.ts'
import { streamBaseBackup, walName } from './replication.ts'

type Cluster = { systemId: string; postgres: number; now: Date; archives: boolean }

const clusterOf = (db: Db) =>
  theRow(
    db,
    sql<Cluster>`
    select (select system_identifier::text from pg_control_system()) as system_id,
      current_setting('server_version_num')::int / 10000 as postgres, clock_timestamp() as now,
      current_setting('archive_mode') <> 'off' as archives`,
  )

/** The moment as the name of a folder: sorts by time, and can be read. */
const nameOf = (at: Date) => at.toISOString().replace(/[:.]/g, '-')

export type Taken = BaseBackup & { archives: boolean }

/** Takes a base backup of a running database, and reads it back. */
export async function takeBackup(shelf: Shelf, url: string): Promise<Taken> {
  const db = connect(url, { role: ROLE, applicationName: 'tianping-backup', maxConnections: 2 })
  try {
    const { archives, ...cluster } = await clusterOf(db)
    await refuseOther(shelf, cluster.systemId)
    const name = nameOf(cluster.now)
    const folder = join(baseDir(shelf), name)
    try {
      // Before the backup begins: every later moment contains these ends.
      await writeSealed(shelf, join(folder, 'heads.csv'), Readable.from(headLines(db)))
      const about = { name, ...cluster, ...(await writeBase(shelf, url, folder)) }
      const { now } = await clusterOf(db)
      const backup = { ...about, endedAt: now.toISOString() }
      // The last file: a backup without it is none.
      await writeSealedText(shelf, join(folder, 'about'), JSON.stringify(backup))
      return { ...backup, archives }
    } catch (error) {
      await removeBase(shelf, name)
      throw error
    }
  } finally {
    await db.destroy()
  }
}

/** A folder holds the backups of one cluster: the log of two would mix. */
async function refuseOther(shelf: Shelf, systemId: string) {
  const [newest] = (await baseBackups(shelf)).slice(-1)
  if (newest && newest.systemId !== systemId)
    throw new Error(`${shelf.dir} holds the backups of another cluster; set another BACKUP_DIR.`)
}

async function writeBase(shelf: Shelf, url: string, folder: string) {
  const path = join(folder, 'base.tar')
  const stream = await streamBaseBackup(url)
  try {
    const written = await writeSealed(shelf, path, stream.tar)
    const { startLsn, timeline } = await stream.ended
    if ((await sealedHash(shelf, path)) !== written.sha256)
      throw new Error(`${path} cannot be read back as it was written.`)
    return { ...written, timeline, startWal: walName(timeline, startLsn) }
  } finally {
    await stream.close()
  }
}
