// The one guard of all doors: who may play, deposit, be rewarded, be written to with offers. Each
// throws what the member is told; docs/protection.md lists who asks.
import type { OfferChannel, OfferProduct } from '@tianping/contract/consents/facts'
import { isOfAge } from '@tianping/contract/account/rules'
import { limitLabels, MAX_TIMEOUT_DAYS, spanOf, topicOf } from '@tianping/contract/protection/facts'
import { say } from '@tianping/contract/refusals'
import type { Said } from '@tianping/contract/say'
import type { Db } from '@tianping/database'
import { formatFen, yuanOf } from '@tianping/money'
import { beijing, beijingDay, DAY_MS } from '@tianping/money/day'
import { explained } from '../../kernel/http/explain.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import { ageBounds } from '../profiles/profiles.ts'
import { refuseUnallowed } from '../screening/screening.ts'
import {
  asksTierFor,
  refuseUnassessed,
  requireTierFor,
  unprovenAmong,
} from '../verification/verification.ts'
import { limitsSet, type LimitStatus } from './limits.ts'
import { refuseStoppedPlay } from './playSwitch.ts'
import { refuseFundsUnread } from './funds.ts'
import { isRegistered, refuseUnregistered, unregisteredAmong } from './nationalRegister.ts'
import { resetsAt } from './spans.ts'
import { protectionSetting } from './setting.ts'
import { isHelpDead } from './store/helpLink.sql.ts'
import { lockPerson } from './store/limit.sql.ts'
import { isExcludedPerson } from './store/link.sql.ts'
import {
  benefitStandings,
  standingOf,
  testAmong,
  unwantedAmong,
  type Standing,
} from './store/block.sql.ts'

type Set = LimitStatus & { amount: bigint }

const stopped = ({ until }: Standing) =>
  new Refusal(
    until
      ? say('protection.excluded', { until: beijing(until) })
      : say('protection.excluded_for_good'),
    { rule: 'excluded', until: until && beijing(until) },
  )

function refuseStanding(standing: Standing): void {
  if (standing.blocked) throw stopped(standing)
  if (standing.closingAt)
    throw new Refusal(say('closing.started'), {
      rule: 'closing',
      since: beijing(standing.closingAt),
    })
}

/** Refuses who is blocked or closing the account, and whose birthday does not prove the age. */
async function refuseStopped(db: Db, memberId: bigint, now: Date) {
  const standing = await standingOf(db, memberId, now)
  refuseStanding(standing)
  const { birthday } = standing
  if (birthday === null) throw new Refusal(say('protection.birthday_missing'), { rule: 'birthday' })
  const { min_age: age } = await ageBounds(db)
  if (!isOfAge(birthday, beijingDay(now), { min_age: age }))
    throw new Refusal(say('protection.under_age', { age }), { rule: 'age', age })
}

/** What only profiles ask of who deposits or plays. */
async function refuseUndiligent(db: Db, memberId: bigint, now: Date) {
  await refuseUnregistered(db, memberId)
  await refuseUnallowed(db, memberId)
  await refuseUnassessed(db, memberId, now)
}

/** Refuses who was blocked meanwhile; under the member's lock, where the rest was asked before. */
export async function refuseBlocked(db: Db, memberId: bigint, now: Date): Promise<void> {
  refuseStanding(await standingOf(db, memberId, now))
}

const nameOf = ({ kind }: Set) => `${limitLabels[kind]}限额`
const leftOf = ({ amount, used }: Set) => (amount > used ? amount - used : 0n)

const ofTest = () => explained(say('protection.test_account'), { rule: 'test_account', version: 0 })

/** Refuses a test account, whose money is none and goes nowhere: what it does is in no report. */
export async function refuseTestAccount(db: Db, memberId: bigint): Promise<void> {
  if ((await testAmong(db, [memberId])).length > 0) throw ofTest()
}

/**
 * Refuses a deposit to who is blocked or too young, and one that a limit does not allow. Under the
 * member's lock, so that two at once count both, and under that of all accounts of the person.
 */
