// What the operator owes. all members: sums of the house, test accounts included, as in the books.
import { reviewState } from '@tianping/contract/facts'
import { betStatus } from '@tianping/contract/records/facts'
import { rows, sql, theRow, type Db } from '@tianping/database'

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

export const liabilityNow = (db: Db) =>
  theRow(
    db,
    sql<Liability>`
    select
      (select coalesce(sum(posted_balance), 0) from ledger.account where account_code = 100)::bigint as wallets_fen,
      (select coalesce(sum(posted_balance), 0) from ledger.account where account_code = 110)::bigint as venues_fen,
      (select coalesce(sum(credit_fen - debit_fen), 0) from ledger.account_day where account_code = 210)::bigint as payable_fen,
      (select coalesce(sum(stake_fen), 0) from bet where status = ${sql.literal(betStatus.open)})::bigint as open_stakes_fen,
      (select coalesce(sum(amount_fen), 0) from rebate where claim_no is null)::bigint as rebates_fen,
      (select coalesce(sum(bonus_fen), 0) from activity_application where state = ${sql.literal(reviewState.waiting)})::bigint as bonuses_fen,
      (select coalesce(sum(commission_fen), 0) from agent_statement where state = ${sql.literal(reviewState.waiting)})::bigint as commissions_fen,
      (select coalesce(sum(required_fen - contributed_fen), 0) from ledger.wagering_requirement where state = 'open')::bigint as wagering_fen`,
  )

/** Balances at the end of each day of a span. */
export const balanceDays = (db: Db, f: { from: string; to: string }) =>
  rows(
    db,
    sql<{ day: string; walletsFen: bigint; venuesFen: bigint; payableFen: bigint }>`
    with moved as (
      select greatest(day, ${f.from}::date) as day, sum(credit_fen - debit_fen) filter (where account_code = 100) as wallets,
        sum(credit_fen - debit_fen) filter (where account_code = 110) as venues, sum(credit_fen - debit_fen) filter (where account_code = 210) as payable
      from ledger.account_day where account_code in (100, 110, 210) and day <= ${f.to}::date group by 1)
    select d::date as day, coalesce(sum(wallets) over w, 0)::bigint as wallets_fen, coalesce(sum(venues) over w, 0)::bigint as venues_fen,
      coalesce(sum(payable) over w, 0)::bigint as payable_fen
    from generate_series(${f.from}::date, ${f.to}::date, interval '1 day') d left join moved on moved.day = d::date
    window w as (order by d) order by d`,
  )
