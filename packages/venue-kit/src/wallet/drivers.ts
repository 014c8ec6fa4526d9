/** A launch, as the operator made it. */
export type Session = { user: string; token: string; game_code: string }

/** How an operator opens a game of the kit for a test member with ten yuan or more. */
export type WalletDriver = { open: () => Promise<Session> }

export type Played = Session & {
  url: string
  /** In fen. */
  stake: number
}

/** How a seamless venue is played. Each function ends when the round has. */
export type SeamlessDriver = {
  /** Tells the venue where the kit's wallet is, if that is not set up by hand. */
  connect?: (wallet: string) => Promise<void>
  /** Plays one round that wins `win` fen. A refused bet is no error. */
  play: (asked: Played & { win: number }) => Promise<void>
  /** Plays one round that pays nothing. */
  lose: (asked: Played) => Promise<void>
}
