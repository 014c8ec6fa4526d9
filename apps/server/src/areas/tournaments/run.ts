// What the job does with tournaments: counts standings, freezes them when their time is over, and
// pays the prizes, each once.
import { prizeState, tournamentState } from '@tianping/contract/tournaments/facts'
import { transaction, type Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import type { Services } from '../../kernel/http/services.ts'
import { lockMember, mustPost } from '../../ledger/ledger.ts'
import { openGift } from '../wagering/wagering.ts'
import { holdsOn } from '../holds/holds.ts'
import { notify } from '../message/message.ts'
import { isLeaving, whoMayBenefit } from '../protection/protection.ts'
import { whoMayJoin } from './guard.ts'
import { prizeAt, settlesAt } from './standing.ts'
import * as entries from './store/entry.sql.ts'
import * as store from './store/tournament.sql.ts'
import type { Tournament } from './store/tournament.sql.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'bus' | 'log'>

/** Entries of one transaction, and transactions of one turn. */
const AT_ONCE = 500
const MAX_PORTIONS = 20
const PRIZES_AT_ONCE = 20
/** Longer than a prize takes; then whoever took it has died with it. */
const TAKEN_MS = 30_000
/** How often a prize is looked at that is held. */
const HELD_MS = 600_000
/** How long a venue is waited for that does not tell its bets. */
const SILENT_MS = 86_400_000

/** One turn of the job; safe on any number of instances. Answers how many prizes it looked at. */
export async function runTournaments(services: Deps): Promise<number> {
  const { db, clock, log } = services
  await entries.leaveBlocked(db, clock.now())
  for (const tournament of await store.countedOnes(db))
    try {
      await turn(services, tournament)
    } catch (error) {
      log.error({ err: error, tournament: tournament.tournamentId }, 'a tournament was not counted')
    }
  const looked = await payPrizes(services)
  await store.closePaid(db)
  return looked
}

async function turn(services: Deps, tournament: Tournament): Promise<void> {
  const { db, clock } = services
  const { tournamentId: id, sweptAt } = tournament
  const isOver = settlesAt(tournament) < clock.now()
  if (isOver && sweptAt === null) await sweep(services, tournament)
  for (let portion = 0; portion < MAX_PORTIONS; portion++)
    if ((await countPortion(db, id)) < AT_ONCE) break
  if (isOver) await freeze(services, tournament)
}

/** Counts some entries whose bets have changed; answers how many. */
const countPortion = (db: Services['db'], id: number): Promise<number> =>
  transaction(db, async tx => {
    const memberIds = await entries.takeDue(tx, id, AT_ONCE)
    if (memberIds.length > 0) await entries.countEntries(tx, id, memberIds)
    return memberIds.length
  })

/** Once every bet has been told, all entries are counted a last time. */
async function sweep({ db, clock }: Deps, tournament: Tournament): Promise<void> {
  const { tournamentId: id } = tournament
  const closesAt = settlesAt(tournament)
  const silent = await store.unreadVenues(db, id, closesAt)
  const isGivenUp = closesAt.getTime() + SILENT_MS < clock.now().getTime()
  if (silent.length > 0 && !isGivenUp)
    return void (await store.keepSaid(
      db,
      id,
      `等待场馆注单：${silent.map(({ name }) => name).join('、')}`.slice(0, 200),
    ))
  await transaction(db, async tx => {
    const now = await store.lockTournament(tx, id)
    if (now?.state !== tournamentState.approved || now.sweptAt !== null) return
    await entries.markAllDue(tx, id)
    await store.noteSwept(tx, id, clock.now())
  })
}

/** Writes the prizes down when nothing is left to be counted. */
const freeze = ({ db, clock }: Deps, { tournamentId: id }: Tournament): Promise<void> =>
  transaction(db, async tx => {
    const now = clock.now()
    const locked = await store.lockTournament(tx, id)
    if (locked?.state !== tournamentState.approved || locked.sweptAt === null) return
    if (settlesAt(locked) >= now || (await entries.isAnyDue(tx, id))) return
    for (const [at, winner] of (await winnersOf(tx, locked, now)).entries()) {
      const { memberId, score } = winner
      const amountFen = prizeAt(locked.prizesFen, at + 1)
      await entries.insertPrize(tx, {
        tournamentId: id,
        place: at + 1,
        memberId,
        score,
        amountFen,
        at: now,
      })
    }
    await store.noteFrozen(tx, id, now)
  })

/** The first of the standings whom the guards let win, one account a person. */
async function winnersOf(tx: Tx, { tournamentId: id, prizesFen }: Tournament, now: Date) {
  const winners: entries.Place[] = []
  const page = { limit: prizesFen.length, offset: 0 }
  for (;;) {
    // Whoever is taken out is in no standing any more, so those behind move up.
    const found = await entries.places(tx, id, { ...page, offset: winners.length })
    if (found.length === 0) return winners
    const may = new Set(
      await whoMayJoin(
        tx,
        found.map(({ memberId }) => memberId),
        now,
      ),
    )
    for (const each of found) {
      if (may.has(each.memberId) && !(await hasWon(tx, winners, each.memberId))) winners.push(each)
      else await entries.leaveOut(tx, id, [each.memberId])
      if (winners.length === prizesFen.length) return winners
    }
  }
}

async function hasWon(tx: Tx, winners: readonly entries.Place[], memberId: bigint) {
  const own = new Set(await entries.accountsOfPerson(tx, memberId))
  return winners.some(winner => own.has(winner.memberId))
}

async function payPrizes(services: Deps): Promise<number> {
  const { db, clock, bus, log } = services
  const now = clock.now()
  const until = new Date(now.getTime() + TAKEN_MS)
  const due = await entries.takePrizes(db, { now, until, limit: PRIZES_AT_ONCE })
  for (const prize of due)
    try {
      await transaction(db, tx => decidePrize(tx, prize, clock.now()))
      bus.publish('member', [prize.memberId.toString()])
    } catch (error) {
      log.error({ err: error, tournament: prize.tournamentId }, 'a prize was not paid')
    }
  return due.length
}

/**
 * Pays a prize, or waits while the member rests or somebody holds it. Who has left, or works in the
 * back office by now, forfeits it. Limits were asked when standings were frozen.
 */
async function decidePrize(tx: Tx, prize: entries.Prize, now: Date): Promise<void> {
  const { tournamentId, memberId, amountFen } = prize
  await lockMember(tx, memberId)
  const tournament = await store.lockTournament(tx, tournamentId)
  if (!tournament) return
  const isStaff = (await entries.staffAmong(tx, [memberId])).size > 0
  if (isStaff || (await isLeaving(tx, memberId, now)))
    return forfeit(tx, { prize, tournament, now })
  const said = await waitsFor(tx, prize, now)
  if (said !== '') {
    await entries.waitPrize(tx, { ...prize, nextAt: new Date(now.getTime() + HELD_MS), said })
    return
  }
  const closed = { ...prize, state: prizeState.paid, said: '', at: now }
  if (!(await entries.closePrize(tx, closed))) return
  await entries.countPaid(tx, tournamentId, amountFen)
  await payOut(tx, { prize, tournament, now })
}

/** What keeps a prize from being paid for now; empty for nothing. */
async function waitsFor(tx: Tx, prize: entries.Prize, now: Date): Promise<string> {
  const { memberId } = prize
  if ((await whoMayBenefit(tx, [memberId], now)).length === 0) return '会员暂停中或暂不可享受优惠'
  const holds = await holdsOn(tx, { subject: subjectOf(prize), memberId, pays: 'bonus', now })
  const held = holds.filter(({ releasedBy }) => releasedBy === '')
  return held
    .map(({ text }) => text)
    .join('；')
    .slice(0, 200)
}

const sourceOf = ({ tournamentId }: entries.Prize) => `T${tournamentId}`
const subjectOf = (prize: entries.Prize) => `tournament:${sourceOf(prize)}:${prize.place}`

type Paying = { prize: entries.Prize; tournament: Tournament; now: Date }

async function forfeit(tx: Tx, { prize, tournament, now }: Paying): Promise<void> {
  const { memberId, place, amountFen } = prize
  const said = '会员已排除、停用、申请注销或为内部人员'
  const closed = { ...prize, state: prizeState.forfeited, said, at: now }
  if (!(await entries.closePrize(tx, closed))) return
  await notify(
    tx,
    memberId,
    '锦标赛奖金未派发',
    `您在“${tournament.name}”中获得第 ${place} 名。由于您的账户已停止使用或不能参加锦标赛，奖金 ¥${formatFen(amountFen)} 不予派发。`,
    now,
    { kind: 'money', link: `/tournament?id=${tournament.tournamentId}` },
  )
}

async function payOut(tx: Tx, { prize, tournament, now }: Paying): Promise<void> {
  const { memberId, place, amountFen } = prize
  const { name, tournamentId } = tournament
  const id = sourceOf(prize)
  await mustPost(tx, {
    memberId,
    key: `tournament:${id}`,
    code: 'activity_bonus',
    from: { name: 'activityBonus' },
    to: { name: 'memberCash' },
    amountFen,
    source: { type: 'tournament', id },
    actor: { type: 'system', id: 'tournaments' },
    effectiveAt: now,
  })
  const times = await openGift(tx, {
    memberId,
    sourceType: 'tournament',
    sourceId: id,
    amountFen,
    turnoverTimes: tournament.turnoverTimes,
    openedAt: now,
  })
  const turnover = times > 0 ? `，完成 ${times} 倍流水即可提款` : ''
  await notify(
    tx,
    memberId,
    '锦标赛奖金已派发',
    `您在“${name}”中获得第 ${place} 名，奖金 ¥${formatFen(amountFen)} 已存入中心钱包${turnover}。`,
    now,
    { kind: 'money', link: `/tournament?id=${tournamentId}` },
  )
}
