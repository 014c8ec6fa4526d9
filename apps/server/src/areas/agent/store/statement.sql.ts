import type { DecidedState } from '@tianping/contract/facts'
import { statementState, type StatementState } from '@tianping/contract/agent/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { MOST_IN_TURN } from '../../../kernel/jobs/eachAlone.ts'
import { byId, foundOf, type Keyed, type Paging } from '../../../kernel/operator/pages.sql.ts'
import type { Commission } from '../commission.ts'
import type { AgentRule } from '../setting.ts'
import type { LevelLine } from '../plans/parts.ts'
import { teamOf } from './days.sql.ts'

export type Statement = Commission & {
  agentId: bigint
  month: string
  fromDay: string
  untilDay: string
  ruleVersion: number
  /** The rule of the agent's own members, with the percentage of a plan. */
  rule: unknown
  /** The plan that it was made by; null for the rule of the settings alone. */
  planId: bigint | null
  /** So many levels of the tree have lines. */
  levels: number
  state: StatementState
  madeAt: Date
  decidedBy: string
  decidedAt: Date | null
  remark: string
}
const columns = sql`
  agent_id, month, from_day, until_day, rule_version, rule, plan_id, levels, members, active, base_fen,
  carried_in_fen, commissionable_fen, hundredths, commission_fen,
  carried_out_fen, state, made_at, decided_by, decided_at, remark`

/**
 * Agents without a statement of a month before `month`; whose status was taken back until the month
 * they lost it in.
 */
export const dueAgents = async (db: Db, month: string): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`
    select member_id from agent a where next_month < ${month}
      and not exists (select from agent_pause p where p.member_id = a.member_id and p.until_day is null and p.from_day <= (a.next_month || '-01')::date)
    order by next_month, member_id limit ${MOST_IN_TURN}`,
    )
  ).map(({ memberId }) => memberId)

/**
 * The agent's row, locked: statements of one agent are made one after the other, whoever makes
 * them.
 */
export const lockAgent = (tx: Db, agentId: bigint) =>
  row(
    tx,
    sql<{ fromDay: string; nextMonth: string }>`
    select from_day, next_month from agent where member_id = ${agentId} for update`,
  )

/** The first day that counts for an agent. */
export const epochOf = async (db: Db, agentId: bigint): Promise<string | undefined> =>
  (
    await row(
      db,
      sql<{
        fromDay: string
      }>`select from_day from agent where member_id = ${agentId}`,
    )
  )?.fromDay

export const advance = (tx: Db, agentId: bigint, nextMonth: string) =>
  run(tx, sql`update agent set next_month = ${nextMonth} where member_id = ${agentId}`)

type LineRow = Omit<LevelLine, 'corrected'> & {
  cStakeFen: bigint
  cValidFen: bigint
  cPayoutFen: bigint
  cPromotionsFen: bigint
}
const lineOf = ({
  cStakeFen,
  cValidFen,
  cPayoutFen,
  cPromotionsFen,
  ...line
}: LineRow): LevelLine => ({
  ...line,
  corrected: {
    stakeFen: cStakeFen,
    validFen: cValidFen,
    payoutFen: cPayoutFen,
    promotionsFen: cPromotionsFen,
  },
})

export type LinesAsked = {
  agentId: bigint
  month: string
  epochDay: string
  fromDay: string
  untilDay: string
  /** Of the tree: members whom the agent invited, and whom those did. */
  levels: number
  epochAt: Date
  fromAt: Date
  untilAt: Date
}

/**
 * The lines of a month as the books stand now. Own figures are those of the month's days; the
 * corrections are what all days before it come to now, less what the statements before have said.
 * So whatever is resettled later is made good once. Days on which the agent's status was taken back
 * count nowhere, and days of a statement that had no lines of a level count nowhere for that level:
 * a plan with more levels does not reach back.
 */
