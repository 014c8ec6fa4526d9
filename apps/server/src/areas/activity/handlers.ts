import { say } from '@tianping/contract/refusals'
import { applyState } from '@tianping/contract/activity/facts'
import { beijing, beijingDay } from '@tianping/money/day'
import { pageOf, PER_PAGE } from '../../kernel/http/answer.ts'
import { explained, figures, whyOf } from '../../kernel/http/explain.ts'
import type { Handlers } from '../../kernel/http/services.ts'
import { safeHtml } from '../../kernel/safeHtml.ts'
import {
  activities,
  activityTypes,
  applicationsOf,
  countShown,
  latestApplication,
  type Activity,
  type Application,
} from './store/activity.sql.ts'
import { segmentsWith } from '../segments/segments.ts'
import { inputsOf } from './explainFacts.ts'
import type { Fact } from './facts.ts'
import { doactivityapply } from './apply.ts'
import { activityFor } from './audience.ts'
import { ruleSchema, ruleText } from './rule.ts'
import { standings, type Standing } from './standing.ts'

const ruleOf = ({ rule }: Activity) => ruleSchema.parse(rule ?? { apply: false })

const rowOf = (activity: Activity, standing: Standing) => ({
  id: activity.activityId,
  type: activity.typeId,
  banner: activity.banner,
  title: activity.title,
  start_time: activity.startsAt ? beijingDay(activity.startsAt) : '',
  // The last day it runs: it ends with that day.
  end_time: activity.endsAt ? beijingDay(new Date(activity.endsAt.getTime() - 1)) : '',
  apply: ruleOf(activity).apply ? (1 as const) : (0 as const),
  terms: ruleText(ruleOf(activity)),
  ...standing,
})

const ruled = (activity: Activity) => ({
  activityId: activity.activityId,
  rule: ruleOf(activity),
})

/**
 * The conditions as they were found when it was made, and what passing pays by the version it was
 * made under.
 */
const whyOfApplication = ({ ruleVersion, facts, bonusFen, turnoverTimes, streak }: Application) =>
  whyOf({
    rule: 'activity_application',
    version: ruleVersion,
    inputs: [
      ...inputsOf(facts as Fact[]),
      figures.yuan('bonus', '奖金', bonusFen),
      figures.times('turnover_times', '流水倍数', turnoverTimes),
      ...(streak > 0 ? [figures.count('streak', '连续天数', streak)] : []),
    ],
  })

export const activityHandlers = {
  'POST /api/activitytype': async ({ db }) => ({ data: await activityTypes(db) }),
  'POST /api/activitylist': async ({ db, clock, body, member }) => {
    const typeId = /^\d{1,9}$/.test(body.type) && Number(body.type) > 0 ? Number(body.type) : null
    const memberId = member?.memberId ?? null
    const counts = await countShown(db, clock.now(), typeId)
    const segmentIds = await segmentsWith(db, {
      segmentIds: counts.flatMap(each => each.segmentId ?? []),
      memberId,
      now: clock.now(),
    })
    const seen = counts.filter(each => each.segmentId === null || segmentIds.has(each.segmentId))
    const total = seen.reduce((sum, each) => sum + each.count, 0)
    const rows = await activities(db, clock.now(), {
      typeId,
      segmentIds,
      limit: PER_PAGE,
      offset: (body.page - 1) * PER_PAGE,
    })
    const of = await standings(db, memberId, rows.map(ruled), clock.now())
    const data = rows.map(row => rowOf(row, of(row.activityId)))
    return { data: pageOf(data, body.page, total) }
  },
  'POST /api/activitydeatil': async ({ db, clock, body, member }) => {
    const activity = await activityFor(db, {
      activityId: body.id,
      memberId: member?.memberId ?? null,
      now: clock.now(),
    })
    if (!activity)
      throw explained(say('activity.not_found'), { rule: 'activity_shown', version: 0 })
    const latest = member
      ? await latestApplication(db, member.memberId, activity.activityId)
      : undefined
    const of = await standings(db, member?.memberId ?? null, [ruled(activity)], clock.now())
    return {
      data: {
        ...rowOf(activity, of(activity.activityId)),
        content: safeHtml(activity.content),
        memo: safeHtml(activity.memo),
        apply_state: latest?.state ?? applyState.none,
      },
    }
  },
  'POST /api/doactivityapply': doactivityapply,
  'POST /api/activityApplyLog': async ({ db, body, member }) => {
    const { rows, total } = await applicationsOf(db, member.memberId, {
      limit: PER_PAGE,
      offset: (body.page - 1) * PER_PAGE,
    })
    const data = rows.map(row => ({
      activity_name: row.title,
      created_at: beijing(row.appliedAt),
      state: row.state,
      remark: row.remark,
      why: whyOfApplication(row),
    }))
    return { data: pageOf(data, body.page, total) }
  },
} satisfies Handlers
