import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/money'
import { everyStatement, statementState } from '@tianping/contract/agent/facts'
import { addDays, beijing } from '@tianping/money/day'
import { lineFen } from '../commission.ts'
import { strikeDoubtful } from '../plans/firsts.ts'
import { shownPlan } from '../plans/shown.ts'
import { countFirsts, firstsListed } from '../store/cpa.sql.ts'
import { agentRuleText } from '../ruleText.ts'
import { agentSchema } from '../setting.ts'
import { listedLines, readStatement } from '../store/statement.sql.ts'
import { decideStatement, recomputeStatement, statements } from '../statements.ts'
import { transaction } from '@tianping/database'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { statementRow, statementRows, type StatementListed } from '../store/agents.sql.ts'
import { figuresOf } from '../../risk/risk.ts'
import { narrowedOf, statesOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedAnswer, keyedPage, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { claim, decide, deciderOf } from '../../../kernel/operator/queue.ts'

const MAX_SINCE = 50

const rowOf = (row: StatementListed) => ({
  agent_id: Number(row.agentId),
  username: row.username,
  month: row.month,
  members: row.members,
  active: row.active,
  base: yuanOf(row.baseFen),
  carried_in: yuanOf(row.carriedInFen),
  commissionable: yuanOf(row.commissionableFen),
  percent: row.hundredths / 100,
  commission: yuanOf(row.commissionFen),
  carried_out: yuanOf(row.carriedOutFen),
  state: row.state,
  created_at: beijing(row.madeAt),
  claimed_by: row.state === statementState.waiting ? row.claimedBy : '',
  decided_by: deciderOf(row.state === statementState.waiting, row.decidedBy),
  decided_at: row.decidedAt ? beijing(row.decidedAt) : '',
  remark: row.remark,
})

const noStatement = () => new Refusal(say('agent.statement_not_found'))
type StatementId = { agentId: bigint; month: string }
const idOf = (body: { agent_id: number; month: string }): StatementId => ({
  agentId: BigInt(body.agent_id),
  month: body.month,
})

/** A sum that nobody has seen is not paid: who was struck is told first. */
function refuseIfStruck(count: number): void {
  if (count > 0) throw new Refusal(say('agent.statement_struck', { count }))
}

async function decideAs(
  context: ConsoleContext<'POST /api/console/statements/approve'>,
  pass: boolean,
) {
  const { operator, body } = context
  const id = idOf(body)
  if (pass) {
    const { db, clock } = context
    const count = await transaction(db, tx => strikeDoubtful(tx, id, clock.now()))
    refuseIfStruck(count)
  }
  const actor = { type: 'operator', id: operator.operatorId.toString() } as const
  return decide(context, statements, id, {
    action: pass ? 'statement.approve' : 'statement.reject',
    note: body.remark,
    done: pass ? '已发放' : '已拒绝',
    run: async (tx, now) => {
      const by = { name: operator.name, actor }
      // A doubt that came since: the next press strikes it.
      if (pass) refuseIfStruck(await strikeDoubtful(tx, id, now))
      const decided = await decideStatement(tx, { ...id, pass, reason: body.remark, now, by })
      // What its own lines do not give is never paid, whatever the row says.
      if (pass && !decided.repeated && !(await recomputeStatement(tx, id.agentId, id.month))?.holds)
        throw new Refusal(say('agent.statement_differs'))
      return decided
    },
  })
}

export const statementHandlers = {
  'POST /api/console/statements/list': async ({ db, clock, body }) => {
    const states = statesOf(body, {
      resting: statementState.waiting,
      every: everyStatement,
      known: Object.values(statementState),
    })
    const queue = states.length === 1 && states[0] === statementState.waiting
    const filter = {
      states,
      queue,
      month: body.month,
      q: body.q,
      paging: pagingOf(body, ['commission', ...(queue ? [] : ownIds)], true),
      ...narrowedOf(body),
    }
    const found = await statementRows(db, filter, clock.now())
    return { data: keyedPage(filter.paging, found, found.rows.map(rowOf)) }
  },
  'POST /api/console/statements/show': async ({ body, ...services }) => {
    const row = await statementRow(
      services.db,
      BigInt(body.agent_id),
      body.month,
      services.clock.now(),
    )
    if (!row) throw noStatement()
    const rule = agentSchema.parse(row.rule)
    const { plan, parts, words } = await shownPlan(services.db, row)
    const { struck } = await countFirsts(services.db, row.agentId, row.month)
    return {
      data: {
        ...rowOf(row),
        plan,
        parts,
        struck,
        from_day: row.fromDay,
        to_day: addDays(row.untilDay, -1),
        rule_version: row.ruleVersion,
        rule: [...words, ...agentRuleText(rule)],
        turnover_times: rule.turnoverTimes,
        member: await figuresOf(services, row.agentId),
      },
    }
  },
  'POST /api/console/statements/lines': async ({ db, body }) => {
    const agentId = BigInt(body.agent_id)
    const statement = await readStatement(db, agentId, body.month)
    if (!statement) throw noStatement()
    const rule = agentSchema.parse(statement.rule)
    const paging = pagingOf(body, ownIds, true)
    const lines = await listedLines(db, agentId, body.month, paging)
    const none = { stakeFen: 0n, validFen: 0n, payoutFen: 0n, promotionsFen: 0n }
    return keyedAnswer(paging, { ...lines, total: statement.members }, line => ({
      member_id: Number(line.memberId),
      username: line.name,
      active: line.active,
      stake: yuanOf(line.stakeFen),
      valid: yuanOf(line.validFen),
      payout: yuanOf(line.payoutFen),
      promotions: yuanOf(line.promotionsFen),
      corrected: yuanOf(lineFen(rule, { ...line, ...none })),
      adds: yuanOf(lineFen(rule, line)),
    }))
  },
  'POST /api/console/statements/firsts': async ({ db, body }) => {
    const agentId = BigInt(body.agent_id)
    const { counted, struck } = await countFirsts(db, agentId, body.month)
    const paging = pagingOf(body, ownIds, true)
    const found = await firstsListed(db, agentId, body.month, paging)
    return keyedAnswer(paging, { ...found, total: counted + struck }, each => ({
      member_id: Number(each.memberId),
      username: each.username,
      deposit_no: each.depositNo,
      amount: yuanOf(each.fen),
      struck_at: each.struckAt ? beijing(each.struckAt) : '',
    }))
  },
  'POST /api/console/statements/check': async ({ db, body }) => {
    const again = await recomputeStatement(db, BigInt(body.agent_id), body.month)
    if (!again) throw noStatement()
    const since = again.since.slice(0, MAX_SINCE).map(each => ({
      member_id: Number(each.memberId),
      stated: yuanOf(each.statedFen),
      now: yuanOf(each.nowFen),
    }))
    return {
      data: {
        holds: again.holds,
        recomputed: yuanOf(again.commission.commissionFen),
        since,
        since_total: again.since.length,
      },
    }
  },
  'POST /api/console/statements/claim': context =>
    claim(context, statements, idOf(context.body), { action: 'statement.claim' }),
  'POST /api/console/statements/approve': context => decideAs(context, true),
  'POST /api/console/statements/reject': context => decideAs(context, false),
} satisfies ConsoleHandlers
