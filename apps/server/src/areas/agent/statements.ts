import { say } from '@tianping/contract/refusals'
import { formatFen } from '@tianping/money'
import { statementDecisions, statementState } from '@tianping/contract/agent/facts'
import { decisionOf } from '@tianping/contract/facts'
import { transaction, type Db, type Tx } from '@tianping/database'
import { addDays, addMonths, beijingMonth, startOfDay } from '@tianping/money/day'
import { existing, need } from '../../kernel/http/refusal.ts'
import { decideLocked, type Outcome, type Queue } from '../../kernel/operator/queue.ts'
import type { Services } from '../../kernel/http/services.ts'
import { partsAlone } from '../../kernel/jobs/eachAlone.ts'
import { lockMember, mustPost, type Actor } from '../../ledger/ledger.ts'
import { openRequirement } from '../../ledger/wagering.ts'
import { timesFor } from '../profiles/profiles.ts'
import { mayEarn } from '../protection/protection.ts'
import { notify } from '../message/message.ts'
import { isActive, lineFen, type Commission } from './commission.ts'
import { countedFirsts, newFirsts, strikeDue } from './plans/firsts.ts'
import { wholeOf, type LevelLine } from './plans/parts.ts'
import { planForMonth, planOf } from './plans/planOf.ts'
import { levelsOf, ruleOf } from './plans/terms.ts'
import { agentSchema, ruleForMonth, type AgentRule } from './setting.ts'
import { insertFirsts } from './store/cpa.sql.ts'
import { carriedDeeper, insertParts, partsOf } from './store/part.sql.ts'
import { pausedFrom, pauseOn } from './store/agentStatus.sql.ts'
import {
  advance,
  carriedBefore,
  decideStatementRow,
  dueAgents,
  epochOf,
  freshLines,
  insertStatement,
  lockAgent,
  lockStatement,
  readStatement,
  statedLines,
  type LinesAsked,
  type Statement,
} from './store/statement.sql.ts'

/**
 * After the month's end, so that what the venues report late is mostly in; the rest is corrected in
 * the next month.
 */
const SETTLE_MS = 3_600_000

/**
 * Makes the statements that are due, one month after the other and each in a transaction of its
 * own; answers how many. Late, twice or on two servers at once makes each once: the agent's row is
 * locked and says which month comes next. One agent's trouble is not the others': it is tried again
 * with the next turn.
 */
export async function makeDueStatements(services: Making): Promise<number> {
  const { db, clock } = services
  const now = clock.now()
  const current = beijingMonth(new Date(now.getTime() - SETTLE_MS))
  const due = await dueAgents(db, current)
  return partsAlone([
    ...due.map(agentId => () => makeAll(services, { agentId, current, now })),
    () => strikeDue(db, now),
  ])
}

type Making = Pick<Services, 'db' | 'clock' | 'log'>

/** All statements of one agent that are due. */
async function makeAll(
  { db, log }: Making,
  { agentId, current, now }: { agentId: bigint; current: string; now: Date },
): Promise<number> {
  const agent_id = agentId.toString()
  let made = 0
  try {
    while (await transaction(db, tx => makeNext(tx, agentId, current, now))) made++
  } catch (error) {
    log.error({ err: error, agent_id }, 'an agent statement could not be made')
    throw error
  }
  if (made > 0) log.info({ agent_id, made }, 'agent statements')
  return made
}

/** The agent's next statement, when its month is over. */
async function makeNext(tx: Tx, agentId: bigint, current: string, now: Date): Promise<boolean> {
  const agent = await lockAgent(tx, agentId)
  if (!agent || agent.nextMonth >= current) return false
  const month = agent.nextMonth
  // Whose status was taken back has the statement of the month they lost it in, and none after it.
  const paused = await pausedFrom(tx, agentId)
  if (paused !== undefined && paused <= `${month}-01`) return false
  const { version, value: house } = await ruleForMonth(tx, month)
  const { plan, terms } = await planForMonth(tx, agentId, month)
  const rule = ruleOf(terms, house)
  const asked = { ...(await spanOf(tx, agentId, month, agent.fromDay)), levels: levelsOf(terms) }
  const lines = await freshLines(tx, asked)
  const firsts = await newFirsts(tx, asked, { plan, terms, now })
  const carried = await carriedOf(tx, agentId, month, rule)
  const counted = { rule, terms, lines, carried, firsts: firsts.length }
  const { commission, parts } = wholeOf(counted)
  await insertStatement(
    tx,
    {
      ...commission,
      agentId,
      month,
      fromDay: asked.fromDay,
      untilDay: asked.untilDay,
      ruleVersion: version,
      rule: JSON.stringify(rule),
      planId: plan?.planId ?? null,
      levels: asked.levels,
      state: commission.commissionFen > 0n ? statementState.waiting : statementState.empty,
      madeAt: now,
    },
    lines.map(line => ({ ...line, active: isActive(rule, line) })),
  )
  if (plan) await insertParts(tx, { agentId, month }, parts)
  if (terms.cpa && firsts.length > 0)
    await insertFirsts(tx, { agentId, month, fen: BigInt(terms.cpa.amountFen) }, firsts)
  await advance(tx, agentId, addMonths(month, 1))
  return true
}

