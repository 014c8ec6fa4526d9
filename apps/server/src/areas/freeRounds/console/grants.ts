// Free rounds given by hand, their approval by another person, and how all grants stand.
import { grantState } from '@tianping/contract/freeRounds/facts'
import { say } from '@tianping/contract/refusals'
import type { Said } from '@tianping/contract/say'
import type { ConsolePayload } from '@tianping/contract/console'
import type { Tx } from '@tianping/database'
import { formatFen, parseYuan, yuanOf } from '@tianping/money'
import { beijing, beijingDay, startOfDay } from '@tianping/money/day'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type {
  ConsoleContext,
  ConsoleHandlers,
  Operator,
  Services,
} from '../../../kernel/http/services.ts'
import { findMember } from '../../../kernel/operator/findMember.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedPage } from '../../../kernel/operator/pages.sql.ts'
import { monthBudget, monthStart } from '../../../kernel/monthBudget.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { isSameOperator, refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { lockMember } from '../../../ledger/ledger.ts'
import { timesFor } from '../../profiles/profiles.ts'
import { mayBenefit } from '../../protection/protection.ts'
import { slotTerms } from '../../venues/venues.ts'
import { giveFreeRounds } from '../give.ts'
import { offered } from '../offer.ts'
import { freeRoundsSetting } from '../setting.ts'
import {
  decideGrant,
  givenAlone,
  givenSince,
  grantRows,
  lockBudget,
  lockGrant,
  moveGrant,
  type Grant,
  type GrantListed,
} from '../store/grant.sql.ts'

const MAX_TIMES = 50
const today = (now: Date) => startOfDay(beijingDay(now))

const rowOf = (g: GrantListed) => ({
  grant_no: g.grantNo,
  member_id: Number(g.memberId),
  username: g.username,
  venue: g.venue,
  games: g.gameNames.join('、'),
  stake: yuanOf(g.stakeFen),
  rounds: g.rounds,
  used: g.used,
  won: yuanOf(g.wonFen),
  paid: yuanOf(g.paidFen),
  turnover_times: g.turnoverTimes,
  source: g.source,
  reason: g.reason,
  state: g.state,
  proposed_by: g.proposedBy,
  created_at: beijing(g.proposedAt),
  ends_at: beijing(g.endsAt),
  decided_by: g.decidedBy,
  decided_at: g.decidedAt ? beijing(g.decidedAt) : '',
  remark: g.remark,
  said: g.said,
})

const told = (g: Grant) => ({
  member: g.memberId,
  venue: g.venueId,
  games: g.games,
  stake_fen: g.stakeFen,
  rounds: g.rounds,
  turnover_times: g.turnoverTimes,
  state: g.state,
  proposed_by: g.proposedBy,
})

type Typed = ConsolePayload<'POST /api/console/free-rounds/give'>

/** What the form says, or which field is wrong. */
function read({ stake, rounds, days, turnover_times: times, reason, games }: Typed) {
  const codes = [...new Set(games.split(/[\s,，、]+/).filter(code => code !== ''))]
  const stakeFen = parseYuan(stake)
  const wrong = (field: string, said: Said) => new Refusal(said, { field })
  if (stakeFen === null) throw wrong('stake', say('free_rounds.stake'))
  const bounds = [
    ['games', codes.length, 1, 50, say('free_rounds.games_missing')],
    ['stake', Number(stakeFen), 1, 100_000_000, say('free_rounds.stake')],
    ['rounds', rounds, 1, 500, say('free_rounds.rounds')],
    ['days', days, 1, 90, say('free_rounds.days')],
    ['turnover_times', times, 0, MAX_TIMES, say('free_rounds.times', { max: MAX_TIMES })],
  ] as const
  for (const [field, given, least, most, said] of bounds)
    if (given < least || given > most) throw wrong(field, said)
  need(reason, 'free_rounds.reason', 'reason')
  return { codes, stakeFen, rounds, days, times, reason }
}

/** Refuses what the venue does not offer, and a stake the member may not spin. */
async function venueFor(
  services: Services,
  { venue: name }: Typed,
  {
    codes,
    stakeFen,
    rounds,
    memberId,
  }: { codes: string[]; stakeFen: bigint; rounds: number; memberId: bigint },
) {
  const venue = await offered(services, { venue: name, games: codes, stakeFen, rounds })
  const { slot_stake_max: most } = await slotTerms(services, memberId)
  if (most !== null && stakeFen > most)
    throw new Refusal(say('free_rounds.stake_over', { max: formatFen(most) }), { field: 'stake' })
  return venue
}

const lock = async (tx: Tx, grantNo: string) =>
  existing(await lockGrant(tx, grantNo.toUpperCase()), 'free_rounds.not_found')

/**
 * Whether another operator has to approve: from the limit on, counted over the operator's Beijing
 * day, so that no gift is cut into small ones. Gifts by hand wait for each other here.
 */
async function needsSecond(tx: Tx, name: string, stakesFen: bigint, now: Date): Promise<boolean> {
  await lockBudget(tx)
  const { secondFromFen } = await freeRoundsSetting(tx)
  const aloneFen = await givenAlone(tx, name, today(now))
  return aloneFen + stakesFen >= BigInt(secondFromFen)
}

