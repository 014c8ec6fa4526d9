import type { VenueCode } from '@tianping/venue-protocol'
import type { InstantGame } from './InstantGame.ts'
import { slot3 } from './slot3/slot3.ts'

/** Everything that can be played. A game that cannot is not listed. */
const GAMES: readonly InstantGame[] = [
  slot3('OB', 'orchard3', '鲜果'),
  slot3('FG', 'fortune3', '招财进宝'),
  slot3('PP', 'koi3', '锦鲤三连'),
  slot3('AE', 'journey3', '西游三宝'),
]

export function gamesOf(venue: VenueCode): InstantGame[] {
  return GAMES.filter(game => game.venue === venue)
}

export function findGame(venue: VenueCode, code: string): InstantGame | undefined {
  return GAMES.find(game => game.venue === venue && game.code === code)
}

/** Game codes are unique over all venues, so that pages can be addressed by code alone. */
export function gameByCode(code: string): InstantGame | undefined {
  return GAMES.find(game => game.code === code)
}
