import { addDays, beijingDay, parseBeijing } from '@tianping/money/day'
import { easternMidnight } from './eastern.ts'
import type { RedPacketSetting, Tier } from './setting.ts'

/** Half-open: `from` counts, `until` does not. */
export type Span = { from: Date; until: Date }
/** The claims of one Beijing day and the deposits they rest on. */
export type ClaimDay = { day: string; counts: Span; open: Span }

const MINUTE_MS = 60_000
/** `HH:mm` of a Beijing day as an instant. */
const at = (day: string, clockTime: string) => new Date(parseBeijing(`${day} ${clockTime}`))

/**
 * The day whose deposits are being counted, or whose claims are open, at `now`: at `closes` the
 * next one begins.
 */
export function claimDayAt(
  now: Date,
  { opens, closes }: Pick<RedPacketSetting, 'opens' | 'closes'>,
): ClaimDay {
  const today = beijingDay(now)
  const day = now >= at(today, closes) ? addDays(today, 1) : today
  const opensAt = at(day, opens)
  return {
    day,
    counts: { from: at(addDays(day, -1), closes), until: opensAt },
    open: { from: opensAt, until: at(day, closes) },
  }
}

/**
 * Instances' clocks may differ by so much: none still takes a claim when another shows the seed.
 */
export const REVEAL_AFTER_MS = MINUTE_MS

/** When the claims of a day close; `day` is `YYYY-MM-DD`, `closes` is `HH:mm`. */
export const closingOf = at

/** When the seed of a day is shown: a minute after its claims have closed. */
export const revealOf = (day: string, closes: string): Date =>
  new Date(closingOf(day, closes).getTime() + REVEAL_AFTER_MS)

/**
 * The activity's dates as instants: from 00:00 US Eastern time of the first day to the end of the
 * last.
 */
export const activitySpan = (tier: Pick<Tier, 'startDay' | 'endDay'>): Span => ({
  from: easternMidnight(tier.startDay),
  until: easternMidnight(addDays(tier.endDay, 1)),
})

export const within = (at: Date, span: Span): boolean => at >= span.from && at < span.until

/** What both have in common; empty (`from` not before `until`) when nothing. */
export const overlap = (a: Span, b: Span): Span => ({
  from: a.from > b.from ? a.from : b.from,
  until: a.until < b.until ? a.until : b.until,
})