/** What a month takes over by a rule, by level from 1. */
async function carriedOf(
  db: Db,
  agentId: bigint,
  month: string,
  { basis }: AgentRule,
): Promise<bigint[]> {
  const deeper = await carriedDeeper(db, { agentId, month, basis })
  const of = (level: number) => deeper.find(each => each.level === level)?.fen ?? 0n
  return [await carriedBefore(db, { agentId, month, basis }), of(2), of(3)]
}

/** What a statement took over, as it is stored. */
async function carriedInto(db: Db, { agentId, month, carriedInFen }: Statement): Promise<bigint[]> {
  const parts = await partsOf(db, agentId, month)
  const of = (level: number) =>
    parts.find(each => each.kind === 'share' && each.level === level)?.carriedInFen ?? 0n
  return [carriedInFen, of(2), of(3)]
}

/**
 * A month's days, of the first month only those since the agent was approved; cut where their
 * status was taken back or given back.
 */
async function spanOf(
  db: Db,
  agentId: bigint,
  month: string,
  epochDay: string,
): Promise<Omit<LinesAsked, 'levels'>> {
  const [first, next] = [`${month}-01`, `${addMonths(month, 1)}-01`]
  const [atFirst, atLast] = [
    await pauseOn(db, agentId, first),
    await pauseOn(db, agentId, addDays(next, -1)),
  ]
  const began = atFirst?.untilDay ?? first
  const fromDay = began > epochDay ? began : epochDay
  const untilDay = atLast ? atLast.fromDay : next
  return {
    agentId,
    month,
    epochDay,
    fromDay,
    untilDay,
    epochAt: startOfDay(epochDay),
    fromAt: startOfDay(fromDay),
    untilAt: startOfDay(untilDay),
  }
}

export type StatementDecision = {
  agentId: bigint
  month: string
  pass: boolean
  reason: string
  by: { name: string; actor: Actor }
  now: Date
}

type StatementId = Pick<Statement, 'agentId' | 'month'>
function statementClosed({ state, decidedBy }: Statement) {
  if (state === statementState.waiting) return undefined
  if (state === statementState.empty) return { said: say('agent.statement_empty'), data: { state } }
  return {
    said: say('agent.statement_decided', {
      by: decidedBy,
      how: decisionOf(statementDecisions, state),
    }),
    data: { state, decided_by: decidedBy },
  }
}

export const statements: Queue<StatementId, Statement> = {
  subjectOf: ({ agentId, month }) => `statement:${agentId}:${month}`,
  lock: async (tx, { agentId, month }) =>
    existing(await lockStatement(tx, agentId, month), 'agent.statement_not_found'),
  closed: statementClosed,
  membersOf: statement => [statement.agentId],
  told: s => ({
    state: s.state,
    commission_fen: s.commissionFen,
    decided_by: s.decidedBy,
    remark: s.remark,
  }),
}

/**
 * Pays or rejects a statement, in the caller's transaction: state, posting, requirement and letter
 * stand together.
 */
export function decideStatement(
  tx: Tx,
  { agentId, month, pass, reason, by, now }: StatementDecision,
): Promise<Outcome<Statement>> {
  const state = pass ? statementState.paid : statementState.rejected
  return decideLocked(
    tx,
    statements,
    { agentId, month },
    {
      by: { name: by.name, now },
      repeats: before => before.state === state && before.decidedBy === by.name,
      refuse: async () => {
        need(pass || reason, 'desk.rejection_missing', 'remark')
        if (!pass) return
        // The lock that a block takes: one that came before is seen, one that comes after waits.
        await lockMember(tx, agentId)
        await mayEarn(tx, agentId, now)
      },
      apply: async before => {
        const decided = { state, decidedBy: by.name, remark: reason } as const
        await decideStatementRow(tx, { agentId, month, ...decided, at: now })
        await (pass ? pay(tx, before, by.actor, now) : reject(tx, before, reason, now))
        return { ...before, ...decided, decidedAt: now }
      },
    },
  )
}