export async function mayDeposit(
  tx: Db,
  { memberId, amountFen, now }: { memberId: bigint; amountFen: bigint; now: Date },
): Promise<void> {
  await refuseTestAccount(tx, memberId)
  await refuseStopped(tx, memberId, now)
  await refuseUndiligent(tx, memberId, now)
  await requireTierFor(tx, memberId, 'deposit')
  await lockPerson(tx, memberId)
  for (const limit of await limitsSet(tx, memberId, { topics: ['deposit'], now })) {
    const leftFen = leftOf(limit)
    if (amountFen > leftFen)
      throw new Refusal(
        say('protection.deposit_limit', {
          limit: nameOf(limit),
          amount: formatFen(limit.amount),
          left: formatFen(leftFen),
        }),
        {
          rule: limit.kind,
          limit: yuanOf(limit.amount),
          left: yuanOf(leftFen),
          resets_at: beijing(resetsAt(spanOf(limit.kind), now)),
        },
      )
  }
}

/** How much more may be lost, staked and played; null for what has no limit. */
export type Room = {
  lossFen: bigint | null
  stakeFen: bigint | null
  minutes: bigint | null
  /**
   * When the next span of a limit of losses begins, in which nothing has been won yet: what was won
   * before must not be lost then.
   */
  lossUntil: Date | null
}

const spent = (limit: Set): Said => {
  const of = { limit: nameOf(limit), amount: formatFen(limit.amount) }
  if (topicOf(limit.kind) === 'time')
    return say('protection.time_limit', { limit: of.limit, minutes: Number(limit.amount) })
  return topicOf(limit.kind) === 'loss'
    ? say('protection.loss_limit', of)
    : say('protection.stake_limit', of)
}

const earlier = (a: Date | null, b: Date) => (a !== null && a < b ? a : b)

/** Refuses play while help cannot be found, where the site is set so. */
async function refuseWithoutHelp(db: Db, now: Date) {
  const { deadHelpDays: days } = await protectionSetting(db)
  if (days > 0 && (await isHelpDead(db, new Date(now.getTime() - days * DAY_MS))))
    throw new Refusal(say('protection.help_dead'), { rule: 'help_dead' })
}

const played = { loss: 'lossFen', stake: 'stakeFen', time: 'minutes' } as const

/**
 * Refuses play to everybody while the site's switch is off, and to who is blocked, too young, or
 * has used a limit up; answers what is left.
 */
export async function mayPlay(db: Db, memberId: bigint, now: Date): Promise<Room> {
  await refuseStoppedPlay(db)
  await refuseStopped(db, memberId, now)
  await refuseWithoutHelp(db, now)
  await refuseUndiligent(db, memberId, now)
  await requireTierFor(db, memberId, 'play')
  await refuseFundsUnread(db, memberId, now)
  const room: Room = { lossFen: null, stakeFen: null, minutes: null, lossUntil: null }
  for (const limit of await limitsSet(db, memberId, { topics: ['loss', 'stake', 'time'], now })) {
    const topic = topicOf(limit.kind)
    const left = limit.amount - limit.used
    if (left <= 0n)
      throw new Refusal(spent(limit), {
        rule: limit.kind,
        limit: topic === 'time' ? Number(limit.amount) : yuanOf(limit.amount),
        left: 0,
        resets_at: beijing(resetsAt(spanOf(limit.kind), now)),
      })
    if (topic === 'deposit') continue
    if (topic === 'loss')
      room.lossUntil = earlier(room.lossUntil, resetsAt(spanOf(limit.kind), now))
    const least = room[played[topic]]
    if (least === null || left < least) room[played[topic]] = left
  }
  return room
}

/**
 * Refuses play without money to whom play is refused; what only money has, limits and the notice of
 * funds, does not count here.
 */
export async function mayPractise(db: Db, memberId: bigint, now: Date): Promise<void> {
  await refuseStoppedPlay(db)
  await refuseStopped(db, memberId, now)
  await refuseWithoutHelp(db, now)
  await refuseUndiligent(db, memberId, now)
  await requireTierFor(db, memberId, 'play')
}

/**
 * Refuses play without money to a visitor who has not said that they are of age, who comes from the
 * browser of an excluded member, or where play asks for a proven identity.
 */
export async function visitorMayPractise(
  db: Db,
  { ofAge, device, now }: { ofAge: boolean; device: string; now: Date },
): Promise<void> {
  await refuseStoppedPlay(db)
  await refuseWithoutHelp(db, now)
  if (await asksTierFor(db, 'play'))
    throw new Refusal(say('protection.practice_members'), { rule: 'verification' })
  const { min_age: age } = await ageBounds(db)
  if (!ofAge) throw new Refusal(say('protection.practice_age', { age }), { rule: 'age', age })
  if (await isExcludedPerson(db, { device, realname: '', birthday: null, now }))
    throw new Refusal(say('protection.account_unavailable'))
}

