import { say } from '@tianping/contract/refusals'
import { formatFen } from '@tianping/money'
import { decisionOf, reviewDecisions, reviewState } from '@tianping/contract/facts'
import { row, sql, type Tx } from '@tianping/database'
import { existing, need } from '../../kernel/http/refusal.ts'
import { decideLocked, type Outcome, type Queue } from '../../kernel/operator/queue.ts'
import { lockMember, lockMembers, mustPost, type Actor } from '../../ledger/ledger.ts'
import { timesFor } from '../profiles/profiles.ts'
import { openGift } from '../wagering/wagering.ts'
import { whoMayBenefit } from '../protection/protection.ts'
import { refuseHeld, type Going } from '../holds/holds.ts'
import { notify } from '../message/message.ts'
import {
  decideRow,
  freeFriends,
  friendsOf,
  lockApplication,
  type Application,
} from './store/activity.sql.ts'
import { giveFreeRounds } from '../freeRounds/freeRounds.ts'
import { ruleSchema, type ActivityRule } from './rule.ts'

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

type Id = Pick<Application, 'memberId' | 'applicationId'>
export const applications: Queue<Id, Application> = {
  subjectOf: ({ applicationId }) => `application:${applicationId}`,
  lock: async (tx, { memberId, applicationId }) =>
    existing(await lockApplication(tx, memberId, applicationId), 'application.not_found'),
  closed: ({ state, decidedBy }) =>
    state === reviewState.waiting
      ? undefined
      : {
          said: say('application.decided', {
            by: decidedBy || '系统',
            how: decisionOf(reviewDecisions, state),
          }),
          data: { state, decided_by: decidedBy },
        },
  membersOf: application => [application.memberId],
  told: a => ({
    state: a.state,
    activity: a.title,
    bonus_fen: a.bonusFen,
    decided_by: a.decidedBy,
    remark: a.remark,
  }),
}

/** What may stop a bonus. */
export const goingOf = ({ memberId, applicationId }: Id, now: Date): Going => ({
  subject: applications.subjectOf({ memberId, applicationId }),
  memberId,
  pays: 'bonus',
  now,
})

/**
 * Passes or rejects an application in the caller's transaction: state, bonus, requirement and
 * letter stand or fall together. Refuses with 409 what another has decided.
 */
export function decideApplication(tx: Tx, decision: Decision): Promise<Outcome<Application>> {
  const { memberId, applicationId, pass, reason, by, now } = decision
  const state = pass ? reviewState.approved : reviewState.rejected
  return decideLocked(tx, applications, decision, {
    by: { name: by.name, now },
    repeats: before => before.state === state && before.decidedBy === by.name,
    refuse: async before => {
      need(pass || reason, 'desk.rejection_missing', 'remark')
      if (!pass) return
      // The lock that a block takes: one that came before is seen, one that comes after waits.
      await lockMember(tx, memberId)
      await refuseHeld(tx, goingOf(before, now), by.name)
    },
    apply: async before => {
      const decided = { state, decidedBy: by.name, remark: reason } as const
      await decideRow(tx, { memberId, applicationId, ...decided, at: now })
      await (pass ? pay(tx, before, decision) : reject(tx, before, decision))
      return { ...before, ...decided, decidedAt: now }
    },
  })
}

async function reject(tx: Tx, { memberId, applicationId, title }: Application, d: Decision) {
  await freeFriends(tx, memberId, applicationId)
  await notify(
    tx,
    memberId,
    '活动申请未通过',
    `您申请的“${title}”未通过审核。\n原因：${d.reason}`,
    d.now,
    { kind: 'offer', link: '/activityRecord' },
  )
}

async function pay(tx: Tx, application: Application, { by, now }: Decision) {
  const { memberId, applicationId, title, bonusFen } = application
  const turnoverTimes = await timesFor(tx, application.turnoverTimes)
  const bonus = { applicationId, turnoverTimes, actor: by.actor, now }
  const paid =
    bonusFen > 0n
      ? `，奖金 ¥${formatFen(bonusFen)} 已存入中心钱包${turnoverTimes > 0 ? `，完成 ${turnoverTimes} 倍流水即可提款` : ''}`
      : ''
  await credit(tx, { ...bonus, memberId, amountFen: bonusFen })
  const rule = await ruleOf(tx, application)
  await giveRounds(tx, application, { rule, by: by.name, now })
  await notify(tx, memberId, '活动申请已通过', `您申请的“${title}”已通过${paid}。`, now, {
    kind: 'offer',
    link: '/activityRecord',
  })
  const friendFen = rule.bonus.kind === 'per_friend' ? BigInt(rule.bonus.friendFen) : 0n
  // A friend registered after who invited them, so members are locked in the order of their
  // numbers.
  const friends = friendFen > 0n ? await friendsOf(tx, memberId, applicationId) : []
  await lockMembers(tx, friends)
  for (const friendId of await whoMayBenefit(tx, friends, now)) {
    await credit(tx, { ...bonus, memberId: friendId, amountFen: friendFen })
    await notify(
      tx,
      friendId,
      '好友礼金已到账',
      `您的好友参加“${title}”，您获得奖金 ¥${formatFen(friendFen)}${turnoverTimes > 0 ? `，完成 ${turnoverTimes} 倍流水即可提款` : ''}。`,
      now,
      { kind: 'money', link: '/money' },
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
  await mustPost(tx, {
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
  await openGift(tx, {
    memberId: b.memberId,
    sourceType: 'activity_bonus',
    sourceId: b.applicationId,
    amountFen: b.amountFen,
    turnoverTimes: b.turnoverTimes,
    openedAt: b.now,
  })
}

/** Free rounds of an activity that gives them; refused where the month's budget is used up. */
async function giveRounds(
  tx: Tx,
  { memberId, applicationId, title, turnoverTimes }: Application,
  { rule, by, now }: { rule: ActivityRule; by: string; now: Date },
) {
  if (rule.bonus.kind !== 'free_rounds') return
  const source = { source: 'activity', sourceId: applicationId, reason: title } as const
  await giveFreeRounds(tx, {
    ...rule.bonus,
    ...source,
    memberId,
    turnoverTimes,
    by,
    waits: false,
    now,
  })
}

/** The version of the rule that the application was made under. */
async function ruleOf(tx: Tx, { activityId, ruleVersion }: Application): Promise<ActivityRule> {
  const found = await row(
    tx,
    sql<{
      rule: unknown
    }>`select rule from activity_rule where activity_id = ${activityId} and version = ${ruleVersion}`,
  )
  return ruleSchema.parse(found?.rule)
}
