import type { Db } from '@tianping/database'
import { creditedBetween, type Credited } from '../cashier/credited.ts'
import { beijingMidnight } from '../clock.ts'
import { appSetting } from '../site/appSetting.ts'
import { readVersioned } from '../site/setting.ts'
import { activitySpan, claimDayAt, overlap, within, type ClaimDay } from './claimDay.ts'
import { claimsOf } from './redpacket.sql.ts'
import { redPacketSchema, REDPACKET_SETTING, type RedPacketSetting, type Tier } from './setting.ts'

/** Why there is or is no claiming now: the operator's switch, the activity's dates (US Eastern), the clock (Beijing). */
export type ClaimState = 'closed' | 'no_activity' | 'not_started' | 'ended' | 'before' | 'open' | 'after'

/** What a member has earned and claimed, with everything it follows from. */
export type Standing = {
  rule: RedPacketSetting
  ruleVersion: number
  claimDay: ClaimDay
  state: ClaimState
  /** The tier that counts, if any; and the deposits that were counted for it, or as far as they have come. */
  tier: Tier | null
  counted: Credited
  /** Claims the tier gives, at most `maxTimes`. */
  earned: number
  used: number
  left: number
  /** The nearest tier above, and what it lacks. */
  next: { tier: Tier; missingFen: bigint } | null
}

const NOTHING: Credited = { fen: 0n, count: 0, lastAt: null }

/** Where a member stands at `now`. `used` is given by a caller that holds the lock on the member's claims. */
export async function standingOf(db: Db, memberId: bigint, now: Date, locked?: { used: number }): Promise<Standing> {
  const { version: ruleVersion, value: rule } = await readVersioned(db, REDPACKET_SETTING, redPacketSchema)
  const claimDay = claimDayAt(now, rule)
  const state = (await appSetting(db)).redpacket_switch === 0 ? 'closed' : stateAt(rule, claimDay, now)
  const used = locked?.used ?? (await claimsOf(db, memberId, claimDay.day))
  const counts = new Map<string, Credited>()
  const countedFor = async (tier: Tier): Promise<Credited> => {
    const span = overlap(claimDay.counts, activitySpan(tier))
    if (span.from >= span.until) return NOTHING
    const key = `${span.from.getTime()} ${span.until.getTime()}`
    const counted = counts.get(key) ?? (await creditedBetween(db, memberId, span.from, span.until))
    counts.set(key, counted)
    return counted
  }
  const live: { tier: Tier; counted: Credited }[] = []
  for (const tier of liveTiers(rule, claimDay, now)) live.push({ tier, counted: await countedFor(tier) })
  const own = best(live)
  const counted = own?.counted ?? live.map(each => each.counted).reduce((a, b) => (b.fen > a.fen ? b : a), NOTHING)
  const earned = Math.min(own?.tier.claims ?? 0, rule.maxTimes)
  return { rule, ruleVersion, claimDay, state, tier: own?.tier ?? null, counted, earned, used, left: Math.max(0, earned - used), next: nextOf(live, own?.tier ?? null) }
}

/** The tiers whose activity runs when this day's claims are made: now, or when they open if that is still to come. */
export function liveTiers(rule: RedPacketSetting, claimDay: ClaimDay, now: Date): Tier[] {
  const at = now < claimDay.open.from ? claimDay.open.from : now
  return rule.tiers.filter(tier => within(at, activitySpan(tier)))
}

export function stateAt(rule: RedPacketSetting, claimDay: ClaimDay, now: Date): ClaimState {
  if (rule.tiers.length === 0) return 'no_activity'
  if (liveTiers(rule, claimDay, now).length === 0) {
    return rule.tiers.every(tier => activitySpan(tier).until <= claimDay.open.from) ? 'ended' : 'not_started'
  }
  if (within(now, claimDay.open)) return 'open'
  // Past the hour of closing the next day is being counted already, and today's claims are over.
  return now < beijingMidnight(claimDay.open.from) ? 'after' : 'before'
}

const matches = (tier: Tier, fen: bigint) => fen >= BigInt(tier.minFen) && (tier.maxFen === null || fen <= BigInt(tier.maxFen))

/** Of several activities at once the one that gives most counts; never two together. */
function best(live: { tier: Tier; counted: Credited }[]) {
  return live.filter(({ tier, counted }) => matches(tier, counted.fen)).toSorted((a, b) => b.tier.claims - a.tier.claims)[0]
}

function nextOf(live: { tier: Tier; counted: Credited }[], own: Tier | null): Standing['next'] {
  const above = live
    .map(({ tier, counted }) => ({ tier, missingFen: BigInt(tier.minFen) - counted.fen }))
    .filter(({ tier, missingFen }) => missingFen > 0n && tier.claims > (own?.claims ?? 0))
  return above.toSorted((a, b) => (a.missingFen < b.missingFen ? -1 : 1))[0] ?? null
}
