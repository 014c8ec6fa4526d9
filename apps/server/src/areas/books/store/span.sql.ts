// The figures of a span of Beijing days as one row: what days.sql.ts counts day by day.
import { depositState } from '@tianping/contract/cashier/facts'
import { reviewState } from '@tianping/contract/facts'
import { sql, theRow, type Db, type Sql } from '@tianping/database'

const credited = sql.literal(depositState.credited)
const approved = sql.literal(reviewState.approved)

export type SpanFigures = {
  depositsFen: bigint
  withdrawalsFen: bigint
  stakesFen: bigint
  grossFen: bigint
  bonusesFen: bigint
  joined: number
  active: number
}

type Span = { from: string; to: string; since: Date; until: Date }

/**
 * Both days included; `since` is where the first begins, `until` where the day after the last does.
 * A member counts once as active, on however many days. Play and members are counted without test
 * accounts. all members: figures of the house.
 */
export function spanFigures(db: Db, { from, to, since, until }: Span): Promise<SpanFigures> {
  const within = (column: Sql) => sql`${column} >= ${since} and ${column} < ${until}`
  const onDays = sql`day >= ${from}::date and day <= ${to}::date`
  return theRow(
    db,
    sql<SpanFigures>`
    with play as (
      select coalesce(sum(stake_fen), 0)::bigint as stake_fen, coalesce(sum(payout_fen), 0)::bigint as payout_fen from (
        select stake_fen, payout_fen from venue_day where ${onDays}
        union all
        select -stake_fen, -payout_fen from turnover_day
        where ${onDays} and member_id in (select member_id from test_account where state = ${approved})
      ) counted),
    active as (
      select count(distinct member_id)::int as members from (
        select member_id from turnover_day where ${onDays}
        union all
        select member_id from deposit_order where state = ${credited} and ${within(sql`decided_at`)}
      ) seen where not is_test_account(member_id))
    select
      (select coalesce(sum(credited_fen), 0)::bigint from deposit_order where state = ${credited} and ${within(sql`decided_at`)}) as deposits_fen,
      (select coalesce(sum(amount_fen), 0)::bigint from withdrawal_order where state = ${approved} and ${within(sql`decided_at`)}) as withdrawals_fen,
      (select stake_fen from play) as stakes_fen,
      (select stake_fen - payout_fen from play) as gross_fen,
      ((select coalesce(sum(bonus_fen), 0) from activity_application where state = ${approved} and ${within(sql`decided_at`)})
        + (select coalesce(sum(amount_fen), 0) from rebate_claim where ${within(sql`claimed_at`)})
        + (select coalesce(sum(amount_fen), 0) from redpacket_draw where ${within(sql`claimed_at`)}))::bigint as bonuses_fen,
      (select count(*)::int from member where ${within(sql`created_at`)} and not is_test_account(member_id)) as joined,
      (select members from active) as active`,
  )
}
