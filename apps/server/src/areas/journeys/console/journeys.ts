// Journeys in the back office: proposed by one operator and approved by another; paused or ended by
// one at once. A change of one is another version, which takes the same way.
import { journeyState } from '@tianping/contract/journeys/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { leftOf } from '../../../kernel/monthBudget.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { isSameOperator } from '../../../kernel/operator/selfGuard.ts'
import { isAnswered } from '../../../kernel/plans/answered.ts'
import { checkLetter } from '../../adverts/adverts.ts'
import { holdPictures } from '../../media/media.ts'
import { timesFor } from '../../profiles/profiles.ts'
import { journeySetting } from '../setting.ts'
import * as store from '../store/journey.sql.ts'
import type { Journey } from '../store/journey.sql.ts'
import { read } from './form.ts'
import { monthDayOf, subjectOf } from './views.ts'

/** Journeys that wait or have not ended, at most. */
const MAX_OPEN = 20

const lock = async (tx: Tx, id: number): Promise<Journey> =>
  existing(await store.lockJourney(tx, id), 'journey.not_found')

const isOpen = ({ state }: Journey) =>
  state === journeyState.approved || state === journeyState.paused

const told = ({ state, proposedBy }: Journey) => ({ state, proposed_by: proposedBy })

/** The version at work that a proposal changes; null for a new journey. */
async function changedBy(tx: Tx, replaces: number): Promise<Journey | null> {
  if (replaces === 0) return null
  const before = await lock(tx, replaces)
  if (!isOpen(before)) throw new Refusal(say('journey.not_running'))
  return before
}

/** Refuses what passes the month's budget or too many; all proposals wait for each other here. */
async function refuseBeyond(
  tx: Tx,
  asked: { monthFen: bigint; seriesId: number | null; now: Date },
): Promise<void> {
  await store.lockBudget(tx)
  if (asked.seriesId === null && (await store.countOpen(tx)) >= MAX_OPEN)
    throw new Refusal(say('journey.too_many', { max: MAX_OPEN }))
  const { monthFen } = await journeySetting(tx)
  const { givenFen } = await store.givenSince(tx, monthDayOf(asked.now), asked.seriesId ?? 0)
  const leftFen = leftOf(monthFen, givenFen)
  if (asked.monthFen > leftFen)
    throw new Refusal(say('journey.month_budget', { left: formatFen(leftFen) }), {
      field: 'month_budget',
    })
}

/**
 * Ends the version that an approved one takes the place of. Answers from when on what happens
 * counts: from the approval or the start, or as before where trigger and days stay the same.
 */
async function takeOver(tx: Tx, next: Journey, { by, at }: { by: string; at: Date }) {
  const from = next.startsAt > at ? next.startsAt : at
  if (next.replaces === null) return from
  const before = await lock(tx, next.replaces)
  if (!isOpen(before)) throw new Refusal(say('journey.replaced_gone'))
  if (isSameOperator(before.pausedBy, by))
    throw new Refusal(say('journey.resume_own'), { rule: 'two_persons' })
  const ending = { id: before.journeyId, why: 'replaced', by, remark: '', at } as const
  await store.endJourney(tx, ending)
  return goesOn(before, next) && before.since && next.startsAt <= at ? before.since : from
}

/** Whether a version asks for the same as the one that runs. */
const goesOn = (before: Journey, next: Journey) =>
  before.state === journeyState.approved &&
  before.trigger === next.trigger &&
  before.days === next.days

