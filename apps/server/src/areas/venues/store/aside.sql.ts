// Bets of a feed that could not be kept, as the venue told them.
import { rows, run, sql, theRow, type Db } from '@tianping/database'
import { calls, toWire, type VenueBet } from '@tianping/venue-protocol'

/** More of one venue than this are no matter of single bets: its feed stands instead. */
const MOST_ASIDE = 100

const told = calls.bets.answer.shape.items.element

/** Sets a bet aside, or a newer version of it; false where the venue has too many already. */
export const keepAside = async (
  db: Db,
  p: { venueId: number; memberId: bigint; bet: VenueBet; error: string; now: Date },
): Promise<boolean> =>
  (
    await theRow(
      db,
      sql<{ kept: boolean }>`
      with others as (
        select count(*) as n from venue_bet_aside
        where venue_id = ${p.venueId} and (member_id, bet_id) <> (${p.memberId}, ${p.bet.bet_id})),
      kept as (
        insert into venue_bet_aside as a (venue_id, member_id, bet_id, version, bet, error, since, next_at)
        select ${p.venueId}, ${p.memberId}, ${p.bet.bet_id}, ${p.bet.version}, ${toWire(p.bet)}, ${p.error.slice(0, 500)},
          ${p.now}, ${p.now}::timestamptz + interval '1 minute'
        from others where n < ${MOST_ASIDE}
        on conflict (venue_id, member_id, bet_id) do update set version = excluded.version, bet = excluded.bet, error = excluded.error
        where a.version < excluded.version)
      select n < ${MOST_ASIDE} as kept from others`,
    )
  ).kept

export type Aside = {
  venueId: number
  memberId: bigint
  betId: string
  version: bigint
  bet: string
}

/** The bet as the venue told it. */
export const betOf = ({ bet }: Aside): VenueBet => told.parse(JSON.parse(bet))

/** Takes those that are due; each comes again after twice as long, an hour at most. */
export const takeAside = (db: Db, p: { now: Date; limit: number }) =>
  rows(
    db,
    sql<Aside>`
      update venue_bet_aside set tries = least(tries + 1, 1000),
        next_at = ${p.now}::timestamptz + least(interval '1 hour', interval '1 minute' * 2 ^ least(tries, 6))
      where (venue_id, member_id, bet_id) in (
        select venue_id, member_id, bet_id from venue_bet_aside
        where next_at <= ${p.now} order by next_at limit ${p.limit} for update skip locked)
      returning venue_id, member_id, bet_id, version, bet`,
  )

/** Where bets of one of the accounts are set aside: what was played there is not known. */
export const asideAt = async (db: Db, accounts: readonly bigint[]): Promise<number[]> =>
  (
    await rows(
      db,
      sql<{ venueId: number }>`
      select distinct venue_id from venue_bet_aside where member_id = any(${[...accounts]}::bigint[])`,
    )
  ).map(({ venueId }) => venueId)

/** How many are left, and what is said of the oldest. all members: an alarm is about the house. */
export const leftAside = (db: Db) =>
  theRow(
    db,
    sql<{ count: number; oldest: string }>`
    select count(*)::int as count,
      coalesce((select error from venue_bet_aside order by since, bet_id limit 1), '') as oldest
    from venue_bet_aside`,
  )

/** Forgets those of which this version or a newer one was kept meanwhile. */
export const dropKept = (db: Db) =>
  run(
    db,
    sql`
    delete from venue_bet_aside a using bet b
    where (b.member_id, b.venue_id, b.bet_id) = (a.member_id, a.venue_id, a.bet_id) and b.version >= a.version`,
  )

/** The bet is kept; a newer version that was set aside meanwhile stays. */
export const dropAside = (db: Db, { venueId, memberId, betId, version }: Aside) =>
  run(
    db,
    sql`
    delete from venue_bet_aside
    where venue_id = ${venueId} and member_id = ${memberId} and bet_id = ${betId} and version <= ${version}`,
  )
