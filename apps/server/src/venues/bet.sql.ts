import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import type { VenueBet } from '@tianping/venue-protocol'

const STATUS = { OPEN: 2, SETTLED: 1, VOID: 0 } as const

/** Keeps a bet's state if it is newer than what is kept; answers whether it was. */
export const upsertBet = async (db: Db, venueId: number, memberId: bigint, bet: VenueBet): Promise<boolean> =>
  (await run(db, sql`
    insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen,
      status, fairness, math_version, placed_at, settled_at)
    values (${memberId}, ${venueId}, ${bet.bet_id}, ${bet.version}, ${bet.revision}, ${bet.game_code}, ${bet.round_id}, ${JSON.stringify(bet.selection)}::jsonb,
      ${bet.stake}, ${bet.valid_amount}, ${bet.payout}, ${bet.net}, ${STATUS[bet.status]}, ${JSON.stringify(bet.fairness)}::jsonb, ${bet.math_version},
      ${bet.placed_at}, ${bet.settled_at})
    on conflict (member_id, venue_id, bet_id) do update set
      version = excluded.version, revision = excluded.revision, selection = excluded.selection, stake_fen = excluded.stake_fen,
      valid_fen = excluded.valid_fen, payout_fen = excluded.payout_fen, net_fen = excluded.net_fen, status = excluded.status,
      fairness = excluded.fairness, math_version = excluded.math_version, settled_at = excluded.settled_at
    where bet.version < excluded.version`)) === 1

export type BetRow = {
  betId: string
  venueId: number
  gameCode: string
  gameName: string | null
  stakeFen: bigint
  validFen: bigint
  payoutFen: bigint
  status: number
  placedAt: Date
}

/** A page of a member's bets, newest first, and how many there are. */
export async function betRecords(db: Db, memberId: bigint, f: { since: Date; venueId: number | null; limit: number; offset: number }) {
  const where = sql`b.member_id = ${memberId} and b.placed_at >= ${f.since} and (${f.venueId}::smallint is null or b.venue_id = ${f.venueId}::smallint)`
  const [found, { total }] = await Promise.all([
    rows(db, sql<BetRow>`
      select b.bet_id as "betId", b.venue_id as "venueId", b.game_code as "gameCode", g.name as "gameName", b.stake_fen as "stakeFen",
        b.valid_fen as "validFen", b.payout_fen as "payoutFen", b.status, b.placed_at as "placedAt"
      from bet b left join game g on g.venue_id = b.venue_id and g.game_code = b.game_code
      where ${where} order by b.placed_at desc, b.bet_id desc limit ${f.limit} offset ${f.offset}`),
    theRow(db, sql<{ total: number }>`select count(*)::int as total from bet b where ${where}`),
  ])
  return { rows: found, total }
}

/** What a member staked and got back, all time, settled bets. */
export const betTotals = async (db: Db, memberId: bigint): Promise<{ stakeFen: bigint; payoutFen: bigint; validFen: bigint }> => {
  const found = await row(db, sql<{ stakeFen: bigint; payoutFen: bigint; validFen: bigint }>`
    select coalesce(sum(stake_fen), 0)::bigint as "stakeFen", coalesce(sum(payout_fen), 0)::bigint as "payoutFen",
      coalesce(sum(valid_fen), 0)::bigint as "validFen"
    from bet where member_id = ${memberId} and status = 1`)
  return found ?? { stakeFen: 0n, payoutFen: 0n, validFen: 0n }
}
