import { gameState } from '@tianping/contract/games/facts'
import { say } from '@tianping/contract/refusals'
import { row, sql, type Db } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { freeRoundsAt, type FreeOffer } from '../venues/venues.ts'

type Offer = { venue: string; games: readonly string[]; stakeFen: bigint; rounds: number }
type Asking = Pick<Services, 'db' | 'venues'>

/**
 * Asks the venue before rounds are promised: refuses a venue that has no free rounds or does not
 * answer, a game that is not shown, a stake or a number that the venue does not offer for it.
 * Answers the venue.
 */
export async function offered(services: Asking, { venue: name, ...wanted }: Offer) {
  const venue = await services.venues.named(name)
  if (!venue) throw new Refusal(say('free_rounds.venue_unknown'), { field: 'venue' })
  const offer = await freeRoundsAt(services, venue)
  if (offer === 'silent')
    throw new Refusal(say('free_rounds.venue_silent'), { field: 'venue', venue: venue.name })
  if (!offer)
    throw new Refusal(say('free_rounds.venue_cannot', { venue: venue.name }), { field: 'venue' })
  if (wanted.games.length > offer.games)
    throw new Refusal(say('free_rounds.games_over', { venue: venue.name, max: offer.games }), {
      field: 'games',
    })
  for (const game of wanted.games) {
    if (!(await isShown(services.db, venue.venueId, game)))
      throw new Refusal(say('free_rounds.game_unknown', { venue: venue.name, game }), {
        field: 'games',
      })
    refuseTerms(offer, { ...wanted, venue: venue.name, game })
  }
  return venue
}

const MOST_NAMED = 12
const some = (all: Iterable<string>) => [...new Set(all)].slice(0, MOST_NAMED).join('、')

type Wanted = { venue: string; game: string; stakeFen: bigint; rounds: number }

/** A venue that does not say its terms refuses by itself, before the member is told. */
function refuseTerms({ terms, isWhole }: FreeOffer, { venue, game, stakeFen, rounds }: Wanted) {
  const all = terms.get(game)
  if (!all) {
    if (!isWhole) return
    throw new Refusal(say('free_rounds.game_cannot', { venue, game }), { field: 'games' })
  }
  const atStake = all.filter(each => each.stakeFen === null || each.stakeFen === stakeFen)
  if (atStake.length === 0) {
    const stakes = some(
      all.flatMap(each => (each.stakeFen === null ? [] : formatFen(each.stakeFen))),
    )
    throw new Refusal(say('free_rounds.stake_not_offered', { game, stakes }), { field: 'stake' })
  }
  if (atStake.some(each => each.rounds === null || each.rounds === rounds)) return
  const numbers = some(atStake.map(each => String(each.rounds)))
  throw new Refusal(say('free_rounds.rounds_not_offered', { game, numbers }), { field: 'rounds' })
}

const isShown = async (db: Db, venueId: number, code: string) =>
  (await row(
    db,
    sql`select from game where venue_id = ${venueId} and game_code = ${code} and app_state = ${sql.literal(gameState.shown)}`,
  )) !== undefined
