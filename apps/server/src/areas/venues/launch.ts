import { gameState } from '@tianping/contract/games/facts'
import { say } from '@tianping/contract/refusals'
import { row, rows, sql, type Db } from '@tianping/database'
import { MAX_LISTED_GAMES } from '@tianping/venue-protocol'
import type { Services } from '../../kernel/http/services.ts'
import { refusePlay } from '../protection/protection.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import { balances } from '../../ledger/ledger.ts'
import { openStakes } from './store/bet.sql.ts'
import { endPlay, playEnded } from './endPlay.ts'
import { readFeed } from './feed.ts'
import { recallAll } from './recall.ts'
import { transferWithVenue } from './transfer.ts'
import { addVenuePlayer, launchedAt, markLaunched } from './store/transfer.sql.ts'
import { NO_SUCH_PLAYER, type Venue } from './directory.ts'

/**
 * Minutes between reality checks that a venue must keep (docs/venue-protocol.md), until a member
 * chooses their own.
 */
const REALITY_CHECK_MIN = 30
/** Pages of the member app that every game links to: about safer gambling, and bets. */
const LIMIT_PAGE = '/boutBallBetInfo?type=8'
const HISTORY_PAGE = '/betRecord'
/** The venue's own page of its games, in protocol v1. */
const LOBBY = 'lobby'

export type LaunchRequest = {
  memberId: bigint
  venue: Venue
  gameCode: string
  sessionStart: Date
  key: string
}

/**
 * The address of a game for one member. With auto-transfer on
 * (docs/decisions/0031-auto-transfer-moves-the-balance-to-the-game.md) the other venues are
 * recalled and the whole central balance, or the member's own cap, is moved to this one first; a
 * game opens even when that is still pending.
 */
export async function launchGame(services: Services, request: LaunchRequest): Promise<string> {
  const { memberId, venue } = request
  if (venue.state !== 'open') throw new Refusal(say('game.venue_maintained', { venue: venue.name }))
  const limitFen = await refusePlay(services.db, memberId, services.clock.now())
  const shown = await shownGames(services.db, venue.venueId)
  const gameCode = playable(shown, request.gameCode)
  if (!gameCode) throw new Refusal(say('game.closed'))
  const member = await row(
    services.db,
    sql<{ transferstatus: boolean; capFen: bigint | null }>`
    select transferstatus, transfer_cap_fen as cap_fen from member where member_id = ${memberId}`,
  )
  // Never for a member who has limited their losses: they bring what they choose themselves.
  if (member?.transferstatus && limitFen === null)
    await bringMoney(services, request, member.capFen)
  await introduce(services, memberId, venue)
  const mayLoseFen = limitFen === null ? null : await leftToLose(services, memberId)
  const launched = await services.venues.client(venue).launch({
    player: memberId.toString(),
    game_code: gameCode,
    games: shown,
    lobby_url: `${services.settings.publicUrl}/#/`,
    lang: 'zh-CN',
    rg: {
      session_start: request.sessionStart.toISOString(),
      reality_check_min: REALITY_CHECK_MIN,
      net_limit: mayLoseFen,
      stake_limit: null,
      ends_at: null,
      limit_url: `${services.settings.publicUrl}/#${LIMIT_PAGE}`,
      history_url: `${services.settings.publicUrl}/#${HISTORY_PAGE}`,
    },
  })
  if (launched.kind === 'refused') {
    if (launched.code === NO_SUCH_PLAYER) services.venues.forget(venue.venueId, memberId)
    throw new Refusal(say(launched.code === 3002 ? 'game.maintained' : 'game.closed'))
  }
  if (launched.kind === 'unknown') throw new Refusal(say('game.venue_unreachable'))
  await markLaunched(services.db, memberId, venue.venueId, services.clock.now())
  return launched.data.url
}

/** Makes the member a player of the venue whose last game there has ended. */
async function introduce(services: Services, memberId: bigint, venue: Venue) {
  await addVenuePlayer(services.db, memberId, venue.venueId)
  if (!(await playEnded(services, memberId, venue.venueId)))
    throw new Refusal(say('game.venue_unreachable'))
  const known = await services.venues.introduce(venue, memberId)
  if (known && known.kind !== 'ok') throw new Refusal(say('game.venue_unreachable'))
}

/**
 * What a member with a limit of losses may lose in the game that is about to open: one limit for
 * all venues, so the games that are open elsewhere, each with a limit of its own, are ended, and
 * what they came to is read before it is calculated. What is staked and undecided counts as lost
 * until it comes back.
 */
async function leftToLose(services: Services, memberId: bigint): Promise<bigint> {
  const { db, venues, clock } = services
  if ((await endPlay(services, memberId)).length > 0) throw new Refusal(say('game.others_open'))
  const been = await launchedAt(db, memberId)
  await Promise.all(
    (await venues.all())
      .filter(venue => been.includes(venue.venueId))
      .map(venue => readFeed(services, venue)),
  )
  const left =
    ((await refusePlay(db, memberId, clock.now())) ?? 0n) - (await openStakes(db, memberId))
  return left > 0n ? left : 0n
}

/** The venue's games that are shown, in the back office's order. */
const shownGames = async (db: Db, venueId: number): Promise<string[]> =>
  (
    await rows(
      db,
      sql<{ code: string }>`
    select game_code as code from game where venue_id = ${venueId} and app_state = ${sql.literal(gameState.shown)} order by rank, game_code limit ${MAX_LISTED_GAMES}`,
    )
  ).map(game => game.code)

/**
 * The game's code at the venue if it is shown. Without one, the venue's only game, or its lobby
 * when there are several.
 */
function playable(shown: readonly string[], gameCode: string): string | undefined {
  if (gameCode !== '' && gameCode !== '0' && gameCode !== LOBBY)
    return shown.find(code => code === gameCode)
  return shown.length > 1 ? LOBBY : shown[0]
}

async function bringMoney(
  services: Services,
  { memberId, venue, key }: LaunchRequest,
  capFen: bigint | null,
) {
  await recallAll(services, { memberId, key, except: venue.venueId })
  const { cashAvailableFen } = await balances(services.db, memberId)
  const amountFen = capFen !== null && capFen < cashAvailableFen ? capFen : cashAvailableFen
  if (amountFen === 0n) return
  await transferWithVenue(services, {
    memberId,
    venue,
    direction: 'IN',
    amountFen,
    requestKey: `${key}:auto`,
    actor: { type: 'system', id: 'auto-transfer' },
  })
}
