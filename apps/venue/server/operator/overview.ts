import { VENUE_CODES } from '@tianping/venue-protocol'
import { gamesOf, isBook, isTable, kindOf, stakeLimits, type Game } from '../../games/registry.ts'
import { closedGames } from '../launch/launch.sql.ts'
import { roundNow } from '../rounds/round.sql.ts'
import { periodMs } from '../../model/Table.ts'
import type { Venue } from '../venue.ts'
import { deskTotals } from './operator.sql.ts'
import { wireNames } from './wireNames.ts'

/**
 * Everything about the venue at a glance: games with their settings, desks with their money, who is
 * watching, what is rehearsed.
 */
export async function overview(venue: Venue) {
  const closed = await closedGames(venue.db)
  const games = VENUE_CODES.flatMap(gamesOf).map(game => {
    const { leastFen, mostFen } = stakeLimits(game)
    return {
      code: game.code,
      name: game.name,
      venue: game.venue,
      kind: kindOf(game),
      open: !closed.has(game.code),
      min_stake: leastFen,
      max_stake: mostFen,
      max_round: isTable(game) ? game.maxRoundFen : null,
      period_ms: isTable(game) ? periodMs(game) : null,
      rtp_percent: game.rtpPercent,
      math_version: game.mathVersion,
      led_here: ledHere(venue, game),
    }
  })
  return {
    now: (await roundNow(venue.db)).getTime(),
    public_url: venue.publicUrl(),
    faults: venue.faults !== null,
    readers: venue.rounds.hub.readers() + venue.books.hub.readers(),
    merchants: [...venue.merchants.values()].map(({ name, keys, enabled }) => ({
      name,
      keys: keys.map(({ id }) => id),
      enabled,
    })),
    games,
    desks: (await deskTotals(venue.db)).map(wireNames),
  }
}

/** Whether this process moves a table or a book on; null for a game that nothing moves. */
function ledHere(venue: Venue, game: Game): boolean | null {
  if (isTable(game)) return venue.rounds.leads().includes(game.code)
  return isBook(game) ? venue.books.leads().includes(game.code) : null
}
