import { yuanOf } from '@tianping/money'
import { reviewState } from '@tianping/contract/facts'
import { addDays, beijing, beijingDay } from '@tianping/money/day'
import { agentApplications, decideAgentApplication } from '../decideAgentApplication.ts'
import { spanOf } from '../../../kernel/reportSpan.ts'
import { daysWithin } from '../days.ts'
import { endAgent, reinstateAgent } from '../agentStatus.ts'
import { agentSince, pauses } from '../store/agentStatus.sql.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedPage } from '../../../kernel/operator/pages.sql.ts'
import { existing, need } from '../../../kernel/http/refusal.ts'
import type {
  ConsoleContext,
  ConsoleHandlers,
  Operator,
  Services,
} from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { agentRow, agentRows, teamSize, teamSoFar, type AgentListed } from '../store/agents.sql.ts'
import { figuresOf } from '../../risk/risk.ts'
import { claim, decide, deciderOf } from '../../../kernel/operator/queue.ts'
import { contactKeys, openContact } from '../../../kernel/sealedContact.ts'
import { seesFull } from '../../../kernel/operator/unmask.ts'
import { maskedMobile } from '../../../kernel/operator/mask.ts'
import { memberIdOf, memberOf } from '../../member/member.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'

const mobileIn = ({ settings }: Pick<Services, 'settings'>, { memberId, mobile }: AgentListed) =>
  openContact(contactKeys(settings), memberId, mobile)

const rowOf = (row: AgentListed, mobile: string) => ({
  application_id: row.applicationId,
  member_id: Number(row.memberId),
  username: row.username,
  mobile,
  apply_info: row.applyInfo,
  state: row.state,
  created_at: beijing(row.appliedAt),
  claimed_by: row.state === reviewState.waiting ? row.claimedBy : '',
  decided_by: deciderOf(row.state === reviewState.waiting, row.decidedBy),
  decided_at: row.decidedAt ? beijing(row.decidedAt) : '',
  remark: row.remark,
})

const found = async ({ db, clock }: Services, applicationId: string): Promise<AgentListed> =>
  existing(await agentRow(db, applicationId, clock.now()), 'application.not_found')

/** In full for who may see it and has said why. */
async function mobileOf(services: Services, operator: Operator, row: AgentListed): Promise<string> {
  const subject = agentApplications.subjectOf(row)
  const full = await seesFull(services.db, services.clock.now(), operator, subject)
  const mobile = mobileIn(services, row)
  return full ? mobile : maskedMobile(mobile)
}

async function decideAs(
  context: ConsoleContext<'POST /api/console/agents/approve'>,
  pass: boolean,
) {
  const {
    operator,
    body: { application_id: applicationId, remark: reason },
  } = context
  const { memberId } = await found(context, applicationId)
  return decide(
    context,
    agentApplications,
    { memberId, applicationId },
    {
      action: pass ? 'agent.approve' : 'agent.reject',
      note: reason,
      done: pass ? '已通过' : '已拒绝',
      run: (tx, now) =>
        decideAgentApplication(tx, {
          memberId,
          applicationId,
          pass,
          reason,
          by: operator.name,
          now,
        }),
    },
  )
}

const MOST_ENDINGS = 20

function statusNamed(since: { isagent: boolean } | undefined): 'none' | 'active' | 'ended' {
  if (!since) return 'none'
  return since.isagent ? 'active' : 'ended'
}

async function statusOf({ db }: Services, memberId: bigint) {
  const [since, team, ended] = await Promise.all([
    agentSince(db, memberId),
    teamSize(db, memberId),
    pauses(db, memberId, MOST_ENDINGS),
  ])
  return {
    standing: statusNamed(since),
    since: since ? beijing(since.approvedAt) : '',
    team,
    waiting: since?.waiting ?? 0,
    waiting_amount: yuanOf(since?.waitingFen ?? 0n),
    endings: ended.map(each => ({
      ended_at: beijing(each.endedAt),
      ended_by: each.endedBy,
      reason: each.reason,
      last_day: addDays(each.fromDay, -1),
      reinstated_at: each.reinstatedAt ? beijing(each.reinstatedAt) : '',
      reinstated_by: each.reinstatedBy,
    })),
  }
}

/**
 * No money moves by it and everything earned is still reviewed, so it takes one person, as making
 * an agent does.
 */
async function change(
  context: ConsoleContext<'POST /api/console/agents/end'>,
  active: boolean,
): Promise<{ message: string; data: null }> {
  const {
    operator,
    bus,
    body: { id, remark },
  } = context
  need(remark, 'desk.reason_missing', 'remark')
  const memberId = await memberIdOf(context, id)
  refuseOwnMember(operator, [memberId])
  await runAction(context, async (tx, now) => {
    const asked = { memberId, reason: remark, by: operator.name, now }
    const after = active
      ? { agent: 'active', counts_from: beijingDay(now) }
      : { agent: 'ended', last_day: addDays(await endAgent(tx, asked), -1) }
    if (active) await reinstateAgent(tx, asked)
    return {
      answer: null,
      entry: {
        action: active ? 'agent.reinstate' : 'agent.end',
        subject: `member:${id}`,
        before: { agent: active ? 'ended' : 'active' },
        after,
        note: remark,
      },
    }
  })
  bus.publish('member', [memberId.toString()])
  return { message: active ? '已恢复代理资格' : '已取消代理资格', data: null }
}

export const agentHandlers = {
  'POST /api/console/agents/standing': async ({ body, ...services }) => ({
    data: await statusOf(services, await memberIdOf(services, body.id)),
  }),
  'POST /api/console/agents/days': async ({ body, ...services }) => {
    const { memberId, name } = await memberOf(services, body.id)
    const span = spanOf(body, services.clock.now())
    const days = await daysWithin(services.db, memberId, span)
    return { data: { username: name, ...span, days } }
  },
  'POST /api/console/agents/end': context => change(context, false),
  'POST /api/console/agents/reinstate': context => change(context, true),
  'POST /api/console/agents/list': async ({ db, clock, settings, body }) => {
    const filter = listFilterOf(body, reviewState)
    const found = await agentRows(db, filter, clock.now())
    const shown = found.rows.map(row => rowOf(row, maskedMobile(mobileIn({ settings }, row))))
    return { data: keyedPage(filter.paging, found, shown) }
  },
  'POST /api/console/agents/show': async ({ body, operator, ...services }) => {
    const row = await found(services, body.application_id)
    const [mobile, team, member] = await Promise.all([
      mobileOf(services, operator, row),
      teamSoFar(services.db, row.memberId),
      figuresOf({ ...services, operator }, row.memberId),
    ])
    return {
      data: {
        ...rowOf(row, mobile),
        team: {
          members: team.members,
          depositors: team.depositors,
          deposits: yuanOf(team.depositsFen),
        },
        member,
      },
    }
  },
  'POST /api/console/agents/claim': async context =>
    claim(context, agentApplications, await found(context, context.body.application_id), {
      action: 'agent.claim',
    }),
  'POST /api/console/agents/approve': context => decideAs(context, true),
  'POST /api/console/agents/reject': context => decideAs(context, false),
} satisfies ConsoleHandlers