const subjectOf = (grantNo: string) => `free_rounds:${grantNo}`

function refuseDecided({ state }: Grant) {
  if (state !== grantState.waiting) throw new Refusal(say('free_rounds.decided'), { state })
}

function refuseProposer({ proposedBy, memberId }: Grant, operator: Operator) {
  refuseOwnMember(operator, [memberId])
  if (isSameOperator(proposedBy, operator.name))
    throw new Refusal(say('free_rounds.own'), { rule: 'two_persons' })
}

async function decideAs(
  context: ConsoleContext<
    'POST /api/console/free-rounds/approve' | 'POST /api/console/free-rounds/reject'
  >,
  { pass, remark }: { pass: boolean; remark: string },
) {
  const { operator, body } = context
  await runAction(context, async (tx, now) => {
    const before = await lock(tx, body.grant_no)
    refuseDecided(before)
    // Whoever proposed it may take it back, and not approve it.
    if (pass) refuseProposer(before, operator)
    if (pass) {
      await lockMember(tx, before.memberId)
      await mayBenefit(tx, before.memberId, now)
    }
    const state = pass ? grantState.sending : grantState.rejected
    const by = before.proposedBy === operator.name ? '' : operator.name
    await decideGrant(tx, { ...before, state, by, remark, at: now })
    return {
      answer: null,
      entry: {
        action: pass ? 'free_rounds.approve' : 'free_rounds.reject',
        subject: subjectOf(before.grantNo),
        before: told(before),
        after: { state, remark },
      },
    }
  })
}

export const freeRoundsConsoleHandlers = {
  'POST /api/console/free-rounds/list': async ({ db, body }) => {
    const filter = listFilterOf(body, grantState)
    const found = await grantRows(db, filter)
    return { data: keyedPage(filter.paging, found, found.rows.map(rowOf)) }
  },
  'POST /api/console/free-rounds/budget': async ({ db, clock, operator }) => {
    const now = clock.now()
    const { monthFen, secondFromFen } = await freeRoundsSetting(db)
    const given = await givenSince(db, monthStart(now))
    return {
      data: {
        ...monthBudget(now, monthFen, given),
        second_from: yuanOf(BigInt(secondFromFen)),
        given_alone: yuanOf(await givenAlone(db, operator.name, today(now))),
      },
    }
  },
  'POST /api/console/free-rounds/give': async context => {
    const { db, operator, body } = context
    const { codes, stakeFen, rounds, days, times, reason } = read(body)
    const member = await findMember(db, body.member)
    if (!member) throw new Refusal(say('adjustment.member_unknown'), { field: 'member' })
    const { memberId } = member
    refuseOwnMember(operator, [memberId])
    const venue = await venueFor(context, body, { codes, stakeFen, rounds, memberId })
    const made = await runAction(context, async (tx, now) => {
      await lockMember(tx, memberId)
      const waits = await needsSecond(tx, operator.name, stakeFen * BigInt(rounds), now)
      const grantNo = await giveFreeRounds(tx, {
        memberId,
        venue: venue.platname,
        games: codes,
        stakeFen: Number(stakeFen),
        rounds,
        days,
        turnoverTimes: await timesFor(tx, times),
        source: 'hand',
        sourceId: '',
        reason,
        by: operator.name,
        waits,
        now,
      })
      const after = { member: memberId, venue: venue.platname, games: codes, stake_fen: stakeFen }
      return {
        answer: { grant_no: grantNo, waits },
        entry: {
          action: 'free_rounds.give',
          subject: subjectOf(grantNo ?? ''),
          after: { ...after, rounds, days, turnover_times: times, reason, waits },
        },
      }
    })
    return {
      message: made?.waits ? '已提交，等待另一位同事复核' : '已发放',
      data: { grant_no: made?.grant_no ?? '' },
    }
  },
  'POST /api/console/free-rounds/approve': async context => {
    await decideAs(context, { pass: true, remark: '' })
    return { message: '已批准发放', data: null }
  },
  'POST /api/console/free-rounds/reject': async context => {
    need(context.body.remark, 'desk.rejection_missing', 'remark')
    await decideAs(context, { pass: false, remark: context.body.remark })
    return { message: '已拒绝', data: null }
  },
  'POST /api/console/free-rounds/end': async context => {
    const { body, operator } = context
    need(body.remark, 'free_rounds.reason', 'remark')
    await runAction(context, async (tx, now) => {
      const before = await lock(tx, body.grant_no)
      refuseOwnMember(operator, [before.memberId])
      if (before.state !== grantState.open) throw new Refusal(say('free_rounds.not_open'))
      const { state: from } = before
      await moveGrant(tx, { ...before, from, state: grantState.settling, nextAt: now })
      return {
        answer: null,
        entry: {
          action: 'free_rounds.end',
          subject: subjectOf(before.grantNo),
          before: told(before),
          after: { remark: body.remark },
        },
      }
    })
    return { message: '已终止，已赢得的金额将照常结算', data: null }
  },
} satisfies ConsoleHandlers
