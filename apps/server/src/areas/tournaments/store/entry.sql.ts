import { betStatus } from '@tianping/contract/records/facts'
import { prizeState, tournamentState, type PrizeState } from '@tianping/contract/tournaments/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { totalOf } from '../../../kernel/operator/listed.sql.ts'
import type { Tournament } from './tournament.sql.ts'

const approved = sql.literal(tournamentState.approved)

/** False where the member has entered before. */
export const insertEntry = async (
  tx: Tx,
  e: { tournamentId: number; memberId: bigint; at: Date },
): Promise<boolean> =>
  (await run(
    tx,
    sql`insert into tournament_entry (tournament_id, member_id, entered_at)
      values (${e.tournamentId}, ${e.memberId}, ${e.at}) on conflict do nothing`,
  )) > 0

/** Whether another account of the person has entered. */
export const personEntered = async (db: Db, tournamentId: number, memberId: bigint) =>
  (await row(
    db,
    sql`select from tournament_entry where tournament_id = ${tournamentId} and member_id <> ${memberId}
      and member_id = any(array(select accounts_of_person(${memberId})))`,
  )) !== undefined

/** The accounts that are certainly of the same person, this one included. */
export const accountsOfPerson = async (db: Db, memberId: bigint): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{
        memberId: bigint
      }>`select member_id from accounts_of_person(${memberId}) a (member_id)`,
    )
  ).map(each => each.memberId)

/** Accounts of persons who work in the back office, and accounts for tests. */
export const staffAmong = async (db: Db, memberIds: bigint[]): Promise<Set<bigint>> =>
  new Set(
    (
      await rows(
        db,
        sql<{
          memberId: bigint
        }>`select m.member_id from member m where m.member_id = any(${memberIds}::bigint[])
          and (exists (select from operator o where o.member_id = m.member_id) or is_test_account(m.member_id))`,
      )
    ).map(each => each.memberId),
  )

/** Members whose bets have changed are counted again by the job; part of the roll-up of facts. */
export const markDue = (tx: Tx, memberIds: bigint[]) =>
  run(
    tx,
    sql`update tournament_entry e set is_due = true from tournament t
    where e.member_id = any(${memberIds}::bigint[]) and not e.is_due and t.tournament_id = e.tournament_id and t.state = ${approved}`,
  )

export const markAllDue = (tx: Tx, tournamentId: number) =>
  run(
    tx,
    sql`update tournament_entry set is_due = true where tournament_id = ${tournamentId} and not is_due`,
  )

/** Entries to count again, locked; those that another instance is counting are left to it. */
export const takeDue = async (tx: Tx, tournamentId: number, limit: number): Promise<bigint[]> =>
  (
    await rows(
      tx,
      sql<{ memberId: bigint }>`select member_id from tournament_entry
      where tournament_id = ${tournamentId} and is_due order by member_id limit ${limit} for update skip locked`,
    )
  ).map(each => each.memberId)

export const isAnyDue = async (db: Db, tournamentId: number) =>
  (await row(
    db,
    sql`select from tournament_entry where tournament_id = ${tournamentId} and is_due limit 1`,
  )) !== undefined

/** Bets of an entry `e` that count in tournament `t`, as they are now. */
const countingBets = sql`
  from bet b where b.member_id = e.member_id and b.placed_at >= greatest(e.entered_at, t.starts_at) and b.placed_at < t.ends_at
    and b.status = ${sql.literal(betStatus.settled)} and b.stake_fen >= t.least_stake_fen
    and b.first_settled_at <= t.ends_at + make_interval(mins => t.settle_minutes)
    and exists (select from tournament_game g where g.tournament_id = t.tournament_id
      and g.venue_id = b.venue_id and g.game_code in ('', b.game_code))`

/** The standing of an entry from its bets: the score, and when its last bet was settled. */
const counted = sql`
  select case t.measure when 'stake' then stake_fen when 'bets' then bets else greatest(best, 0) end as score, bets::int,
    case t.measure when 'multiple' then best_at else last_at end as reached_at
  from (
    select coalesce(sum(stake_fen), 0)::bigint as stake_fen, count(*) as bets, max(first_settled_at) as last_at,
      coalesce(max(multiple), 0) as best, (array_agg(first_settled_at order by multiple desc, first_settled_at))[1] as best_at
    from (select b.stake_fen, b.first_settled_at,
      floor(b.net_fen::numeric * 100 / b.stake_fen)::bigint as multiple ${countingBets}) one) all_of_them`

