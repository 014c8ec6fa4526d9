// New members and cohorts. all members: an operator asks about the house.
import type { CohortMeasure, FunnelStep } from '@tianping/contract/figures/facts'
import { rows, sql, theRow, type Db, type Sql } from '@tianping/database'
import { costNgr, testAccounts } from '../../../kernel/dayFacts.sql.ts'
import type { Parts } from './behind.sql.ts'
import { during, type Span } from './report.sql.ts'

export type Funnel = {
  registered: number
  card: number
  firstDeposit: number
  firstBet: number
  secondDeposit: number
}

/** Who registered within a span; `f` are a member's first deposits. */
const fresh = (span: Span) => sql`
  (select member_id from member where ${during(span, sql`created_at`)} and member_id not in ${testAccounts}) fresh
  left join ledger.member_first f using (member_id)`

/** Whether a member came to a step. */
const cameTo: Record<FunnelStep, Sql> = {
  registered: sql`true`,
  card: sql`exists (select from card c where c.member_id = fresh.member_id)`,
  first_deposit: sql`f.first_deposit_at is not null`,
  first_bet: sql`exists (select from play_day p where p.member_id = fresh.member_id and p.bets > 0)`,
  second_deposit: sql`f.second_deposit_at is not null`,
}
const reached = (step: FunnelStep) => sql`count(*) filter (where ${cameTo[step]})::int`

/** How far the members came who registered within a span. */
export const funnelOf = (db: Db, span: Span) =>
  theRow(
    db,
    sql<Funnel>`
    select ${reached('registered')} as registered, ${reached('card')} as card, ${reached('first_deposit')} as first_deposit,
      ${reached('first_bet')} as first_bet, ${reached('second_deposit')} as second_deposit
    from ${fresh(span)}`,
  )

/** Who of them came to a step. */
export const funnelParts = (span: Span, step: FunnelStep): Parts =>
  sql`select fresh.member_id, 1::bigint as value from ${fresh(span)} where ${cameTo[step]}`

export type CohortPart = {
  begins: string
  /** Whole weeks or months after the cohort's own. */
  step: number
  members: number
  fen: bigint
}

type Cohorts = Span & { unit: 'week' | 'month' }

const begins = (f: Cohorts) =>
  sql`date_trunc(${f.unit}::text, (first_deposit_at at time zone 'Asia/Shanghai'))::date`
/** Members with the week or month of their first deposit. */
const cohort = (f: Cohorts) => sql`
  select member_id, ${begins(f)} as begins from ledger.member_first
  where ${during(f, sql`first_deposit_at`)} and member_id not in ${testAccounts}`
/** A cohort begins on a Monday or on the first of a month, and so does each step. */
const stepOf = ({ unit }: Cohorts) =>
  unit === 'week'
    ? sql`(s.day - c.begins) / 7`
    : sql`(extract(year from s.day) - extract(year from c.begins)) * 12 + extract(month from s.day) - extract(month from c.begins)`
const daysOf = {
  active: sql`active_day`,
  deposit: sql`(select member_id, day from ledger.member_day where deposits > 0)`,
} as const
const broughtIn = sql`
  (select member_id, day, ${costNgr} as ngr_fen from ledger.member_day
  union all
  select member_id, day, stake_fen - payout_fen from play_day)`

/**
 * Members by the week or month of their first deposit, and what became of them in each week or
 * month from then on: who was active or deposited, and what they brought in.
 */
export const cohortParts = (db: Db, f: Cohorts & { measure: CohortMeasure }) => {
  const step = stepOf(f)
  if (f.measure !== 'ngr')
    return rows(
      db,
      sql<CohortPart>`
      with cohort as materialized (${cohort(f)})
      select begins, step::int as step, count(*)::int as members, 0::bigint as fen from (
        select distinct c.begins, ${step} as step, c.member_id from cohort c join ${daysOf[f.measure]} s using (member_id)
        where s.day >= c.begins) seen
      group by 1, 2 order by 1, 2`,
    )
  return rows(
    db,
    sql<CohortPart>`
    with cohort as materialized (${cohort(f)})
    select c.begins, (${step})::int as step, 0 as members, sum(s.ngr_fen)::bigint as fen
    from cohort c join ${broughtIn} s using (member_id) where s.day >= c.begins group by 1, 2 order by 1, 2`,
  )
}

/** Who of a cohort was there in a later week or month, or what each brought in up to it. */
export function memberParts(
  f: Cohorts & { measure: CohortMeasure; begins: string; at: number | undefined },
): Parts {
  const own = sql`(select * from (${cohort(f)}) every where begins = ${f.begins}::date) c`
  if (f.at === undefined) return sql`select c.member_id, 1::bigint as value from ${own}`
  if (f.measure !== 'ngr')
    return sql`
      select distinct c.member_id, 1::bigint as value from ${own} join ${daysOf[f.measure]} s using (member_id)
      where s.day >= c.begins and ${stepOf(f)} = ${f.at}`
  return sql`
    select c.member_id, sum(s.ngr_fen)::bigint as value from ${own} join ${broughtIn} s using (member_id)
    where s.day >= c.begins and ${stepOf(f)} <= ${f.at} group by 1`
}

/** How many members each cohort has. */
export const cohortSizes = (db: Db, f: Cohorts) =>
  rows(
    db,
    sql<{ begins: string; members: number }>`
    select begins, count(*)::int as members from (${cohort(f)}) every group by 1 order by 1`,
  )
