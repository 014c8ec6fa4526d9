import { betStatus, type BetStatus } from '@tianping/contract/records/facts'
import { row, rows, sql, theRow, type Db } from '@tianping/database'
import type { VenueBet } from '@tianping/venue-protocol'
import { askedPages, type HistoryAsked, type Listed } from '../../../kernel/reads/history.sql.ts'
import { historyReader } from '../../../kernel/reads/history.ts'
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

/** As JSON, in which signs that no database holds are replaced: a member may have typed them. */
const storable = (value: object): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '\uFFFD') : part,
  )

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
    values (${memberId}, ${venueId}, ${bet.bet_id}, ${bet.version}, ${bet.revision}, ${bet.game_code}, ${bet.round_id}, ${storable(bet.selection)}::jsonb,
      ${bet.stake}, ${bet.valid_amount}, ${bet.payout}, ${bet.net}, ${STATUS[bet.status]}, ${storable(bet.fairness)}::jsonb, ${bet.math_version},
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

export type BetRow = Listed & {
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

/**
 * Pages of bets, newest first: found by the counts of days, then of the hours of its day, and read
 * from the end of that hour on (docs/decisions/0123-bets-are-counted-by-hour-and-day.md). Names of
 * games are looked up for a page's own rows alone.
 */
export const betPages = (asked: readonly HistoryAsked[]) => sql<BetRow>`/* prepared */
  select asked.at::int as at, place.total, page.* from ${askedPages(asked)}
  cross join lateral (
    with days as (
      select day, sum(bets) as n, sum(sum(bets)) over (order by day desc) as upto from bet_day
      where member_id = asked.member_id and day >= (asked.since at time zone 'Asia/Shanghai')::date
        and day < coalesce((asked.until at time zone 'Asia/Shanghai')::date, 'infinity')
        and (asked.venue_id is null or venue_id = asked.venue_id) group by day),
    first_day as (select day, upto - n as passed from days where upto > asked.passed order by day desc limit 1),
    hours as (
      select h.hour, sum(h.bets) as n, d.passed + sum(sum(h.bets)) over (order by h.hour desc) as upto
      from first_day d join bet_hour h on h.member_id = asked.member_id
        and h.hour >= d.day::timestamp at time zone 'Asia/Shanghai' and h.hour < (d.day + 1)::timestamp at time zone 'Asia/Shanghai'
        and (asked.venue_id is null or h.venue_id = asked.venue_id) group by h.hour, d.passed)
    select coalesce((select sum(n) from days), 0)::int as total, f.before, f.skip
    from (values (1)) one left join (
      select hour + interval '1 hour' as before, (asked.passed - (upto - n))::int as skip from hours
      where upto > asked.passed order by hour desc limit 1) f on true) place
  left join lateral (
    select b.bet_id as no, b.venue_id, b.game_code, g.name as game_name, b.stake_fen,
      b.valid_fen, b.payout_fen, b.status, b.placed_at,
      b.first_settled_at as settled_at
    from (
      select * from bet
      where member_id = asked.member_id and placed_at < place.before and placed_at >= asked.since
        and (asked.venue_id is null or venue_id = asked.venue_id)
      order by placed_at desc, bet_id desc limit asked.most offset place.skip) b
    left join game g on g.venue_id = b.venue_id and g.game_code = b.game_code
    order by b.placed_at desc, b.bet_id desc) page on true`

/** A page of a member's bets, newest first, and how many there are. */
export const betRecords = historyReader(betPages)

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
