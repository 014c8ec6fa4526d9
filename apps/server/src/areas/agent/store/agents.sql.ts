import { depositState } from '@tianping/contract/cashier/facts'
import { reviewState } from '@tianping/contract/facts'
import { row, rows, sql, theRow, type Db } from '@tianping/database'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import {
  inAmounts,
  inSpan,
  ofMember,
  ofStates,
  totalOf,
} from '../../../kernel/operator/listed.sql.ts'
import {
  behindMoment,
  byCount,
  byNumbered,
  foundOf,
  inOrderOf,
  momentKey,
  window,
  type Found,
  type Keyed,
} from '../../../kernel/operator/pages.sql.ts'
import type { AgentApplication } from './agent.sql.ts'
import type { Statement } from './statement.sql.ts'
import { holderOf } from '../../../kernel/operator/claim.sql.ts'

export type AgentListed = AgentApplication & { username: string; claimedBy: string }

const agentColumns = (now: Date) => sql`
  p.member_id, m.name as username, p.application_id, p.mobile, p.apply_info, p.state, p.applied_at,
  p.decided_by, p.decided_at, p.remark, ${holderOf(sql`'agent:' || p.application_id`, now)} as claimed_by`

/** The queue oldest first, the archive newest first. */
export async function agentRows(
  db: Db,
  f: ListFilter,
  now: Date,
): Promise<Found<AgentListed & Keyed> & { total: number }> {
  const at = f.paging
  const by = sql`p.applied_at`
  const no = sql`p.application_id`
  const own = f.states.length !== 1 || f.states[0] !== reviewState.waiting
  const from = sql`from agent_application p where ${ofStates(f.states, sql`p.state`)} and ${ofMember(f.q, sql`p.member_id`)} and ${inSpan(sql`p.applied_at`, f)}`
  const read = await rows(
    db,
    sql<AgentListed & Keyed>`
    select ${agentColumns(now)}, ${momentKey(by, no)} from (
      select * ${from} and ${behindMoment(at, by, no, own)} order by ${inOrderOf(at, by, no, own)} ${window(at)}
    ) p join member m using (member_id) order by ${inOrderOf(at, by, no, own)}`,
  )
  return { ...foundOf(at, read), total: at.counted ? await totalOf(db, from) : 0 }
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
  s.agent_id, m.name as username, s.month, s.from_day, s.until_day, s.rule_version, s.plan_id, s.levels, s.members, s.active,
  s.base_fen, s.carried_in_fen, s.commissionable_fen, s.hundredths, s.commission_fen,
  s.carried_out_fen, s.state, s.made_at, s.decided_by, s.decided_at, s.remark,
  ${holderOf(sql`'statement:' || s.agent_id || ':' || s.month`, now)} as claimed_by`

/** Tells statements apart, by agent and month. */
const statementNo = sql`(s.agent_id * 1000000 + replace(s.month, '-', '')::bigint)`
/** Ascending, so that of one month the first agents come first. */
const newestMonth = sql`(-replace(s.month, '-', '')::bigint)`

export type StatementFilter = ListFilter & { month: string; queue: boolean }
function arrangedBy({ paging: p, queue }: StatementFilter) {
  if (p.sort === 'commission') return byCount(p, sql`s.commission_fen`, statementNo, true)
  if (p.sort === 'created_at' || queue) return byNumbered(p, sql`s.made_at`, statementNo, false)
  return byCount(p, newestMonth, sql`s.agent_id`, false)
}

/** The queue oldest first, the archive by month, newest first. */
export async function statementRows(db: Db, f: StatementFilter, now: Date) {
  const { behind, order, key } = arrangedBy(f)
  const from = sql`
    from agent_statement s
    where ${ofStates(f.states, sql`s.state`)} and ${f.month === '' ? sql`true` : sql`s.month = ${f.month}`}
      and ${ofMember(f.q, sql`s.agent_id`)} and ${inSpan(sql`s.made_at`, f)}
      and ${inAmounts(sql`s.commission_fen`, f)}`
  const read = await rows(
    db,
    sql<StatementListed & Keyed>`
    select ${statementColumns(now)}, ${key}
    from (select * ${from} and ${behind} order by ${order} ${window(f.paging)}) s
    join member m on m.member_id = s.agent_id order by ${order}`,
  )
  return { ...foundOf(f.paging, read), total: f.paging.counted ? await totalOf(db, from) : 0 }
}

export const statementRow = (db: Db, agentId: bigint, month: string, now: Date) =>
  row(
    db,
    sql<StatementListed & { rule: unknown }>`
    select ${statementColumns(now)}, s.rule from agent_statement s join member m on m.member_id = s.agent_id where s.agent_id = ${agentId} and s.month = ${month}`,
  )
