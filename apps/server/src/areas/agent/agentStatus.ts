// Taking back an agent's status, and giving it back. What was earned up to the end of that day
// stays due: the month it falls in is settled with the others, its statement reviewed as usual. The
// team's members stay whose they were, so that a status given back goes on with the same team; the
// time between never counts.
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { addDays, beijingDay, beijingMonth } from '@tianping/money/day'
import { dropTickets, setAgent } from '../account/account.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import { notify } from '../message/message.ts'
import { refuseAgentBeyond } from './plans/together.ts'
import { endPause, insertPause, pausedFrom, skipMonths } from './store/agentStatus.sql.ts'
import { lockAgent } from './store/statement.sql.ts'

export type AgentStatus = {
  memberId: bigint
  /** The member reads it. */
  reason: string
  by: string
  now: Date
}

/**
 * Ends it in the caller's transaction; answers the first day that no longer counts. Refuses with
 * 409 who is no agent.
 */
export async function endAgent(
  tx: Tx,
  { memberId, reason, by, now }: AgentStatus,
): Promise<string> {
  if (!(await lockAgent(tx, memberId))) throw new Refusal(say('agent.not_an_agent'))
  if (await pausedFrom(tx, memberId)) throw new Refusal(say('agent.standing_ended'))
  const fromDay = addDays(beijingDay(now), 1)
  await insertPause(tx, { memberId, at: now, by, reason, fromDay })
  await setAgent(tx, memberId, false)
  await dropTickets(tx, memberId)
  const due = `${beijingDay(now)}及以前的佣金照常按月结算、审核，通过后存入您的中心钱包。`
  await notify(
    tx,
    memberId,
    '合营资格已取消',
    `您的合营资格已取消，合营后台不再开放。\n原因：${reason}\n${due}`,
    now,
    { kind: 'service', link: '/mine' },
  )
  return fromDay
}

/**
 * Lets the team's play count again from this day on; answers whether anything had been taken back.
 * No letter.
 */
export async function resumeAgent(
  tx: Tx,
  { memberId, by, now }: Omit<AgentStatus, 'reason'>,
): Promise<boolean> {
  if (!(await lockAgent(tx, memberId))) return false
  const from = await endPause(tx, { memberId, at: now, by, untilDay: beijingDay(now) })
  if (from === undefined) return false
  await skipMonths(tx, memberId, from, beijingMonth(now))
  await setAgent(tx, memberId, true)
  await refuseAgentBeyond(tx, memberId, now)
  return true
}

/** Gives it back, and says so to the member. Refuses with 409 whom nothing was taken from. */
export async function reinstateAgent(
  tx: Tx,
  { memberId, by, now }: Omit<AgentStatus, 'reason'>,
): Promise<void> {
  if (!(await resumeAgent(tx, { memberId, by, now })))
    throw new Refusal(say('agent.standing_not_ended'))
  await notify(
    tx,
    memberId,
    '合营资格已恢复',
    '您的合营资格已恢复，团队自今日起重新计佣，请从“我的 › 代理登录”进入合营后台。',
    now,
    { kind: 'service', link: '/mine' },
  )
}
