// What becomes of grants at their venues: sent, watched, ended, and paid once for all of their
// rounds, when the venue and the feed say the same.
import { grantState, type GrantState } from '@tianping/contract/freeRounds/facts'
import { transaction, type Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import type { Services } from '../../kernel/http/services.ts'
import { lockMember, mustPost } from '../../ledger/ledger.ts'
import { timesFor } from '../profiles/profiles.ts'
import { openGift } from '../wagering/wagering.ts'
import { holdsOn } from '../holds/holds.ts'
import { notify } from '../message/message.ts'
import { nameFreeRounds, playedOf, type Played, type Venue } from '../venues/venues.ts'
import {
  blockOf,
  closeGrant,
  hurryExcluded,
  moveGrant,
  takeDue,
  waitGrant,
  type Block,
  type Grant,
} from './store/grant.sql.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'venues' | 'bus' | 'log'>
type Due = Grant & { block: Block; leaving: boolean }

const AT_ONCE = 20
/** Longer than a venue is waited for; then whoever took it has died with it. */
const TAKEN_MS = 30_000
/** How often an open grant is looked at, and a grant whose bonus is held. */
const LOOK_MS = 15_000
const HELD_MS = 600_000
const FIRST_DELAY_MS = 2_000
const LONGEST_DELAY_MS = 600_000

/** One turn of the job; safe on any number of instances. Answers how many grants it looked at. */
export async function runFreeRounds(services: Deps): Promise<number> {
  const { db, clock } = services
  const now = clock.now()
  await hurryExcluded(db, now)
  const due = await takeDue(db, { now, until: new Date(now.getTime() + TAKEN_MS), limit: AT_ONCE })
  await Promise.all(
    due.map(async grant => {
      try {
        await step(services, grant)
      } catch (error) {
        services.log.error({ err: error, grant: grant.grantNo }, 'a grant was not looked after')
      }
    }),
  )
  return due.length
}

/** What is sent or paid after a break. */
const waitsForBreak: readonly GrantState[] = [grantState.sending, grantState.settling]

/**
 * An exclusion ends a grant. A break takes nothing of it (B-1-870): what runs goes on until its
 * last moment, and nothing is sent or paid before the break is over. Who closes the account plays
 * no more: what is not sent ends, and what runs is paid at once.
 */
async function step(services: Deps, grant: Due): Promise<void> {
  const venue = await services.venues.byId(grant.venueId)
  if (!venue) return later(services, grant, 'the venue is gone')
  const isUnsent = grant.leaving && grant.state === grantState.sending
  if (grant.block === 'exclusion' || isUnsent) return forfeit(services, venue, grant)
  if (grant.block === 'break' && waitsForBreak.includes(grant.state))
    return later(services, grant, '', HELD_MS)
  switch (grant.state) {
    case grantState.sending:
      return send(services, venue, grant)
    case grantState.open:
      return watch(services, venue, grant)
    case grantState.settling:
      return settle(services, venue, grant)
    default:
      return forfeit(services, venue, grant)
  }
}

/** Asked in vain: again, with growing delays. */
function later({ db, clock }: Deps, grant: Grant, said: string, waitMs?: number) {
  const delayMs = waitMs ?? Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** grant.attempts)
  const nextAt = new Date(clock.now().getTime() + delayMs)
  const failed = waitMs === undefined
  return waitGrant(db, { ...grant, nextAt, said: said.slice(0, 200), failed }).then(() => {})
}

async function move({ db, clock, bus }: Deps, grant: Grant, state: GrantState, said = '') {
  await moveGrant(db, { ...grant, from: grant.state, state, nextAt: clock.now(), said })
  bus.publish('member', [grant.memberId.toString()])
}

const askedOf = ({ grantNo, memberId, games, stakeFen, rounds, endsAt }: Grant) => ({
  ref: grantNo,
  player: memberId.toString(),
  games,
  stake: stakeFen,
  rounds,
  ends_at: endsAt.toISOString(),
})

async function send(services: Deps, venue: Venue, grant: Grant): Promise<void> {
  const { venues, clock } = services
  if (grant.endsAt <= clock.now()) return move(services, grant, grantState.failed, '发放前已到期')
  const known = await venues.introduce(venue, grant.memberId)
  if (known && known.kind !== 'ok') return later(services, grant, '场馆暂时无法连接')
  const answer = await venues.client(venue).grantFreeRounds(askedOf(grant))
  if (answer.kind === 'ok') return open(services, grant, answer.data.names)
  if (answer.kind === 'unknown') return later(services, grant, '场馆暂时无法连接')
  return move(services, grant, grantState.failed, `场馆拒绝（${answer.code}）`)
}

/** The venue has it: the member is told now, and once. */
async function open(
  { db, clock, bus }: Deps,
  grant: Grant,
  names: readonly string[],
): Promise<void> {
  const { memberId, rounds, state: from } = grant
  const now = clock.now()
  await transaction(db, async tx => {
    const moved = await moveGrant(tx, { ...grant, from, state: grantState.open, nextAt: now })
    if (!moved) return
    await nameFreeRounds(tx, { ...grant, names })
    await notify(
      tx,
      memberId,
      '您获得赠送旋转',
      `您获得 ${rounds} 次赠送旋转，可在“福利中心”查看游戏、注额与有效期。赠送旋转不扣余额，赢得的金额在用完或到期后存入中心钱包。`,
      now,
      { kind: 'offer', link: '/welfare' },
    )
  })
  bus.publish('member', [memberId.toString()])
}

