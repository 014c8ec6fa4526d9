import { say } from '@tianping/contract/refusals'
import { formatFen, yuanOf } from '@tianping/money'
import { reviewState } from '@tianping/contract/facts'
import { transaction, type Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { randomUUID } from 'node:crypto'
import { readMember } from '../account/account.ts'
import { explained, figures } from '../../kernel/http/explain.ts'
import type { Handler } from '../../kernel/http/services.ts'
import { lockMember } from '../../ledger/ledger.ts'
import {
  applicationOfAction,
  countApplications,
  insertApplication,
  openApplication,
  streakBefore,
  type Activity,
  type Application,
} from './store/activity.sql.ts'
import { countsOf, lockPlaces } from './store/standing.sql.ts'
import { activityFor } from './audience.ts'
import { bonusOf } from './bonus.ts'
import { inForce } from '../profiles/profiles.ts'
import { mayBenefit } from '../protection/protection.ts'
import { holdsOn } from '../holds/holds.ts'
import { decideApplication, goingOf } from './decide.ts'
import { inputsOf, isMoney, missingOf } from './explainFacts.ts'
import { factsOf, type Fact } from './facts.ts'
import { ruleSchema, type ActivityRule } from './rule.ts'
import { periodOf, spanOf } from './window.ts'
import { present } from '../../kernel/present.ts'

type Ruled = { rule: ActivityRule; ruleVersion: number }
type Applying = { memberId: bigint; activityId: number; actionKey: string; now: Date }

/**
 * One open application per member and activity
 * (docs/decisions/0035-activities-and-their-applications.md); each refusal names the rule and what
 * is missing.
 */
export const doactivityapply: Handler<'POST /api/doactivityapply'> = async ({
  db,
  clock,
  body,
  caller,
  member,
}) => {
  const now = clock.now()
  const made = await transaction(db, tx =>
    apply(tx, {
      memberId: member.memberId,
      activityId: body.activityid,
      actionKey: caller.key,
      now,
    }),
  )
  if (made.state !== reviewState.approved)
    return { message: '申请提交成功，请等待审核', data: null }
  return {
    message: made.bonusFen > 0n ? `申请成功，奖金${formatFen(made.bonusFen)}元已到账` : '申请成功',
    data: null,
  }
}

/** Refuses a bonus that asks for more turnover than an enabled profile allows. */
async function refuseWagering(tx: Tx, { rule, ruleVersion }: Ruled) {
  const { wageringTimes: max } = (await inForce(tx)).demands
  if (max !== null && rule.turnoverTimes > max)
    throw explained(say('activity.wagering'), {
      rule: 'wagering_max',
      version: ruleVersion,
      inputs: [
        figures.times('turnover_times', '流水倍数', rule.turnoverTimes),
        figures.times('max', '上限', max),
      ],
    })
}

/**
 * Makes an application under the member's lock, so that what it rests on stays so; one that needs
 * no review passes at once.
 */
export async function apply(
  tx: Tx,
  { memberId, activityId, actionKey, now }: Applying,
): Promise<Application> {
  await lockMember(tx, memberId)
  const before = await applicationOfAction(tx, memberId, actionKey)
  if (before) return before
  await mayBenefit(tx, memberId, now)
  const activity = await activityFor(tx, { activityId, memberId, now })
  const { rule, ruleVersion } = ruleOf(activity, now)
  await refuseWagering(tx, { rule, ruleVersion })
  await refuseByCount(tx, memberId, activityId, { rule, ruleVersion }, now)
  await refuseWhenFull(tx, activityId, { rule, ruleVersion }, now)
  const member = await readMember(tx, memberId)
  const facts = await factsOf(tx, { member, activityId, conditions: rule.conditions, now })
  refuseUnlessMet(facts.facts, ruleVersion)
  const streak =
    rule.bonus.kind === 'by_streak'
      ? 1 + (await yesterdaysStreak(tx, memberId, activityId, rule.bonus.fen.length, now))
      : 0
  const applicationId = randomUUID()
  await insertApplication(tx, {
    memberId,
    applicationId,
    activityId,
    ruleVersion,
    bonusFen: bonusOf(rule, { vip: member.vip, streak, facts }),
    turnoverTimes: rule.turnoverTimes,
    facts: JSON.stringify(facts.facts),
    friends: usedBy(rule, facts.friends),
    streak,
    appliedAt: now,
    actionKey,
  })
  // What stands against the member is for a person to weigh.
  const held = await holdsOn(tx, goingOf({ memberId, applicationId }, now))
  if (rule.review === 'auto' && held.length === 0)
    await decideApplication(tx, {
      memberId,
      applicationId,
      pass: true,
      reason: '',
      by: { name: '', actor: { type: 'system', id: 'activity' } },
      now,
    })
  return present(await applicationOfAction(tx, memberId, actionKey), 'application just made')
}

/**
 * Each friend counts once in an activity: all that are paid for, or as many as a condition asks.
 */
const usedBy = ({ bonus, conditions }: ActivityRule, friends: readonly bigint[]) =>
  bonus.kind === 'per_friend'
    ? [...friends]
    : friends.slice(0, Math.max(0, ...conditions.map(c => (c.kind === 'friends' ? c.count : 0))))

function ruleOf(activity: Activity | undefined, now: Date): Ruled {
  if (!activity) throw explained(say('activity.over'), { rule: 'activity_shown', version: 0 })
  const version = activity.ruleVersion ?? 0
  if (activity.startsAt && now < activity.startsAt) {
    throw explained(
      say('activity.not_started', { at: beijing(activity.startsAt).slice(0, 16) }),
      {
        rule: 'activity_dates',
        version,
        inputs: [
          figures.time('now', '当前时间', now),
          figures.time('starts_at', '活动开始', activity.startsAt),
        ],
      },
      { starts_at: beijing(activity.startsAt) },
    )
  }
  const rule = ruleSchema.parse(activity.rule ?? { apply: false })
  if (!rule.apply || activity.ruleVersion === null)
    throw explained(say('activity.nothing_to_apply_for'), {
      rule: 'activity_announced',
      version,
      inputs: [figures.text('activity', '活动', activity.title)],
    })
  return { rule, ruleVersion: activity.ruleVersion }
}

const periodNames = { ever: '', day: '今日', week: '本周', month: '本月', year: '今年' } as const

/** Under the activity's lock: of two who want the last place one is refused. */
async function refuseWhenFull(
  tx: Tx,
  activityId: number,
  { rule: { places }, ruleVersion: version }: Ruled,
  now: Date,
) {
  if (places.times === 0) return
  await lockPlaces(tx, activityId)
  const period = periodOf(places.per, now)
  const [found] = await countsOf(tx, null, [{ activityId, own: period, all: period }])
  if (!found || found.taken < places.times) return
  throw explained(
    say('activity.places', { period: periodNames[places.per], places: places.times }),
    {
      rule: 'activity_places',
      version,
      inputs: [
        figures.count('places', '名额', places.times),
        ...(places.per === 'ever' ? [] : [figures.time('again_at', '可再次申请', period.until)]),
      ],
    },
    { again_at: places.per === 'ever' ? '' : beijing(period.until) },
  )
}

async function refuseByCount(
  tx: Tx,
  memberId: bigint,
  activityId: number,
  { rule: { limit }, ruleVersion: version }: Ruled,
  now: Date,
) {
  const open = await openApplication(tx, memberId, activityId)
  if (open) {
    const also = { applied_at: beijing(open.appliedAt) }
    throw explained(
      say('activity.applied'),
      {
        rule: 'activity_open',
        version,
        inputs: [figures.time('applied_at', '申请时间', open.appliedAt)],
      },
      also,
    )
  }
  const period = periodOf(limit.per, now)
  const used = await countApplications(tx, memberId, activityId, period.from, period.until)
  if (used < limit.times) return
  const name = periodNames[limit.per]
  throw explained(
    say('activity.limit', { period: name, times: limit.times, used }),
    {
      rule: 'activity_limit',
      version,
      inputs: [
        figures.count('used', '已申请次数', used),
        figures.count('times', '次数上限', limit.times),
        ...(limit.per === 'ever' ? [] : [figures.time('again_at', '可再次申请', period.until)]),
      ],
    },
    {
      per: limit.per,
      times: limit.times,
      used,
      again_at: limit.per === 'ever' ? '' : beijing(period.until),
    },
  )
}

function refuseUnlessMet(facts: Fact[], version: number) {
  const missing = facts.filter(fact => !fact.met)
  if (missing.length === 0) return
  throw explained(
    say('activity.conditions', {
      conditions: missing.map(fact => `${fact.text}（${fact.missing}）`).join('；'),
    }),
    {
      rule: 'activity_conditions',
      version,
      inputs: inputsOf(facts),
      missing: missing.flatMap(missingOf),
    },
    {
      conditions: facts.map(({ kind, text, met, needed, found, missing: short }) => ({
        kind,
        text,
        met,
        needed: isMoney(kind) ? yuanOf(BigInt(needed)) : needed,
        found: isMoney(kind) ? yuanOf(BigInt(found)) : found,
        missing: short,
      })),
    },
  )
}

/** After the last day of a row the next begins at its first. */
async function yesterdaysStreak(
  tx: Tx,
  memberId: bigint,
  activityId: number,
  length: number,
  now: Date,
): Promise<number> {
  const { from, until } = spanOf('yesterday', now)
  return (await streakBefore(tx, memberId, activityId, from, until)) % length
}
