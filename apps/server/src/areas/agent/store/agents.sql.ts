import { everyStatement, statementState } from '@tianping/contract/agent/facts'
import { depositState } from '@tianping/contract/cashier/facts'
import { reviewState } from '@tianping/contract/facts'
import { row, rows, sql, theRow, type Db } from '@tianping/database'
import { ofMember, ofState, totalOf } from '../../../kernel/operator/listed.sql.ts'
import type { AgentApplication } from './agent.sql.ts'
import type { Statement } from './statement.sql.ts'
import { holderOf } from '../../../kernel/operator/claim.sql.ts'

export type AgentListed = AgentApplication & { username: string; claimedBy: string }
type Filter = { state: number; q: string; limit: number; offset: number }

const agentColumns = (now: Date) => sql`
  p.member_id, m.name as username, p.application_id, p.mobile, p.apply_info, p.state, p.applied_at,
  p.decided_by, p.decided_at, p.remark, ${holderOf(sql`'agent:' || p.application_id`, now)} as claimed_by`

/** The queue oldest first, the archive newest first. */
export async function agentRows(db: Db, f: Filter, now: Date) {
  const from = sql`from agent_application p where ${ofState(f.state, sql`p.state`)} and ${ofMember(f.q, sql`p.member_id`)}`
  const order =
    f.state === reviewState.waiting
      ? sql`p.applied_at, p.application_id`
      : sql`p.applied_at desc, p.application_id`
  const found = await rows(
    db,
    sql<AgentListed>`
    select ${agentColumns(now)} from (select * ${from} order by ${order} limit ${f.limit} offset ${f.offset}) p join member m using (member_id) order by ${order}`,
  )
  return { rows: found, total: await totalOf(db, from) }
}

export const agentRow = (db: Db, applicationId: string, now: Date) =>
  row(
    db,
    sql<AgentListed>`select ${agentColumns(now)} from agent_application p join member m using (member_id) where p.application_id = ${applicationId}`,
  )

/** Members invited so far and what they have deposited in all, in fen. */
export const teamSoFar = (db: Db, memberId: bigint) =>
  theRow(
    db,
    sql<{ members: number; depositors: number; depositsFen: bigint }>`
    select count(*)::int as members, (count(*) filter (where d.fen > 0))::int as depositors, coalesce(sum(d.fen), 0)::bigint as deposits_fen
    from member m cross join lateral (
      select coalesce(sum(credited_fen), 0)::bigint as fen from deposit_order o where o.member_id = m.member_id and o.state = ${sql.literal(depositState.credited)}) d
    where m.referrer_id = ${memberId}`,
  )

/** How many members somebody invited, up to where lists stop counting. */
export const teamSize = (db: Db, memberId: bigint) =>
  totalOf(db, sql`from member where referrer_id = ${memberId}`)

export type StatementListed = Omit<Statement, 'rule'> & { username: string; claimedBy: string }

const statementColumns = (now: Date) => sql`
  s.agent_id, m.name as username, s.month, s.from_day, s.until_day, s.rule_version, s.members, s.active,
  s.base_fen, s.carried_in_fen, s.commissionable_fen, s.hundredths, s.commission_fen,
  s.carried_out_fen, s.state, s.made_at, s.decided_by, s.decided_at, s.remark,
  ${holderOf(sql`'statement:' || s.agent_id || ':' || s.month`, now)} as claimed_by`

/** The queue oldest first, the archive by month, newest first. */
export async function statementRows(db: Db, f: Filter & { month: string }, now: Date) {
  const from = sql`
    from agent_statement s
    where ${f.state === everyStatement ? sql`true` : sql`s.state = ${f.state}`} and ${f.month === '' ? sql`true` : sql`s.month = ${f.month}`} and ${ofMember(f.q, sql`s.agent_id`)}`
  const order =
    f.state === statementState.waiting
      ? sql`s.made_at, s.agent_id, s.month`
      : sql`s.month desc, s.agent_id`
  const found = await rows(
    db,
    sql<StatementListed>`
    select ${statementColumns(now)} from (select * ${from} order by ${order} limit ${f.limit} offset ${f.offset}) s join member m on m.member_id = s.agent_id order by ${order}`,
  )
  return { rows: found, total: await totalOf(db, from) }
}

export const statementRow = (db: Db, agentId: bigint, month: string, now: Date) =>
  row(
    db,
    sql<StatementListed & { rule: unknown }>`
    select ${statementColumns(now)}, s.rule from agent_statement s join member m on m.member_id = s.agent_id where s.agent_id = ${agentId} and s.month = ${month}`,
  )
