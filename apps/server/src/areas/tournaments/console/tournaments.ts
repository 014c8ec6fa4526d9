// Tournaments in the back office: proposed by one operator and approved by another; ended early by
// two. Nothing else of an approved one ever changes.
import { prizeState, tournamentState } from '@tianping/contract/tournaments/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { formatFen, yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { pageOf, PER_PAGE } from '../../../kernel/http/answer.ts'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers, Operator } from '../../../kernel/http/services.ts'
import { leftOf, monthBudget, monthStart } from '../../../kernel/monthBudget.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { isSameOperator } from '../../../kernel/operator/selfGuard.ts'
import { keyedAnswer } from '../../../kernel/operator/pages.sql.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { checkName, keptText } from '../../adverts/adverts.ts'
import { segmentOf } from '../../segments/segments.ts'
import { timesFor } from '../../profiles/profiles.ts'
import { tournamentSetting } from '../setting.ts'
import { costOf, prizeAt, prizeLines, scoreOf } from '../standing.ts'
import { countPlaces, places, prizesOf } from '../store/entry.sql.ts'
import * as store from '../store/tournament.sql.ts'
import type { Listed, Tournament } from '../store/tournament.sql.ts'
import { read } from './form.ts'

/** Tournaments that wait or have not ended, at most. */
const MAX_OPEN = 20

const subjectOf = (id: number) => `tournament:T${id}`

const prizesText = (prizesFen: readonly bigint[]) =>
  prizeLines(prizesFen)
    .map(({ from, to, fen }) => `${from === to ? from : `${from}-${to}`}:${formatFen(fen)}`)
    .join('、')

const isEndable = ({ state, endsAt }: Tournament, now: Date) =>
  state === tournamentState.approved && endsAt > now

const rowOf = (t: Listed, now: Date) => ({
  id: t.tournamentId,
  name: t.name,
  note: t.note,
  state: t.state,
  measure: t.measure,
  least_stake: yuanOf(t.leastStakeFen),
  games: t.games.join('、'),
  prizes: prizesText(t.prizesFen),
  cost: yuanOf(costOf(t.prizesFen)),
  budget: yuanOf(t.budgetFen),
  paid: yuanOf(t.paidFen),
  turnover_times: t.turnoverTimes,
  min_vip: t.minVip,
  segment: t.segment,
  starts_at: beijing(t.startsAt),
  ends_at: beijing(t.endsAt),
  planned_ends_at: beijing(t.plannedEndsAt),
  settle_minutes: t.settleMinutes,
  entrants: t.entries,
  proposed_by: t.proposedBy,
  created_at: beijing(t.proposedAt),
  decided_by: t.decidedBy,
  remark: t.remark,
  end_asked_by: t.endAskedBy,
  end_reason: t.endReason,
  end_approved_by: t.endedBy,
  frozen_at: t.frozenAt ? beijing(t.frozenAt) : '',
  said: t.said,
  endable: isEndable(t, now),
})

const lock = async (tx: Tx, id: number) =>
  existing(await store.lockTournament(tx, id), 'tournament.not_found')

/** Refuses what passes the month's budget or too many; all proposals wait for each other here. */
async function refuseBeyond(tx: Tx, budgetFen: bigint, now: Date): Promise<void> {
  await store.lockBudget(tx)
  if ((await store.countOpen(tx, now)) >= MAX_OPEN)
    throw new Refusal(say('tournament.too_many', { max: MAX_OPEN }))
  const { monthFen } = await tournamentSetting(tx)
  const { givenFen } = await store.givenSince(tx, monthStart(now))
  const leftFen = leftOf(monthFen, givenFen)
  if (budgetFen > leftFen)
    throw new Refusal(say('tournament.month_budget', { left: formatFen(leftFen) }), {
      field: 'budget',
    })
}

type Deciding = ConsoleContext<`POST /api/console/tournaments/${Way}`>
type Way = 'approve' | 'reject' | 'withdraw'

const decideAs = (context: Deciding, way: Way, remark = ''): Promise<unknown> =>
  runAction(context, async (tx, now) => {
    const { body, operator } = context
    const before = await lock(tx, body.id)
    if (before.state !== tournamentState.waiting)
      throw new Refusal(say('tournament.decided'), { state: before.state })
    const pass = way === 'approve'
    // Whoever proposed it may take it back, and not approve it.
    const isOwn = isSameOperator(before.proposedBy, operator.name)
    if (pass && isOwn) throw new Refusal(say('tournament.own'), { rule: 'two_persons' })
    if (way === 'withdraw' && !isOwn) throw new Refusal(say('tournament.anothers'))
    if (pass && before.startsAt <= now) throw new Refusal(say('tournament.started'))
    const state = pass ? tournamentState.approved : tournamentState.rejected
    const by = isOwn ? '' : operator.name
    await store.decideTournament(tx, { id: body.id, state, by, remark, at: now })
    return {
      answer: null,
      entry: {
        action: `tournament.${way}`,
        subject: subjectOf(body.id),
        before: { state: before.state, proposed_by: before.proposedBy },
        after: { state, remark, cost_fen: costOf(before.prizesFen) },
      },
    }
  })

/** A tournament that can still be ended early, locked. */
async function lockRunning(tx: Tx, id: number, now: Date): Promise<Tournament> {
  const found = await lock(tx, id)
  if (!isEndable(found, now)) throw new Refusal(say('tournament.not_running'))
  return found
}

/** One whose early end another operator has asked for. */
async function lockAsked(tx: Tx, id: number, now: Date): Promise<Tournament> {
  const found = await lockRunning(tx, id, now)
  if (found.endAskedBy === '') throw new Refusal(say('tournament.end_not_asked'))
  return found
}

