import {
  prizeState,
  tournamentState,
  type Measure,
  type TournamentState,
} from '@tianping/contract/tournaments/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { inSpan, ofStates, totalOf } from '../../../kernel/operator/listed.sql.ts'
import { byNumbered, keyedRows, type Keyed } from '../../../kernel/operator/pages.sql.ts'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'

export type Tournament = {
  tournamentId: number
  name: string
  note: string
  measure: Measure
  leastStakeFen: bigint
  prizesFen: bigint[]
  budgetFen: bigint
  turnoverTimes: number
  minVip: number
  segmentId: bigint | null
  startsAt: Date
  plannedEndsAt: Date
  endsAt: Date
  settleMinutes: number
  state: TournamentState
  proposedBy: string
  proposedAt: Date
  decidedBy: string
  remark: string
  endAskedBy: string
  endReason: string
  endedBy: string
  sweptAt: Date | null
  said: string
  frozenAt: Date | null
  paidFen: bigint
}
const columns = sql`t.tournament_id, t.name, t.note, t.measure, t.least_stake_fen, t.prizes_fen, t.budget_fen, t.turnover_times, t.min_vip,
  t.segment_id, t.starts_at, t.planned_ends_at, t.ends_at, t.settle_minutes, t.state, t.proposed_by, t.proposed_at, t.decided_by, t.remark,
  t.end_asked_by, t.end_reason, t.ended_by, t.swept_at, t.said, t.frozen_at, t.paid_fen`

const approved = sql.literal(tournamentState.approved)
const waiting = sql.literal(tournamentState.waiting)
const rejected = sql.literal(tournamentState.rejected)

/** Proposals are counted one after the other, so that the month's budget is never passed. */
export const lockBudget = (tx: Tx) =>
  run(tx, sql`select pg_advisory_xact_lock(hashtext('tournaments'))`)

/** Budgets of what was proposed since and not rejected, and what of them was paid. */
export const givenSince = (db: Db, since: Date) =>
  theRow(
    db,
    sql<{ givenFen: bigint; paidFen: bigint }>`
    select coalesce(sum(budget_fen), 0)::bigint as given_fen, coalesce(sum(paid_fen), 0)::bigint as paid_fen
    from tournament where proposed_at >= ${since} and state <> ${rejected}`,
  )

/** Tournaments that wait or have not ended yet. */
export const countOpen = async (db: Db, now: Date): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ open: number }>`select count(*)::int as open from tournament
      where state in (${waiting}, ${approved}) and ends_at > ${now}`,
    )
  ).open

export type NewTournament = Pick<
  Tournament,
  | 'name'
  | 'note'
  | 'measure'
  | 'leastStakeFen'
  | 'prizesFen'
  | 'budgetFen'
  | 'turnoverTimes'
  | 'minVip'
  | 'segmentId'
  | 'startsAt'
  | 'endsAt'
  | 'settleMinutes'
  | 'proposedBy'
  | 'proposedAt'
> & { games: readonly Played[] }
export type Played = { venueId: number; game: string }

export async function insertTournament(tx: Tx, t: NewTournament): Promise<number> {
  const { tournamentId } = await theRow(
    tx,
    sql<{ tournamentId: number }>`
    insert into tournament (name, note, measure, least_stake_fen, prizes_fen, budget_fen, turnover_times, min_vip, segment_id, starts_at,
      planned_ends_at, ends_at, settle_minutes, proposed_by, proposed_at)
    values (${t.name}, ${t.note}, ${t.measure}, ${t.leastStakeFen}, ${t.prizesFen}::bigint[], ${t.budgetFen}, ${t.turnoverTimes}, ${t.minVip},
      ${t.segmentId}, ${t.startsAt}, ${t.endsAt}, ${t.endsAt}, ${t.settleMinutes}, ${t.proposedBy}, ${t.proposedAt})
    returning tournament_id`,
  )
  await run(
    tx,
    sql`insert into tournament_game (tournament_id, venue_id, game_code)
    select ${tournamentId}, g.venue_id, g.game_code
    from unnest(${t.games.map(each => each.venueId)}::smallint[], ${t.games.map(each => each.game)}::text[]) g (venue_id, game_code)`,
  )
  return tournamentId
}

export const tournamentOf = (db: Db, id: number) =>
  row(db, sql<Tournament>`select ${columns} from tournament t where t.tournament_id = ${id}`)

/** Whoever decides, freezes or pays holds it. */
export const lockTournament = (tx: Tx, id: number) =>
  row(
    tx,
    sql<Tournament>`select ${columns} from tournament t where t.tournament_id = ${id} for update`,
  )

export const decideTournament = (
  tx: Tx,
  d: { id: number; state: TournamentState; by: string; remark: string; at: Date },
) =>
  run(
    tx,
    sql`update tournament set state = ${d.state}, decided_by = ${d.by}, decided_at = ${d.at},
      remark = ${d.remark} where tournament_id = ${d.id}`,
  )

