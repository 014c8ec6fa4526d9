import type { Given } from '@tianping/contract'
import { attempt, attemptFrom, limits } from '../../kernel/http/throttle.ts'
import type { Handler, Services } from '../../kernel/http/services.ts'
import { shownTitles } from '../activity/activity.ts'
import { booksNow } from './nextMatches.ts'
import { isAway } from './lobby.ts'
import { allGames, MAX_FOUND } from './store/lobby.sql.ts'
import { find, indexed, normal } from './textIndex.ts'

type Found = Given<'POST /api/search'>

const MOST = { games: 20, activities: 10, matches: 10 }
const NOTHING: Found = { games: [], activities: [], matches: [] }

const hitIn = (text: string, q: string) => find(indexed(text), q)

async function gamesFound({ db }: Pick<Services, 'db'>, q: string): Promise<Found['games']> {
  const found = (await allGames(db, MAX_FOUND)).flatMap(game => {
    const hit = hitIn(game.game_name, q)
    const venueHit = hitIn(game.venue_name, q)
    return hit || venueHit ? [{ ...game, hit, venue_hit: venueHit }] : []
  })
  // What a name begins with stands first, what only the venue is called last.
  const order = ({ hit }: Found['games'][number]) => (hit ? Math.min(hit[0], 1) : 2)
  return found.toSorted((a, b) => order(a) - order(b)).slice(0, MOST.games)
}

async function matchesFound(services: Services, q: string): Promise<Found['matches']> {
  const books = await booksNow(services)
  return books
    .flatMap(({ matches, ...game }) =>
      matches.flatMap(match => {
        const [home, away] = [hitIn(match.home, q), hitIn(match.away, q)]
        return home || away ? [{ ...match, ...game, home_hit: home, away_hit: away }] : []
      }),
    )
    .slice(0, MOST.matches)
}

async function activitiesFound({ db, clock }: Services, q: string): Promise<Found['activities']> {
  return (await shownTitles(db, clock.now()))
    .flatMap(({ id, title }) => {
      const hit = hitIn(title, q)
      return hit ? [{ id, title, hit }] : []
    })
    .slice(0, MOST.activities)
}

/** Games, activities and matches by what is typed; nothing for members who are kept from offers. */
export const search: Handler<'POST /api/search'> = async ({
  member,
  body,
  caller,
  ...services
}) => {
  const { db, clock } = services
  const q = normal(body.q)
  if (q === '' || (await isAway(services, member))) return { data: NOTHING }
  const limit = limits.search
  if (member) await attempt(db, `search:member:${member.memberId}`, limit, clock.now())
  else await attemptFrom(db, 'search', caller.address, limit, clock.now())
  const of = services as Services
  const [games, activities, matches] = await Promise.all([
    gamesFound(of, q),
    activitiesFound(of, q),
    matchesFound(of, q),
  ])
  return { data: { games, activities, matches } }
}
