// Plans of agents: proposed by one operator, approved by another before their first month begins.
// Nothing of an approved one ever changes; a later plan takes its place.
import type { ConsolePayload } from '@tianping/contract/console'
import { decisionOf, reviewDecisions, reviewState } from '@tianping/contract/facts'
import { say } from '@tianping/contract/refusals'
import { parseYuan } from '@tianping/money'
import { beijing, beijingMonth } from '@tianping/money/day'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedPage, ownIds } from '../../../kernel/operator/pages.sql.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { isSameOperator, refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { memberIdOf } from '../../member/member.ts'
import { notify } from '../../message/message.ts'
import { planText, planTermsSchema, type PlanTerms } from '../plans/terms.ts'
import { refusePlanBeyond } from '../plans/together.ts'
import { decidePlan, insertPlan, lockPlan, planRows, type PlanListed } from '../store/plan.sql.ts'
import { epochOf } from '../store/statement.sql.ts'

const subjectOf = (planId: bigint) => `plan:${planId}`

const rowOf = (p: PlanListed) => ({
  id: Number(p.planId),
  agent_id: Number(p.agentId),
  username: p.username,
  name: p.name,
  plan_terms: planText(planTermsSchema.parse(p.terms)),
  from_month: p.fromMonth,
  note: p.note,
  state: p.state,
  proposed_by: p.proposedBy,
  created_at: beijing(p.proposedAt),
  decided_by: p.decidedBy,
  decided_at: p.decidedAt ? beijing(p.decidedAt) : '',
  remark: p.remark,
})

type Typed = ConsolePayload<'POST /api/console/agent-plans/propose'>

const hundredthsOf = (typed: string) => Math.round(Number(typed || 0) * 100)

/** A positive amount; empty is zero. */
function fenOf(typed: string | number | undefined, field: string): number {
  if (typed === undefined || typed === '') return 0
  const fen = parseYuan(typed)
  if (fen === null)
    throw new Refusal(say('agent.plan_terms', { problem: '请填写正确的金额' }), { field })
  return Number(fen)
}

/** What the form says, or what is wrong with it. */
function termsOf(body: Typed): PlanTerms {
  const amountFen = fenOf(body.cpa, 'cpa')
  const cpa = {
    amountFen,
    minDepositFen: fenOf(body.min_deposit, 'min_deposit'),
    minValidFen: fenOf(body.min_valid, 'min_valid'),
    verified: body.verified,
    most: body.cpa_most === 0 ? null : body.cpa_most,
  }
  const read = planTermsSchema.safeParse({
    share: body.share,
    hundredths: body.share === 'percent' ? hundredthsOf(body.percent) : 0,
    levels: [hundredthsOf(body.level2), hundredthsOf(body.level3)],
    cpa: amountFen > 0 ? cpa : null,
  })
  if (read.success) return read.data
  const problem = read.error.issues[0]
  const said = problem?.code === 'custom' ? problem.message : '比例或金额超出范围'
  throw new Refusal(say('agent.plan_terms', { problem: said }))
}

/** A plan never reaches back: its first month has not begun. */
const isComing = (month: string, now: Date) =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(month) && month > beijingMonth(now)

type Deciding = ConsoleContext<
  'POST /api/console/agent-plans/approve' | 'POST /api/console/agent-plans/reject'
>

const decideAs = (
  context: Deciding,
  { pass, remark }: { pass: boolean; remark: string },
): Promise<unknown> =>
  runAction(context, async (tx, now) => {
    const { body, operator } = context
    const before = existing(await lockPlan(tx, BigInt(body.id)), 'agent.plan_not_found')
    refuseOwnMember(operator, [before.agentId])
    if (before.state !== reviewState.waiting)
      throw new Refusal(
        say('agent.plan_decided', {
          by: before.decidedBy,
          how: decisionOf(reviewDecisions, before.state),
        }),
      )
    // Whoever proposed it may take it back, and not approve it.
    if (pass && isSameOperator(before.proposedBy, operator.name))
      throw new Refusal(say('agent.plan_own'), { rule: 'two_persons' })
    if (pass && !isComing(before.fromMonth, now)) throw new Refusal(say('agent.plan_begun'))
    if (pass) await refusePlanBeyond(tx, before)
    const state = pass ? reviewState.approved : reviewState.rejected
    await decidePlan(tx, { planId: before.planId, state, by: operator.name, at: now, remark })
    if (pass) {
      const lines = planText(planTermsSchema.parse(before.terms)).join('\n')
      const text = `自 ${before.fromMonth} 起，您的佣金按方案“${before.name}”计算：\n${lines}`
      await notify(tx, before.agentId, '佣金方案已更新', text, now, {
        kind: 'service',
        link: '/mine',
      })
    }
    return {
      answer: null,
      entry: {
        action: pass ? 'plan.approve' : 'plan.reject',
        subject: subjectOf(before.planId),
        before: { state: before.state, proposed_by: before.proposedBy },
        after: { state, agent: Number(before.agentId), from_month: before.fromMonth },
        note: remark,
      },
    }
  })

export const agentPlanHandlers = {
  'POST /api/console/agent-plans/list': async ({ db, body }) => {
    const filter = listFilterOf(body, reviewState, ownIds, true)
    const found = await planRows(db, filter)
    return { data: keyedPage(filter.paging, found, found.rows.map(rowOf)) }
  },
  'POST /api/console/agent-plans/propose': async context => {
    const { body, operator } = context
    need(body.name, 'agent.plan_name', 'name')
    const terms = termsOf(body)
    const agentId = await memberIdOf(context, body.agent_id)
    refuseOwnMember(operator, [agentId])
    const made = await runAction(context, async (tx, now) => {
      if (!isComing(body.from_month, now))
        throw new Refusal(say('agent.plan_month'), { field: 'from_month' })
      if ((await epochOf(tx, agentId)) === undefined)
        throw new Refusal(say('agent.not_an_agent'), { field: 'agent_id' })
      const proposed = { agentId, name: body.name, fromMonth: body.from_month, note: body.note }
      const by = { proposedBy: operator.name, proposedAt: now }
      const planId = await insertPlan(tx, { ...proposed, ...by, terms })
      if (planId === undefined) throw new Refusal(say('agent.plan_open'))
      await refusePlanBeyond(tx, { planId, agentId, fromMonth: body.from_month })
      const after = { agent: Number(agentId), name: body.name, from_month: body.from_month, terms }
      return {
        answer: Number(planId),
        entry: { action: 'plan.propose', subject: subjectOf(planId), after, note: body.note },
      }
    })
    return { message: '已提交，等待另一位同事复核', data: { id: made ?? 0 } }
  },
  'POST /api/console/agent-plans/approve': async context => {
    await decideAs(context, { pass: true, remark: '' })
    return { message: '已批准', data: null }
  },
  'POST /api/console/agent-plans/reject': async context => {
    const { remark } = context.body
    need(remark, 'desk.rejection_missing', 'remark')
    await decideAs(context, { pass: false, remark })
    return { message: '已拒绝', data: null }
  },
} satisfies ConsoleHandlers
