import { formatFen, yuanOf } from '@tianping/contract/money'
import { transaction, type Tx } from '@tianping/database'
import { randomUUID } from 'node:crypto'
import { readMember } from '../account/member.sql.ts'
import { beijing } from '../clock.ts'
import { Refusal } from '../http/refusal.ts'
import type { Handler } from '../http/services.ts'
import { lockMember } from '../ledger/ledger.ts'
import { applicationOfAction, countApplications, insertApplication, openApplication, shownActivity, streakBefore, type Activity, type Application } from './activity.sql.ts'
import { bonusOf } from './bonus.ts'
import { decideApplication } from './decide.ts'
import { factsOf, type Fact } from './facts.ts'
import { ruleSchema, type ActivityRule } from './rule.ts'
import { periodOf, spanOf } from './window.ts'

type Applying = { memberId: bigint; activityId: number; actionKey: string; now: Date }

/** Decision 34: one open application per member and activity; each refusal names the rule and what is missing. */
export const doactivityapply: Handler<'POST /api/doactivityapply'> = async ({ db, clock, body, caller, member }) => {
  const now = clock.now()
  const made = await transaction(db, tx => apply(tx, { memberId: member.memberId, activityId: body.activityid, actionKey: caller.key, now }))
  if (made.state !== 2) return { message: '申请提交成功，请等待审核', data: null }
  return { message: made.bonusFen > 0n ? `申请成功，奖金${formatFen(made.bonusFen)}元已到账` : '申请成功', data: null }
}

/** Makes an application under the member's lock, so that what it rests on stays so; one that needs no review passes at once. */
export async function apply(tx: Tx, { memberId, activityId, actionKey, now }: Applying): Promise<Application> {
  await lockMember(tx, memberId)
  const before = await applicationOfAction(tx, memberId, actionKey)
  if (before) return before
  const activity = await shownActivity(tx, now, activityId)
  const { rule, ruleVersion } = ruleOf(activity, now)
  await refuseByCount(tx, memberId, activityId, rule, now)
  const member = await readMember(tx, memberId)
  const facts = await factsOf(tx, { member, activityId, conditions: rule.conditions, now })
  refuseUnlessMet(facts.facts, ruleVersion)
  const streak = rule.bonus.kind === 'by_streak' ? 1 + (await yesterdaysStreak(tx, memberId, activityId, rule.bonus.fen.length, now)) : 0
  const applicationId = randomUUID()
  await insertApplication(tx, {
    memberId, applicationId, activityId, ruleVersion, bonusFen: bonusOf(rule, { vip: member.vip, streak, facts }), turnoverTimes: rule.turnoverTimes,
    facts: JSON.stringify(facts.facts), friends: rule.bonus.kind === 'per_friend' ? facts.friends : [], streak, appliedAt: now, actionKey,
  })
  if (rule.review === 'auto') await decideApplication(tx, { memberId, applicationId, pass: true, reason: '', by: { name: '', actor: { type: 'system', id: 'activity' } }, now })
  return (await applicationOfAction(tx, memberId, actionKey))!
}

function ruleOf(activity: Activity | undefined, now: Date): { rule: ActivityRule; ruleVersion: number } {
  if (!activity) throw new Refusal('活动不存在或已结束', 400, { rule: 'activity_shown' })
  if (activity.startsAt && now < activity.startsAt) {
    throw new Refusal(`活动将于${beijing(activity.startsAt).slice(0, 16)}开始`, 400, { rule: 'activity_dates', starts_at: beijing(activity.startsAt) })
  }
  const rule = ruleSchema.parse(activity.rule ?? { apply: false })
  if (!rule.apply || activity.ruleVersion === null) throw new Refusal('该活动无需申请', 400, { rule: 'activity_announced' })
  return { rule, ruleVersion: activity.ruleVersion }
}

async function refuseByCount(tx: Tx, memberId: bigint, activityId: number, { limit }: ActivityRule, now: Date) {
  const open = await openApplication(tx, memberId, activityId)
  if (open) throw new Refusal('您已申请该活动，正在审核中', 400, { rule: 'activity_open', applied_at: beijing(open.appliedAt) })
  const period = periodOf(limit.per, now)
  const used = await countApplications(tx, memberId, activityId, period.from, period.until)
  if (used < limit.times) return
  const name = { ever: '', day: '今日', week: '本周', month: '本月', year: '今年' }[limit.per]
  throw new Refusal(`该活动${name}限申请${limit.times}次，您已申请${used}次`, 400, {
    rule: 'activity_limit', per: limit.per, times: limit.times, used, again_at: limit.per === 'ever' ? '' : beijing(period.until),
  })
}

function refuseUnlessMet(facts: Fact[], ruleVersion: number) {
  const missing = facts.filter(fact => !fact.met)
  if (missing.length === 0) return
  throw new Refusal(`未满足申请条件：${missing.map(fact => `${fact.text}（${fact.missing}）`).join('；')}`, 400, {
    rule: 'activity_conditions',
    rule_version: ruleVersion,
    conditions: facts.map(({ kind, text, met, needed, found, missing: short }) => {
      const isMoney = kind !== 'min_vip' && kind !== 'birthday_month' && kind !== 'friends'
      return { kind, text, met, needed: isMoney ? yuanOf(BigInt(needed)) : needed, found: isMoney ? yuanOf(BigInt(found)) : found, missing: short }
    }),
  })
}

/** After the last day of a row the next begins at its first. */
async function yesterdaysStreak(tx: Tx, memberId: bigint, activityId: number, length: number, now: Date): Promise<number> {
  const { from, until } = spanOf('yesterday', now)
  return (await streakBefore(tx, memberId, activityId, from, until)) % length
}
