import { yuanOf } from '@tianping/contract/money'
import { lockApplication, type AgentApplication } from '../agent/agent.sql.ts'
import { decideAgentApplication } from '../agent/decideAgentApplication.ts'
import { beijing } from '../clock.ts'
import { PER_PAGE, pageOf } from '../http/answer.ts'
import { Refusal } from '../http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers, Operator, Services } from '../http/services.ts'
import { agentRow, agentRows, teamSoFar, type AgentListed } from './agents.sql.ts'
import { figuresOf } from './figures.ts'
import { claimItem, decideItem } from './items.ts'
import { seesFull } from './looks.ts'
import { maskedMobile } from './mask.ts'

const rowOf = (row: AgentListed, mobile = maskedMobile(row.mobile)) => ({
  application_id: row.applicationId,
  member_id: Number(row.memberId),
  username: row.username,
  mobile,
  apply_info: row.applyInfo,
  state: row.state,
  created_at: beijing(row.appliedAt),
  claimed_by: row.state === 1 ? row.claimedBy : '',
  decided_by: row.decidedBy,
  decided_at: row.decidedAt ? beijing(row.decidedAt) : '',
  remark: row.remark,
})

async function found({ db, clock }: Services, applicationId: string): Promise<AgentListed> {
  const row = await agentRow(db, applicationId, clock.now())
  if (!row) throw new Refusal('申请不存在', 404)
  return row
}

/** In full for who may see it and has said why. */
async function mobileOf(services: Services, operator: Operator, row: AgentListed): Promise<string> {
  return (await seesFull(services.db, services.clock.now(), operator, subjectOf(row.applicationId))) ? row.mobile : maskedMobile(row.mobile)
}

const subjectOf = (applicationId: string) => `agent:${applicationId}`
const told = (a: AgentApplication) => ({ state: a.state, member: a.memberId, decided_by: a.decidedBy, remark: a.remark })

async function decide(context: ConsoleContext<'POST /api/console/agents/approve'>, pass: boolean) {
  const { operator, body: { application_id, remark } } = context
  const { memberId } = await found(context, application_id)
  return decideItem<AgentApplication>(context, {
    action: pass ? 'agent.approve' : 'agent.reject',
    subject: subjectOf(application_id),
    note: remark,
    done: pass ? '已通过' : '已拒绝',
    told,
    touches: () => [memberId],
    deed: (tx, now) => decideAgentApplication(tx, { memberId, applicationId: application_id, pass, reason: remark, by: operator.name, now }),
  })
}

export const agentHandlers = {
  'POST /api/console/agents/list': async ({ db, clock, body }) => {
    const { rows, total } = await agentRows(db, { state: body.state ?? 0, q: body.q, limit: PER_PAGE, offset: (body.page - 1) * PER_PAGE }, clock.now())
    return { data: pageOf(rows.map(row => rowOf(row)), body.page, total) }
  },
  'POST /api/console/agents/show': async ({ body, operator, ...services }) => {
    const row = await found(services, body.application_id)
    const [mobile, team, member] = await Promise.all([mobileOf(services, operator, row), teamSoFar(services.db, row.memberId), figuresOf({ ...services, operator }, row.memberId)])
    return { data: { ...rowOf(row, mobile), team: { members: team.members, depositors: team.depositors, deposits: yuanOf(team.depositsFen) }, member } }
  },
  'POST /api/console/agents/claim': async context => {
    const { memberId, applicationId } = await found(context, context.body.application_id)
    return claimItem(context, {
      action: 'agent.claim',
      subject: subjectOf(applicationId),
      check: async tx => {
        const row = await lockApplication(tx, memberId, applicationId)
        if (row?.state !== 1) throw new Refusal(`该申请已由${row?.decidedBy || '系统'}${row?.state === 2 ? '通过' : '拒绝'}`, 409)
        return memberId
      },
    })
  },
  'POST /api/console/agents/approve': context => decide(context, true),
  'POST /api/console/agents/reject': context => decide(context, false),
} satisfies ConsoleHandlers
