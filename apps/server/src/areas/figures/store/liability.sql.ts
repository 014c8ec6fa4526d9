// What the operator owes. all members: sums of the house, test accounts included, as in the books.
import { reviewState } from '@tianping/contract/facts'
import type { KeptLiability } from '@tianping/contract/figures/facts'
import { betStatus } from '@tianping/contract/records/facts'
import { rows, run, sql, theRow, type Db, type Sql } from '@tianping/database'
import { dayOf } from '../../../kernel/dayFacts.sql.ts'
import type { Span } from '../../../kernel/reportSpan.ts'

export type Liability = {
  walletsFen: bigint
  venuesFen: bigint
  payableFen: bigint
  openStakesFen: bigint
  rebatesFen: bigint
  bonusesFen: bigint
  commissionsFen: bigint
  wageringFen: bigint
}

const waiting = sql.literal(reviewState.waiting)

/** What the ledger's days do not say, as it is at this moment. */
const atThisMoment: Record<KeptLiability, Sql> = {
  open_stakes: sql`
    (select coalesce(sum(stake_fen), 0) from bet where status = ${sql.literal(betStatus.open)})::bigint`,
  rebates: sql`(select coalesce(sum(amount_fen), 0) from rebate where claim_no is null)::bigint`,
  bonuses: sql`
    (select coalesce(sum(bonus_fen), 0) from activity_application where state = ${waiting})::bigint`,
  commissions: sql`
    (select coalesce(sum(commission_fen), 0) from agent_statement where state = ${waiting})::bigint`,
  wagering: sql`
    (select coalesce(sum(required_fen - contributed_fen), 0) from ledger.wagering_requirement where state = 'open')::bigint`,
}

export const liabilityNow = (db: Db) =>
  theRow(
    db,
    sql<Liability>`
    select
      (select coalesce(sum(posted_balance), 0) from ledger.account where account_code = 100)::bigint as wallets_fen,
      (select coalesce(sum(posted_balance), 0) from ledger.account where account_code = 110)::bigint as venues_fen,
      (select coalesce(sum(credit_fen - debit_fen), 0) from ledger.account_day where account_code = 210)::bigint as payable_fen,
      ${atThisMoment.open_stakes} as open_stakes_fen, ${atThisMoment.rebates} as rebates_fen, ${atThisMoment.bonuses} as bonuses_fen,
      ${atThisMoment.commissions} as commissions_fen, ${atThisMoment.wagering} as wagering_fen`,
  )

export type LiabilityProgress = {
  /** The first day at whose end everything is counted; null before the first turn. */
  beganOn: string | null
  /** The first day of the ledger. */
  firstDay: string | null
  /** The last day of the items that nothing can tell afterwards. */
  countedDay: string | null
  /** The last day of the items whose rows carry their times. */
  recomputedDay: string | null
}

export const liabilityProgress = (db: Db) =>
  theRow(
    db,
    sql<LiabilityProgress>`
    select (select began_on from liability_start) as began_on, (select min(day) from ledger.account_day) as first_day,
      (select max(day) from liability_day where item = 'open_stakes') as counted_day,
      (select max(day) from liability_day where item = 'rebates') as recomputed_day`,
  )

export const beginLiability = (db: Db, day: string) =>
  run(db, sql`insert into liability_start (began_on) values (${day}::date) on conflict do nothing`)

/**
 * Keeps for a day, once, what is owed at this moment in the items that nothing can tell afterwards:
 * bets carry no time of being made void, statements none of being lowered, requirements none of
 * being met in part.
 */
export const countLiability = (db: Db, day: string, now: Date) =>
  run(
    db,
    sql`
    insert into liability_day (day, item, amount_fen, as_of)
    select ${day}::date, item, fen, ${now} from (
      values ('open_stakes', ${atThisMoment.open_stakes}), ('commissions', ${atThisMoment.commissions}),
        ('wagering', ${atThisMoment.wagering}))
      n (item, fen)
    on conflict (day, item) do nothing`,
  )

/** What added to rebates and bonuses that wait, and what took from them, since a moment. */
const movedSince = (since: Sql) => sql`
  select item, ${dayOf(sql`at`)} as day, sum(fen) as fen from (
    select 'rebates' as item, created_at as at, amount_fen as fen from rebate where created_at >= ${since}
    union all select 'rebates', updated_at, -amount_fen from rebate where claim_no is not null and updated_at >= ${since}
    union all select 'bonuses', applied_at, bonus_fen from activity_application where applied_at >= ${since}
    union all select 'bonuses', decided_at, -bonus_fen from activity_application where decided_at >= ${since}) every
  group by 1, 2`

