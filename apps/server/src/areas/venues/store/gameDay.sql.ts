import { betStatus } from '@tianping/contract/records/facts'
import { rows, sql, theRow, type Db } from '@tianping/database'
import { account } from '../../../ledger/ledger.ts'

const settled = sql.literal(betStatus.settled)
const open = sql.literal(betStatus.open)

export type GameDayRow = {
  venueId: number
  gameCode: string
  venue: string
  gameName: string | null
  bets: number
  members: number
  stakeFen: bigint
  validFen: bigint
  payoutFen: bigint
  rtpExact: string | null
}

/**
 * Settled bets by game, of those that first settled in the span. all members: a game is one for all
 * who play it.
 */
export const gameDays = (db: Db, f: { from: Date; until: Date; venueId: number }) =>
  rows(
    db,
    sql<GameDayRow>`
    with played as (
      select venue_id, game_code, count(*)::int as bets, count(distinct member_id)::int as members, sum(stake_fen)::bigint as stake_fen,
        sum(valid_fen)::bigint as valid_fen, sum(payout_fen)::bigint as payout_fen
      from bet where first_settled_at >= ${f.from} and first_settled_at < ${f.until} and status = ${settled}
        and (${f.venueId} = 0 or venue_id = ${f.venueId})
      group by venue_id, game_code)
    select p.*, v.name as venue, g.name as game_name,
      (select r.rtp_exact from game_return r where r.venue_id = p.venue_id and r.game_code = p.game_code
        order by r.last_at desc nulls last limit 1) as rtp_exact
    from played p join venue v using (venue_id) left join game g using (venue_id, game_code)
    order by p.stake_fen desc, p.venue_id, p.game_code`,
  )

/** What the house owes. all members: a sum over the house. */
export const liabilityNow = (db: Db) =>
  theRow(
    db,
    sql<{ cashFen: bigint; venuesFen: bigint; openBets: number; openFen: bigint }>`
    select
      (select coalesce(sum(posted_balance), 0)::bigint from ledger.account where account_code = ${account.memberCash}) as cash_fen,
      (select coalesce(sum(posted_balance), 0)::bigint from ledger.account where account_code = ${account.memberVenue}) as venues_fen,
      count(*)::int as open_bets, coalesce(sum(stake_fen), 0)::bigint as open_fen
    from bet where status = ${open}`,
  )
