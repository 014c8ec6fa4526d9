// Runs of backups and drills with their result in the back office.
import { connect, type Db } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROLE } from '../../apps/server/src/compose.ts'
import {
  beginRun,
  endRun,
  recordDrill,
  type RunEnd,
} from '../../apps/server/src/areas/duties/duties.ts'
import { baseBackups, baseDir, type Shelf } from './folder.ts'
import { prune } from './prune.ts'
import { restore, type Restored } from './restore.ts'
import { takeBackup } from './take.ts'

export type Work = {
  shelf: Shelf
  /** The live database; its login has REPLICATION and acts as the server's role. */
  url: string
  /** How many days back a moment can be restored. */
  days: number
  /** Where drills restore to; the folder of temporary files without one. */
  drillDir?: string | undefined
  say: (text: string) => void
}
export type Outcome = 'passed' | 'failed' | 'busy'

const NOTE_LENGTH = 300
const first = (text: string) => text.trim().slice(0, NOTE_LENGTH)

/** The name of the database in an address. */
export const databaseOf = (url: string): string =>
  decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres'

/** Runs one of a kind and writes down how it ended, whatever happens. */
async function recorded(
  { url, say }: Work,
  kind: 'backup' | 'drill',
  work: (db: Db) => Promise<RunEnd>,
): Promise<Outcome> {
  const db = connect(url, { role: ROLE, applicationName: 'tianping-backup', maxConnections: 1 })
  try {
    const runId = await beginRun(db, kind, new Date())
    if (runId === undefined) {
      say(`Another ${kind} is under way.`)
      return 'busy'
    }
    const end = await work(db).catch((error: Error): RunEnd => {
      say(error.message)
      return { outcome: 'failed', note: first(error.message) }
    })
    await endRun(db, runId, new Date(), end)
    return end.outcome
  } finally {
    await db.destroy()
  }
}

/** Takes a backup, then removes what is older than it has to be. */
export const runBackup = (work: Work): Promise<Outcome> =>
  recorded(work, 'backup', async () => {
    const { shelf, url, days, say } = work
    const taken = await takeBackup(shelf, url)
    const { size } = await stat(join(baseDir(shelf), taken.name, 'base.tar.zst.sealed'))
    say(`Backup ${taken.name}: ${(size / 1_048_576).toFixed(1)} MiB, read back and complete.`)
    const note = taken.archives ? '' : '未启用日志归档，只能恢复到备份时刻'
    if (!taken.archives) say('archive_mode is off: only the moment of a backup can be restored.')
    const gone = await prune(shelf, days, new Date())
    if (gone.backups.length > 0 || gone.wal > 0)
      say(`Removed ${gone.backups.length} old backups and ${gone.wal} files of the log.`)
    return { outcome: 'passed', backup: taken.name, bytes: BigInt(size), note }
  })

/** What the check of a restored copy found, as the back office shows it. */
function verdict({ holds, report }: Restored): string {
  const [, transactions, entries] = /(\d+) transactions, (\d+) entries/.exec(report) ?? []
  const size = transactions === undefined ? '' : `，${transactions} 笔交易，${entries} 条分录`
  return holds ? `账目与哈希链一致${size}` : `账目不一致或无法读取${size}：${first(report)}`
}

/**
 * Restores the newest backup to the end of the log, beside the live database, checks it and removes
 * it. A drill that passed is recorded in the calendar of duties.
 */
export const runDrill = (work: Work): Promise<Outcome> =>
  recorded(work, 'drill', async db => {
    const { shelf, url, drillDir, say } = work
    const into = await mkdtemp(join(drillDir ?? tmpdir(), 'tianping-drill-'))
    let folder = into
    try {
      if ((await baseBackups(shelf)).length === 0) throw new Error('There is no complete backup.')
      const restored = await restore({ shelf, into, database: databaseOf(url), say })
      folder = restored.folder
      const { holds, backup, reached } = restored
      say(restored.report)
      const note = verdict(restored)
      const now = new Date()
      if (holds) await recordDrill(db, { backup, note, day: beijingDay(now), at: now })
      say(`Drill of ${backup}: ${holds ? 'passed' : 'FAILED'}.`)
      const reachedAt = reached ? new Date(reached) : null
      return { outcome: holds ? 'passed' : 'failed', backup, reachedAt, note }
    } finally {
      for (const each of new Set([into, folder])) await rm(each, { recursive: true, force: true })
    }
  })
