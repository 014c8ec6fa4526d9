import { depositState } from '@tianping/contract/cashier/facts'
import { statementState } from '@tianping/contract/agent/facts'
import { flagState, launderingKinds } from '@tianping/contract/risk/facts'
import { rows, run, sql, theRow, type Db, type Sql } from '@tianping/database'
import { MOST_IN_TURN } from '../../../kernel/jobs/eachAlone.ts'
import { byId, foundOf, type Keyed, type Paging } from '../../../kernel/operator/pages.sql.ts'
import { isContested, isReversed } from '../../cashier/cashier.ts'

export type First = { memberId: bigint; depositNo: string }
export type FirstsAsked = {
  agentId: bigint
  /** From when on first deposits count, and until when. */
  since: Date
  until: Date
  untilDay: string
  minDepositFen: bigint
  minValidFen: bigint
  verified: boolean
  now: Date
}

const credited = sql.literal(depositState.credited)
const LAUNDERING: string[] = [...launderingKinds]

/**
 * A member for whom nothing is paid: a payment that its payer takes back, unless that was won, or
 * that its chain took back, or a confirmed mark of risk. Marks of laundering do not count, because
 * a lower count would tell of them.
 */
const doubtful = (member: Sql) => sql`(
  exists (select from payment_dispute x where x.member_id = ${member}
    and ${isContested(sql`x`)})
  or exists (select from chain_transfer x where x.member_id = ${member} and ${isReversed(sql`x`)})
  or exists (select from risk_flag x where x.member_id = ${member} and x.state = ${sql.literal(flagState.confirmed)}
    and x.kind <> all(${LAUNDERING}::text[])))`

/** Whether another account deposited before, or is the agent: then this one is no new person. */
const takes = (other: Sql, agentId: bigint) => sql`
  ${other} <> m.member_id and (${other} = ${agentId}
    or exists (select from agent_cpa c where c.member_id = ${other})
    or exists (select from deposit_order o where o.member_id = ${other} and o.state = ${credited}
      and (o.decided_at, ${other}) < (d.decided_at, m.member_id)))`

/**
 * Members of an agent who deposited for the first time in a span and meet the plan: counted in no
 * statement, or struck from it; no other account of one person, no device or card shared with the
 * agent or with an earlier depositor, nothing in doubt; by the moment of the deposit. Whether they
 * may be counted at all is the guard's to say.
 */
export const firstsOf = (db: Db, a: FirstsAsked) =>
  rows(
    db,
    sql<First>`
    select m.member_id, d.deposit_no
    from member m cross join lateral (
      select deposit_no, credited_fen, decided_at from deposit_order o where o.member_id = m.member_id and o.state = ${credited}
      order by decided_at, deposit_no limit 1) d
    where m.referrer_id = ${a.agentId} and d.decided_at >= ${a.since} and d.decided_at < ${a.until} and d.credited_fen >= ${a.minDepositFen}
      and (select coalesce(sum(valid_fen), 0) from turnover_day t where t.member_id = m.member_id
        and t.day < ${a.untilDay}::date) >= ${a.minValidFen}
      and not exists (select from agent_pause p where p.member_id = ${a.agentId}
        and (d.decided_at at time zone 'Asia/Shanghai')::date >= p.from_day
          and (d.decided_at at time zone 'Asia/Shanghai')::date < coalesce(p.until_day, 'infinity'))
      and (not ${a.verified} or exists (select from member_tier t where t.member_id = m.member_id and t.tier > 0
        and coalesce(t.valid_until > ${a.now}, true)))
      and not exists (select from agent_cpa c where c.member_id = m.member_id and c.struck_at is null)
      and not ${doubtful(sql`m.member_id`)}
      and not exists (select from accounts_of_person(m.member_id) a (member_id) where ${takes(sql`a.member_id`, a.agentId)})
      and not exists (select from device_trace v join device_trace w using (device) where v.member_id = m.member_id
        and ${takes(sql`w.member_id`, a.agentId)})
      and not exists (select from card v join card w using (number_digest) where v.member_id = m.member_id
        and ${takes(sql`w.member_id`, a.agentId)})
    order by d.decided_at, m.member_id`,
  )

export const insertFirsts = (
  tx: Db,
  a: { agentId: bigint; month: string; fen: bigint },
  firsts: readonly First[],
) =>
  run(
    tx,
    sql`
    insert into agent_cpa (member_id, agent_id, month, deposit_no, fen)
    select f.member_id, ${a.agentId}, ${a.month}, f.deposit_no, ${a.fen}
    from unnest(${firsts.map(each => each.memberId)}::bigint[], ${firsts.map(each => each.depositNo)}::text[]) f (member_id, deposit_no)`,
  )

/** How many of a statement count, and how many were struck. */
export const countFirsts = (db: Db, agentId: bigint, month: string) =>
  theRow(
    db,
    sql<{ counted: number; struck: number }>`
    select (count(*) filter (where struck_at is null))::int as counted, (count(*) filter (where struck_at is not null))::int as struck
    from agent_cpa where agent_id = ${agentId} and month = ${month}`,
  )

/** Strikes who is in doubt by now; answers how many. */
export const strikeFirsts = (tx: Db, agentId: bigint, month: string, now: Date) =>
  run(
    tx,
    sql`
    update agent_cpa c set struck_at = ${now} where c.agent_id = ${agentId} and c.month = ${month} and c.struck_at is null
      and ${doubtful(sql`c.member_id`)}`,
  )

/** Brings the part and the sum of a statement to what still counts. */
export async function lowerStatement(tx: Db, agentId: bigint, month: string): Promise<void> {
  await run(
    tx,
    sql`
    update agent_statement_part p set members = c.counted, fen = c.counted * p.unit_fen
    from (select count(*)::int as counted from agent_cpa where agent_id = ${agentId} and month = ${month} and struck_at is null) c
    where p.agent_id = ${agentId} and p.month = ${month} and p.kind = 'cpa'`,
  )
  await run(
    tx,
    sql`
    update agent_statement s set commission_fen = p.fen,
      state = case when p.fen = 0 then ${sql.literal(statementState.empty)}::smallint else s.state end
    from (select coalesce(sum(fen), 0)::bigint as fen from agent_statement_part where agent_id = ${agentId} and month = ${month}) p
    where s.agent_id = ${agentId} and s.month = ${month}`,
  )
}

/** Statements that wait and hold somebody who is in doubt. */
export const doubtfulStatements = (db: Db) =>
  rows(
    db,
    sql<{ agentId: bigint; month: string }>`
    select s.agent_id, s.month from agent_statement s
    where s.state = ${sql.literal(statementState.waiting)} and s.plan_id is not null
      and exists (select from agent_cpa c where c.agent_id = s.agent_id and c.month = s.month and c.struck_at is null
        and ${doubtful(sql`c.member_id`)})
    order by s.made_at limit ${MOST_IN_TURN}`,
  )

export type FirstListed = First & { username: string; fen: bigint; struckAt: Date | null }

/** First depositors of a statement, by their number. */
export async function firstsListed(db: Db, agentId: bigint, month: string, paging: Paging) {
  const { key, page } = byId(paging, sql`c.member_id`, false)
  const read = await rows(
    db,
    sql<FirstListed & Keyed>`
    select c.member_id, c.deposit_no, m.name as username, c.fen, c.struck_at, ${key} from agent_cpa c join member m using (member_id)
    where c.agent_id = ${agentId} and c.month = ${month} and ${page}`,
  )
  return foundOf(paging, read)
}
