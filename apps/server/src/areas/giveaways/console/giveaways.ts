// Giveaways in the back office: proposed by one operator and approved by another, stopped by one.
// Nothing else of an approved one ever changes.
import { giveawayState } from '@tianping/contract/giveaways/facts'
import { say } from '@tianping/contract/refusals'
import { transaction, type Tx } from '@tianping/database'
import { formatFen, yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { keyedAnswer, keyedPage, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { leftOf, monthBudget, monthStart } from '../../../kernel/monthBudget.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { isSameOperator } from '../../../kernel/operator/selfGuard.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { checkName, keptText } from '../../adverts/adverts.ts'
import { timesFor } from '../../profiles/profiles.ts'
import { segmentOf } from '../../segments/segments.ts'
import { giveawaySetting } from '../setting.ts'
import * as store from '../store/giveaway.sql.ts'
import type { Giveaway, Listed } from '../store/giveaway.sql.ts'
import { termsOf, termsText, type Terms } from '../terms.ts'
import { drawCodes, refuseShared } from '../codes.ts'
import { countedOf, missionOf, neededOf } from '../missions.ts'
import { codeRows } from '../store/code.sql.ts'
import { countClaimed, countReached } from '../store/mission.sql.ts'
import { codeOf, commonOf, packetsOf } from './form.ts'
import { missionTermsOf } from './missionForm.ts'

/** Giveaways that wait or have not ended, at most. */
const MAX_OPEN = 50

const subjectOf = (id: number) => `giveaway:C${id}`
const isStoppable = ({ state, endsAt }: Giveaway, now: Date) =>
  state === giveawayState.approved && endsAt > now

const rowOf = (c: Listed, now: Date) => ({
  id: c.giveawayId,
  kind: c.kind,
  name: c.name,
  note: c.note,
  state: c.state,
  terms: termsText(termsOf(c.terms)),
  budget: yuanOf(c.budgetFen),
  paid: yuanOf(c.spentFen),
  turnover_times: c.turnoverTimes,
  min_vip: c.minVip,
  segment: c.segment,
  starts_at: beijing(c.startsAt),
  ends_at: beijing(c.endsAt),
  proposed_by: c.proposedBy,
  created_at: beijing(c.proposedAt),
  decided_by: c.decidedBy,
  remark: c.remark,
  stopped_by: c.stoppedBy,
  stoppable: isStoppable(c, now),
})

const lock = async (tx: Tx, id: number) =>
  existing(await store.lockGiveaway(tx, id), 'giveaway.not_found')

/** Refuses what passes the month's budget or too many; all proposals wait for each other here. */
async function refuseBeyond(tx: Tx, budgetFen: bigint, now: Date): Promise<void> {
  await store.lockBudget(tx)
  if ((await store.countOpen(tx, now)) >= MAX_OPEN)
    throw new Refusal(say('giveaway.too_many', { max: MAX_OPEN }))
  const { monthBudgetFen } = await giveawaySetting(tx)
  const { givenFen } = await store.givenSince(tx, monthStart(now))
  const leftFen = leftOf(monthBudgetFen, givenFen)
  if (budgetFen > leftFen)
    throw new Refusal(say('giveaway.month_budget', { left: formatFen(leftFen) }), {
      field: 'budget',
    })
}

type Proposing = ConsoleContext<
  | 'POST /api/console/giveaways/propose-packets'
  | 'POST /api/console/giveaways/propose-code'
  | 'POST /api/console/giveaways/propose-mission'
>

/** Writes a proposal down within the month's budget. */
async function propose(
  context: Proposing,
  terms: Terms,
): Promise<{ message: string; data: { id: number } }> {
  const { db, clock, body, operator } = context
  const common = commonOf(body, clock.now())
  if (common.segmentId !== null) await segmentOf(db, common.segmentId)
  const made = await runAction(context, async (tx, now) => {
    await refuseBeyond(tx, common.budgetFen, now)
    await refuseShared(tx, terms)
    const turnoverTimes = await timesFor(tx, common.turnoverTimes)
    const proposed = { ...common, turnoverTimes, kind: terms.kind, terms }
    const by = { proposedBy: operator.name, proposedAt: now }
    const id = await store.insertGiveaway(tx, { ...proposed, ...by })
    const subject = subjectOf(id)
    const { name, note } = common
    const named = { subject, name, note, stated: body.advert }
    const advert = await checkName(tx, { ...named, by: operator.name, at: now })
    const after = { ...proposed, ...advert }
    return { answer: id, entry: { action: 'giveaway.propose', subject, after } }
  })
  return { message: '已提交，等待另一位同事复核', data: { id: made ?? 0 } }
}

type Deciding = ConsoleContext<`POST /api/console/giveaways/${Way}`>
type Way = 'approve' | 'reject' | 'withdraw'

/** A mission that counts already is late: both persons could know who has reached the goal. */
function refuseLate({ kind, startsAt, endsAt }: Giveaway, now: Date): void {
  if (endsAt <= now) throw new Refusal(say('giveaway.started'))
  if (kind === 'mission' && startsAt <= now) throw new Refusal(say('giveaway.mission_begun'))
}

const decideAs = (context: Deciding, way: Way, remark = ''): Promise<unknown> =>
  runAction(context, async (tx, now) => {
    const { body, operator } = context
    const before = await lock(tx, body.id)
    if (before.state !== giveawayState.waiting)
      throw new Refusal(say('giveaway.decided'), { state: before.state })
    const pass = way === 'approve'
    // Whoever proposed it may take it back, and not approve it.
    const isOwn = isSameOperator(before.proposedBy, operator.name)
    if (pass && isOwn) throw new Refusal(say('giveaway.own'), { rule: 'two_persons' })
    if (way === 'withdraw' && !isOwn) throw new Refusal(say('giveaway.anothers'))
    if (pass) refuseLate(before, now)
    const state = pass ? giveawayState.approved : giveawayState.rejected
    await store.decideGiveaway(tx, { id: body.id, state, by: operator.name, remark, at: now })
    if (pass) await drawCodes(tx, body.id, termsOf(before.terms))
    return {
      answer: null,
      entry: {
        action: `giveaway.${way}`,
        subject: subjectOf(body.id),
        before: { state: before.state, proposed_by: before.proposedBy },
        after: { state, remark, budget_fen: before.budgetFen },
      },
    }
  })

export const giveawayConsoleHandlers = {
  'POST /api/console/giveaways/list': async ({ db, clock, body }) => {
    const filter = listFilterOf(body, giveawayState, ownIds, true)
    const found = await store.giveawayRows(db, filter)
    const now = clock.now()
    return keyedAnswer(filter.paging, found, row => rowOf(row, now))
  },
  'POST /api/console/giveaways/show': async ({ db, clock, body }) => {
    const found = existing(await store.listedOne(db, body.id), 'giveaway.not_found')
    const advert = await keptText(db, subjectOf(body.id))
    return { data: { ...rowOf(found, clock.now()), advert } }
  },
  'POST /api/console/giveaways/budget': async ({ db, clock }) => {
    const now = clock.now()
    const { monthBudgetFen } = await giveawaySetting(db)
    const given = await store.givenSince(db, monthStart(now))
    return { data: monthBudget(now, monthBudgetFen, given) }
  },
  'POST /api/console/giveaway-given/list': async ({ db, body }) => {
    const { kind } = existing(await store.giveawayOf(db, body.id), 'giveaway.not_found')
    const paging = pagingOf(body, [])
    const found = await store.givenBy(db, { id: body.id, kind }, paging)
    const shown = found.rows.map(each => ({
      member_id: Number(each.memberId),
      username: each.username,
      amount: yuanOf(each.amountFen),
      at: beijing(each.at),
      given_no: each.no,
    }))
    return { data: keyedPage(paging, found, shown) }
  },
  'POST /api/console/giveaways/propose-packets': context =>
    propose(context, packetsOf(context.body)),
  'POST /api/console/giveaways/propose-code': context => propose(context, codeOf(context.body)),
  'POST /api/console/giveaways/propose-mission': async context =>
    propose(context, await missionTermsOf(context.db, context.body)),
  'POST /api/console/giveaways/mission-figures': async ({ db, clock, body: { id } }) => {
    const giveaway = existing(await store.giveawayOf(db, id), 'giveaway.not_found')
    if (giveaway.kind !== 'mission') throw new Refusal(say('giveaway.not_found'))
    const mission = missionOf(giveaway)
    const needed = neededOf(mission.terms)
    return {
      data: {
        reached: await countReached(db, countedOf(mission, clock.now()), needed),
        claimed: await countClaimed(db, id),
        cost: yuanOf(giveaway.spentFen),
      },
    }
  },
  'POST /api/console/giveaway-codes/list': async context => {
    const { db, body, operator, caller, clock } = context
    existing(await store.giveawayOf(db, body.id), 'giveaway.not_found')
    const paging = pagingOf(body, ownIds)
    const read = await transaction(db, async tx => {
      const found = await codeRows(tx, body.id, paging)
      const after = { page: body.page, codes: found.rows.length }
      const by = { operator, address: caller.address }
      const subject = subjectOf(body.id)
      await audit(tx, clock.now(), by, { action: 'giveaway.codes', subject, after })
      return found
    })
    return keyedAnswer(paging, read, each => ({
      gift_code: each.code,
      uses: each.uses,
      most_uses: each.mostUses,
    }))
  },
  'POST /api/console/giveaways/approve': async context => {
    await decideAs(context, 'approve')
    return { message: '已批准', data: null }
  },
  'POST /api/console/giveaways/reject': async context => {
    need(context.body.remark, 'desk.rejection_missing', 'remark')
    await decideAs(context, 'reject', context.body.remark)
    return { message: '已拒绝', data: null }
  },
  'POST /api/console/giveaways/withdraw': async context => {
    need(context.body.remark, 'giveaway.reason', 'remark')
    await decideAs(context, 'withdraw', context.body.remark)
    return { message: '已撤回', data: null }
  },
  'POST /api/console/giveaways/stop': async context => {
    const { body, operator } = context
    need(body.remark, 'giveaway.reason', 'remark')
    await runAction(context, async (tx, now) => {
      const before = await lock(tx, body.id)
      if (!isStoppable(before, now)) throw new Refusal(say('giveaway.not_running'))
      await store.stopGiveaway(tx, { ...body, by: operator.name, at: now })
      return {
        answer: null,
        entry: {
          action: 'giveaway.stop',
          subject: subjectOf(body.id),
          before: { state: before.state },
          after: { remark: body.remark, spent_fen: before.spentFen },
        },
      }
    })
    return { message: '已停止', data: null }
  },
} satisfies ConsoleHandlers