/**
 * Counts entries anew from their bets. A statement of its own after `takeDue`: it sees all bets
 * that were there when the mark was set.
 */
export const countEntries = (tx: Tx, tournamentId: number, memberIds: bigint[]) =>
  run(
    tx,
    sql`update tournament_entry x set score = s.score, bets = s.bets,
      reached_at = case when s.score > 0 then s.reached_at end, is_due = false
    from tournament_entry e join tournament t using (tournament_id) cross join lateral (${counted}) s
    where e.tournament_id = ${tournamentId} and e.member_id = any(${memberIds}::bigint[]) and t.state = ${approved}
      and x.tournament_id = e.tournament_id and x.member_id = e.member_id`,
  )

/** Members who were blocked meanwhile leave the standings for good. */
export const leaveBlocked = (db: Db, now: Date) =>
  run(
    db,
    sql`update tournament_entry e set is_out = true from blocks_at(${now}) b, tournament t
    where b.member_id = e.member_id and t.tournament_id = e.tournament_id and t.state = ${approved} and not e.is_out`,
  )

export const leaveOut = (tx: Tx, tournamentId: number, memberIds: bigint[]) =>
  run(
    tx,
    sql`update tournament_entry set is_out = true where tournament_id = ${tournamentId} and member_id = any(${memberIds}::bigint[])`,
  )

export type Place = {
  memberId: bigint
  username: string
  score: bigint
  bets: number
  reachedAt: Date | null
}
export const inOrder = sql`e.score desc, e.reached_at, e.member_id`
const standing = (tournamentId: number) =>
  sql`from tournament_entry e where e.tournament_id = ${tournamentId} and e.score > 0 and not e.is_out`

/** Places from the first on, by score, then by who reached it earlier. */
export const places = (db: Db, tournamentId: number, p: { limit: number; offset: number }) =>
  rows(
    db,
    sql<Place>`
    select e.member_id, m.name as username, e.score, e.bets, e.reached_at
    from (select e.* ${standing(tournamentId)} order by ${inOrder} limit ${p.limit} offset ${p.offset}) e join member m using (member_id)
    order by ${inOrder}`,
  )

export const countPlaces = (db: Db, tournamentId: number) => totalOf(db, standing(tournamentId))

export type Entry = {
  enteredAt: Date
  score: bigint
  bets: number
  isOut: boolean
  /** 0 while there is none. */
  place: number
}

/** Entries of a standing that stand before `e`, and `e` itself. */
const placeOf = sql`case when e.score = 0 or e.is_out then 0 else 1 + (
  select count(*)::int from tournament_entry o where o.tournament_id = e.tournament_id and o.score > 0 and not o.is_out
    and (o.score > e.score or (o.score = e.score and (o.reached_at, o.member_id) < (e.reached_at, e.member_id)))) end`

export const entryOf = (db: Db, tournamentId: number, memberId: bigint) =>
  row(
    db,
    sql<Entry>`select e.entered_at, e.score, e.bets, e.is_out, ${placeOf} as place
    from tournament_entry e where e.tournament_id = ${tournamentId} and e.member_id = ${memberId}`,
  )

export type Offered = Tournament & { entered: boolean; place: number }

/** What a member may enter or has entered; nothing that ended without them. */
export async function offeredTo(
  db: Db,
  o: {
    memberId: bigint
    vip: number
    segments: bigint[]
    now: Date
    limit: number
    offset: number
  },
) {
  const from = sql`from tournament t left join tournament_entry e on e.tournament_id = t.tournament_id and e.member_id = ${o.memberId}
    where (t.state = ${approved} and t.ends_at > ${o.now} and t.min_vip <= ${o.vip}
        and (t.segment_id is null or t.segment_id = any(${o.segments}::bigint[])))
      or (e.member_id is not null and t.state not in (${sql.literal(tournamentState.waiting)}, ${sql.literal(tournamentState.rejected)}))`
  const found = await rows(
    db,
    sql<
      Offered & { decidedAt: Date | null }
    >`select t.*, e.member_id is not null as entered, coalesce(${placeOf}, 0) as place
    ${from} order by t.starts_at desc, t.tournament_id desc limit ${o.limit} offset ${o.offset}`,
  )
  return { rows: found, total: await totalOf(db, from) }
}