export const freshLines = async (db: Db, a: LinesAsked): Promise<LevelLine[]> =>
  (
    await rows(
      db,
      sql<LineRow>`
    with team as (select member_id, level from (${teamOf(a.agentId, a.levels)}) t),
    thin as (select from_day, until_day, levels from agent_statement where agent_id = ${a.agentId} and month < ${a.month}
      and levels < ${a.levels}),
    paused as (select from_day, coalesce(until_day, 'infinity') as until_day from agent_pause where member_id = ${a.agentId}),
    play as (
      select t.member_id, team.level, t.day >= ${a.fromDay}::date as own, sum(t.stake_fen) as stake, sum(t.valid_fen) as valid,
        sum(t.payout_fen) as payout
      from team join turnover_day t using (member_id) where t.day >= ${a.epochDay}::date and t.day < ${a.untilDay}::date
        and not exists (select from paused p where t.day >= p.from_day and t.day < p.until_day)
        and not exists (select from thin s where s.levels < team.level and t.day >= s.from_day and t.day < s.until_day) group by 1, 2, 3),
    promotions as (
      select t.member_id, team.level, t.effective_at >= ${a.fromAt} as own,
        sum(case when t.source_type = 'bonus_given_up' then -t.amount else t.amount end) as amount
      from team join ledger.transaction t using (member_id)
      where t.code in ('red_packet', 'rebate', 'activity_bonus') and t.phase = 'single' and t.effective_at >= ${a.epochAt} and t.effective_at < ${a.untilAt}
        and not exists (select from paused p where (t.effective_at at time zone 'Asia/Shanghai')::date >= p.from_day and (t.effective_at at time zone 'Asia/Shanghai')::date < p.until_day)
        and not exists (select from thin s where s.levels < team.level
          and (t.effective_at at time zone 'Asia/Shanghai')::date >= s.from_day
            and (t.effective_at at time zone 'Asia/Shanghai')::date < s.until_day)
      group by 1, 2, 3),
    stated as (
      select member_id, level, sum(stake_fen + corrected_stake_fen) as stake, sum(valid_fen + corrected_valid_fen) as valid,
        sum(payout_fen + corrected_payout_fen) as payout, sum(promotions_fen + corrected_promotions_fen) as promotions
      from agent_statement_line where agent_id = ${a.agentId} and month < ${a.month} and level <= ${a.levels} group by 1, 2),
    figures as (
      select member_id, level, sum(stake) filter (where own) as stake, sum(valid) filter (where own) as valid,
        sum(payout) filter (where own) as payout,
        sum(promotion) filter (where own) as promotions, sum(stake) filter (where not own) as c_stake, sum(valid) filter (where not own) as c_valid,
        sum(payout) filter (where not own) as c_payout, sum(promotion) filter (where not own) as c_promotions
      from (
        select member_id, level, own, stake, valid, payout, 0 as promotion from play
        union all select member_id, level, own, 0, 0, 0, amount from promotions
        union all select member_id, level, false, -stake, -valid, -payout, -promotions from stated
      ) parts group by 1, 2)
    select member_id, level::int as level, coalesce(stake, 0)::bigint as stake_fen, coalesce(valid, 0)::bigint as valid_fen,
      coalesce(payout, 0)::bigint as payout_fen,
      coalesce(promotions, 0)::bigint as promotions_fen, coalesce(c_stake, 0)::bigint as c_stake_fen, coalesce(c_valid, 0)::bigint as c_valid_fen,
      coalesce(c_payout, 0)::bigint as c_payout_fen, coalesce(c_promotions, 0)::bigint as c_promotions_fen
    from figures
    where coalesce(stake, 0) <> 0 or coalesce(valid, 0) <> 0 or coalesce(payout, 0) <> 0 or coalesce(promotions, 0) <> 0
      or coalesce(c_stake, 0) <> 0 or coalesce(c_valid, 0) <> 0 or coalesce(c_payout, 0) <> 0 or coalesce(c_promotions, 0) <> 0
    order by member_id`,
    )
  ).map(lineOf)

export async function insertStatement(
  tx: Db,
  s: Omit<Statement, 'decidedBy' | 'decidedAt' | 'remark' | 'rule'> & { rule: string },
  lines: (LevelLine & { active: boolean })[],
): Promise<void> {
  await run(
    tx,
    sql`
    insert into agent_statement (agent_id, month, from_day, until_day, rule_version, rule, plan_id, levels, members, active, base_fen,
      carried_in_fen, commissionable_fen,
      hundredths, commission_fen, carried_out_fen, state, made_at)
    values (${s.agentId}, ${s.month}, ${s.fromDay}::date, ${s.untilDay}::date, ${s.ruleVersion}, ${s.rule}::jsonb, ${s.planId},
      ${s.levels}, ${s.members}, ${s.active}, ${s.baseFen},
      ${s.carriedInFen}, ${s.commissionableFen}, ${s.hundredths}, ${s.commissionFen}, ${s.carriedOutFen}, ${s.state}, ${s.madeAt})`,
  )
  const of = <T>(pick: (line: LevelLine & { active: boolean }) => T) => lines.map(pick)
  await run(
    tx,
    sql`
    insert into agent_statement_line (agent_id, month, member_id, stake_fen, valid_fen, payout_fen, promotions_fen, corrected_stake_fen, corrected_valid_fen,
      corrected_payout_fen, corrected_promotions_fen, active, level)
    select ${s.agentId}, ${s.month}, l.* from unnest(
      ${of(l => l.memberId)}::bigint[], ${of(l => l.stakeFen)}::bigint[], ${of(l => l.validFen)}::bigint[], ${of(l => l.payoutFen)}::bigint[],
      ${of(l => l.promotionsFen)}::bigint[], ${of(l => l.corrected.stakeFen)}::bigint[], ${of(l => l.corrected.validFen)}::bigint[],
      ${of(l => l.corrected.payoutFen)}::bigint[], ${of(l => l.corrected.promotionsFen)}::bigint[], ${of(l => l.active)}::boolean[],
        ${of(l => l.level)}::smallint[]) l`,
  )
}

