/** How an operator acts for one test member, who has money and may play. */
export type OperatorDriver = {
  /** Moves fen from the central wallet to this venue; ends when the member has an answer. */
  bring: (fen: number) => Promise<void>
  /** Takes home whatever is at this venue. */
  takeHome: () => Promise<void>
  /** The central wallet, what is held for transfers under way not included. */
  cash: () => Promise<number>
  /** Opens the game with leave to bring more; answers the address that the browser gets. */
  open: () => Promise<string>
  /** Lets the operator settle what is pending: waits two minutes, or moves its test clock. */
  later: () => Promise<void>
  /** Lets the operator read the feed. */
  readFeed: () => Promise<void>
}
