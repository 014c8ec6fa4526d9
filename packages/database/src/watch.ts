/**
 * What somebody beside the callers wants to know of a pool. It is called on the way of every
 * statement, so it must be cheap and must not throw.
 */
export type Watch = {
  /** A statement begins; answers what is called at its end, with the error if it failed. */
  statement(text: string): (error?: unknown) => void
  /** A connection of the pool was waited for so long. */
  waited(ms: number): void
}

/** Connections of a pool, and callers that wait for one. */
export type PoolLoad = { open: number; idle: number; waiting: number }
