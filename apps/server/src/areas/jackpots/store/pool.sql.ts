import { row, rows, run, sql, type Db } from '@tianping/database'
import type { VenueJackpot } from '@tianping/venue-protocol'
import { MOST_IN_TURN } from '../../../kernel/jobs/eachAlone.ts'
import { inSpan, totalOf, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import {
  behindMoment,
  foundOf,
  inOrderOf,
  momentKey,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'
import { account } from '../../../ledger/accounts.ts'

export type Pool = {
  jackpotNo: number
  venueId: number
  platname: string
  venue: string
  ref: string
  name: string
  games: string[]
  isOpen: boolean
  share: number
  seedFen: bigint
  boundFen: bigint
  cycle: number
  poolFen: bigint
  seededFen: bigint
  contributedFen: bigint
  paidFen: bigint
  toldAt: Date
  said: string
}

const columns = sql`p.jackpot_no, p.venue_id, v.platname, v.name as venue, p.ref, p.name, p.games,
  p.is_open, p.share, p.seed_fen, p.bound_fen, p.cycle, p.pool_fen, p.seeded_fen, p.contributed_fen,
  p.paid_fen, p.told_at, p.said`
const MOST = 100

/** Pools are few; what the books hold of each comes with it. */
export const allPools = (db: Db) =>
  rows(
    db,
    sql<Pool & { bookedFen: bigint }>`
    select ${columns}, coalesce((select sum(amount) from ledger.house_balance h
      where h.account_code = ${sql.literal(account.jackpotPool)} and h.venue_id = p.jackpot_no),
        0)::bigint as booked_fen
    from jackpot_pool p join venue v using (venue_id) order by p.is_open desc, v.platname, p.ref limit ${MOST}`,
  )

/** What members may see: open pools of which the venue has told a moment ago. */
export const freshPools = (db: Db, since: Date) =>
  rows(
    db,
    sql<Pool>`select ${columns} from jackpot_pool p join venue v using (venue_id)
    where p.is_open and p.told_at >= ${since} order by p.pool_fen desc, p.jackpot_no limit ${MOST}`,
  )

export const keepTold = (db: Db, venueId: number, j: VenueJackpot, at: Date) =>
  run(
    db,
    sql`insert into jackpot_pool as p (venue_id, ref, name, games, is_open, share, seed_fen,
      bound_fen, cycle, pool_fen, seeded_fen, contributed_fen, paid_fen, told_at)
    values (${venueId}, ${j.ref}, ${j.name}, ${j.games}, ${j.open}, ${j.share}, ${j.seed},
      ${j.bound}, ${j.cycle}, ${j.pool}, ${j.seeded}, ${j.contributed}, ${j.paid}, ${at})
    on conflict (venue_id, ref) do update set name = excluded.name, games = excluded.games,
      is_open = excluded.is_open, share = excluded.share, seed_fen = excluded.seed_fen,
      bound_fen = excluded.bound_fen, cycle = excluded.cycle, pool_fen = excluded.pool_fen,
      seeded_fen = excluded.seeded_fen, contributed_fen = excluded.contributed_fen,
      paid_fen = excluded.paid_fen, told_at = excluded.told_at, said = ''
    where p.told_at <= excluded.told_at`,
  )

/** Why a pool is not as it is wanted; the row is made where the venue never told of it. */
export const keepSaid = (db: Db, venueId: number, ref: string, said: string) =>
  run(
    db,
    sql`insert into jackpot_pool as p (venue_id, ref, said) values (${venueId}, ${ref}, ${said})
    on conflict (venue_id, ref) do update set said = excluded.said where p.said <> excluded.said`,
  )

export type Win = {
  memberId: bigint
  username: string
  betId: string
  venue: string
  name: string
  cycle: number
  wonFen: bigint
  at: Date
}

const winColumns = sql`b.member_id, m.name as username, b.bet_id, v.name as venue, p.name, b.cycle, b.won_fen, b.at`

/** Wins of all pools, the newest first; a number counts at one venue. */
export async function winRows(db: Db, f: Pick<Narrowed, 'span'> & { paging: Paging }) {
  const by = sql`b.at`
  const no = sql`(b.bet_id || ' ' || b.venue_id)`
  const order = inOrderOf(f.paging, by, no, true)
  const from = sql`from jackpot_bet b where b.won_fen > 0 and ${inSpan(by, { span: f.span, amounts: null })}`
  const found = await rows(
    db,
    sql<Win & Keyed>`
    select ${winColumns}, ${momentKey(by, no)}
    from (select * ${from} and ${behindMoment(f.paging, by, no, true)} order by ${order} ${window(f.paging)}) b
    join jackpot_pool p using (jackpot_no) join venue v on v.venue_id = b.venue_id join member m using (member_id) order by ${order}`,
  )
  return { ...foundOf(f.paging, found), total: f.paging.counted ? await totalOf(db, from) : 0 }
}

export type Untold = { memberId: bigint; venueId: number; betId: string }

/** Wins whose members were not told. */
export const untold = (db: Db) =>
  rows(
    db,
    sql<Untold>`
    select member_id, venue_id, bet_id from jackpot_bet where won_fen > 0 and told_at is null
    order by at limit ${MOST_IN_TURN}`,
  )

/** Takes one of them, to be told in the same transaction; undefined where it was told. */
export const takeUntold = (tx: Db, { memberId, venueId, betId }: Untold, at: Date) =>
  row(
    tx,
    sql<{ wonFen: bigint; name: string }>`
    update jackpot_bet b set told_at = ${at} from jackpot_pool p
    where b.member_id = ${memberId} and b.venue_id = ${venueId} and b.bet_id = ${betId}
      and b.told_at is null and p.jackpot_no = b.jackpot_no
    returning b.won_fen, p.name`,
  )

/** all members: what a pool holds by its bets, and by the books. */
export const poolSums = (db: Db) =>
  rows(
    db,
    sql<{
      jackpotNo: number
      venueId: number
      ref: string
      keptFen: bigint
      bookedFen: bigint
      betFen: bigint
      seededFen: bigint
      paidFen: bigint
    }>`
    select p.jackpot_no, p.venue_id, p.ref, c.fen as seeded_fen, b.share as bet_fen,
      b.won as paid_fen, (c.fen + b.share - b.won)::bigint as kept_fen,
      coalesce((select sum(amount) from ledger.entry e
        where e.account_code = ${sql.literal(account.jackpotPool)} and e.venue_id = p.jackpot_no
        and e.layer = 'posted'), 0)::bigint as booked_fen
    from jackpot_pool p
    cross join lateral (select coalesce(sum(seed_fen), 0)::bigint as fen from jackpot_cycle x
      where x.jackpot_no = p.jackpot_no) c
    cross join lateral (select coalesce(sum(share_fen), 0)::bigint as share,
      coalesce(sum(won_fen), 0)::bigint as won from jackpot_bet x
      where x.jackpot_no = p.jackpot_no) b
    order by p.jackpot_no limit ${MOST}`,
  )
