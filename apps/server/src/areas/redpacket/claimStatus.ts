import type { Db } from '@tianping/database'
import { beijingMidnight } from '@tianping/money/day'
import { creditedOf, type Credited } from '../cashier/cashier.ts'
import { appSchema } from '../../kernel/appSetting.ts'
import {
  activitySpan,
  claimDayAt,
  closingOf,
  overlap,
  within,
  type ClaimDay,
  type Span,
} from './claimDay.ts'
import { claimsOf, readSpent, ruleRows } from './store/redpacket.sql.ts'
import { budgetHolds, redPacketSchema, type RedPacketSetting, type Tier } from './setting.ts'
import { at } from '../../kernel/present.ts'

/**
 * Why there is or is no claiming now: the operator's switch, the activity's dates (US Eastern), the
 * clock (Beijing).
 */
export type ClaimState =
  | 'closed'
  | 'no_activity'
  | 'not_started'
  | 'ended'
  | 'before'
  | 'open'
  | 'after'

/**
 * The rules in force; `closed` by the operator's switch. `closings`: the hours of closing that were
 * in force one after the other, the last now.
 */
export type Rules = {
  rule: RedPacketSetting
  ruleVersion: number
  closed: boolean
  closings: { closes: string; from: Date }[]
}

/** What a member has earned and claimed, with everything it follows from. */
export type ClaimStatus = Rules & {
  claimDay: ClaimDay
  state: ClaimState
  /**
   * The tier that counts, if any; and the deposits that were counted for it, or as far as they have
   * come.
   */
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

export async function rulesNow(db: Db): Promise<Rules> {
  const { version, rule, app, closings } = await ruleRows(db)
  const { closes: usual } = redPacketSchema.parse({})
  const set = (closings ?? []).map(each => ({
    closes: each.closes ?? usual,
    from: new Date(each.at),
  }))
  // Before anybody set an hour the usual one was in force, and a day's seed was shown at it.
  const all = set.length === (version ?? 0) ? [{ closes: usual, from: new Date(0) }, ...set] : set
  return {
    rule: redPacketSchema.parse(rule ?? {}),
    ruleVersion: version ?? 0,
    closed: appSchema.parse(app ?? {}).redpacket_switch === 0,
    closings: all,
  }
}

export type Asked = {
  memberId: bigint
  now: Date
  claimDay: ClaimDay
  /** Claims made for that day. */
  used: number
}

/** Where one member stands, for showing it: nothing is left to claim once the day's budget is. */
export async function claimStatusOf(db: Db, memberId: bigint, now: Date): Promise<ClaimStatus> {
  const rules = await rulesNow(db)
  const claimDay = claimDayAt(now, rules.rule)
  const used = await claimsOf(db, memberId, claimDay.day)
  const status = at(await claimStatusesOf(db, rules, [{ memberId, now, claimDay, used }]), 0)
  return (await isPaidFor(db, status)) ? status : { ...status, left: 0 }
}

/** Whether the day's budget holds a packet of the member's tier; asked only where there is one. */
async function isPaidFor(db: Db, { rule, ruleVersion, claimDay, tier, left }: ClaimStatus) {
  if (rule.dayBudgetFen === 0 || tier === null || left === 0) return true
  return budgetHolds(rule, await readSpent(db, claimDay.day, ruleVersion), tier)
}

/**
 * Where members stand, in the order asked; their deposits are added up in one look per span of
 * time.
 */
export async function claimStatusesOf(
  db: Db,
  rules: Rules,
  asked: Asked[],
): Promise<ClaimStatus[]> {
  const memberIds = asked.map(each => each.memberId)
  const looks = new Map<string, Map<bigint, Credited>>()
  for (const { now, claimDay } of asked) {
    for (const tier of liveTiers(rules.rule, claimDay, now)) {
      const span = countedSpan(tier, claimDay)
      if (!looks.has(keyOf(span)))
        looks.set(
          keyOf(span),
          span.from < span.until
            ? await creditedOf(db, memberIds, span.from, span.until)
            : new Map(),
        )
    }
  }
  return asked.map(each =>
    status(
      rules,
      each,
      tier => looks.get(keyOf(countedSpan(tier, each.claimDay)))?.get(each.memberId) ?? NOTHING,
    ),
  )
}

/** The deposits of the day that lie within the activity's dates. */
const countedSpan = (tier: Tier, claimDay: ClaimDay): Span =>
  overlap(claimDay.counts, activitySpan(tier))
const keyOf = ({ from, until }: Span) => `${from.getTime()} ${until.getTime()}`

function status(
  rules: Rules,
  { now, claimDay, used }: Asked,
  countedFor: (tier: Tier) => Credited,
): ClaimStatus {
  const { rule } = rules
  const byClock = rules.closed ? 'closed' : stateAt(rule, claimDay, now)
  const state = byClock === 'open' && wasShown(rules, claimDay.day) ? 'after' : byClock
  const live = liveTiers(rule, claimDay, now).map(tier => ({ tier, counted: countedFor(tier) }))
  const own = best(live)
  const counted =
    own?.counted ??
    live.map(each => each.counted).reduce((a, b) => (b.fen > a.fen ? b : a), NOTHING)
  const earned = Math.min(own?.tier.claims ?? 0, rule.maxTimes)
  return {
    ...rules,
    claimDay,
    state,
    tier: own?.tier ?? null,
    counted,
    earned,
    used,
    left: Math.max(0, earned - used),
    next: nextOf(live, own?.tier ?? null),
  }
}

/**
 * The tiers whose activity runs when this day's claims are made: now, or when they open if that is
 * still to come.
 */
export function liveTiers(rule: RedPacketSetting, claimDay: ClaimDay, now: Date): Tier[] {
  const at = claimsAt(claimDay, now)
  return rule.tiers.filter(tier => within(at, activitySpan(tier)))
}

const claimsAt = ({ open }: ClaimDay, now: Date) => (now < open.from ? open.from : now)

export function stateAt(rule: RedPacketSetting, claimDay: ClaimDay, now: Date): ClaimState {
  if (rule.tiers.length === 0) return 'no_activity'
  if (liveTiers(rule, claimDay, now).length === 0) {
    const at = claimsAt(claimDay, now)
    return rule.tiers.every(tier => activitySpan(tier).until <= at) ? 'ended' : 'not_started'
  }
  if (within(now, claimDay.open)) return 'open'
  // Past the hour of closing the next day is being counted already, and today's claims are over.
  return now < beijingMidnight(claimDay.open.from) ? 'after' : 'before'
}

/**
 * Whether the seed of a day may have been shown under an hour of closing that has been put off
 * since: a member who knows the seed could choose a client seed that draws the most, so the day
 * stays over. An instance whose clock is ahead shows it from the hour of closing on.
 */
export const wasShown = ({ closings }: Rules, day: string): boolean =>
  closings.slice(0, -1).some(({ closes }, at) => {
    const closed = closingOf(day, closes)
    return closings.slice(at + 1).every(later => closed <= later.from)
  })

const matches = (tier: Tier, fen: bigint) =>
  fen >= BigInt(tier.minFen) && (tier.maxFen === null || fen <= BigInt(tier.maxFen))

/** Of several activities at once the one that gives most counts; never two together. */
function best(live: { tier: Tier; counted: Credited }[]) {
  return live
    .filter(({ tier, counted }) => matches(tier, counted.fen))
    .toSorted((a, b) => b.tier.claims - a.tier.claims)[0]
}

function nextOf(live: { tier: Tier; counted: Credited }[], own: Tier | null): ClaimStatus['next'] {
  const above = live
    .map(({ tier, counted }) => ({ tier, missingFen: BigInt(tier.minFen) - counted.fen }))
    .filter(({ missingFen }) => missingFen > 0n)
    .filter(({ tier }) => tier.claims > (own?.claims ?? 0))
  return above.toSorted((a, b) => (a.missingFen < b.missingFen ? -1 : 1))[0] ?? null
}
