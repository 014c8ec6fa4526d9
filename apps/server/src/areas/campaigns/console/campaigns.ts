// Campaigns in the back office: proposed by one operator and approved by another; paused or ended
// by one at once. Nothing else of an approved one ever changes.
import { campaignArms, campaignState } from '@tianping/contract/campaigns/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { formatFen, yuanOf } from '@tianping/money'
import { beijing, beijingDay } from '@tianping/money/day'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { keyedAnswer, keyedPage, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { leftOf, monthBudget, monthStart } from '../../../kernel/monthBudget.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { isSameOperator } from '../../../kernel/operator/selfGuard.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { isAnswered } from '../../../kernel/plans/answered.ts'
import { checkLetter, keptText } from '../../adverts/adverts.ts'
import { holdPictures } from '../../media/media.ts'
import { timesFor } from '../../profiles/profiles.ts'
import { audienceOf } from '../../segments/segments.ts'
import { armFigures } from '../figures.ts'
import { campaignSetting } from '../setting.ts'
import * as store from '../store/campaign.sql.ts'
import type { Campaign, Listed } from '../store/campaign.sql.ts'
import { armSums, memberRows } from '../store/member.sql.ts'
import { read } from './form.ts'

/** Campaigns that wait or have not ended, at most. */
const MAX_OPEN = 20
const HUNDRED = 100

const subjectOf = (id: number) => `campaign:C${id}`

const rowOf = (c: Listed) => ({
  id: c.campaignId,
  name: c.name,
  segment: c.segment,
  product: c.product,
  state: c.state,
  starts_at: beijing(c.startsAt),
  ends_at: beijing(c.endsAt),
  budget: yuanOf(c.budgetFen),
  paid: yuanOf(c.spentFen),
  turnover_times: c.turnoverTimes,
  goal: c.goal,
  goal_days: c.goalDays,
  proposed_by: c.proposedBy,
  created_at: beijing(c.proposedAt),
  decided_by: c.decidedBy,
  paused_by: c.pausedBy,
  ended_by: c.stoppedBy,
  ended_why: c.stoppedWhy,
  ended_at: c.stoppedAt ? beijing(c.stoppedAt) : '',
  remark: c.remark,
})

const lock = async (tx: Tx, id: number): Promise<Campaign> =>
  existing(await store.lockCampaign(tx, id), 'campaign.not_found')

/** Refuses what passes the month's budget or too many; all proposals wait for each other here. */
async function refuseBeyond(tx: Tx, budgetFen: bigint, now: Date): Promise<void> {
  await store.lockBudget(tx)
  if ((await store.countOpen(tx)) >= MAX_OPEN)
    throw new Refusal(say('campaign.too_many', { max: MAX_OPEN }))
  const { monthFen } = await campaignSetting(tx)
  const { givenFen } = await store.givenSince(tx, monthStart(now))
  const leftFen = leftOf(monthFen, givenFen)
  if (budgetFen > leftFen)
    throw new Refusal(say('campaign.month_budget', { left: formatFen(leftFen) }), {
      field: 'budget',
    })
}

const told = ({ state, spentFen, proposedBy }: Campaign) => ({
  state,
  spent_fen: spentFen,
  proposed_by: proposedBy,
})

/** The arms and whoever is left for the control group. */
const armRows = (arms: store.Arm[]) => {
  const left = arms.reduce((rest, { percent }) => rest - percent, HUNDRED)
  const control = { arm: 'control' as const, share: left, title: '', content: '', bonus: 0 }
  return [
    ...arms.map(({ arm, percent: share, title, content, bonusFen }) => ({
      arm,
      share,
      title,
      content,
      bonus: yuanOf(bonusFen),
    })),
    ...(left > 0 ? [control] : []),
  ]
}

export const campaignHandlers = {
  'POST /api/console/campaigns/list': async ({ db, body }) => {
    const filter = listFilterOf(body, campaignState, ownIds, true)
    return keyedAnswer(filter.paging, await store.campaignRows(db, filter), rowOf)
  },
  'POST /api/console/campaigns/show': async ({ db, body }) => {
    const found = existing(await store.listedOne(db, body.id), 'campaign.not_found')
    const arms = armRows(await store.armsOf(db, body.id))
    return { data: { ...rowOf(found), arms, advert: await keptText(db, subjectOf(body.id)) } }
  },
  'POST /api/console/campaigns/figures': async ({ db, clock, body }) => {
    const found = existing(await store.listedOne(db, body.id), 'campaign.not_found')
    const sums = await armSums(db, { ...found, today: beijingDay(clock.now()) })
    return { data: { arms: armFigures(sums, found.goal) } }
  },
  'POST /api/console/campaign-members/list': async ({ db, body }) => {
    const paging = pagingOf(body, ownIds, true)
    const found = await memberRows(db, { campaignId: body.id, paging })
    const rows = found.rows.map(each => ({
      member_id: Number(each.memberId),
      username: each.username,
      arm: each.arm,
      bonus: yuanOf(each.bonusFen),
      assigned_at: beijing(each.assignedAt),
    }))
    return { data: keyedPage(paging, found, rows) }
  },
  'POST /api/console/campaigns/budget': async ({ db, clock }) => {
    const now = clock.now()
    const { monthFen } = await campaignSetting(db)
    const given = await store.givenSince(db, monthStart(now))
    return { data: monthBudget(now, monthFen, given) }
  },
  'POST /api/console/campaigns/propose': async context => {
    const { db, clock, body, operator } = context
    const asked = read(body, clock.now())
    const segmentId = await audienceOf(db, body.segment_id)
    const made = await runAction(context, async (tx, at) => {
      await refuseBeyond(tx, asked.budgetFen, at)
      for (const { arm, content } of asked.arms)
        await holdPictures(tx, { [`${arm}_content`]: content })
      const turnoverTimes = await timesFor(tx, asked.turnoverTimes)
      const proposed = { ...asked, segmentId, turnoverTimes }
      const id = await store.insertCampaign(tx, proposed, { name: operator.name, at })
      const subject = subjectOf(id)
      const adverts: Record<string, unknown> = {}
      for (const { arm, title, content: html } of asked.arms) {
        const letter = { subject, title, html, label: campaignArms[arm], stated: body.advert }
        Object.assign(adverts, await checkLetter(tx, { ...letter, by: operator.name, at }))
      }
      const after = { ...proposed, ...adverts }
      return { answer: id, entry: { action: 'campaign.propose', subject, after } }
    })
    return { message: '已提交，等待另一位同事复核', data: { id: made ?? 0 } }
  },
  'POST /api/console/campaigns/approve': async context => {
    const { body, operator } = context
    await runAction(context, async (tx, at) => {
      const before = await lock(tx, body.id)
      if (before.state !== campaignState.waiting)
        throw new Refusal(say('campaign.decided'), { state: before.state })
      if (isSameOperator(before.proposedBy, operator.name))
        throw new Refusal(say('campaign.own'), { rule: 'two_persons' })
      if (before.endsAt <= at) throw new Refusal(say('campaign.over'))
      const state = campaignState.approved
      await store.decideCampaign(tx, { id: body.id, state, by: operator.name, remark: '', at })
      return {
        answer: null,
        entry: {
          action: 'campaign.approve',
          subject: subjectOf(body.id),
          before: told(before),
          after: { state, budget_fen: before.budgetFen },
        },
      }
    })
    return { message: '已批准', data: null }
  },
  'POST /api/console/campaigns/pause': async context => {
    const { body, operator } = context
    need(body.remark, 'campaign.reason', 'remark')
    await runAction(context, async tx => {
      const before = await lock(tx, body.id)
      if (before.state !== campaignState.approved) throw new Refusal(say('campaign.not_running'))
      await store.pauseCampaign(tx, { id: body.id, by: operator.name, remark: body.remark })
      return {
        answer: null,
        entry: {
          action: 'campaign.pause',
          subject: subjectOf(body.id),
          before: told(before),
          after: { state: campaignState.paused, remark: body.remark },
        },
      }
    })
    return { message: '已暂停，不再发放', data: null }
  },
  'POST /api/console/campaigns/resume': async context => {
    const { body, operator } = context
    await runAction(context, async (tx, at) => {
      const before = await lock(tx, body.id)
      if (before.state !== campaignState.paused) throw new Refusal(say('campaign.not_paused'))
      if (isSameOperator(before.pausedBy, operator.name))
        throw new Refusal(say('campaign.resume_own'), { rule: 'two_persons' })
      if (!(await isAnswered(tx, context, { ...before, resumedBy: operator.name })))
        throw new Refusal(say('campaign.unanswered'), { rule: 'two_persons' })
      await store.resumeCampaign(tx, { id: body.id, by: operator.name, at })
      return {
        answer: null,
        entry: {
          action: 'campaign.resume',
          subject: subjectOf(body.id),
          before: { ...told(before), paused_by: before.pausedBy },
          after: { state: campaignState.approved },
        },
      }
    })
    return { message: '已恢复', data: null }
  },
  'POST /api/console/campaigns/end': async context => {
    const { body, operator } = context
    need(body.remark, 'campaign.reason', 'remark')
    const rejected = await runAction(context, async (tx, at) => {
      const before = await lock(tx, body.id)
      const waits = before.state === campaignState.waiting
      const by = { id: body.id, by: operator.name, remark: body.remark, at }
      if (waits) await store.decideCampaign(tx, { ...by, state: campaignState.rejected })
      else if (isOpen(before)) await store.endCampaign(tx, { ...by, why: 'staff' })
      else throw new Refusal(say('campaign.decided'), { state: before.state })
      return {
        answer: waits,
        entry: {
          action: waits ? 'campaign.reject' : 'campaign.end',
          subject: subjectOf(body.id),
          before: told(before),
          after: { remark: body.remark },
        },
      }
    })
    return { message: rejected ? '已拒绝' : '已结束', data: null }
  },
} satisfies ConsoleHandlers

const isOpen = ({ state }: Campaign) =>
  state === campaignState.approved || state === campaignState.paused
