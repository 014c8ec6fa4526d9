// Exclusions that members ask staff for, and what loosens a block. An exclusion counts at once and
// by one operator; what loosens one is proposed by one and carried out by another.
import { reviewState } from '@tianping/contract/facts'
import { exclusions, protectionRequests } from '@tianping/contract/protection/facts'
import { beijing } from '@tianping/money/day'
import { need } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { keyedAnswer, ownIds } from '../../../kernel/operator/pages.sql.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import type { Tx } from '@tianping/database'
import { announce, type Outward } from '../../delivery/delivery.ts'
import {
  askProtection,
  decideRequest,
  exclusionEnd,
  proposeDecision,
  requestRows,
  type ProtectionRequest,
  type RequestListed,
} from '../../protection/protection.ts'
import { blockMember } from '../../responsible/responsible.ts'
import { endPlayInPassing } from '../../venues/venues.ts'
import { another, endGames, subjectOf } from './memberActions.ts'

const rowOf = (r: RequestListed, now: Date) => ({
  request_id: Number(r.requestId),
  kind: r.kind,
  member_id: Number(r.memberId),
  username: r.username,
  channel: r.channel,
  reason: r.reason,
  asked_by: r.askedBy,
  created_at: beijing(r.askedAt),
  decide_by: r.decideBy ? beijing(r.decideBy) : '',
  overdue: r.state === reviewState.waiting && r.decideBy !== null && r.decideBy < now,
  proposed: r.proposed,
  proposed_by: r.proposedBy,
  proposal: r.proposal,
  state: r.state,
  decided_by: r.decidedBy,
  decided_at: r.decidedAt ? beijing(r.decidedAt) : '',
  remark: r.remark,
})

async function selfExclude(context: ConsoleContext<'POST /api/console/members/self-exclude'>) {
  const { operator, body } = context
  const { id, term, channel, remark } = body
  need(remark, 'desk.reason_missing', 'remark')
  const memberId = await another(context, id)
  const alike = await runAction(context, async (tx, now) => {
    const until = exclusionEnd(term, now)
    const added = await blockMember(context, tx, {
      memberId,
      kind: 'exclusion',
      term,
      until,
      reason: remark,
      setBy: operator.name,
      setAt: now,
    })
    return {
      answer: added.alike,
      entry: {
        action: 'member.self_exclude',
        subject: subjectOf(id),
        after: { term: exclusions[term].label, channel, until: until ? beijing(until) : '' },
        note: remark,
      },
    }
  })
  for (const other of alike ?? []) await endPlayInPassing(context, other)
  return { message: `自我排除已生效${await endGames(context, memberId)}`, data: null }
}

const taken = {
  return: '已登记，会员在应用内确认后开始等候',
  unlink: '已提交，待另一位同事复核',
  stranger: '已提交，待另一位同事复核',
} as const

/** What the member reads when two persons have decided, by kind and outcome. */
const letters = {
  earlier: {
    approved: ['提前解除已同意', '自我排除将在等候期后结束，具体时间见“理性博彩”。'],
    rejected: ['提前解除未获同意', '自我排除继续有效，取款不受影响。'],
  },
  unlink: {
    approved: ['关联限制已解除', '经核实，您的账户与已自我排除的账户不属于同一人，现已恢复。'],
    rejected: ['关联限制维持不变', '经核实，关联限制继续有效，取款不受影响。'],
  },
} as const

type Ended = { outward: Outward; request: ProtectionRequest; approved: boolean; now: Date }

/** Nothing is written about a stranger's name: whoever holds the account is not its owner. */
async function writeDecision(tx: Tx, { outward, request, approved, now }: Ended) {
  const { kind, memberId } = request
  if (kind !== 'earlier' && kind !== 'unlink') return
  const [title, text] = letters[kind][approved ? 'approved' : 'rejected']
  await announce(tx, outward, { memberId, kind: 'protection', title, text, at: now })
}

async function decide(
  context: ConsoleContext<'POST /api/console/protection-requests/decide'>,
): Promise<{ message: string; data: null }> {
  const { operator, outward, body } = context
  need(body.remark, 'desk.reason_missing', 'remark')
  const decision = { id: body.id, agree: body.agree === 1, remark: body.remark, by: operator.name }
  const done = await runAction(context, async (tx, now) => {
    const { request, state, freed } = await decideRequest(tx, { ...decision, now })
    refuseOwnMember(operator, [request.memberId, ...freed])
    const approved = state === reviewState.approved
    if (state !== null) await writeDecision(tx, { outward, request, approved, now })
    for (const memberId of freed) {
      const freedOne = { ...request, kind: 'unlink' as const, memberId }
      await writeDecision(tx, { outward, request: freedOne, approved: true, now })
    }
    return {
      answer: state,
      entry: {
        action: 'protection_request.decide',
        subject: subjectOf(Number(request.memberId)),
        before: { kind: request.kind, first: request.proposedBy },
        after: { state: state ?? 'sent back', freed },
        note: body.remark,
      },
    }
  })
  return { message: done === null ? '已退回，须重新提出意见' : '已处理', data: null }
}

export const protectionRequestHandlers = {
  'POST /api/console/members/self-exclude': selfExclude,
  'POST /api/console/members/protection-request': async context => {
    const { operator, body } = context
    const { id, kind, channel, remark } = body
    need(remark, 'desk.reason_missing', 'remark')
    const memberId = await another(context, id)
    await runAction(context, async (tx, now) => {
      const asked = { memberId, kind, channel, reason: remark, askedBy: operator.name }
      const request = await askProtection(tx, { ...asked, askedAt: now })
      return {
        answer: null,
        entry: {
          action: 'protection_request.ask',
          subject: subjectOf(id),
          after: { request, kind: protectionRequests[kind], channel },
          note: remark,
        },
      }
    })
    return { message: taken[kind], data: null }
  },
  'POST /api/console/protection-requests/list': async ({ db, clock, body }) => {
    const filter = { ...listFilterOf(body, reviewState, ownIds, true), kind: body.kind }
    const found = await requestRows(db, filter)
    const now = clock.now()
    return keyedAnswer(filter.paging, found, each => rowOf(each, now))
  },
  'POST /api/console/protection-requests/propose': async context => {
    const { operator, body } = context
    need(body.remark, 'desk.reason_missing', 'remark')
    const agree = body.agree === 1
    await runAction(context, async (tx, now) => {
      const { id, remark } = body
      const found = await proposeDecision(tx, { id, agree, remark, by: operator.name, now })
      refuseOwnMember(operator, [found.memberId])
      return {
        answer: null,
        entry: {
          action: 'protection_request.propose',
          subject: subjectOf(Number(found.memberId)),
          after: { kind: found.kind, agree },
          note: remark,
        },
      }
    })
    return { message: '已提出意见，待另一位同事复核', data: null }
  },
  'POST /api/console/protection-requests/decide': decide,
} satisfies ConsoleHandlers