export const journeyHandlers = {
  'POST /api/console/journeys/propose': async context => {
    const { db, clock, body, operator } = context
    const asked = await read(db, body, clock.now())
    const made = await runAction(context, async (tx, at) => {
      const before = await changedBy(tx, body.replaces)
      const seriesId = before?.seriesId ?? null
      await refuseBeyond(tx, { monthFen: asked.monthFen, seriesId, now: at })
      await holdPictures(tx, { content: asked.content })
      const turnoverTimes = await timesFor(tx, asked.turnoverTimes)
      const proposed = { ...asked, turnoverTimes, replaces: before?.journeyId ?? null }
      const by = { name: operator.name, at }
      const id = await store.insertJourney(tx, { ...proposed, seriesId }, by)
      if (id === undefined) throw new Refusal(say('journey.waits'))
      const subject = subjectOf(id)
      const { title, content: html } = asked
      const letter = { subject, title, html, stated: body.advert, by: operator.name, at }
      const after = { ...proposed, ...(await checkLetter(tx, letter)) }
      return { answer: id, entry: { action: 'journey.propose', subject, after } }
    })
    return { message: '已提交，等待另一位同事复核', data: { id: made ?? 0 } }
  },
  'POST /api/console/journeys/approve': async context => {
    const { body, operator } = context
    await runAction(context, async (tx, at) => {
      const before = await lock(tx, body.id)
      if (before.state !== journeyState.waiting)
        throw new Refusal(say('journey.decided'), { state: before.state })
      if (isSameOperator(before.proposedBy, operator.name))
        throw new Refusal(say('journey.own'), { rule: 'two_persons' })
      if (before.endsAt <= at) throw new Refusal(say('journey.over'))
      const by = operator.name
      const since = await takeOver(tx, before, { by, at })
      const state = journeyState.approved
      await store.decideJourney(tx, { id: body.id, state, by, remark: '', since, at })
      return {
        answer: null,
        entry: {
          action: 'journey.approve',
          subject: subjectOf(body.id),
          before: told(before),
          after: { state, month_fen: before.monthFen, replaces: before.replaces },
        },
      }
    })
    return { message: '已批准', data: null }
  },
  'POST /api/console/journeys/pause': async context => {
    const { body, operator } = context
    need(body.remark, 'journey.reason', 'remark')
    await runAction(context, async tx => {
      const before = await lock(tx, body.id)
      if (before.state !== journeyState.approved) throw new Refusal(say('journey.not_running'))
      await store.pauseJourney(tx, { id: body.id, by: operator.name, remark: body.remark })
      return {
        answer: null,
        entry: {
          action: 'journey.pause',
          subject: subjectOf(body.id),
          before: told(before),
          after: { state: journeyState.paused, remark: body.remark },
        },
      }
    })
    return { message: '已暂停，不再发送', data: null }
  },
  'POST /api/console/journeys/resume': async context => {
    const { body, operator } = context
    await runAction(context, async (tx, at) => {
      const before = await lock(tx, body.id)
      if (before.state !== journeyState.paused) throw new Refusal(say('journey.not_paused'))
      if (isSameOperator(before.pausedBy, operator.name))
        throw new Refusal(say('journey.resume_own'), { rule: 'two_persons' })
      if (!(await isAnswered(tx, context, { ...before, resumedBy: operator.name })))
        throw new Refusal(say('journey.unanswered'), { rule: 'two_persons' })
      await store.resumeJourney(tx, { id: body.id, by: operator.name, at })
      return {
        answer: null,
        entry: {
          action: 'journey.resume',
          subject: subjectOf(body.id),
          before: { ...told(before), paused_by: before.pausedBy },
          after: { state: journeyState.approved },
        },
      }
    })
    return { message: '已恢复', data: null }
  },
  'POST /api/console/journeys/end': async context => {
    const { body, operator } = context
    need(body.remark, 'journey.reason', 'remark')
    const rejected = await runAction(context, async (tx, at) => {
      const before = await lock(tx, body.id)
      const waits = before.state === journeyState.waiting
      const by = { id: body.id, by: operator.name, remark: body.remark, at }
      if (waits) await store.decideJourney(tx, { ...by, state: journeyState.rejected, since: null })
      else if (isOpen(before)) await store.endJourney(tx, { ...by, why: 'staff' })
      else throw new Refusal(say('journey.decided'), { state: before.state })
      return {
        answer: waits,
        entry: {
          action: waits ? 'journey.reject' : 'journey.end',
          subject: subjectOf(body.id),
          before: told(before),
          after: { remark: body.remark },
        },
      }
    })
    return { message: rejected ? '已拒绝' : '已结束', data: null }
  },
} satisfies ConsoleHandlers