const reject = (tx: Tx, { agentId, month }: Statement, reason: string, now: Date) =>
  notify(
    tx,
    agentId,
    '佣金账单未通过',
    `您 ${month} 的佣金账单未通过审核。\n原因：${reason}`,
    now,
    {
      kind: 'money',
    },
  )

async function pay(
  tx: Tx,
  { agentId, month, commissionFen, rule }: Statement,
  actor: Actor,
  now: Date,
) {
  await mustPost(tx, {
    memberId: agentId,
    key: `agent_commission:${month}`,
    code: 'agent_commission',
    from: { name: 'agentCommission' },
    to: { name: 'memberCash' },
    amountFen: commissionFen,
    source: { type: 'agent_statement', id: month },
    actor,
    effectiveAt: now,
  })
  const turnoverTimes = await timesFor(tx, agentSchema.parse(rule).turnoverTimes)
  await openRequirement(tx, {
    memberId: agentId,
    sourceType: 'agent_commission',
    sourceId: month,
    requiredFen: commissionFen * BigInt(turnoverTimes),
    openedAt: now,
  })
  await notify(
    tx,
    agentId,
    '佣金已到账',
    `您 ${month} 的佣金 ¥${formatFen(commissionFen)} 已存入中心钱包。`,
    now,
    { kind: 'money', link: '/money' },
  )
}

/**
 * What a statement's own lines come to, by its plan and a rule of the settings; with what it took
 * over by that rule, or with what is given.
 */
export async function wholeUnder(
  db: Db,
  { agentId, month, planId }: Pick<Statement, 'agentId' | 'month' | 'planId'>,
  house: AgentRule,
  given?: readonly bigint[],
) {
  const { terms } = await planOf(db, planId)
  const lines = await statedLines(db, agentId, month, { limit: null, offset: 0, level: null })
  const rule = ruleOf(terms, house)
  const carried = given ?? (await carriedOf(db, agentId, month, rule))
  const firsts = await countedFirsts(db, agentId, month)
  const { commission } = wholeOf({ rule, terms, lines, carried, firsts })
  return { commission, lines }
}

export type Difference = { memberId: bigint; statedFen: bigint; nowFen: bigint }
/**
 * `holds`: the figures follow from the stored lines by the stored formula. `since`: lines that the
 * books give differently today.
 */
export type Recomputed = {
  statement: Statement
  commission: Commission
  holds: boolean
  since: Difference[]
}

/**
 * Computes a statement again, line by line: from its own lines, which must give the same to the
 * fen, and from the books as they are now, where a difference is a later correction that the next
 * statement makes good.
 */
export async function recomputeStatement(
  db: Db,
  agentId: bigint,
  month: string,
): Promise<Recomputed | null> {
  const [statement, epochDay] = [
    await readStatement(db, agentId, month),
    await epochOf(db, agentId),
  ]
  if (!statement || !epochDay) return null
  const rule = agentSchema.parse(statement.rule)
  const { commission, lines } = await wholeUnder(
    db,
    statement,
    rule,
    await carriedInto(db, statement),
  )
  const holds = (Object.keys(commission) as (keyof Commission)[]).every(
    key => commission[key] === statement[key],
  )
  const now = new Map(
    (
      await freshLines(db, {
        ...(await spanOf(db, agentId, month, epochDay)),
        levels: statement.levels,
      })
    ).map(line => [line.memberId, line]),
  )
  const stated = new Map<bigint, LevelLine>(lines.map(line => [line.memberId, line]))
  const fenOf = (line: LevelLine | undefined) => (line ? lineFen(rule, line) : 0n)
  const since = [...new Set([...stated.keys(), ...now.keys()])]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map(memberId => ({
      memberId,
      statedFen: fenOf(stated.get(memberId)),
      nowFen: fenOf(now.get(memberId)),
    }))
    .filter(each => each.statedFen !== each.nowFen)
  return { statement, commission, holds, since }
}