export const readStatement = (db: Db, agentId: bigint, month: string) =>
  row(
    db,
    sql<Statement>`select ${columns} from agent_statement where agent_id = ${agentId} and month = ${month}`,
  )

export const lockStatement = (tx: Db, agentId: bigint, month: string) =>
  row(
    tx,
    sql<Statement>`select ${columns} from agent_statement where agent_id = ${agentId} and month = ${month} for update`,
  )

export type Carrying = { agentId: bigint; month: string; basis: AgentRule['basis'] }

/** A statement that carried over what another one of the same basis may take. */
export const carries = (
  basis: AgentRule['basis'],
) => sql`coalesce((s.rule->>'carryNegative')::boolean, true)
  and coalesce(s.rule->>'basis', ${basis}) = ${basis}`

/** What the latest statement before a month that carries on a basis carried over. */
export const carriedBefore = async (db: Db, { agentId, month, basis }: Carrying): Promise<bigint> =>
  (
    await row(
      db,
      sql<{ fen: bigint }>`
    select carried_out_fen as fen from agent_statement s where agent_id = ${agentId} and month < ${month} and ${carries(basis)}
    order by month desc limit 1`,
    )
  )?.fen ?? 0n

export const decideStatementRow = (
  tx: Db,
  d: {
    agentId: bigint
    month: string
    state: DecidedState
    decidedBy: string
    remark: string
    at: Date
  },
) =>
  run(
    tx,
    sql`
    update agent_statement set state = ${d.state}, decided_by = ${d.decidedBy}, decided_at = ${d.at}, remark = ${d.remark}
    where agent_id = ${d.agentId} and month = ${d.month} and state = ${sql.literal(statementState.waiting)}`,
  )

export async function statementsOf(
  db: Db,
  agentId: bigint,
  page: { limit: number; offset: number },
) {
  const found = await rows(
    db,
    sql<Statement>`
    select ${columns} from agent_statement where agent_id = ${agentId} order by month desc limit ${page.limit} offset ${page.offset}`,
  )
  const { total } = await theRow(
    db,
    sql<{
      total: number
    }>`select count(*)::int as total from agent_statement where agent_id = ${agentId}`,
  )
  return { rows: found, total }
}

const lineColumns = sql`
  l.member_id, m.name, l.stake_fen, l.valid_fen, l.payout_fen, l.promotions_fen,
  l.corrected_stake_fen as c_stake_fen, l.corrected_valid_fen as c_valid_fen, l.corrected_payout_fen as c_payout_fen,
  l.corrected_promotions_fen as c_promotions_fen, l.active, l.level`

export type StatedLine = LevelLine & { name: string; active: boolean }

/**
 * A page of a statement's lines by member, of one level of the tree. A level of null means every
 * level, and a limit of null means all lines.
 */
export const statedLines = async (
  db: Db,
  agentId: bigint,
  month: string,
  page: { limit: number | null; offset: number; level: number | null },
): Promise<StatedLine[]> =>
  (
    await rows(
      db,
      sql<LineRow & { name: string; active: boolean }>`
    select ${lineColumns} from agent_statement_line l join member m using (member_id)
    where l.agent_id = ${agentId} and l.month = ${month} and (${page.level}::int is null or l.level = ${page.level})
      order by l.member_id limit ${page.limit} offset ${page.offset}`,
    )
  ).map(found => lineOf(found) as StatedLine)

/** The lines of the members whom the agent invited, by their number. */
export async function listedLines(db: Db, agentId: bigint, month: string, paging: Paging) {
  const { key, page } = byId(paging, sql`l.member_id`, false)
  const read = await rows(
    db,
    sql<LineRow & { name: string; active: boolean } & Keyed>`
    select ${lineColumns}, ${key} from agent_statement_line l join member m using (member_id)
    where l.agent_id = ${agentId} and l.month = ${month} and l.level = 1 and ${page}`,
  )
  const { rows: found, ...neighbours } = foundOf(paging, read)
  return { ...neighbours, rows: found.map(each => lineOf(each) as StatedLine) }
}
