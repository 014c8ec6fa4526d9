import { say } from '@tianping/contract/refusals'
import { DAY_MS } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Handlers } from '../../kernel/http/services.ts'
import { sessionStart } from '../account/account.ts'
import { locate } from '../protection/protection.ts'
import { launchGame } from '../venues/venues.ts'
import { favourite, mine, picks } from './lobby.ts'
import { nextMatches } from './nextMatches.ts'
import { search } from './search.ts'
import { homeGames, slotGames } from './store/games.sql.ts'

/**
 * What venues count the member's time and net from: the log-in, or a day ago for one who stays
 * logged in for weeks.
 */
const playSince = (loggedInAt: Date | undefined, now: Date) =>
  new Date(Math.max(loggedInAt?.getTime() ?? 0, now.getTime() - DAY_MS))

/** A match as protocol v1.1 names one; whatever else was sent opens the game. */
const matchOf = (asked = '') => (/^[A-Za-z0-9-]{1,40}$/.test(asked) ? asked : undefined)

export const gamesHandlers = {
  'GET /api/game/picks': picks,
  'GET /api/game/matches': nextMatches,
  'POST /api/game/mine': mine,
  'POST /api/game/favourite': favourite,
  'POST /api/search': search,
  'GET /api/game/list': async ({ db, body }) => ({
    data: await homeGames(db, body.category || body.category_id),
  }),
  'POST /api/gamelistBycode': async ({ db, body }) => ({
    data: await slotGames(db, (body.gamecode || body.platform_name).toLowerCase()),
  }),
  'POST /api/getGameUrl': async ({ body, caller, member, ...services }) => {
    const venue = await services.venues.named(body.plat_name)
    if (!venue) throw new Refusal(say('game.closed'))
    const locatedUntil = await locate(services, { memberId: member.memberId, caller })
    const url = await launchGame(
      { ...services },
      {
        memberId: member.memberId,
        venue,
        gameCode: body.game_code,
        sessionStart: playSince(
          await sessionStart(services.db, member.tokenHash),
          services.clock.now(),
        ),
        address: caller.address,
        key: caller.key,
        client: caller.client,
        locatedUntil,
        match: matchOf(body.match),
      },
    )
    services.bus.publish('member', [member.memberId.toString()])
    return { data: { url } }
  },
} satisfies Handlers
