// What was recorded in the last days, added up for the question what another rule would have cost.
import { depositState } from '@tianping/contract/cashier/facts'
import { cardKind } from '@tianping/contract/cards/facts'
import { reviewState } from '@tianping/contract/facts'
import { flagState } from '@tianping/contract/risk/facts'
import { rows, sql, theRow, type Db } from '@tianping/database'
import { totalOf } from '../../kernel/operator/listed.sql.ts'

const credited = sql.literal(depositState.credited)
const approved = sql.literal(reviewState.approved)

/** Valid turnover by category and the level its member has now. */
export const turnoverByLevel = (db: Db, fromDay: string) =>
  rows(
    db,
    sql<{ category: string; vip: number; validFen: bigint }>`
    select t.category, m.vip, sum(t.valid_fen)::bigint as valid_fen from turnover_day t join member m using (member_id) where t.day >= ${fromDay}::date group by 1, 2`,
  )

export type PacketRule = { opens: string; closes: string; maxTimes: number; tiers: string }

/**
 * Claims that the deposits of each member and day earn by a rule, whatever the dates of its tiers:
 * how many, and what they give.
 */
export const packetsEarned = (db: Db, since: Date, r: PacketRule) =>
  rows(
    db,
    sql<{ claims: bigint; expectedFen: bigint; mostFen: bigint; members: number }>`
    with local as (
      select member_id, credited_fen, decided_at at time zone 'Asia/Shanghai' as at from deposit_order where state = ${credited} and decided_at >= ${since}),
    counted as (
      select member_id, case when at::time < ${r.opens}::time then at::date when at::time >= ${r.closes}::time then at::date + 1 end as day, credited_fen from local),
    sums as (select member_id, day, sum(credited_fen)::bigint as fen from counted where day is not null group by 1, 2),
    tiers as (
      select * from jsonb_to_recordset(${r.tiers}::jsonb) as t ("minFen" bigint, "maxFen" bigint, claims int, "drawMinFen" bigint, "drawMaxFen" bigint)),
    earned as (
      select distinct on (s.member_id, s.day) s.member_id, least(t.claims, ${r.maxTimes}::int) as claims, t."drawMinFen" as low, t."drawMaxFen" as high
      from sums s join tiers t on s.fen >= t."minFen" and (t."maxFen" is null or s.fen <= t."maxFen") order by s.member_id, s.day, t.claims desc)
    select coalesce(sum(claims), 0)::bigint as claims, coalesce(sum(claims * (low + high) / 2), 0)::bigint as expected_fen, coalesce(sum(claims * high), 0)::bigint as most_fen,
      count(distinct member_id)::int as members from earned`,
  )

export const packetsDrawn = (db: Db, since: Date) =>
  rows(
    db,
    sql<{
      count: number
      fen: bigint
    }>`select count(*)::int as count, coalesce(sum(amount_fen), 0)::bigint as fen from redpacket_draw where claimed_at >= ${since}`,
  )

export const rebatesClaimed = (db: Db, since: Date) =>
  rows(
    db,
    sql<{
      fen: bigint
    }>`select coalesce(sum(amount_fen), 0)::bigint as fen from rebate_claim where claimed_at >= ${since}`,
  )

export const depositsByMethod = (db: Db, since: Date) =>
  rows(
    db,
    sql<{ method: string; fen: bigint; count: number; least: bigint; most: bigint }>`
    select method, sum(credited_fen)::bigint as fen, count(*)::int as count, min(amount_fen) as least, max(amount_fen) as most
    from deposit_order where state = ${credited} and decided_at >= ${since} group by 1`,
  )

/**
 * Withdrawals that were approved: by protocol (empty for yuan), how many, how much, and how many
 * above an amount.
 */
export const withdrawalsByProtocol = (
  db: Db,
  since: Date,
  above: { before: bigint; after: bigint },
) =>
  rows(
    db,
    sql<{ protocol: string; fen: bigint; count: number; aboveBefore: number; aboveAfter: number }>`
    select case when o.kind = ${sql.literal(cardKind.usdt)} then c.bank_owner else '' end as protocol, sum(o.amount_fen)::bigint as fen, count(*)::int as count,
      (count(*) filter (where o.amount_fen > ${above.before}))::int as above_before, (count(*) filter (where o.amount_fen > ${above.after}))::int as above_after
    from withdrawal_order o join card c using (member_id, card_id) where o.state = ${approved} and o.decided_at >= ${since} group by 1`,
  )

