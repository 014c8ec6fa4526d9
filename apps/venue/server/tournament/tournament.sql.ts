import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import type { VenueTournament } from '@tianping/venue-protocol'

export type Tournament = {
  ref: string
  name: string
  games: string[]
  measure: VenueTournament['measure']
  startsAt: Date
  endsAt: Date
  isOpen: boolean
}
const columns = sql`t.ref, t.name, t.games, t.measure, t.starts_at, t.ends_at, t.is_open`

/** The latest to end first. */
export const tournamentsOf = (db: Db, desk: number, limit: number) =>
  rows(
    db,
    sql<Tournament>`select ${columns} from tournament t where desk_id = ${desk} order by ends_at desc, ref limit ${limit}`,
  )

/** Tournaments of one desk are changed one after the other. */
export const lockTournaments = (tx: Tx, desk: number) =>
  run(tx, sql`select pg_advisory_xact_lock(hashtext('tournaments'), ${desk})`)

/** Others that are open. */
export const countOpen = async (tx: Tx, desk: number, ref: string): Promise<number> =>
  (
    await theRow(
      tx,
      sql<{
        open: number
      }>`select count(*)::int as open from tournament where desk_id = ${desk} and is_open and ref <> ${ref}`,
    )
  ).open

export const keepTournament = (tx: Tx, desk: number, t: VenueTournament) =>
  run(
    tx,
    sql`insert into tournament (desk_id, ref, name, games, measure, starts_at, ends_at, is_open)
    values (${desk}, ${t.ref}, ${t.name}, ${t.games}, ${t.measure}, ${t.starts_at}, ${t.ends_at}, ${t.open})
    on conflict (desk_id, ref) do update set name = excluded.name, games = excluded.games, measure = excluded.measure,
      starts_at = excluded.starts_at, ends_at = excluded.ends_at, is_open = excluded.is_open`,
  )

/** What ended before is forgotten, with its places. */
export const dropEnded = (tx: Tx, desk: number, before: Date) =>
  run(tx, sql`delete from tournament where desk_id = ${desk} and ends_at < ${before}`)

export const isKnown = async (db: Db, desk: number, ref: string) =>
  (await row(db, sql`select from tournament where desk_id = ${desk} and ref = ${ref}`)) !==
  undefined

type Placed = { player: string; place: number; score: bigint }

/** Players whom the venue does not know are left out; answers how many were kept. */
export const keepPlaces = (tx: Tx, desk: number, ref: string, all: readonly Placed[]) =>
  run(
    tx,
    sql`insert into tournament_place (desk_id, ref, player_id, place, score)
    select ${desk}, ${ref}, s.player_id, s.place, s.score
    from unnest(${all.map(({ player }) => player)}::text[], ${all.map(({ place }) => place)}::int[], ${all.map(({ score }) => score)}::bigint[])
      s (player_id, place, score)
    join player p on p.desk_id = ${desk} and p.player_id = s.player_id
    on conflict (desk_id, ref, player_id) do update set place = excluded.place, score = excluded.score`,
  )

export const dropPlaces = (tx: Tx, desk: number, ref: string, players: readonly string[]) =>
  run(
    tx,
    sql`delete from tournament_place where desk_id = ${desk} and ref = ${ref} and player_id = any(${players}::text[])`,
  )

/** The race of a player that ends first, among those in which this game counts now. */
export const raceOf = (
  db: Db,
  s: { deskId: number; playerId: string; gameCode: string; at: Date },
) =>
  row(
    db,
    sql<Tournament & { place: number; score: bigint }>`
    select ${columns}, p.place, p.score from tournament_place p join tournament t using (desk_id, ref)
    where p.desk_id = ${s.deskId} and p.player_id = ${s.playerId} and t.is_open and t.starts_at <= ${s.at} and t.ends_at > ${s.at}
      and (cardinality(t.games) = 0 or ${s.gameCode} = any(t.games))
    order by t.ends_at, t.ref limit 1`,
  )
