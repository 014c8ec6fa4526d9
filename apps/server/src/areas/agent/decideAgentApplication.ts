import { say } from '@tianping/contract/refusals'
import { decisionOf, reviewDecisions, reviewState } from '@tianping/contract/facts'
import type { Tx } from '@tianping/database'
import { beijingDay, beijingMonth } from '@tianping/money/day'
import { setAgent } from '../account/account.ts'
import { existing, need } from '../../kernel/http/refusal.ts'
import { decideLocked, type Outcome, type Queue } from '../../kernel/operator/queue.ts'
import { notify } from '../message/message.ts'
import {
  decideRow,
  insertAgent,
  lockApplication,
  type AgentApplication,
} from './store/agent.sql.ts'
import { resumeAgent } from './agentStatus.ts'
import { refuseAgentBeyond } from './plans/together.ts'

export type AgentDecision = {
  memberId: bigint
  applicationId: string
  pass: boolean
  /** Needed to reject; the member reads it. */
  reason: string
  by: string
  now: Date
}

type Id = Pick<AgentApplication, 'memberId' | 'applicationId'>

export const agentApplications: Queue<Id, AgentApplication> = {
  subjectOf: ({ applicationId }) => `agent:${applicationId}`,
  lock: async (tx, { memberId, applicationId }) =>
    existing(await lockApplication(tx, memberId, applicationId), 'application.not_found'),
  closed: ({ state, decidedBy }) =>
    state === reviewState.waiting
      ? undefined
      : {
          said: say('application.decided', {
            by: decidedBy,
            how: decisionOf(reviewDecisions, state),
          }),
          data: { state, decided_by: decidedBy },
        },
  membersOf: application => [application.memberId],
  told: a => ({
    state: a.state,
    member: a.memberId,
    decided_by: a.decidedBy,
    remark: a.remark,
  }),
}

/**
 * Passes or rejects an application to become an agent, in the caller's transaction. Passing sets
 * `isagent` to 1 and lets the team's play count from this day on. Refuses with 409 what another has
 * decided; `repeated` when nothing was left to do.
 */
export function decideAgentApplication(
  tx: Tx,
  decision: AgentDecision,
): Promise<Outcome<AgentApplication>> {
  const { memberId, applicationId, pass, reason, by, now } = decision
  const state = pass ? reviewState.approved : reviewState.rejected
  return decideLocked(tx, agentApplications, decision, {
    by: { name: by, now },
    repeats: before => before.state === state && before.decidedBy === by,
    refuse: () => need(pass || reason, 'desk.rejection_missing', 'remark'),
    apply: async before => {
      const decided = { state, decidedBy: by, remark: reason } as const
      await decideRow(tx, { memberId, applicationId, ...decided, at: now })
      await (pass ? admit(tx, memberId, by, now) : reject(tx, memberId, reason, now))
      return { ...before, ...decided, decidedAt: now }
    },
  })
}

async function admit(tx: Tx, memberId: bigint, by: string, now: Date) {
  await setAgent(tx, memberId, true)
  await insertAgent(tx, { memberId, at: now, fromDay: beijingDay(now), month: beijingMonth(now) })
  // Who was one before is one again, from this day on.
  const isBack = await resumeAgent(tx, { memberId, by, now })
  if (!isBack) await refuseAgentBeyond(tx, memberId, now)
  await notify(
    tx,
    memberId,
    '合营申请已通过',
    '恭喜您成为合营伙伴，请从“我的 › 代理登录”进入合营后台。',
    now,
    { kind: 'service', link: '/mine' },
  )
}

const reject = (tx: Tx, memberId: bigint, reason: string, now: Date) =>
  notify(tx, memberId, '合营申请未通过', `您的合营申请未通过审核。\n原因：${reason}`, now, {
    kind: 'service',
    link: '/applyagent',
  })
