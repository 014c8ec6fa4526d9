import type { GameLang } from '@tianping/contract/games/facts'
import { say } from '@tianping/contract/refusals'
import type { Services } from '../../kernel/http/services.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import { realityOf } from '../protection/protection.ts'
import { addressesOf, openGames, playable, slotTerms, type Venue } from '../venues/venues.ts'

/** How often a visitor is asked whether to go on; members have their own interval. */
const VISITOR_REALITY_MIN = 30

type Practice = {
  venue: Venue
  gameCode: string
  /** Null for a visitor. */
  memberId: bigint | null
  client: string
  lang?: GameLang | undefined
}

/**
 * The address of a game with a throw-away wallet. The venue is told of no player, no money moves,
 * and the bets are in no feed; the mathematics is that of real play.
 */
export async function practise(services: Services, asked: Practice): Promise<string> {
  const { venue, memberId } = asked
  const { db, clock, venues } = services
  if (venue.state !== 'open') throw new Refusal(say('game.venue_maintained', { venue: venue.name }))
  const shown = await openGames(db, venue.venueId, asked.gameCode)
  const gameCode = playable(shown, asked.gameCode)
  if (!gameCode) throw new Refusal(say('game.closed'))
  const launched = await venues.client(venue).launch({
    ...(await addressesOf(services, asked)),
    demo: true,
    game_code: gameCode,
    games: shown,
    rg: {
      session_start: clock.now().toISOString(),
      net_limit: null,
      reality_check_min: memberId === null ? VISITOR_REALITY_MIN : await realityOf(db, memberId),
      ...(await slotTerms(services, memberId)),
    },
  })
  if (launched.kind === 'ok') return launched.data.url
  if (launched.kind === 'unknown') throw new Refusal(say('game.venue_unreachable'))
  throw new Refusal(say(launched.code === 3002 ? 'game.maintained' : 'game.closed'))
}