const noBenefit = () => explained(say('protection.no_benefit'), { rule: 'excluded', version: 0 })
const noOffers = () => explained(say('harm.no_benefit'), { rule: 'offers_stopped', version: 0 })

/** Why some members are rewarded with nothing: they are blocked, or nothing is offered to them. */
export async function benefitRefusals(
  db: Db,
  memberIds: bigint[],
  now: Date,
): Promise<Map<bigint, Refusal>> {
  const refused = await demandsUnmet(db, memberIds)
  for (const { memberId, ...standing } of await benefitStandings(db, memberIds, now)) {
    if (standing.stopped) refused.set(memberId, noOffers())
    if (standing.test) refused.set(memberId, ofTest())
    if (standing.blocked) refused.set(memberId, noBenefit())
  }
  return refused
}

/** What profiles and settings demand of who is rewarded; asks nothing where they demand nothing. */
async function demandsUnmet(db: Db, memberIds: bigint[]): Promise<Map<bigint, Refusal>> {
  const unproven = await unprovenAmong(db, memberIds)
  const unclear = await unregisteredAmong(db, memberIds)
  const refused = new Map<bigint, Refusal>()
  for (const memberId of unproven.memberIds)
    refused.set(memberId, explained(unproven.why, { rule: 'verification', version: 0 }))
  for (const memberId of unclear) refused.set(memberId, noBenefit())
  return refused
}

/**
 * Whether a member meets what is demanded of who is rewarded, besides what `benefit_standing` says
 * in the statement that asks.
 */
export const meetsDemands = async (db: Db, memberId: bigint): Promise<boolean> =>
  (await demandsUnmet(db, [memberId])).size === 0

/** Refuses bonuses, packets and rebates. */
export async function mayBenefit(db: Db, memberId: bigint, now: Date): Promise<void> {
  const refusal = (await benefitRefusals(db, [memberId], now)).get(memberId)
  if (refusal) throw refusal
}

/** Refuses what an agent has earned to who is blocked or gone; it is owed and no offer. */
export async function mayEarn(db: Db, memberId: bigint, now: Date): Promise<void> {
  const { blocked, closedAt } = await standingOf(db, memberId, now)
  if (closedAt) throw new Refusal(say('closing.closed'))
  if (blocked) throw noBenefit()
}

/** Those of some members who may be rewarded. */
export async function whoMayBenefit(db: Db, memberIds: bigint[], now: Date): Promise<bigint[]> {
  const refused = await benefitRefusals(db, memberIds, now)
  return memberIds.filter(memberId => !refused.has(memberId))
}

export type Offering = { product: OfferProduct | ''; channel: OfferChannel }

/** What counts for a channel where a member has chosen nothing. */
export const unaskedOffers = async (db: Db, channel: OfferChannel): Promise<boolean> =>
  channel === 'inbox' && !(await protectionSetting(db)).inboxOptIn

/**
 * Those of some members who may be written to with an offer: they may benefit, and want offers of
 * this product on this channel. Letters of service reach everybody.
 */
export async function mayBeContacted(
  db: Db,
  { memberIds, now, ...offering }: Offering & { memberIds: bigint[]; now: Date },
): Promise<bigint[]> {
  const may = await whoMayBenefit(db, memberIds, now)
  const unasked = await unaskedOffers(db, offering.channel)
  const unwanted = await unwantedAmong(db, { memberIds: may, ...offering, unasked })
  return may.filter(memberId => !unwanted.has(memberId))
}

/** A shorter stop by staff is waited for, or one operator alone could waive the turnover. */
const LONG_MS = MAX_TIMEOUT_DAYS * DAY_MS

/**
 * Whether a member has excluded themself, was stopped for long, or is closing the account. What is
 * left goes out whole: nobody could play it off. A break of the member's own is no such reason, or
 * it would be a way around the turnover.
 */
export async function isLeaving(db: Db, memberId: bigint, now: Date): Promise<boolean> {
  const { kind, until, closingAt } = await standingOf(db, memberId, now)
  if (closingAt !== null || kind === 'exclusion' || kind === 'linked') return true
  if (await isRegistered(db, memberId)) return true
  return kind === 'staff' && until !== null && until.getTime() - now.getTime() > LONG_MS
}
