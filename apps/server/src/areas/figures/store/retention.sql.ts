// New members and cohorts. all members: an operator asks about the house.
import { rows, sql, theRow, type Db } from '@tianping/database'
import { costNgr, testAccounts } from '../../../kernel/dayFacts.sql.ts'
import type { Span } from './report.sql.ts'

export type Funnel = {
  registered: number
  card: number
  firstDeposit: number
  firstBet: number
  secondDeposit: number
}

/** How far the members came who registered within a span. */
export const funnelOf = (db: Db, { from, to }: Span) =>
  theRow(
    db,
    sql<Funnel>`
    with fresh as materialized (
      select member_id from member where created_at >= ${`${from} 00:00:00+08`}::timestamptz
        and created_at < ${`${to} 00:00:00+08`}::timestamptz + interval '1 day' and member_id not in ${testAccounts})
    select count(*)::int as registered, count(*) filter (where exists (select from card c where c.member_id = fresh.member_id))::int as card,
      count(f.first_deposit_at)::int as first_deposit,
      count(*) filter (where exists (select from play_day p where p.member_id = fresh.member_id and p.bets > 0))::int as first_bet,
      count(f.second_deposit_at)::int as second_deposit
    from fresh left join ledger.member_first f using (member_id)`,
  )

export type CohortPart = {
  begins: string
  /** Whole weeks or months after the cohort's own. */
  step: number
  members: number
  fen: bigint
}

/**
 * Members by the week or month of their first deposit, and what became of them in each week or
 * month from then on: who was active or deposited, and what they brought in.
 */
export const cohortParts = (
  db: Db,
  f: Span & { unit: 'week' | 'month'; measure: 'active' | 'deposit' | 'ngr' },
) => {
  const unit = sql`${f.unit}::text`
  // A cohort begins on a Monday or on the first of a month, and so does each step.
  const step =
    f.unit === 'week'
      ? sql`(s.day - c.begins) / 7`
      : sql`(extract(year from s.day) - extract(year from c.begins)) * 12 + extract(month from s.day) - extract(month from c.begins)`
  const cohort = sql`
    cohort as materialized (
      select member_id, date_trunc(${unit}, (first_deposit_at at time zone 'Asia/Shanghai'))::date as begins from ledger.member_first
      where first_deposit_at >= ${`${f.from} 00:00:00+08`}::timestamptz and first_deposit_at < ${`${f.to} 00:00:00+08`}::timestamptz + interval '1 day'
        and member_id not in ${testAccounts})`
  const days =
    f.measure === 'active'
      ? sql`active_day`
      : sql`(select member_id, day from ledger.member_day where deposits > 0)`
  if (f.measure !== 'ngr')
    return rows(
      db,
      sql<CohortPart>`
      with ${cohort}
      select begins, step::int as step, count(*)::int as members, 0::bigint as fen from (
        select distinct c.begins, ${step} as step, c.member_id from cohort c join ${days} s using (member_id) where s.day >= c.begins) seen
      group by 1, 2 order by 1, 2`,
    )
  return rows(
    db,
    sql<CohortPart>`
    with ${cohort},
    seen as (
      select member_id, day, ${costNgr} as ngr_fen from ledger.member_day
      union all
      select member_id, day, stake_fen - payout_fen from play_day)
    select c.begins, (${step})::int as step, 0 as members, sum(s.ngr_fen)::bigint as fen
    from cohort c join seen s using (member_id) where s.day >= c.begins group by 1, 2 order by 1, 2`,
  )
}

/** How many members each cohort has. */
export const cohortSizes = (db: Db, f: Span & { unit: 'week' | 'month' }) =>
  rows(
    db,
    sql<{ begins: string; members: number }>`
    select date_trunc(${f.unit}::text, (first_deposit_at at time zone 'Asia/Shanghai'))::date as begins, count(*)::int as members from ledger.member_first
    where first_deposit_at >= ${`${f.from} 00:00:00+08`}::timestamptz and first_deposit_at < ${`${f.to} 00:00:00+08`}::timestamptz + interval '1 day'
      and member_id not in ${testAccounts} group by 1 order by 1`,
  )
