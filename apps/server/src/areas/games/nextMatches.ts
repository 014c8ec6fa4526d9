import type { Given } from '@tianping/contract'
import { beijing } from '@tianping/money/day'
import type { Handler, Services } from '../../kernel/http/services.ts'
import type { VenueMatch } from '@tianping/venue-protocol'
import { isAway } from './lobby.ts'
import { lobbySetting } from './setting.ts'
import { allGames, MAX_FOUND } from './store/lobby.sql.ts'

type Book = Given<'GET /api/game/matches'>['books'][number]

/** Matches of one game that are told of. */
const MATCHES = 6

const matchOf = (m: VenueMatch): Book['matches'][number] => ({
  id: m.match_id,
  home: m.home,
  away: m.away,
  live: m.live,
  clock: m.clock,
  score: m.score,
  starts_at: beijing(new Date(m.starts_at)),
  markets: m.markets,
  picks: m.picks,
})

const gameOf = (game: Given<'GET /api/game/list'>[number]) => ({
  platform_name: game.platform_name,
  game_code: game.game_code,
  game_name: game.game_name,
  venue_name: game.venue_name,
  category_id: game.category_id,
  mobile_img: game.mobile_img,
})

/** The next matches of the games that members see, as the venues said them last. */
export async function booksNow({ db, matches }: Pick<Services, 'db' | 'matches'>): Promise<Book[]> {
  if (!(await lobbySetting(db)).matches) return []
  const told = await matches.next()
  if (told.length === 0) return []
  const games = await allGames(db, MAX_FOUND)
  return told.flatMap(({ venue, told: { askedAt, items } }) =>
    games
      .filter(game => game.platform_name === venue.platname)
      .flatMap(game => {
        const found = items.filter(item => item.game_code === game.game_code).slice(0, MATCHES)
        return found.length === 0
          ? []
          : [{ ...gameOf(game), asked_at: beijing(askedAt), matches: found.map(matchOf) }]
      }),
  )
}

export const nextMatches: Handler<'GET /api/game/matches'> = async ({ member, ...services }) => ({
  data: { books: (await isAway(services, member)) ? [] : await booksNow(services) },
})
