import type { Venue } from './directory.ts'
import { readPages, type FeedDeps } from './feedPages.ts'
import { hearSignals } from './signals.ts'

export { applyBets } from './bets/page.ts'
export { catchUp } from './feedPages.ts'

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

/** So long after a launch or a bet somebody may be playing. */
const PLAY_MS = 30 * 60_000
/** How often a venue is asked where nobody plays: it tells of open bets and corrections then. */
const QUIET_SECONDS = 5

/**
 * A turn of the poller of one venue, which asks as seldom as the venue's connection says, and less
 * often while nobody plays there (docs/decisions/0247-a-venue-where-nobody-plays-is-asked-less.md).
 */
export function feedTurn(services: FeedDeps, venue: Venue): () => Promise<number> {
  let askedAt = Number.NEGATIVE_INFINITY
  let playedAt = Number.NEGATIVE_INFINITY
  const ms = () => services.clock.now().getTime()
  services.bus.subscribe(({ topic, keys }) => {
    if (topic === 'venue' && keys.includes(String(venue.venueId))) playedAt = ms()
  })
  return async () => {
    const value = services.venues.connections.valueOf(venue.platname)
    if (!value) return 0
    const at = ms()
    const least = at - playedAt < PLAY_MS ? 1 : QUIET_SECONDS
    const waitedMs = at - askedAt
    // A clock that was set back says nothing of how long it was. Turns come a second apart and a
    // little more.
    if (waitedMs >= 0 && waitedMs < (Math.max(value.feedSeconds, least) - 0.5) * 1_000) return 0
    askedAt = at
    const read = await readFeed(services, venue)
    if (read > 0) playedAt = at
    return read
  }
}
