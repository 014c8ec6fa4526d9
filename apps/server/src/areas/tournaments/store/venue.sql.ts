import { tournamentState } from '@tianping/contract/tournaments/facts'
import { rows, run, sql, type Db, type Tx } from '@tianping/database'
import { inOrder } from './entry.sql.ts'

const approved = sql.literal(tournamentState.approved)

/** Tournaments that have begun are told to the venues of their games. */
export const nameVenues = (db: Db, now: Date) =>
  run(
    db,
    sql`insert into tournament_venue (tournament_id, venue_id, next_at)
    select distinct t.tournament_id, g.venue_id, ${now}::timestamptz from tournament t join tournament_game g using (tournament_id)
    where t.state = ${approved} and t.starts_at <= ${now} and t.ends_at > ${now} on conflict do nothing`,
  )

export type Told = {
  tournamentId: number
  venueId: number
  name: string
  measure: 'stake' | 'multiple' | 'bets'
  games: string[]
  startsAt: Date
  endsAt: Date
  toldUntil: Date | null
}

/** What is to be told now; whoever takes it has it until `until`. */
export const takeNews = (db: Db, t: { now: Date; until: Date; limit: number }) =>
  rows(
    db,
    sql<Told>`
    with due as (
      select tournament_id, venue_id from tournament_venue where not is_over and next_at <= ${t.now}
      order by next_at limit ${t.limit} for update skip locked)
    update tournament_venue v set next_at = ${t.until} from due join tournament t using (tournament_id)
    where v.tournament_id = due.tournament_id and v.venue_id = due.venue_id
    returning v.tournament_id, v.venue_id, t.name, t.measure, t.starts_at, t.ends_at, v.told_until,
      array(select g.game_code from tournament_game g
        where g.tournament_id = v.tournament_id and g.venue_id = v.venue_id order by 1) as games`,
  )

type Of = Pick<Told, 'tournamentId' | 'venueId'>

export const keepNews = (
  db: Db,
  v: Of & { nextAt: Date; toldUntil: Date | null; isOver: boolean; said: string },
) =>
  run(
    db,
    sql`update tournament_venue set next_at = ${v.nextAt}, told_until = ${v.toldUntil}, is_over = ${v.isOver}, said = ${v.said}
    where tournament_id = ${v.tournamentId} and venue_id = ${v.venueId}`,
  )

export type Place = { memberId: bigint; place: number | null; score: bigint }

/** Standings of members with a game of the venue open that the venue does not have yet. */
export const changedPlaces = (db: Db, v: Of & { now: Date; limit: number }) =>
  rows(
    db,
    sql<Place>`
    with playing as (
      select distinct l.member_id from tournament_entry e join launch_ticket l on l.member_id = e.member_id
      where e.tournament_id = ${v.tournamentId} and l.venue_id = ${v.venueId} and l.ended_at is null and l.expires_at > ${v.now}),
    standing as (
      select e.member_id, e.score, case when e.is_out then null when e.score = 0 then 0
        else row_number() over (partition by e.score > 0 and not e.is_out order by ${inOrder}) end::int as place
      from tournament_entry e where e.tournament_id = ${v.tournamentId} and exists (select from playing))
    select s.member_id, s.place, s.score from standing s join playing p using (member_id)
    left join tournament_told o on o.tournament_id = ${v.tournamentId} and o.venue_id = ${v.venueId} and o.member_id = s.member_id
    where o.member_id is null or (o.place, o.score) is distinct from (s.place, s.score) order by s.member_id limit ${v.limit}`,
  )

export const keepPlaces = (tx: Tx | Db, v: Of, all: readonly Place[]) =>
  run(
    tx,
    sql`insert into tournament_told (tournament_id, venue_id, member_id, place, score)
    select ${v.tournamentId}, ${v.venueId}, member_id, place, score
    from unnest(${all.map(({ memberId }) => memberId)}::bigint[], ${all.map(({ place }) => place)}::int[], ${all.map(({ score }) => score)}::bigint[])
      s (member_id, place, score)
    on conflict (tournament_id, venue_id, member_id) do update set place = excluded.place, score = excluded.score`,
  )
