import { rows, run, sql, type Db } from '@tianping/database'

export type BeaconTold = {
  name: string
  isLocal: boolean
  round: bigint | null
  roundAt: Date | null
  toldAt: Date
}

export const keepBeacon = (db: Db, venueId: number, b: BeaconTold) =>
  run(
    db,
    sql`insert into venue_beacon as x (venue_id, name, is_local, round, round_at, told_at)
    values (${venueId}, ${b.name}, ${b.isLocal}, ${b.round}, ${b.roundAt}, ${b.toldAt})
    on conflict (venue_id) do update set name = excluded.name, is_local = excluded.is_local, round = excluded.round,
      round_at = excluded.round_at, told_at = excluded.told_at where x.told_at <= excluded.told_at`,
  )

export const dropBeacon = (db: Db, venueId: number) =>
  run(db, sql`delete from venue_beacon where venue_id = ${venueId}`)

/** Venues with a beacon, and its age as told last; null while it was never verified. */
export const venueBeacons = (db: Db) =>
  rows(
    db,
    sql<BeaconTold & { venueId: number; platname: string; ageS: number | null }>`
    select b.venue_id, v.platname, b.name, b.is_local, b.round, b.round_at, b.told_at,
      extract(epoch from b.told_at - b.round_at)::float8 as age_s
    from venue_beacon b join venue v using (venue_id) order by v.rank, v.venue_id`,
  )
