import type { Venue } from './directory.ts'
import { readPages, type FeedDeps } from './feedPages.ts'
import { hearSignals } from './signals.ts'

export { applyBets, catchUp } from './feedPages.ts'

/**
 * Reads what is new in one venue's feed, and does what the venue asks for with it. Answers the
 * number of bets read; 0 also when another instance is reading.
 */
export const readFeed = async (services: FeedDeps, venue: Venue): Promise<number> => {
  const turn = await readPages(services, venue)
  // The lease is given back: another instance reads on while transfers are waited for.
  if (turn && turn.signals.length > 0) await hearSignals(services, venue, turn.signals)
  return turn?.read ?? 0
}

/** A turn of the poller of one venue, which asks as seldom as the venue's connection says. */
export function feedTurn(services: FeedDeps, venue: Venue): () => Promise<number> {
  let askedAt = Number.NEGATIVE_INFINITY
  return async () => {
    const value = services.venues.connections.valueOf(venue.platname)
    const now = performance.now()
    if (!value || now - askedAt < (value.feedSeconds - 1) * 1_000) return 0
    askedAt = now
    return readFeed(services, venue)
  }
}
