import { grantState, type GrantSource } from '@tianping/contract/freeRounds/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import { monthStart } from '../../kernel/monthBudget.ts'
import { newOrderNo } from '../cashier/cashier.ts'
import { timesFor } from '../profiles/profiles.ts'
import { mayBenefit, whoMayBenefit } from '../protection/protection.ts'
import { freeRoundsSetting, type Gift } from './setting.ts'
import { givenSince, insertGrant, lockBudget, venueIdOf } from './store/grant.sql.ts'

type Giving = Gift & {
  memberId: bigint
  turnoverTimes: number
  source: GrantSource
  /** Empty for a gift by hand, which is named by its own number. */
  sourceId: string
  reason: string
  by: string
  /** Whether another person has to approve it. */
  waits: boolean
  now: Date
}

/**
 * Writes a grant down; a job brings it to the venue and tells the member once the venue took it.
 * Refuses what passes the month's budget, under a lock that all grants take, and who may not be
 * rewarded. A member's lock is taken before it.
 * Answers its number, or null where this source has given before.
 */
export async function giveFreeRounds(tx: Tx, g: Giving): Promise<string | null> {
  const { memberId, now } = g
  const venueId = await venueIdOf(tx, g.venue)
  if (venueId === undefined) throw new Refusal(say('free_rounds.venue_unknown'))
  await mayBenefit(tx, memberId, now)
  await lockBudget(tx)
  const { monthFen, maxPaidFen } = await freeRoundsSetting(tx)
  const { givenFen } = await givenSince(tx, monthStart(now))
  if (givenFen + BigInt(g.stakeFen) * BigInt(g.rounds) > BigInt(monthFen))
    throw new Refusal(say('free_rounds.budget'), { rule: 'free_rounds_budget' })
  const grantNo = newOrderNo('G', now)
  const made = await insertGrant(tx, {
    memberId,
    grantNo,
    venueId,
    games: g.games,
    stakeFen: BigInt(g.stakeFen),
    rounds: g.rounds,
    turnoverTimes: await timesFor(tx, g.turnoverTimes),
    maxPaidFen: maxPaidFen > 0 ? BigInt(maxPaidFen) : null,
    endsAt: new Date(now.getTime() + g.days * DAY_MS),
    source: g.source,
    sourceId: g.sourceId === '' ? grantNo : g.sourceId,
    reason: g.reason,
    proposedBy: g.by,
    proposedAt: now,
    state: g.waits ? grantState.waiting : grantState.sending,
  })
  return made ? grantNo : null
}

type Promoted = { memberId: bigint; vip: number }

/**
 * What reaching a level gives. Members who may not be rewarded get none, and nobody gets any once
 * the budget is used up; the review of levels goes on.
 */
export async function giveForLevels(
  tx: Tx,
  promoted: readonly Promoted[],
  now: Date,
): Promise<void> {
  const { levelGifts, turnoverTimes } = await freeRoundsSetting(tx)
  const gifts = new Map(levelGifts.map(each => [each.vip, each]))
  const lucky = promoted.filter(({ vip }) => gifts.has(vip))
  if (lucky.length === 0) return
  const may = new Set(
    await whoMayBenefit(
      tx,
      lucky.map(({ memberId }) => memberId),
      now,
    ),
  )
  for (const { memberId, vip } of lucky) {
    const gift = gifts.get(vip)
    if (!gift || !may.has(memberId)) continue
    const given = { ...gift, memberId, turnoverTimes, source: 'vip' as const, reason: `VIP${vip}` }
    try {
      await giveFreeRounds(tx, { ...given, sourceId: String(vip), by: '', waits: false, now })
    } catch (refusal) {
      // Refusals are thrown before anything is written.
      if (!(refusal instanceof Refusal)) throw refusal
    }
  }
}