/**
 * Keeps rebates and bonuses of the days of a span as they were at the end of each, whenever this
 * runs: their rows carry the moments of both changes, and their amounts never change.
 */
export const recomputeLiability = (db: Db, span: Span) =>
  run(
    db,
    sql`
    with now_waiting as (
      select 'rebates' as item, ${atThisMoment.rebates} as fen union all select 'bonuses', ${atThisMoment.bonuses}),
    moved as (${movedSince(sql`(${span.from}::date + 1)::timestamp at time zone 'Asia/Shanghai'`)})
    insert into liability_day (day, item, amount_fen, as_of)
    select d::date, w.item, w.fen - coalesce((select sum(m.fen) from moved m where m.item = w.item and m.day > d::date), 0),
      (d::date + 1)::timestamp at time zone 'Asia/Shanghai'
    from generate_series(${span.from}::date, ${span.to}::date, interval '1 day') d, now_waiting w
    on conflict (day, item) do nothing`,
  )

/** Rebates and bonuses of the kept days, added up anew from the first row on. */
export const liabilityUnlikeRows = sql<{
  memberId: null
  subject: string
  expected: string
  found: string
}>`
  with moved as (${movedSince(sql`'-infinity'::timestamptz`)}),
  told as (
    select k.day, k.item, k.amount_fen, (select coalesce(sum(m.fen), 0) from moved m where m.item = k.item and m.day <= k.day) as fen
    from liability_day k where k.item in ('rebates', 'bonuses'))
  select null::bigint as member_id, concat_ws(' ', day, item) as subject, fen::text as expected, amount_fen::text as found
  from told where fen <> amount_fen limit 100`

type Kept = Pick<Liability, 'walletsFen' | 'venuesFen' | 'payableFen'> & {
  [K in Exclude<keyof Liability, 'walletsFen' | 'venuesFen' | 'payableFen'>]: bigint | null
}
export type LiabilityDay = Kept & {
  day: string
  /** When what nothing can tell afterwards was counted; null where it was not. */
  countedAt: Date | null
}

/**
 * What was owed at the end of each day of a span: balances from the ledger's days, the rest as it
 * was kept, null where nobody can know it. No day before the ledger's first.
 */
export const liabilityDays = (db: Db, { from, to }: Span) =>
  rows(
    db,
    sql<LiabilityDay>`
    with moved as (
      select greatest(day, ${from}::date) as day, sum(credit_fen - debit_fen) filter (where account_code = 100) as wallets,
        sum(credit_fen - debit_fen) filter (where account_code = 110) as venues,
        sum(credit_fen - debit_fen) filter (where account_code = 210) as payable
      from ledger.account_day where account_code in (100, 110, 210) and day <= ${to}::date group by 1),
    kept as (
      select day, sum(amount_fen) filter (where item = 'open_stakes') as open_stakes,
        sum(amount_fen) filter (where item = 'rebates') as rebates,
        sum(amount_fen) filter (where item = 'bonuses') as bonuses, sum(amount_fen) filter (where item = 'commissions') as commissions,
        sum(amount_fen) filter (where item = 'wagering') as wagering, max(as_of) filter (where item = 'open_stakes') as counted_at
      from liability_day where day >= ${from}::date and day <= ${to}::date group by day)
    select d::date as day, coalesce(sum(m.wallets) over w, 0)::bigint as wallets_fen,
      coalesce(sum(m.venues) over w, 0)::bigint as venues_fen,
      coalesce(sum(m.payable) over w, 0)::bigint as payable_fen, k.open_stakes::bigint as open_stakes_fen, k.rebates::bigint as rebates_fen,
      k.bonuses::bigint as bonuses_fen, k.commissions::bigint as commissions_fen, k.wagering::bigint as wagering_fen, k.counted_at
    from generate_series(greatest(${from}::date, (select min(day) from ledger.account_day)), ${to}::date, interval '1 day') d
      left join moved m on m.day = d::date left join kept k on k.day = d::date
    window w as (order by d) order by d`,
  )
