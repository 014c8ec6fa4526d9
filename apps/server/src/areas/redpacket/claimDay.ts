import { beijingDay, beijingMidnight } from '../../kernel/clock.ts'
import { dayAfter, easternMidnight } from './eastern.ts'
import type { RedPacketSetting, Tier } from './setting.ts'

/** Half-open: `from` counts, `until` does not. */
export type Span = { from: Date; until: Date }
/** The claims of one Beijing day and the deposits they rest on. */
export type ClaimDay = { day: string; counts: Span; open: Span }

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const afterMidnight = (clockTime: string) =>
  (Number(clockTime.slice(0, 2)) * 60 + Number(clockTime.slice(3))) * MINUTE_MS

/**
 * The day whose deposits are being counted, or whose claims are open, at `now`: at `closes` the
 * next one begins.
 */
export function claimDayAt(
  now: Date,
  { opens, closes }: Pick<RedPacketSetting, 'opens' | 'closes'>,
): ClaimDay {
  const today = beijingMidnight(now).getTime()
  const midnight = now.getTime() >= today + afterMidnight(closes) ? today + DAY_MS : today
  const opensAt = new Date(midnight + afterMidnight(opens))
  const closesAt = new Date(midnight + afterMidnight(closes))
  return {
    day: beijingDay(new Date(midnight)),
    counts: { from: new Date(closesAt.getTime() - DAY_MS), until: opensAt },
    open: { from: opensAt, until: closesAt },
  }
}

/**
 * Instances' clocks may differ by so much: none still takes a claim when another shows the seed.
 */
export const REVEAL_AFTER_MS = MINUTE_MS

/**
 * When the seed of a day is shown: a minute after its claims have closed; `day` is `YYYY-MM-DD`.
 */
export const revealOf = (day: string, closes: string): Date =>
  new Date(
    beijingMidnight(new Date(`${day}T12:00:00+08:00`)).getTime() +
      afterMidnight(closes) +
      REVEAL_AFTER_MS,
  )

/**
 * The activity's dates as instants: from 00:00 US Eastern time of the first day to the end of the
 * last.
 */
export const activitySpan = (tier: Pick<Tier, 'startDay' | 'endDay'>): Span => ({
  from: easternMidnight(tier.startDay),
  until: easternMidnight(dayAfter(tier.endDay)),
})

export const within = (at: Date, span: Span): boolean => at >= span.from && at < span.until

/** What both have in common; empty (`from` not before `until`) when nothing. */
export const overlap = (a: Span, b: Span): Span => ({
  from: a.from > b.from ? a.from : b.from,
  until: a.until < b.until ? a.until : b.until,
})
