import type { VenueCode } from '@tianping/venue-protocol'
import type { DrawInput } from './Table.ts'
import type { Margin } from './price.ts'
import type { Result } from './result.ts'

/**
 * One selection: its price in hundredths (null while it is closed) and the chance to win all or
 * half of it, in ppm, without margin.
 */
export type Offer = { pick: string; price: number | null; ppm: number }
/**
 * A line keeps its place while it is closed. `id` is the part that its picks share: `ou:10` of
 * `ou:10:o`.
 */
export type Line = { id: string; picks: Offer[] }

/**
 * Two sides that meet. `terms` is all that the chances of the match depend on, published with it.
 */
export type Fixture<Terms> = { home: string; away: string; terms: Terms }

/** What everybody may know of a match at one moment. */
export type Live = {
  /** Goals, or maps won. */
  score: [number, number]
  /** What a selection made now is counted from; it must be the same when the selection is taken. */
  key: string
  /** What the page draws besides. */
  detail: Record<string, unknown>
  lines: Line[]
  /**
   * The last moment a ticket that waited is taken at these prices, in ms after the beginning;
   * absent where none waits.
   */
  goodUntilMs?: number
}

/** A match in a few words, for lists outside the game; prices in hundredths. */
export type Listed = {
  home: string
  away: string
  clock: string
  picks: { name: string; price: number | null }[]
}

/** The picks of a line under their names; none while the match has no such line. */
export const picksOf = ({ lines }: Live, id: string, names: readonly string[]): Listed['picks'] =>
  (lines.find(line => line.id === id)?.picks ?? []).map(({ price }, i) => ({
    name: names[i] ?? '',
    price,
  }))

/**
 * A game of matches between two sides, each played by the clock from one seed, open to bets before
 * and while it is played. Everything is a pure function of terms, seed and time; nothing here knows
 * who bets or how much.
 */
export type Book<Terms = unknown, Outcome = unknown> = {
  code: string
  venue: VenueCode
  name: string
  category: string
  /** Names the random stream. */
  model: string
  mathJson: string
  mathVersion: string
  /**
   * What was published earlier and draws and judges every match as the present mathematics does:
   * matches opened under it go on.
   */
  mathBefore?: readonly string[]
  /** What a price returns at most, by its margin alone. */
  rtpExact: string
  rtpPercent: string
  hitPercent: string
  maxWin: string
  page: string
  margin: Margin
  /** The least and the greatest stake of a ticket, in 分. */
  stakesFen: readonly [bigint, bigint]
  /** A match every so often, and how long before it begins its lines open; ms. */
  everyMs: number
  aheadMs: number
  /**
   * A ticket with a match under way is taken so long after it was sent, if its lines are still
   * open.
   */
  acceptDelayMs: number
  /** Who meets in match `number`, by the published list. */
  fixture(number: number): Fixture<Terms>
  draw(input: DrawInput, terms: Terms): Outcome
  /** How long the match lasts, in ms. */
  lengthMs(outcome: Outcome): number
  /**
   * The moments, in ms after the beginning and ascending, at which something of it changes for the
   * public.
   */
  changesMs(outcome: Outcome): number[]
  /** How a list elsewhere shows the match: who, how far, and its first line. */
  listed(fixture: Pick<Fixture<Terms>, 'home' | 'away'>, live: Live, started: boolean): Listed
  /** What is known so long after the beginning; before it, `elapsedMs` is negative. */
  at(terms: Terms, outcome: Outcome, elapsedMs: number): Live
  /**
   * What became of a selection that was counted from `key`; null when there is no such selection.
   */
  judge(outcome: Outcome, pick: string, key: string): Result | null
}

/**
 * The least that a price returns: a line with a selection below it is closed
 * (docs/decisions/0072-a-floor-under-every-price.md).
 */
export const LEAST_RETURN = '17/20'

/** Whether a player who saw one price takes another one unasked; prices in hundredths. */
export function isAccepted(
  seen: number,
  price: number,
  { acceptBetter, acceptWithin }: { acceptBetter: boolean; acceptWithin: number },
): boolean {
  if (price === seen) return true
  return price > seen ? acceptBetter : price * 10_000 >= seen * (10_000 - acceptWithin)
}

/** Limits of every book. */
export const BOOK_LIMITS = {
  maxLegs: 8,
  /** The most one ticket may return, and one player may stake on one match; 分. */
  maxPayoutFen: 20_000_000n,
  maxMatchFen: 2_000_000n,
  minStakeFen: 200n,
  /**
   * How far below the price that a player saw they may let a ticket be taken, and how far a page
   * lets them at first; per ten thousand of that price.
   */
  maxAcceptWithin: 1_000,
  usualAcceptWithin: 500,
} as const

/** The most a ticket returns in stakes: the greatest payout that is taken, at the least stake. */
export const MOST_OF_TICKET = String(BOOK_LIMITS.maxPayoutFen / BOOK_LIMITS.minStakeFen)