function refuseAsker({ endAskedBy }: Tournament, operator: Operator) {
  if (isSameOperator(endAskedBy, operator.name))
    throw new Refusal(say('tournament.own'), { rule: 'two_persons' })
}

export const tournamentConsoleHandlers = {
  'POST /api/console/tournaments/list': async ({ db, clock, body }) => {
    const filter = listFilterOf(body, tournamentState, [], true)
    const found = await store.tournamentRows(db, filter)
    const now = clock.now()
    return keyedAnswer(filter.paging, found, row => rowOf(row, now))
  },
  'POST /api/console/tournaments/show': async ({ db, clock, body }) => {
    const found = existing(await store.listedOne(db, body.id), 'tournament.not_found')
    const advert = await keptText(db, subjectOf(body.id))
    return { data: { ...rowOf(found, clock.now()), advert } }
  },
  'POST /api/console/tournament-places/list': async ({ db, body: { id, page } }) => {
    const { prizesFen, measure } = existing(
      await store.tournamentOf(db, id),
      'tournament.not_found',
    )
    const offset = (page - 1) * PER_PAGE
    const found = await places(db, id, { limit: PER_PAGE, offset })
    const prizes = await prizesOf(
      db,
      id,
      found.map(({ memberId }) => memberId),
    )
    const rows = found.map((each, at) => {
      const prize = prizes.find(({ memberId }) => memberId === each.memberId)
      return {
        place: offset + at + 1,
        member_id: Number(each.memberId),
        username: each.username,
        score: scoreOf(measure, each.score),
        bets: each.bets,
        scored_at: each.reachedAt ? beijing(each.reachedAt) : '',
        prize: yuanOf(prize?.amountFen ?? prizeAt(prizesFen, offset + at + 1)),
        prize_state: prize?.state ?? prizeState.none,
        said: prize?.said ?? '',
      }
    })
    return { data: pageOf(rows, page, await countPlaces(db, id)) }
  },
  'POST /api/console/tournaments/budget': async ({ db, clock }) => {
    const now = clock.now()
    const { monthFen } = await tournamentSetting(db)
    const given = await store.givenSince(db, monthStart(now))
    return { data: monthBudget(now, monthFen, given) }
  },
  'POST /api/console/tournaments/propose': async context => {
    const { db, clock, body, operator } = context
    const asked = await read(db, body, clock.now())
    if (asked.segmentId !== null) await segmentOf(db, asked.segmentId)
    const made = await runAction(context, async (tx, now) => {
      await refuseBeyond(tx, asked.budgetFen, now)
      const { settleMinutes } = await tournamentSetting(tx)
      const turnoverTimes = await timesFor(tx, asked.turnoverTimes)
      const proposed = { ...asked, turnoverTimes, settleMinutes }
      const by = { proposedBy: operator.name, proposedAt: now }
      const id = await store.insertTournament(tx, { ...proposed, ...by })
      const subject = subjectOf(id)
      const { name, note } = asked
      const named = { subject, name, note, stated: body.advert }
      const advert = await checkName(tx, { ...named, by: operator.name, at: now })
      const after = { ...proposed, ...advert }
      return { answer: id, entry: { action: 'tournament.propose', subject, after } }
    })
    return { message: '已提交，等待另一位同事复核', data: { id: made ?? 0 } }
  },
  'POST /api/console/tournaments/approve': async context => {
    await decideAs(context, 'approve')
    return { message: '已批准', data: null }
  },
  'POST /api/console/tournaments/reject': async context => {
    need(context.body.remark, 'desk.rejection_missing', 'remark')
    await decideAs(context, 'reject', context.body.remark)
    return { message: '已拒绝', data: null }
  },
  'POST /api/console/tournaments/withdraw': async context => {
    need(context.body.remark, 'tournament.reason', 'remark')
    await decideAs(context, 'withdraw', context.body.remark)
    return { message: '已撤回', data: null }
  },
  'POST /api/console/tournaments/end-ask': async context => {
    const { body, operator } = context
    need(body.remark, 'tournament.reason', 'remark')
    await runAction(context, async (tx, now) => {
      const { endAskedBy } = await lockRunning(tx, body.id, now)
      if (endAskedBy !== '') throw new Refusal(say('tournament.end_asked'))
      await store.askEnd(tx, { id: body.id, by: operator.name, reason: body.remark })
      return {
        answer: null,
        entry: {
          action: 'tournament.end_ask',
          subject: subjectOf(body.id),
          after: { remark: body.remark },
        },
      }
    })
    return { message: '已提交，等待另一位同事复核', data: null }
  },
  'POST /api/console/tournaments/end-approve': async context => {
    const { body, operator } = context
    await runAction(context, async (tx, now) => {
      const before = await lockAsked(tx, body.id, now)
      refuseAsker(before, operator)
      await store.endNow(tx, { id: body.id, by: operator.name, at: now })
      return {
        answer: null,
        entry: {
          action: 'tournament.end',
          subject: subjectOf(body.id),
          before: { ends_at: before.endsAt, asked_by: before.endAskedBy },
          after: { ends_at: now },
        },
      }
    })
    return { message: '已提前结束，名次将照常结算', data: null }
  },
  'POST /api/console/tournaments/end-reject': async context => {
    const { body } = context
    await runAction(context, async (tx, now) => {
      const { endAskedBy } = await lockAsked(tx, body.id, now)
      await store.askEnd(tx, { id: body.id, by: '', reason: '' })
      return {
        answer: null,
        entry: {
          action: 'tournament.end_reject',
          subject: subjectOf(body.id),
          before: { asked_by: endAskedBy },
        },
      }
    })
    return { message: '已撤销提前结束的申请', data: null }
  },
} satisfies ConsoleHandlers
