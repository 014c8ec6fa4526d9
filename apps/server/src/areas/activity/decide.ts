import { say } from '@tianping/contract/refusals'
import { formatFen } from '@tianping/contract/money'
import { row, sql, type Tx } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import { post, type Actor } from '../../ledger/ledger.ts'
import { openRequirement } from '../../ledger/wagering.ts'
import { notify } from '../message/message.ts'
import {
  decideRow,
  freeFriends,
  friendsOf,
  lockApplication,
  type Application,
} from './store/activity.sql.ts'
import { ruleSchema } from './rule.ts'

export type Decision = {
  memberId: bigint
  applicationId: string
  pass: boolean
  /** Needed to reject; the member reads it. */
  reason: string
  /** `name` is kept with the application; empty for the system. */
  by: { name: string; actor: Actor }
  now: Date
}
/** `repeated`: it had been decided so by the same one before, and nothing was done now. */
export type Decided = { before: Application; after: Application; repeated: boolean }

/**
 * Passes or rejects an application in the caller's transaction: state, bonus, requirement and
 * letter stand or fall together. Refuses with 409 what another has decided.
 */
export async function decideApplication(tx: Tx, decision: Decision): Promise<Decided> {
  const { memberId, applicationId, pass, reason, by, now } = decision
  const before = await lockApplication(tx, memberId, applicationId)
  if (!before) throw new Refusal(say('application.not_found'))
  const state = pass ? 2 : 3
  if (before.state === state && before.decidedBy === by.name)
    return { before, after: before, repeated: true }
  if (before.state !== 1) {
    throw new Refusal(
      say('application.decided', {
        by: before.decidedBy || '系统',
        how: before.state === 2 ? '通过' : '拒绝',
      }),
      { state: before.state, decided_by: before.decidedBy },
    )
  }
  if (!pass && reason === '') throw new Refusal(say('desk.rejection_missing'), { field: 'remark' })
  await decideRow(tx, {
    memberId,
    applicationId,
    state,
    decidedBy: by.name,
    remark: reason,
    at: now,
  })
  if (pass) await pay(tx, before, decision)
  else {
    await freeFriends(tx, memberId, applicationId)
    await notify(
      tx,
      memberId,
      '活动申请未通过',
      `您申请的“${before.title}”未通过审核。\n原因：${reason}`,
      now,
    )
  }
  return {
    before,
    after: { ...before, state, decidedBy: by.name, decidedAt: now, remark: reason },
    repeated: false,
  }
}

async function pay(tx: Tx, application: Application, { by, now }: Decision) {
  const { memberId, applicationId, title, bonusFen, turnoverTimes } = application
  const bonus = { applicationId, turnoverTimes, actor: by.actor, now }
  const paid =
    bonusFen > 0n
      ? `，奖金 ¥${formatFen(bonusFen)} 已存入中心钱包${turnoverTimes > 0 ? `，完成 ${turnoverTimes} 倍流水即可提款` : ''}`
      : ''
  await credit(tx, { ...bonus, memberId, amountFen: bonusFen })
  await notify(tx, memberId, '活动申请已通过', `您申请的“${title}”已通过${paid}。`, now)
  const friendFen = await friendBonus(tx, application)
  // A friend registered after who invited them, so members are locked in the order of their
  // numbers.
  for (const friendId of friendFen > 0n ? await friendsOf(tx, memberId, applicationId) : []) {
    await credit(tx, { ...bonus, memberId: friendId, amountFen: friendFen })
    await notify(
      tx,
      friendId,
      '好友礼金已到账',
      `您的好友参加“${title}”，您获得奖金 ¥${formatFen(friendFen)}${turnoverTimes > 0 ? `，完成 ${turnoverTimes} 倍流水即可提款` : ''}。`,
      now,
    )
  }
}

async function credit(
  tx: Tx,
  b: {
    memberId: bigint
    amountFen: bigint
    applicationId: string
    turnoverTimes: number
    actor: Actor
    now: Date
  },
) {
  if (b.amountFen === 0n) return
  const posted = await post(tx, {
    memberId: b.memberId,
    key: `activity:${b.applicationId}`,
    code: 'activity_bonus',
    from: { name: 'activityBonus' },
    to: { name: 'memberCash' },
    amountFen: b.amountFen,
    source: { type: 'activity_application', id: b.applicationId },
    actor: b.actor,
    effectiveAt: b.now,
  })
  if (posted.kind !== 'done')
    throw new Error(`the bonus of application ${b.applicationId} could not be paid: ${posted.kind}`)
  await openRequirement(tx, {
    memberId: b.memberId,
    sourceType: 'activity_bonus',
    sourceId: b.applicationId,
    requiredFen: b.amountFen * BigInt(b.turnoverTimes),
    openedAt: b.now,
  })
}

/** What each friend of the application gets, by the version of the rule it was made under. */
async function friendBonus(tx: Tx, { activityId, ruleVersion }: Application): Promise<bigint> {
  const found = await row(
    tx,
    sql<{
      rule: unknown
    }>`select rule from activity_rule where activity_id = ${activityId} and version = ${ruleVersion}`,
  )
  const { bonus } = ruleSchema.parse(found?.rule)
  return bonus.kind === 'per_friend' ? BigInt(bonus.friendFen) : 0n
}
