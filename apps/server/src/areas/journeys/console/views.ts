// What the back office reads about journeys.
import { journeyState } from '@tianping/contract/journeys/facts'
import { yuanOf } from '@tianping/money'
import { beijing, beijingDay } from '@tianping/money/day'
import { existing } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { attempt, type Limit } from '../../../kernel/http/throttle.ts'
import { monthBudget } from '../../../kernel/monthBudget.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedAnswer, keyedPage, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keptText } from '../../adverts/adverts.ts'
import { previewOf } from '../preview.ts'
import { journeySetting } from '../setting.ts'
import * as store from '../store/journey.sql.ts'
import type { Listed } from '../store/journey.sql.ts'
import { reachedRows, refusedOf, sumsOf } from '../store/member.sql.ts'
import { readStanding } from './form.ts'

/** Each try reads the facts of the members of a day. */
const tries: Limit = { attempts: 300, windowMs: 3_600_000 }

export const subjectOf = (id: number) => `journey:J${id}`
export const monthDayOf = (now: Date) => `${beijingDay(now).slice(0, 7)}-01`

const rowOf = (j: Listed) => ({
  id: j.journeyId,
  name: j.name,
  state: j.state,
  trigger: j.trigger,
  days: j.days,
  segment: j.segment,
  bonus: yuanOf(j.bonusFen),
  again_days: j.againDays ?? 0,
  per_day: j.perDay,
  month_budget: yuanOf(j.monthFen),
  month_paid: yuanOf(j.monthPaidFen),
  reached: j.reached,
  starts_at: beijing(j.startsAt),
  ends_at: beijing(j.endsAt),
  replaces: j.replaces ?? 0,
  proposed_by: j.proposedBy,
  created_at: beijing(j.proposedAt),
  decided_by: j.decidedBy,
  paused_by: j.pausedBy,
  ended_by: j.stoppedBy,
  ended_why: j.stoppedWhy,
  ended_at: j.stoppedAt ? beijing(j.stoppedAt) : '',
  remark: j.remark,
})

export const journeyViews = {
  'POST /api/console/journeys/list': async ({ db, clock, body }) => {
    const filter = listFilterOf(body, journeyState, ownIds, true)
    const monthDay = monthDayOf(clock.now())
    const found = await store.journeyRows(db, { ...filter, monthDay })
    return keyedAnswer(filter.paging, found, rowOf)
  },
  'POST /api/console/journeys/show': async ({ db, clock, body }) => {
    const asked = await store.listedOne(db, body.id, monthDayOf(clock.now()))
    const found = existing(asked, 'journey.not_found')
    return {
      data: {
        ...rowOf(found),
        segment_id: Number(found.segmentId ?? 0n),
        product: found.product,
        title: found.title,
        content: found.content,
        turnover_times: found.turnoverTimes,
        since: found.since ? beijing(found.since) : '',
        advert: await keptText(db, subjectOf(body.id)),
      },
    }
  },
  'POST /api/console/journeys/figures': async ({ db, clock, body }) => {
    const today = beijingDay(clock.now())
    const asked = await store.listedOne(db, body.id, today)
    const { seriesId } = existing(asked, 'journey.not_found')
    const sums = await sumsOf(db, seriesId, today)
    return {
      data: {
        reached: sums.reached,
        reached_today: sums.reachedToday,
        refused: await refusedOf(db, seriesId),
        bonuses: sums.bonuses,
        used: sums.used,
        given_up: sums.givenUp,
        first_deposits: sums.firstDeposits,
        cost: yuanOf(sums.costFen),
      },
    }
  },
  'POST /api/console/journey-members/list': async ({ db, clock, body }) => {
    const paging = pagingOf(body, [], true)
    const { span } = narrowedOf(body)
    const journey = await store.listedOne(db, body.id, monthDayOf(clock.now()))
    const { seriesId } = existing(journey, 'journey.not_found')
    const found = await reachedRows(db, { seriesId, paging, span })
    const rows = found.rows.map(each => ({
      member_id: Number(each.memberId),
      username: each.username,
      occasion: beijing(each.occasion),
      bonus: yuanOf(each.bonusFen),
      at: beijing(each.at),
    }))
    return { data: keyedPage(paging, found, rows) }
  },
  'POST /api/console/journeys/budget': async ({ db, clock }) => {
    const now = clock.now()
    const { monthFen } = await journeySetting(db)
    return { data: monthBudget(now, monthFen, await store.givenSince(db, monthDayOf(now), 0)) }
  },
  'POST /api/console/journeys/preview': async ({ db, clock, operator, body }) => {
    const now = clock.now()
    const asked = await readStanding(db, body)
    await attempt(db, `console:journey:${operator.operatorId}`, tries, now)
    return { data: await previewOf(db, asked, now) }
  },
} satisfies ConsoleHandlers