export const askEnd = (tx: Tx, a: { id: number; by: string; reason: string }) =>
  run(
    tx,
    sql`update tournament set end_asked_by = ${a.by}, end_reason = ${a.reason} where tournament_id = ${a.id}`,
  )

/** Ends it now; before its start nothing counts. */
export const endNow = (tx: Tx, e: { id: number; by: string; at: Date }) =>
  run(
    tx,
    sql`update tournament set ended_by = ${e.by}, ends_at = greatest(starts_at, ${e.at}), swept_at = null where tournament_id = ${e.id}`,
  )

/** Those that are counted: approved and not frozen yet. */
export const countedOnes = (db: Db) =>
  rows(
    db,
    sql<Tournament>`select ${columns} from tournament t where t.state = ${approved} order by t.tournament_id`,
  )

export const keepSaid = (db: Db, id: number, said: string) =>
  run(db, sql`update tournament set said = ${said} where tournament_id = ${id} and said <> ${said}`)

export const noteSwept = (tx: Tx, id: number, at: Date) =>
  run(tx, sql`update tournament set swept_at = ${at} where tournament_id = ${id}`)

export const noteFrozen = (tx: Tx, id: number, at: Date) =>
  run(
    tx,
    sql`update tournament set state = ${sql.literal(tournamentState.frozen)}, frozen_at = ${at}, said = '' where tournament_id = ${id}`,
  )

/** Venues of a tournament whose feed has not been read to its end since. */
export const unreadVenues = (db: Db, id: number, since: Date) =>
  rows(
    db,
    sql<{ name: string }>`
    select v.name from (select distinct venue_id from tournament_game where tournament_id = ${id}) g join venue v using (venue_id)
      left join venue_feed f using (venue_id)
    where f.read_at is null or f.read_at < ${since} or f.leased_until > f.read_at order by v.name`,
  )

/** Closes what has no prize left to be paid. */
export const closePaid = (db: Db) =>
  run(
    db,
    sql`update tournament t set state = ${sql.literal(tournamentState.closed)} where t.state = ${sql.literal(tournamentState.frozen)}
      and not exists (select from tournament_prize p
        where p.tournament_id = t.tournament_id and p.state = ${sql.literal(prizeState.waiting)})`,
  )

export type Listed = Tournament & { segment: string; games: string[]; entries: number }

const listed = sql`${columns}, coalesce((select s.name from segment s where s.segment_id = t.segment_id), '') as segment,
  array(select v.name || case g.game_code when '' then '' else ' ' || coalesce(x.name, g.game_code) end
    from tournament_game g join venue v using (venue_id) left join game x on x.venue_id = g.venue_id and x.game_code = g.game_code
    where g.tournament_id = t.tournament_id order by v.platname, g.game_code) as games,
  (select count(*)::int from tournament_entry e where e.tournament_id = t.tournament_id) as entries`

/** What begins last comes first. */
export function tournamentRows(db: Db, f: ListFilter) {
  const { key, page } = byNumbered(f.paging, sql`t.starts_at`, sql`t.tournament_id`, true)
  const from = sql`from tournament t where ${ofStates(f.states, sql`t.state`)} and ${inSpan(sql`t.starts_at`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<Listed & Keyed>`select ${listed}, ${key} ${from} and ${page}`,
    from,
  )
}

export const listedOne = (db: Db, id: number) =>
  row(db, sql<Listed>`select ${listed} from tournament t where t.tournament_id = ${id}`)

export type GamesOfVenue = {
  platname: string
  venue: string
  games: { game_code: string; name: string }[]
}

export const gamesOf = (db: Db, id: number) =>
  rows(
    db,
    sql<GamesOfVenue>`
    select v.platname, v.name as venue,
      coalesce(json_agg(json_build_object('game_code', g.game_code, 'name', coalesce(x.name, g.game_code)) order by g.game_code)
        filter (where g.game_code <> ''), '[]') as games
    from tournament_game g join venue v using (venue_id) left join game x on x.venue_id = g.venue_id and x.game_code = g.game_code
    where g.tournament_id = ${id} group by v.venue_id order by v.platname`,
  )

/** The venue of a code, and the first of some games that it does not have. */
export const venueOf = (db: Db, platname: string, games: readonly string[]) =>
  row(
    db,
    sql<{ venueId: number; name: string; missing: string | null }>`
    select v.venue_id, v.name, (select g.code from unnest(${games}::text[]) g (code)
      where not exists (select from game x where x.venue_id = v.venue_id and x.game_code = g.code) limit 1) as missing
    from venue v where upper(v.platname) = ${platname.toUpperCase()}`,
  )

/** How many wait for a second person: proposals, and early ends that were asked for. */
export const tournamentsWaiting = (db: Db, now: Date): Promise<number> =>
  totalOf(
    db,
    sql`from tournament where state = ${waiting}
      or (state = ${approved} and end_asked_by <> '' and ended_by = '' and ends_at > ${now})`,
  )
