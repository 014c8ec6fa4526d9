// `tianping export parquet [FOLDER]`: the figures for tools outside, as files. Reads at the replica
// when one is configured, and as the role that reads the views alone.
import { connect, connectStandby } from '@tianping/database'
import { exportParquet } from '../../apps/server/src/areas/figures/parquet.ts'

const [format, folder = 'export'] = process.argv.slice(2)
const { DATABASE_READ_URL: replica, DATABASE_URL: primary } = process.env
if (format !== 'parquet' || !(replica ?? primary)) {
  console.error(
    'usage: tianping export parquet [FOLDER]\nSet DATABASE_READ_URL (a replica) or DATABASE_URL.',
  )
  process.exit(2)
}
const session = { role: 'tianping_bi', applicationName: 'tianping-export', maxConnections: 1 }
const db = replica ? connectStandby(replica, session) : connect(primary ?? '', session)
try {
  const written = await exportParquet(db, folder)
  for (const [view, rows] of written) console.log(`${folder}/${view}.parquet: ${rows} rows`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await db.destroy()
}
