import { reviewState } from '@tianping/contract/facts'
import { rows, run, sql, type Db, type Tx } from '@tianping/database'

export type TogetherAsked = {
  /** The first month that is looked at, `2026-11`; later ones are where a plan begins. */
  fromMonth: string
  /** The highest percentage of the settings, in hundredths. */
  houseHundredths: number
  /** Only chains that this agent belongs to; null for all. */
  agentId: bigint | null
  /** A plan that waits and is counted as if it were approved; null for none. */
  planId: bigint | null
  /** Sums above this, in hundredths. */
  above: number
}
/** What agents above one member have of the member in a month, in hundredths. */
export type Chain = { place: string; sum: number }

const MOST_CHAINS = 1_000

/** Whoever changes a percentage of an agent waits for another who does. */
export const lockPercentages = (tx: Tx) => run(tx, sql`select pg_advisory_xact_lock(545, 0)`)

/**
 * Chains of agents above one member whose percentages are more than a bound together, the highest
 * first: the share of the agent who invited the member, the second level of the agent above, and
 * the third level of the next one. `place` names month and agents.
 */
export const chainsAbove = (db: Db, a: TogetherAsked) =>
  rows(
    db,
    sql<Chain>`
    with planned as (
      select agent_id, plan_id, from_month, coalesce((terms -> 'levels' ->> 0)::int, 0) as second,
        coalesce((terms -> 'levels' ->> 1)::int, 0) as third,
        case terms ->> 'share' when 'house' then ${a.houseHundredths}::int when 'percent' then (terms ->> 'hundredths')::int else 0 end as own
      from agent_plan where state = ${sql.literal(reviewState.approved)} or plan_id = ${a.planId}),
    months as (select ${a.fromMonth}::text as month union select from_month from planned where from_month > ${a.fromMonth}),
    held as (
      select n.month, m.member_id, m.referrer_id, coalesce(p.own, ${a.houseHundredths}::int) as own, coalesce(p.second, 0) as second,
        coalesce(p.third, 0) as third
      from months n cross join agent join member m using (member_id) left join lateral (
        select own, second, third from planned q where q.agent_id = m.member_id and q.from_month <= n.month
        order by q.from_month desc, q.plan_id desc limit 1) p on true
      where m.isagent),
    chain as (
      select h.month, h.member_id as one, h.referrer_id as two, r.referrer_id as three
      from held h left join member r on r.member_id = h.referrer_id
      union all select month, null, member_id, referrer_id from held
      union all select month, null, null, member_id from held),
    sums as (
      select concat_ws(':', c.month, coalesce(c.one, 0), coalesce(c.two, 0), coalesce(c.three, 0)) as place,
        coalesce(o.own, 0) + coalesce(s.second, 0) + coalesce(t.third, 0) as sum
      from chain c left join held o on o.month = c.month and o.member_id = c.one
        left join held s on s.month = c.month and s.member_id = c.two left join held t on t.month = c.month and t.member_id = c.three
      where ${a.agentId}::bigint is null or ${a.agentId} in (c.one, c.two, c.three))
    select place, sum from sums where sum > ${a.above} order by sum desc, place limit ${MOST_CHAINS}`,
  )