/** Ends when all is played, its time is over, or the member closes the account. */
async function watch(services: Deps, venue: Venue, grant: Due): Promise<void> {
  const { db, clock } = services
  const { used, open } = await playedOf(db, { ...grant, venueId: venue.venueId })
  const isPlayed = used >= grant.rounds && open === 0
  const isOver = isPlayed || grant.leaving || grant.endsAt <= clock.now()
  return isOver ? move(services, grant, grantState.settling) : later(services, grant, '', LOOK_MS)
}

/** No further round begins afterwards; undefined while the venue does not say so. */
async function endAt(services: Deps, venue: Venue, grant: Grant) {
  const answer = await services.venues.client(venue).cancelFreeRounds(askedOf(grant))
  return answer.kind === 'ok' ? answer.data : undefined
}

/**
 * Pays what the rounds won, once, when the venue's figures are those of the feed; until then the
 * feed is late, or a person has to look (the check *free-rounds*).
 */
async function settle(services: Deps, venue: Venue, grant: Grant): Promise<void> {
  const { db, clock, bus } = services
  const told = await endAt(services, venue, grant)
  if (told === undefined) return later(services, grant, '场馆暂时无法连接')
  const ours = await playedOf(db, grant)
  if (told === null && ours.open > 0) return later(services, grant, `${ours.open} 局尚未结束`)
  if (told && !isSame(told, ours))
    return later(
      services,
      grant,
      `场馆 ${told.used} 次 ${told.won} 分，注单 ${ours.used} 次 ${ours.wonFen} 分`,
    )
  const held = await transaction(db, async tx => {
    await lockMember(tx, grant.memberId)
    // A call of the venue may have come since.
    const now = clock.now()
    if (await blockOf(tx, grant.memberId, now)) return null
    const counted = await playedOf(tx, grant)
    if (counted.open > 0 || counted.wonFen !== ours.wonFen) return null
    const holds = await holdsOn(tx, goingOf(grant, now))
    if (holds.some(({ releasedBy }) => releasedBy === '')) return holds
    await pay(tx, grant, { ...ours, now })
    return []
  })
  if (held === null) return later(services, grant, '', LOOK_MS)
  if (held.length > 0)
    return later(services, grant, held.map(({ text }) => text).join('；'), HELD_MS)
  bus.publish('member', [grant.memberId.toString()])
}

const isSame = (told: { used: number; open: number; won: bigint }, ours: Played) =>
  told.used === ours.used && told.won === ours.wonFen && told.open === ours.open && ours.open === 0

const goingOf = ({ grantNo, memberId }: Grant, now: Date) =>
  ({ subject: `free_rounds:${grantNo}`, memberId, pays: 'bonus', now }) as const

type Result = { used: number; wonFen: bigint; now: Date }

async function pay(tx: Tx, grant: Grant, { used, wonFen, now }: Result): Promise<void> {
  const { memberId, grantNo, maxPaidFen } = grant
  const paidFen = maxPaidFen !== null && maxPaidFen < wonFen ? maxPaidFen : wonFen
  const turnoverTimes = await timesFor(tx, grant.turnoverTimes)
  const given = { ...grant, turnoverTimes }
  const closed = { ...given, from: grant.state, state: grantState.paid, used, wonFen, paidFen }
  if (!(await closeGrant(tx, { ...closed, at: now }))) return
  if (paidFen > 0n) {
    await mustPost(tx, {
      memberId,
      key: `free_rounds:${grantNo}`,
      code: 'activity_bonus',
      from: { name: 'activityBonus' },
      to: { name: 'memberCash' },
      amountFen: paidFen,
      source: { type: 'free_rounds', id: grantNo },
      actor: { type: 'system', id: 'free_rounds' },
      effectiveAt: now,
    })
    await openGift(tx, {
      memberId,
      sourceType: 'free_rounds',
      sourceId: grantNo,
      amountFen: paidFen,
      turnoverTimes,
      openedAt: now,
    })
  }
  await notify(tx, memberId, '赠送旋转已结算', letterOf(given, { used, wonFen, paidFen }), now, {
    kind: 'money',
    link: '/money',
  })
}

function letterOf(
  { rounds, turnoverTimes }: Grant,
  { used, wonFen, paidFen }: { used: number; wonFen: bigint; paidFen: bigint },
): string {
  const played = `您使用了 ${used}/${rounds} 次赠送旋转`
  if (paidFen === 0n) return `${played}，没有赢得金额。`
  const bound = paidFen < wonFen ? `（赢得 ¥${formatFen(wonFen)}，按上限派发）` : ''
  const turnover = turnoverTimes > 0 ? `，完成 ${turnoverTimes} 倍流水即可提款` : ''
  return `${played}，¥${formatFen(paidFen)} 已存入中心钱包${bound}${turnover}。`
}

/** An excluded member's grant ends at the venue, and nothing of it is paid. */
async function forfeit(services: Deps, venue: Venue, grant: Grant): Promise<void> {
  const { db, clock, bus } = services
  const told = await endAt(services, venue, grant)
  if (told === undefined) return later(services, grant, '场馆暂时无法连接')
  const { used, wonFen } = await playedOf(db, grant)
  const state = grantState.forfeited
  await closeGrant(db, {
    ...grant,
    from: grant.state,
    state,
    used,
    wonFen,
    paidFen: 0n,
    at: clock.now(),
  })
  bus.publish('member', [grant.memberId.toString()])
}
