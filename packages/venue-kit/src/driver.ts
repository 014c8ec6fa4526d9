// What the protocol does not define: how a game is opened and played. A driver says it for one
// venue; without a driver the cases that need play are not run.

/** An open game, whatever the driver needs to go on with it. */
export type Opened = Record<string, unknown>

export type Driver = {
  /** Opens the address of a launch as a browser does. Throws where the venue refuses. */
  open: (url: string) => Promise<Opened>
  /** Places a bet of `stake` fen that is settled when this ends. Throws where it is refused. */
  bet?: (game: Opened, stake: number) => Promise<void>
  /** Plays one round that the grant `ref` pays for. Throws where it is refused. */
  playFree?: (game: Opened, ref: string, stake: number) => Promise<void>
  /** Answers a reality check. */
  answerCheck?: (game: Opened) => Promise<void>
  /** Leaves the game by its way back. */
  leave?: (game: Opened) => Promise<void>
  /** The player asks for more money in the game. Throws where it is refused. */
  askMoney?: (game: Opened, amount: number) => Promise<void>
  /** The venue's staff settle a bet again with this payout, or void it (null). */
  correct?: (betId: string, payout: number | null) => Promise<void>
}

export type Skill = keyof Driver
