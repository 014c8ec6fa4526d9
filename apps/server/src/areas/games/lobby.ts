import type { Given } from '@tianping/contract'
import { say } from '@tianping/contract/refusals'
import { transaction } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Handler, Services, Session } from '../../kernel/http/services.ts'
import { roundsByGame } from '../freeRounds/freeRounds.ts'
import { standingOf } from '../protection/protection.ts'
import { lobbySetting } from './setting.ts'
import {
  addFavourite,
  dropFavourite,
  favouriteGames,
  hotGames,
  isShown,
  newGames,
  recentGames,
} from './store/lobby.sql.ts'

const MAX_RECENT = 12
/** Games one member may mark. */
const MAX_FAVOURITES = 60

type Picks = Given<'GET /api/game/picks'>

/** What stands above the categories, the same for everybody. */
export async function gamePicks({
  db,
  clock,
  matches,
}: Pick<Services, 'db' | 'clock' | 'matches'>): Promise<Picks> {
  const setting = await lobbySetting(db)
  const since = new Date(clock.now().getTime() - setting.newDays * DAY_MS)
  const [hot, fresh] = await Promise.all([
    hotGames(db, setting.hotShown),
    newGames(db, since, setting.newShown),
  ])
  return { hot, fresh, books: setting.matches ? matches.known() : [] }
}

/** Whether the caller is a member to whom no game is offered: on a break, excluded or closing. */
export async function isAway(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  member: Session | null,
): Promise<boolean> {
  if (!member) return false
  const { blocked, closingAt } = await standingOf(db, member.memberId, clock.now())
  return blocked || closingAt !== null
}

export const picks: Handler<'GET /api/game/picks'> = async ({ member, ...services }) => ({
  data: (await isAway(services, member))
    ? { hot: [], fresh: [], books: [] }
    : await gamePicks(services),
})

export const mine: Handler<'POST /api/game/mine'> = async ({ member, ...services }) => {
  // A one-time password opens home as visitors see it.
  if (member.mustChange || (await isAway(services, member)))
    return { data: { recent: [], favourites: [], free_rounds: [] } }
  const { db, clock } = services
  const [recent, favourites, given] = await Promise.all([
    recentGames(db, member.memberId, MAX_RECENT),
    favouriteGames(db, member.memberId, MAX_FAVOURITES),
    roundsByGame(db, member.memberId, clock.now()),
  ])
  const freeRounds = given.map(({ platname, code, left }) => ({
    platform_name: platname,
    game_code: code,
    left,
  }))
  return { data: { recent, favourites, free_rounds: freeRounds } }
}

export const favourite: Handler<'POST /api/game/favourite'> = async ({
  db,
  clock,
  venues,
  member,
  body,
}) => {
  const venue = await venues.named(body.plat_name)
  const of = {
    memberId: member.memberId,
    venueId: venue?.venueId ?? 0,
    gameCode: body.game_code,
  }
  if (body.on === 0) {
    await dropFavourite(db, of)
    return { data: { on: 0 } }
  }
  if (!venue || !(await isShown(db, venue.venueId, body.game_code)))
    throw new Refusal(say('game.closed'))
  const at = clock.now()
  const added = await transaction(db, tx => addFavourite(tx, { ...of, at, most: MAX_FAVOURITES }))
  if (!added) throw new Refusal(say('game.favourites_full', { most: MAX_FAVOURITES }))
  return { data: { on: 1 } }
}
