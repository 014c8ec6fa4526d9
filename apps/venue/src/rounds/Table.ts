import type { VenueCode } from '@tianping/venue-protocol'

// How to add a table
//
// 1. Describe it in `src/games/<code>/`: `math.ts` (the published figures, data only), `outcome.ts`
//    (draw and returns, pure: a seed and a pick, nothing else) and `<code>.ts` (one `Table`).
//    `k3` is the shortest example.
// 2. List it in `src/games/registry.ts`. The server needs nothing else: rounds, clock, seeds, bets,
//    settlement, feed, stream and catalogue follow from the description. A period divides a day;
//    its phases add up to it.
// 3. Draw it: `client/<code>.html` and `client/games/<code>/main.tsx`, which hands its parts to
//    `openTable` of `client/app/rounds/`; the frame, the clock, the stream, the dock and the sheets
//    are there. Vite builds every HTML file of `client/`.
// 4. Teach the verifier its draw and returns: `client/verify/verify.html`.
// 5. Prove it: recompute every figure of math.ts with an enumerator that shares no code with
//    outcome.ts.

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
   * The least return of all its bets, the greatest chance to win, and the most one bet returns in
   * stakes.
   */
  rtpExact: string
  rtpPercent: string
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
  return lines.reduce((sum, line, i) => sum + line.stakeFen * BigInt(returns[i]!), 0n) / 100n
}