/** Segments that tournaments ask for which have not ended. */
export const askedSegments = async (db: Db, now: Date): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ segmentId: bigint | null }>`select distinct segment_id from tournament
      where state = ${approved} and ends_at > ${now} and segment_id is not null`,
    )
  ).flatMap(each => each.segmentId ?? [])

export type Prize = {
  tournamentId: number
  place: number
  memberId: bigint
  amountFen: bigint
}

export const insertPrize = (tx: Tx, p: Prize & { score: bigint; at: Date }) =>
  run(
    tx,
    sql`insert into tournament_prize (tournament_id, place, member_id, score, amount_fen, next_at)
    values (${p.tournamentId}, ${p.place}, ${p.memberId}, ${p.score}, ${p.amountFen}, ${p.at})`,
  )

const waitingPrize = sql.literal(prizeState.waiting)

/** Prizes to be paid now; whoever takes them has them until `until`. */
export const takePrizes = (db: Db, t: { now: Date; until: Date; limit: number }) =>
  rows(
    db,
    sql<Prize>`
    with due as (
      select tournament_id, place from tournament_prize where state = ${waitingPrize} and next_at <= ${t.now}
      order by next_at limit ${t.limit} for update skip locked)
    update tournament_prize p set next_at = ${t.until} from due where p.tournament_id = due.tournament_id and p.place = due.place
    returning p.tournament_id, p.place, p.member_id, p.amount_fen`,
  )

export const waitPrize = (tx: Tx, p: Prize & { nextAt: Date; said: string }) =>
  run(
    tx,
    sql`update tournament_prize set next_at = ${p.nextAt}, said = ${p.said}
    where tournament_id = ${p.tournamentId} and place = ${p.place} and state = ${waitingPrize}`,
  )

/** False where the prize was decided before. */
export const closePrize = async (
  tx: Tx,
  p: Prize & { state: number; said: string; at: Date },
): Promise<boolean> =>
  (await run(
    tx,
    sql`update tournament_prize set state = ${p.state}, said = ${p.said}, decided_at = ${p.at}
    where tournament_id = ${p.tournamentId} and place = ${p.place} and state = ${waitingPrize}`,
  )) > 0

/** Counts a prize against the budget, which the table's check stops. */
export const countPaid = (tx: Tx, tournamentId: number, fen: bigint) =>
  run(
    tx,
    sql`update tournament set paid_fen = paid_fen + ${fen} where tournament_id = ${tournamentId}`,
  )

export type PrizeShown = Prize & { state: PrizeState; said: string }
export const prizesOf = (db: Db, tournamentId: number, memberIds: bigint[]) =>
  rows(
    db,
    sql<PrizeShown>`select tournament_id, place, member_id, amount_fen, state, said from tournament_prize
    where tournament_id = ${tournamentId} and member_id = any(${memberIds}::bigint[])`,
  )

/** Winners whose bets were corrected since, sums that differ, and what nobody could freeze. */
export const oddTournaments = (db: Db, p: { since: Date; staleBefore: Date }) =>
  rows(
    db,
    sql<{ memberId: bigint | null; subject: string; expected: string; found: string }>`
    select p.member_id, 'T' || t.tournament_id || ' ' || t.name || ' #' || p.place as subject,
      s.score::text as expected, p.score::text as found
    from tournament t join tournament_prize p using (tournament_id) join tournament_entry e using (tournament_id, member_id)
      cross join lateral (${counted}) s
    where t.frozen_at >= ${p.since} and s.score <> p.score
    union all
    select null, 'T' || t.tournament_id, coalesce(sum(p.amount_fen), 0)::text, t.paid_fen::text
    from tournament t left join tournament_prize p on p.tournament_id = t.tournament_id and p.state = ${sql.literal(prizeState.paid)}
    where t.frozen_at is not null group by t.tournament_id, t.paid_fen having coalesce(sum(p.amount_fen), 0) <> t.paid_fen
    union all
    select null, 'T' || tournament_id, 'frozen', said from tournament where state = ${approved} and ends_at < ${p.staleBefore}
    limit 100`,
  )

export const memberLevel = async (db: Db, memberId: bigint): Promise<number> =>
  (await theRow(db, sql<{ vip: number }>`select vip from member where member_id = ${memberId}`)).vip
