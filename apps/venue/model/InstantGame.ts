import type { VenueCode } from '@tianping/venue-protocol'

/**
 * All that a round may depend on. There is nothing here about who plays, what he has or what came
 * before.
 */
export type RoundInput = {
  serverSeed: Uint8Array
  clientSeed: string
  nonce: number
  stakeFen: bigint
}
/** `detail` is stored with the bet and drawn by the client; it must be plain JSON. */
export type RoundOutcome<Detail = Record<string, unknown>> = { payoutFen: bigint; detail: Detail }

/**
 * A round that goes on after the bet in steps the player takes one by one, such as free spins. All
 * of it is drawn by the seeds of the bet; a step only shows more of it, so it does not matter when
 * or how often somebody asks.
 */
export type Feature<Detail = Record<string, unknown>> = {
  /** How many steps a whole round has; 0 for one that ends with the bet. */
  steps(detail: Detail): number
  /** How many steps a round that may be cut short shows. */
  taken(shown: Detail): number
  /** The round as it looks after so many steps: nothing of it tells what comes. */
  shown(detail: Detail, steps: number): Detail
}

/** A game whose rounds are drawn one by one, at the moment of the bet. */
export type InstantGame<Detail = Record<string, unknown>> = {
  code: string
  venue: VenueCode
  name: string
  /** The operator's category: realbet, sport, gaming, joker, concise, lottery. */
  category: string
  /** Names the random stream and the mathematics; skins of one model share both. */
  model: string
  /** The published mathematics, byte for byte as served, and the SHA-256 of it. */
  mathJson: string
  mathVersion: string
  rtpExact: string
  rtpPercent: string
  hitPercent: string
  /** The most a round returns in stakes, everything it gives included. */
  maxWin: string
  /** The client's page in the built site, for a game that has none of its own there. */
  page: string
  /** The stakes a player may choose from, in 分, ascending. */
  stakesFen: readonly bigint[]
  /** What a round is called in lists: `5 线`. */
  selection: Record<string, unknown>
  outcome: (input: RoundInput) => RoundOutcome<Detail>
  feature?: Feature<Detail>
}
