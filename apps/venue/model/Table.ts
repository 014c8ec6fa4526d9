import { itemAt } from './present.ts'
import type { VenueCode } from '@tianping/venue-protocol'

/**
 * All that a draw may depend on: the round's seed, the day's salt (as client seed) and the round's
 * number (as nonce).
 */
export type DrawInput = { serverSeed: Uint8Array; clientSeed: string; nonce: number }

/**
 * How long the parts of a round last, in ms; together they are the period. Bets are taken in the
 * first only.
 */
export type Phases = { betMs: number; lockMs: number; drawMs: number; resultMs: number }

/** A game whose rounds are shared: drawn by the clock, once, for all who bet on it. */
export type Table<Outcome = unknown> = {
  /** Game code and name of the table alike; unique over all venues. */
  code: string
  venue: VenueCode
  name: string
  /** The operator's category: realbet, joker, lottery. */
  category: string
  /** Names the random stream. */
  model: string
  /** The published mathematics, byte for byte as served, and the SHA-256 of it. */
  mathJson: string
  mathVersion: string
  /**
   * The least return of all its bets, the greatest chance to win, and the most a ticket returns in
   * stakes, its own included.
   */
  rtpExact: string
  rtpPercent: string
  /** The return of the bet that most players place. */
  rtpUsual: string
  hitPercent: string
  maxWin: string
  /**
   * Chips on offer in 分, ascending: the first is the least stake of a line, and every stake is a
   * multiple of it.
   */
  stakesFen: readonly bigint[]
  /** The most on one line of a ticket, and by one player on one round. */
  maxLineFen: bigint
  maxRoundFen: bigint
  phases: Phases
  /** The outcome: plain JSON, a pure function of the input. */
  draw(input: DrawInput): Outcome
  /** The published odds of a pick, for the ticket; null when there is no such pick. */
  oddsOf(pick: string): string | null
  /**
   * What a pick returns of its stake once drawn, in hundredths and with the stake: 195, 100 for a
   * push, 50, 0.
   */
  returnsOf(outcome: Outcome, pick: string): number
}

/** The length of a round. */
export function periodMs({ phases }: Pick<Table, 'phases'>): number {
  return phases.betMs + phases.lockMs + phases.drawMs + phases.resultMs
}

/** One line of a ticket: a pick such as `sum:9` and what is on it. */
export type Line = { pick: string; stakeFen: bigint }

/** What a ticket pays in 分: the returns of its lines together, floored once. */
export function payoutOf(lines: readonly Line[], returns: readonly number[]): bigint {
  return lines.reduce((sum, line, i) => sum + line.stakeFen * BigInt(itemAt(returns, i)), 0n) / 100n
}
