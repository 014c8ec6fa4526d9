import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { setAgent } from '../account/account.ts'
import { beijingDay } from '../../kernel/clock.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import { notify } from '../message/message.ts'
import {
  decideRow,
  insertAgent,
  lockApplication,
  type AgentApplication,
} from './store/agent.sql.ts'
import { monthOf } from './month.ts'
import { resumeAgent } from './standing.ts'

export type AgentDecision = {
  memberId: bigint
  applicationId: string
  pass: boolean
  /** Needed to reject; the member reads it. */
  reason: string
  by: string
  now: Date
}

/**
 * Passes or rejects an application to become an agent, in the caller's transaction. Passing sets
 * `isagent` to 1 and lets the team's play count from this day on. Refuses with 409 what another has
 * decided; `repeated` when nothing was left to do.
 */
export async function decideAgentApplication(
  tx: Tx,
  decision: AgentDecision,
): Promise<{ before: AgentApplication; after: AgentApplication; repeated: boolean }> {
  const { memberId, applicationId, pass, reason, by, now } = decision
  const before = await lockApplication(tx, memberId, applicationId)
  if (!before) throw new Refusal(say('application.not_found'))
  const state = pass ? 2 : 3
  if (before.state === state && before.decidedBy === by)
    return { before, after: before, repeated: true }
  if (before.state !== 1)
    throw new Refusal(
      say('application.decided', {
        by: before.decidedBy,
        how: before.state === 2 ? '通过' : '拒绝',
      }),
      {
        state: before.state,
        decided_by: before.decidedBy,
      },
    )
  if (!pass && reason === '') throw new Refusal(say('desk.rejection_missing'), { field: 'remark' })
  await decideRow(tx, { memberId, applicationId, state, decidedBy: by, remark: reason, at: now })
  if (pass) {
    await setAgent(tx, memberId, true)
    await insertAgent(tx, { memberId, at: now, fromDay: beijingDay(now), month: monthOf(now) })
    // Who was one before is one again, from this day on.
    await resumeAgent(tx, { memberId, by, now })
    await notify(
      tx,
      memberId,
      '合营申请已通过',
      '恭喜您成为合营伙伴，请从“我的 › 代理登录”进入合营后台。',
      now,
    )
  } else
    await notify(tx, memberId, '合营申请未通过', `您的合营申请未通过审核。\n原因：${reason}`, now)
  return {
    before,
    after: { ...before, state, decidedBy: by, decidedAt: now, remark: reason },
    repeated: false,
  }
}
