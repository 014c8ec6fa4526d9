// The figures of whole Beijing days, each from an index or a sum that is kept, never from all bets
// or all orders.
import { depositState } from '@tianping/contract/cashier/facts'
import { reviewState } from '@tianping/contract/facts'
import { rows, run, sql, type Db } from '@tianping/database'
import { dayOf } from '../../../kernel/dayFacts.sql.ts'

const credited = sql.literal(depositState.credited)

export type DayMoney = {
  day: string
  deposits: number
  depositsFen: bigint
  withdrawals: number
  withdrawalsFen: bigint
  joined: number
  active: number
}
export type DayPlay = {
  day: string
  venueId: number
  bets: bigint
  stakeFen: bigint
  validFen: bigint
  payoutFen: bigint
}

/**
 * Every day from `from` to `to`, both included; `since` is where the first begins, `until` where
 * the day after the last does. all members: an operator asks about the house.
 */
export const dayMoney = (db: Db, f: { from: string; to: string; since: Date; until: Date }) =>
  rows(
    db,
    sql<DayMoney>`
    with days as (select generate_series(${f.from}::date, ${f.to}::date, interval '1 day')::date as day),
    deposits as (
      select ${dayOf(sql`decided_at`)} as day, count(*)::int as count, sum(credited_fen)::bigint as fen
      from deposit_order where state = ${credited} and decided_at >= ${f.since} and decided_at < ${f.until} group by 1),
    withdrawals as (
      select ${dayOf(sql`decided_at`)} as day, count(*)::int as count, sum(amount_fen)::bigint as fen
      from withdrawal_order where state = ${sql.literal(reviewState.approved)} and decided_at >= ${f.since} and decided_at < ${f.until} group by 1),
    joined as (select ${dayOf(sql`created_at`)} as day, count(*)::int as count from member where created_at >= ${f.since} and created_at < ${f.until} and not is_test_account(member_id) group by 1),
    active as (
      select day, count(distinct member_id)::int as count from (
        select day, member_id from turnover_day where day >= ${f.from}::date and day <= ${f.to}::date
        union all
        select ${dayOf(sql`decided_at`)}, member_id from deposit_order where state = ${credited} and decided_at >= ${f.since} and decided_at < ${f.until}
      ) seen where not is_test_account(member_id) group by day)
    select d.day, coalesce(deposits.count, 0) as deposits, coalesce(deposits.fen, 0)::bigint as deposits_fen, coalesce(withdrawals.count, 0) as withdrawals,
      coalesce(withdrawals.fen, 0)::bigint as withdrawals_fen, coalesce(joined.count, 0) as joined, coalesce(active.count, 0) as active
    from days d left join deposits using (day) left join withdrawals using (day) left join joined using (day) left join active using (day) order by d.day`,
  )

/** Days that were calculated before, oldest first. */
export const keptDays = (db: Db, f: { from: string; until: string }) =>
  rows(
    db,
    sql<DayMoney>`
    select day, deposits, deposits_fen, withdrawals, withdrawals_fen, joined, active
    from day_figure where day >= ${f.from}::date and day < ${f.until}::date order by day`,
  )

/** Keeps what was calculated of days that are over; what another kept meanwhile stays. */
export const keepDays = (db: Db, days: DayMoney[]) => {
  const of = <T>(pick: (day: DayMoney) => T) => days.map(pick)
  return run(
    db,
    sql`
    insert into day_figure (day, deposits, deposits_fen, withdrawals, withdrawals_fen, joined, active)
    select * from unnest(${of(d => d.day)}::date[], ${of(d => d.deposits)}::int[], ${of(d => d.depositsFen)}::bigint[], ${of(d => d.withdrawals)}::int[],
      ${of(d => d.withdrawalsFen)}::bigint[], ${of(d => d.joined)}::int[], ${of(d => d.active)}::int[]) on conflict do nothing`,
  )
}

/** Settled play per day and venue, without test accounts. all members: figures of the house. */
export const dayPlay = (db: Db, from: string) =>
  rows(
    db,
    sql<DayPlay>`
    select day, venue_id, sum(bets)::bigint as bets, sum(stake_fen)::bigint as stake_fen, sum(valid_fen)::bigint as valid_fen, sum(payout_fen)::bigint as payout_fen
    from (
      select day, venue_id, bets, stake_fen, valid_fen, payout_fen from venue_day where day >= ${from}::date
      union all
      select day, venue_id, -bets, -stake_fen, -valid_fen, -payout_fen from turnover_day
      where day >= ${from}::date and member_id in (select member_id from test_account where state = ${sql.literal(reviewState.approved)})
    ) counted group by 1, 2 having sum(bets) <> 0 order by 1, 2`,
  )
