// What is done about the request of a third party or the order of a court: one person proposes,
// another approves, and both need the papers.
import {
  isRequested,
  requestAnswers,
  type RequestAnswer,
} from '@tianping/contract/compliance/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { Refusal, need } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { blockMember } from '../../responsible/responsible.ts'
import { endPlayInPassing } from '../../venues/venues.ts'
import { closeIncident, dropProposal, setProposal, type Incident } from '../store/incident.sql.ts'
import { countPapers } from '../store/paper.sql.ts'
import { refuseUnfinished } from './incidents.ts'
import { refuseUnlessOpen, step, type Working } from './step.ts'

/** Five years, as long as staff can stop a member. */
const STOP_DAYS = 1_826

function answerOf(typed: string): RequestAnswer {
  if (!Object.hasOwn(requestAnswers, typed))
    throw new Refusal(say('compliance.answer_missing'), { field: 'answer' })
  return typed as RequestAnswer
}

async function propose(context: ConsoleContext<'POST /api/console/incidents/propose'>) {
  const { operator, body } = context
  const answer = answerOf(body.answer)
  need(body.remark, 'compliance.remark_missing', 'remark')
  await step(context, body.incident_id, async (tx, found) => {
    refuseUnlessOpen(found)
    const { incidentId } = found
    if (!isRequested(found.kind)) throw new Refusal(say('compliance.not_requested'))
    if ((await countPapers(tx, incidentId)).complete === 0)
      throw new Refusal(say('compliance.evidence_missing'))
    await refuseUnfinished(tx, found)
    await setProposal(tx, { incidentId, answer, by: operator.name, proposal: body.remark })
    return {
      answer: null,
      action: 'incident.propose',
      note: { kind: 'proposed', content: `${requestAnswers[answer]}：${body.remark}` },
      after: { answer },
    }
  })
  return { message: '已提交，等待另一位同事批准', data: null }
}

/**
 * Stops the person's play as the request has it, in every account; what is held is paid out as
 * ever. Answers whose games are to end.
 */
async function carryOut(
  context: Working,
  tx: Tx,
  { answer, memberId, incidentId }: Incident,
  at: Date,
): Promise<bigint[]> {
  if (answer !== 'exclude' || memberId === null) return []
  const { alike } = await blockMember(context, tx, {
    memberId,
    kind: 'staff',
    term: `days:${STOP_DAYS}`,
    until: new Date(at.getTime() + STOP_DAYS * DAY_MS),
    reason: `合规事件 ${incidentId}`,
    setBy: context.operator.name,
    setAt: at,
    endsService: true,
  })
  return [memberId, ...alike]
}

async function approve(context: ConsoleContext<'POST /api/console/incidents/approve'>) {
  const { operator, body } = context
  const stopped = await step(context, body.incident_id, async (tx, found, at) => {
    if (found.state !== 'proposed') throw new Refusal(say('compliance.not_proposed'))
    if (found.proposedBy === operator.name) throw new Refusal(say('compliance.own_proposal'))
    const { incidentId, answer, proposedBy } = found
    await closeIncident(tx, { incidentId, by: operator.name, at })
    return {
      answer: await carryOut(context, tx, found, at),
      action: 'incident.approve',
      note: { kind: 'closed', content: body.remark },
      after: { answer, proposed_by: proposedBy },
    }
  })
  for (const member of stopped ?? []) await endPlayInPassing(context, member)
  return { message: '已批准并结束', data: null }
}

async function giveBack(context: ConsoleContext<'POST /api/console/incidents/return'>) {
  const { operator, body } = context
  need(body.remark, 'compliance.remark_missing', 'remark')
  await step(context, body.incident_id, async (tx, found) => {
    if (found.state !== 'proposed') throw new Refusal(say('compliance.not_proposed'))
    const own = found.proposedBy === operator.name
    if (!own && !operator.permissions.includes('compliance.approve'))
      throw new Refusal(say('compliance.proposed'))
    await dropProposal(tx, found.incidentId)
    return {
      answer: null,
      action: 'incident.return',
      note: { kind: 'returned', content: body.remark },
      before: { answer: found.answer, proposed_by: found.proposedBy },
    }
  })
  return { message: '已退回', data: null }
}

export const requestHandlers = {
  'POST /api/console/incidents/propose': propose,
  'POST /api/console/incidents/approve': approve,
  'POST /api/console/incidents/return': giveBack,
} satisfies ConsoleHandlers
