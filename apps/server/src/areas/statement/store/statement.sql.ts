// What a statement adds up: the ledger's entries on the member's accounts, the sums of settled bets
// by day, and the bets themselves by game. It owns no table and reads one member at a time.
import { betStatus } from '@tianping/contract/records/facts'
import { rows, sql, theRow, type Db } from '@tianping/database'

const settled = sql.literal(betStatus.settled)
const open = sql.literal(betStatus.open)

/** Days of Beijing, both included, with the first instant and the first one after. */
export type Span = { from: string; to: string; since: Date; until: Date }

export type Holder = { name: string; joinedAt: Date }

export const holderOf = (db: Db, memberId: bigint) =>
  theRow(
    db,
    sql<Holder>`select name, created_at as joined_at from member where member_id = ${memberId}`,
  )

/** What one kind of transaction brought to a member; `day` is null outside the span. */
export type Movement = { day: string | null; code: string; fen: bigint }

/**
 * All that came to or left a member's accounts except through games, since the registration. A
 * withdrawal counts when it was approved, which the first payout attempt dates.
 */
export const movements = (db: Db, memberId: bigint, { since, until }: Span) =>
  rows(
    db,
    sql<Movement>`
    select case when at >= ${since} and at < ${until} then (at at time zone 'Asia/Shanghai')::date end as day, code, sum(fen)::bigint as fen
    from (
      select t.code, e.amount as fen, coalesce(p.created_at, t.effective_at) as at
      from ledger.transaction t
      join ledger.entry e on e.member_id = t.member_id and e.transaction_id = t.transaction_id
      left join payout_attempt p on t.code = 'withdrawal' and t.phase = 'post' and p.member_id = t.member_id and p.withdrawal_no = t.source_id and p.attempt_no = 1
      where t.member_id = ${memberId} and t.code not in ('venue_in', 'venue_out', 'game_result') and e.account_code < 200 and e.layer = 'posted') moved
    group by 1, 2`,
  )

export type DayPlay = {
  day: string
  venueId: number
  bets: number
  stakeFen: bigint
  payoutFen: bigint
}

/** Settled bets by the day they count on and venue. */
export const playByDay = (db: Db, memberId: bigint, { from, to }: Span) =>
  rows(
    db,
    sql<DayPlay>`
    select day, venue_id, bets, stake_fen, payout_fen from turnover_day
    where member_id = ${memberId} and day >= ${from}::date and day <= ${to}::date and bets > 0 order by day, venue_id`,
  )

export type GamePlay = {
  venueId: number
  gameCode: string
  name: string | null
  bets: number
  stakeFen: bigint
  payoutFen: bigint
}

/** The same bets by game, the highest stakes first. */
export const playByGame = (db: Db, memberId: bigint, { since, until }: Span) =>
  rows(
    db,
    sql<GamePlay>`
    select p.venue_id, p.game_code, g.name, p.bets, p.stake_fen, p.payout_fen
    from (
      select venue_id, game_code, count(*)::int as bets, sum(stake_fen)::bigint as stake_fen, sum(payout_fen)::bigint as payout_fen from bet
      where member_id = ${memberId} and status = ${settled} and first_settled_at >= ${since} and first_settled_at < ${until}
      group by venue_id, game_code) p
    left join game g using (venue_id, game_code)
    order by p.stake_fen desc, p.venue_id, p.game_code`,
  )

export type Stretch = {
  begin: Date
  end: Date
  minutes: number
  bets: number
  stakeFen: bigint
  payoutFen: bigint
  openFen: bigint
}

/**
 * A page of a member's stretches of play, newest first, and how many there are. Stretches may
 * overlap when a venue sends bets late: each ends where the next begins, so that no minute and no
 * bet counts twice.
 */
export async function stretches(
  db: Db,
  memberId: bigint,
  { since, limit, offset }: { since: Date; limit: number; offset: number },
) {
  const { total } = await theRow(
    db,
    sql<{
      total: number
    }>`select count(*)::int as total from play_stretch where member_id = ${memberId} and began_at >= ${since}`,
  )
  const found = await rows(
    db,
    sql<Stretch>`
    select s.began_at as begin, s.ended_at as end, ceil(extract(epoch from s.ended_at - s.began_at) / 60)::int as minutes,
      b.bets, b.stake_fen, b.payout_fen, b.open_fen
    from (
      select began_at, next_at, coalesce(least(last_at, next_at), last_at) as ended_at
      from (
        select began_at, last_at, lead(began_at) over (order by began_at) as next_at from play_stretch
        where member_id = ${memberId} and began_at >= ${since}) own
      order by began_at desc limit ${limit} offset ${offset}) s
    cross join lateral (
      select count(*) filter (where status = ${settled})::int as bets,
        coalesce(sum(stake_fen) filter (where status = ${settled}), 0)::bigint as stake_fen,
        coalesce(sum(payout_fen) filter (where status = ${settled}), 0)::bigint as payout_fen,
        coalesce(sum(stake_fen) filter (where status = ${open}), 0)::bigint as open_fen
      from bet where member_id = ${memberId} and placed_at >= s.began_at and placed_at < coalesce(s.next_at, 'infinity')) b
    order by s.began_at desc`,
  )
  return { rows: found, total }
}
