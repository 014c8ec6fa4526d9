import { sql, theRow, type Db } from '@tianping/database'

/**
 * Waits until no transaction of the cluster is older than what has been committed here. Until then
 * a roll-up leaves the newest out, and other files' databases hold it back too.
 */
export async function pastHorizon(db: Db): Promise<void> {
  const { now } = await theRow(db, sql<{ now: string }>`select pg_current_xact_id()::text as now`)
  for (;;) {
    const { oldest } = await theRow(
      db,
      sql<{ oldest: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`,
    )
    if (BigInt(oldest) > BigInt(now)) return
  }
}
