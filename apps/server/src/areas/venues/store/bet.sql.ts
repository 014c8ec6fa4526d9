import { betStatus, type BetStatus } from '@tianping/contract/records/facts'
import { row, rows, sql, theRow, type Db } from '@tianping/database'
import type { VenueBet } from '@tianping/venue-protocol'
import type { BetFigures } from '../../turnover/turnover.ts'

/** The statuses of the venue protocol as the column has them. */
const STATUS = { OPEN: betStatus.open, SETTLED: betStatus.settled, VOID: betStatus.void } as const

/**
 * What a kept bet changed: the figures it counted with before and counts with now; null while it is
 * not settled.
 */
export type BetChange = {
  before: BetFigures | null
  after: BetFigures | null
  firstSettledAt: Date | null
}

type ChangeRow = {
  oldStatus: number | null
  oldStakeFen: bigint
  oldValidFen: bigint
  oldPayoutFen: bigint
  firstSettledAt: Date | null
}

/**
 * Keeps a bet's state if it is newer than what is kept; answers what that changed, undefined when
 * it was not.
 */
export async function upsertBet(
  db: Db,
  venueId: number,
  memberId: bigint,
  bet: VenueBet,
): Promise<BetChange | undefined> {
  const settled = bet.status === 'SETTLED'
  const kept = await row(
    db,
    sql<ChangeRow>`
    insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen,
      status, fairness, math_version, placed_at, settled_at, first_settled_at)
    values (${memberId}, ${venueId}, ${bet.bet_id}, ${bet.version}, ${bet.revision}, ${bet.game_code}, ${bet.round_id}, ${JSON.stringify(bet.selection)}::jsonb,
      ${bet.stake}, ${bet.valid_amount}, ${bet.payout}, ${bet.net}, ${STATUS[bet.status]}, ${JSON.stringify(bet.fairness)}::jsonb, ${bet.math_version},
      ${bet.placed_at}, ${bet.settled_at}, ${settled ? (bet.settled_at ?? bet.placed_at) : null})
    on conflict (member_id, venue_id, bet_id) do update set
      version = excluded.version, revision = excluded.revision, selection = excluded.selection, stake_fen = excluded.stake_fen,
      valid_fen = excluded.valid_fen, payout_fen = excluded.payout_fen, net_fen = excluded.net_fen, status = excluded.status,
      fairness = excluded.fairness, math_version = excluded.math_version, settled_at = excluded.settled_at,
      first_settled_at = coalesce(bet.first_settled_at, excluded.first_settled_at)
    where bet.version < excluded.version
    returning old.status as old_status, old.stake_fen as old_stake_fen, old.valid_fen as old_valid_fen, old.payout_fen as old_payout_fen,
      new.first_settled_at`,
  )
  return (
    kept && {
      before:
        kept.oldStatus === STATUS.SETTLED
          ? { stakeFen: kept.oldStakeFen, validFen: kept.oldValidFen, payoutFen: kept.oldPayoutFen }
          : null,
      after: settled
        ? { stakeFen: bet.stake, validFen: bet.valid_amount, payoutFen: bet.payout }
        : null,
      firstSettledAt: kept.firstSettledAt,
    }
  )
}

/** What a member has staked on bets that are not settled, everywhere. */
export const openStakes = async (db: Db, memberId: bigint): Promise<bigint> =>
  (
    await theRow(
      db,
      sql<{
        fen: bigint
      }>`select coalesce(sum(stake_fen), 0)::bigint as fen from bet where member_id = ${memberId} and status = ${STATUS.OPEN}`,
    )
  ).fen

/** The same of every account that is certainly the person's. */
export const openStakesOfPerson = async (db: Db, memberId: bigint): Promise<bigint> =>
  (
    await theRow(
      db,
      sql<{
        fen: bigint
      }>`select coalesce(sum(stake_fen), 0)::bigint as fen from bet where member_id = any(array(select accounts_of_person(${memberId}))) and status = ${STATUS.OPEN}`,
    )
  ).fen

/** What a member has open by venue; venues without any are left out. */
export const openStakesByVenue = async (db: Db, memberId: bigint): Promise<Map<number, bigint>> =>
  new Map(
    (
      await rows(
        db,
        sql<{
          venueId: number
          fen: bigint
        }>`select venue_id, sum(stake_fen)::bigint as fen from bet where member_id = ${memberId} and status = ${STATUS.OPEN} group by venue_id`,
      )
    ).map(({ venueId, fen }) => [venueId, fen]),
  )

export type BetRow = {
  betId: string
  venueId: number
  gameCode: string
  gameName: string | null
  stakeFen: bigint
  validFen: bigint
  payoutFen: bigint
  status: BetStatus
  placedAt: Date
  /** When it first settled; a correction does not move it. Null while it never has. */
  settledAt: Date | null
}

/** A page of a member's bets, newest first, and how many there are. */
export async function betRecords(
  db: Db,
  memberId: bigint,
  f: { since: Date; until: Date | null; venueId: number | null; limit: number; offset: number },
) {
  const where = sql`b.member_id = ${memberId} and b.placed_at >= ${f.since} and b.placed_at < coalesce(${f.until}::timestamptz, 'infinity') and (${f.venueId}::smallint is null or b.venue_id = ${f.venueId}::smallint)`
  const [found, { total }] = await Promise.all([
    rows(
      db,
      sql<BetRow>`
      select b.bet_id, b.venue_id, b.game_code, g.name as game_name, b.stake_fen,
        b.valid_fen, b.payout_fen, b.status, b.placed_at,
        b.first_settled_at as settled_at
      from bet b left join game g on g.venue_id = b.venue_id and g.game_code = b.game_code
      where ${where} order by b.placed_at desc, b.bet_id desc limit ${f.limit} offset ${f.offset}`,
    ),
    theRow(db, sql<{ total: number }>`select count(*)::int as total from bet b where ${where}`),
  ])
  return { rows: found, total }
}

/**
 * What a member staked and got back, all time, settled bets: by the days' sums, which are few
 * however many bets there are.
 */
export const betTotals = async (
  db: Db,
  memberId: bigint,
): Promise<{ stakeFen: bigint; payoutFen: bigint; validFen: bigint }> => {
  const found = await row(
    db,
    sql<{ stakeFen: bigint; payoutFen: bigint; validFen: bigint }>`
    select coalesce(sum(stake_fen), 0)::bigint as stake_fen, coalesce(sum(payout_fen), 0)::bigint as payout_fen,
      coalesce(sum(valid_fen), 0)::bigint as valid_fen
    from turnover_day where member_id = ${memberId}`,
  )
  return found ?? { stakeFen: 0n, payoutFen: 0n, validFen: 0n }
}

/** A page of blocked members whose bets have won something, or were voided, since; by number. */
export const blockedWinners = async (
  db: Db,
  p: { now: Date; since: Date; placedSince: Date; after: bigint; limit: number },
): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`
      select distinct x.member_id from blocks_at(${p.now}) x
      where x.member_id > ${p.after} and exists (
        select from bet b where b.member_id = x.member_id and b.status = ${sql.literal(betStatus.settled)} and b.first_settled_at >= ${p.since} and b.payout_fen > 0
        union all
        select from bet b where b.member_id = x.member_id and b.placed_at >= ${p.placedSince} and b.status = ${sql.literal(betStatus.void)} and b.settled_at >= ${p.since})
      order by x.member_id limit ${p.limit}`,
    )
  ).map(found => found.memberId)
