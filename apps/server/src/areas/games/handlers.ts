import { say } from '@tianping/contract/refusals'
import { TOP_UP_MOST_FEN } from '@tianping/contract/wallet/facts'
import { formatFen, parseYuan, type Amount } from '@tianping/money'
import { DAY_MS } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Handlers } from '../../kernel/http/services.ts'
import { sessionStart } from '../account/account.ts'
import { attempt, limits } from '../../kernel/http/throttle.ts'
import { locate, mayPractise, visitorMayPractise } from '../protection/protection.ts'
import { launchGame } from '../venues/venues.ts'
import { practise } from './practice.ts'
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
/** What the member lets the game ask for; nothing where the field is absent. */
function topUpOf(amount: Amount | undefined): bigint {
  if (amount === undefined || amount === '') return 0n
  const fen = parseYuan(amount) ?? 0n
  if (fen <= 0n || fen > TOP_UP_MOST_FEN)
    throw new Refusal(say('transfer.top_up_range', { most: formatFen(TOP_UP_MOST_FEN) }))
  return fen
}

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
  'POST /api/game/practice': async ({ body, caller, member, ...services }) => {
    const { db, clock } = services
    const now = clock.now()
    const memberId = member?.memberId ?? null
    await attempt(db, `practice:${memberId ?? caller.address}`, limits.practice, now)
    if (memberId === null)
      await visitorMayPractise(db, { ofAge: body.of_age === 1, device: caller.device, now })
    else {
      await mayPractise(db, memberId, now)
      await locate(services, { memberId, caller })
    }
    const venue = await services.venues.named(body.plat_name)
    if (!venue) throw new Refusal(say('game.closed'))
    const { game_code: gameCode, lang } = body
    const { client } = caller
    return {
      data: {
        url: await practise({ ...services }, { venue, gameCode, memberId, client, lang }),
      },
    }
  },
  'POST /api/getGameUrl': async ({ body, caller, member, ...services }) => {
    const venue = await services.venues.named(body.plat_name)
    if (!venue) throw new Refusal(say('game.closed'))
    const locatedUntil = await locate(services, { memberId: member.memberId, caller })
    const topUpFen = topUpOf(body.top_up)
    const opened = await launchGame(
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
        lang: body.lang,
        device: body.is_mobile_url === 0 ? 'desktop' : 'mobile',
        match: matchOf(body.match),
        brought: body.brought === 1,
        topUpFen,
      },
    )
    services.bus.publish('member', [member.memberId.toString()])
    return { data: opened }
  },
} satisfies Handlers