/** What was approved of amounts that a bulk approval may take, by the rule before and after. */
export const withdrawalsInBulk = (db: Db, since: Date, most: { before: bigint; after: bigint }) =>
  theRow(
    db,
    sql<{ before: number; after: number; beforeFen: bigint; afterFen: bigint }>`
    select (count(*) filter (where amount_fen <= ${most.before}))::int as before, (count(*) filter (where amount_fen <= ${most.after}))::int as after,
      coalesce(sum(amount_fen) filter (where amount_fen <= ${most.before}), 0)::bigint as before_fen,
      coalesce(sum(amount_fen) filter (where amount_fen <= ${most.after}), 0)::bigint as after_fen
    from withdrawal_order where state = ${approved} and decided_at >= ${since}`,
  )

export type AutomaticRule = {
  upToFen: bigint
  memberDays: number
  cardDays: number
  paidBefore: number
  memberPerDay: number
  siteDayFen: bigint
}

/**
 * Withdrawals to bank accounts that a rule of automatic approval would have taken, within its
 * bounds of each Beijing day.
 */
export const automaticPayouts = (db: Db, since: Date, r: AutomaticRule) =>
  theRow(
    db,
    sql<{
      count: number
      fen: bigint
      refused: number
      refusedFen: bigint
      left: number
      dayFen: bigint
    }>`
    with fits as (
      select w.member_id, w.withdrawal_no, w.amount_fen, w.state, w.created_at,
        (w.created_at at time zone 'Asia/Shanghai')::date as day
      from withdrawal_order w join member m using (member_id)
        join card k on k.member_id = w.member_id and k.card_id = w.card_id
      where w.created_at >= ${since} and w.kind = ${sql.literal(cardKind.bank)} and w.amount_fen <= ${r.upToFen}
        and m.created_at <= w.created_at - make_interval(days => ${r.memberDays})
        and k.bound_at <= w.created_at - make_interval(days => ${r.cardDays})
        and not exists (select from risk_flag f where f.member_id = w.member_id and f.raised_at <= w.created_at
          and f.state <> ${sql.literal(flagState.dismissed)})
        and ${r.paidBefore} <= (
          select count(*) from payout_attempt p join withdrawal_order o using (member_id, withdrawal_no)
          where p.member_id = w.member_id and p.state = 'paid' and o.card_id = w.card_id
            and o.created_at < w.created_at)),
    turns as (select *, row_number() over (partition by member_id, day
      order by created_at, withdrawal_no) as turn from fits),
    sums as (
      select *, sum(amount_fen) filter (where turn <= ${r.memberPerDay}) over (partition by day
        order by created_at, withdrawal_no) as so_far from turns),
    judged as (select *, turn <= ${r.memberPerDay} and so_far <= ${r.siteDayFen} as taken from sums),
    days as (select sum(amount_fen)::bigint as fen from judged where taken group by day)
    select count(*) filter (where taken)::int as count,
      coalesce(sum(amount_fen) filter (where taken), 0)::bigint as fen,
      count(*) filter (where taken and state = ${sql.literal(reviewState.rejected)})::int as refused,
      coalesce(sum(amount_fen) filter (where taken
        and state = ${sql.literal(reviewState.rejected)}), 0)::bigint as refused_fen,
      count(*) filter (where not taken)::int as "left", (select coalesce(max(fen), 0)::bigint from days) as day_fen
    from judged`,
  )

export type PassedApplication = { vip: number; streak: number; bonusFen: bigint; facts: unknown }
export const passedApplications = (db: Db, activityId: number, since: Date, limit: number) =>
  rows(
    db,
    sql<PassedApplication>`
    select m.vip, p.streak, p.bonus_fen, p.facts from activity_application p join member m using (member_id)
    where p.activity_id = ${activityId} and p.state = ${approved} and p.decided_at >= ${since} order by p.decided_at desc limit ${limit}`,
  )

export type NewestStatement = {
  agentId: bigint
  month: string
  planId: bigint | null
  commissionFen: bigint
}

/** Statements of the newest month, a bounded number of them, and how many others there are. */
export async function newestStatements(
  db: Db,
  limit: number,
): Promise<{ statements: NewestStatement[]; others: number }> {
  const from = sql`from agent_statement where month = (select max(month) from agent_statement)`
  const statements = await rows(
    db,
    sql<NewestStatement>`
    select agent_id, month, plan_id, commission_fen ${from} order by agent_id limit ${limit}`,
  )
  return { statements, others: (await totalOf(db, from)) - statements.length }
}
