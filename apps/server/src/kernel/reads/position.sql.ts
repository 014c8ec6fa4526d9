import { rows, run, sql, theRow, type Db } from '@tianping/database'

/** How far the primary is, and how far each of these was when it last wrote; null for never. */
export const writtenPositions = (db: Db, subjects: string[]) =>
  rows(
    db,
    sql<{ subject: string; written: bigint | null; primary: bigint }>`
    select wanted.subject, p.position as written,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as primary
    from unnest(${subjects}::text[]) wanted (subject) left join read_position p using (subject)`,
  )

/** Everything that these subjects have committed lies before the position that is written down. */
export const writePositions = (db: Db, subjects: string[], now: Date) =>
  run(
    db,
    sql`
    insert into read_position (subject, position, written_at)
    select subject, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint, ${now}
    from unnest(${subjects}::text[]) subject order by subject
    on conflict (subject) do update
    set position = excluded.position, written_at = excluded.written_at`,
  )

/** Positions that every replica in use has passed long ago. */
export const sweepPositions = (db: Db, writtenBefore: Date) =>
  run(db, sql`delete from read_position where written_at < ${writtenBefore}`)

/** How far a standby has replayed; it is none any more once it took over. */
export const replayedPosition = (db: Db) =>
  theRow(
    db,
    sql<{ standby: boolean; replayed: bigint }>`
    select pg_is_in_recovery() as standby,
      coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::bigint as replayed`,
  )
