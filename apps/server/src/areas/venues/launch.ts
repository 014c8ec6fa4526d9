import { setTimeout as pause } from 'node:timers/promises'
import { isOfAge } from '@tianping/contract/account/rules'
import { gameState, type GameLang } from '@tianping/contract/games/facts'
import { say } from '@tianping/contract/refusals'
import { TOP_UP_EACH_FEN } from '@tianping/contract/wallet/facts'
import { rows, sql, transaction, type Db } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import { MAX_LISTED_GAMES } from '@tianping/venue-protocol'
import type { Services } from '../../kernel/http/services.ts'
import { heldGames } from '../duties/duties.ts'
import { inForce } from '../profiles/profiles.ts'
import {
  apartOf,
  countLaunch,
  endPlayAt,
  launchesOf,
  holdPlaySwitch,
  mayPlay,
  notePlay,
  otherAccounts,
  protectionSetting,
  realityOf,
  refuseBlocked,
  refuseStoppedPlay,
  standingOf,
  tightensAt,
  type Room,
} from '../protection/protection.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import { balances } from '../../ledger/ledger.ts'
import { asideAt } from './store/aside.sql.ts'
import { openStakesOfPerson } from './store/bet.sql.ts'
import { endPlay, playEnded } from './endPlay.ts'
import { catchUp } from './feed.ts'
import { recallAll } from './recall.ts'
import { transferWithVenue } from './transfer.ts'
import { closeTicket, openTicket } from './leaving.ts'
import { isLimited } from './limited.ts'
import { observe } from './observe.ts'
import {
  addVenuePlayer,
  launchedAt,
  markLaunched,
  noteLaunch,
  transferInFlight,
} from './store/transfer.sql.ts'
import { allowMoney, automaticOf, boundTicket } from './store/ticket.sql.ts'
import { NO_SUCH_PLAYER, type Venue } from './directory.ts'

/** Pages of the member app that every game links to: limits and breaks, and bets. */
const LIMIT_PAGE = '/protect'
const HISTORY_PAGE = '/betRecord'
/** The venue's own page of its games, in protocol v1. */
const LOBBY = 'lobby'

type Launched = Awaited<ReturnType<ReturnType<Services['venues']['client']>['launch']>>

export type LaunchRequest = {
  memberId: bigint
  venue: Venue
  gameCode: string
  sessionStart: Date
  /** Where the member is, as far as the network says. */
  address: string
  key: string
  /** The origin of the deployed client that opens the game; empty for the site's own pages. */
  client: string
  /** The language that the member chose; absent for the site's. */
  lang?: GameLang | undefined
  device?: 'mobile' | 'desktop'
  /** From then on the member's place is asked for again; null for no such rule. */
  locatedUntil: Date | null
  /** The match of a book to open at; absent for none. */
  match?: string | undefined
  /** The member has chosen what to bring, so auto-transfer brings nothing. */
  brought?: boolean
  /** What the member lets the game ask for while it is open. */
  topUpFen?: bigint
}

export type Opened = { url: string; ticket: string }

/**
 * The address of a game for one member. With auto-transfer on
 * (docs/decisions/0031-auto-transfer-moves-the-balance-to-the-game.md) the other venues are
 * recalled and the whole central balance, or as much as the member's own bound leaves, is moved to
 * this one first; a game opens even when that is still pending.
 */
export async function launchGame(services: Services, request: LaunchRequest): Promise<Opened> {
  const { memberId, venue } = request
  if (venue.state !== 'open') throw new Refusal(say('game.venue_maintained', { venue: venue.name }))
  // Before the limits are read: one that is set from here on overtakes this launch.
  const number = await countLaunch(services.db, memberId)
  const room = await mayPlay(services.db, memberId, services.clock.now())
  const shown = await openGames(services.db, venue.venueId, request.gameCode)
  const gameCode = playable(shown, request.gameCode)
  if (!gameCode) throw new Refusal(say('game.closed'))
  const ticket = await openTicket(services, { memberId, venueId: venue.venueId })
  try {
    const url = await open(services, request, { room, number, shown, gameCode, ticket })
    return { url, ticket }
  } catch (refusal) {
    // What was brought for a game that does not open comes home.
    await closeTicket(services, { memberId, venueId: venue.venueId, ticket })
    throw refusal
  }
}

type Way = { room: Room; number: bigint; shown: string[]; gameCode: string; ticket: string }

async function open(services: Services, request: LaunchRequest, way: Way): Promise<string> {
  const { memberId, venue } = request
  const { room, number, gameCode, ticket } = way
  const limited = isLimited(room)
  // Never for a member who has limited their play: they bring what they choose themselves.
  if (!limited) await bringMoney(services, request)
  await introduce(services, memberId, venue)
  const { oneGame } = await protectionSetting(services.db)
  if (limited || oneGame)
    await endOthers(
      services,
      { memberId, ticket },
      limited ? 'game.others_open' : 'game.one_at_once',
    )
  const left = limited ? await leftToPlay(services, memberId) : room
  const endsAt = await beginPlay(services, memberId, { room: left, by: request.locatedUntil })
  const money = limited ? null : topUpOf(request)
  if (venue.wallet === 'seamless')
    await boundTicket(services.db, { ticket, gameCode, room: left, endsAt })
  const launched = await services.venues.client(venue).launch({
    ...(await addressesOf(services, request)),
    player: memberId.toString(),
    game_code: gameCode,
    games: way.shown,
    match_id: request.match,
    ticket,
    ...moneyOf(money),
    rg: await protectionOf(services, request, { left, endsAt, oneGame }),
  })
  const url = urlOf(services, request, launched)
  if (money && canFollow(launched)) await allowMoney(services.db, ticket, money)
  const at = services.clock.now()
  const { address } = request
  await transaction(services.db, async tx => {
    await holdPlaySwitch(tx)
    await markLaunched(tx, memberId, venue.venueId, at)
    await noteLaunch(tx, { memberId, venueId: venue.venueId, gameCode, address, at })
  })
  await refuseBlockedMeanwhile(services, memberId)
  await refuseOvertaken(services, memberId, number)
  return url
}

const moneyOf = (money: ReturnType<typeof topUpOf>) =>
  money ? { money: { each: money.eachFen, total: money.totalFen } } : {}

const canFollow = (launched: Launched) =>
  launched.kind === 'ok' && launched.data.features?.includes('money') === true

/** What may follow into the game at the player's word: at once, and in all. */
function topUpOf({ topUpFen = 0n }: LaunchRequest): { eachFen: bigint; totalFen: bigint } | null {
  if (topUpFen === 0n) return null
  return { eachFen: topUpFen < TOP_UP_EACH_FEN ? topUpFen : TOP_UP_EACH_FEN, totalFen: topUpFen }
}

/** Where the game leads back to, who may frame it, and what it is opened in and on. */
export async function addressesOf(
  { settings, clients }: Services,
  { client, lang, device }: Pick<LaunchRequest, 'client' | 'lang' | 'device'>,
) {
  return {
    lobby_url: client === '' ? `${settings.publicUrl}/#/` : `${client}/`,
    frame_ancestors: [...(await clients.origins())],
    lang: lang ?? 'zh-CN',
    ...(device ? { device } : {}),
  }
}

type Terms = { left: Room; endsAt: Date | null; oneGame: boolean }

/** What the venue keeps for the member during play. */
async function protectionOf(services: Services, request: LaunchRequest, terms: Terms) {
  const { publicUrl } = services.settings
  const { left, endsAt, oneGame } = terms
  return {
    session_start: request.sessionStart.toISOString(),
    reality_check_min: await realityOf(services.db, request.memberId),
    net_limit: left.lossFen,
    stake_limit: left.stakeFen,
    ends_at: endsAt?.toISOString() ?? null,
    ...(await slotTerms(services, request.memberId)),
    limit_url: `${publicUrl}/#${LIMIT_PAGE}`,
    history_url: `${publicUrl}/#${HISTORY_PAGE}`,
    one_game: oneGame,
  }
}

function urlOf({ venues }: Services, { memberId, venue }: LaunchRequest, launched: Launched) {
  if (launched.kind === 'ok') return launched.data.url
  if (launched.kind === 'unknown') throw new Refusal(say('game.venue_unreachable'))
  if (launched.code === NO_SUCH_PLAYER) venues.forget(venue.venueId, memberId)
  throw new Refusal(say(launched.code === 3002 ? 'game.maintained' : 'game.closed'))
}

/**
 * Whoever blocks a member, or stops all play, ends the games that are marked as launched; one that
 * is marked after that sees it here, and ends.
 */
async function refuseBlockedMeanwhile(services: Services, memberId: bigint) {
  try {
    // A transaction reads what is committed, and remembers nothing.
    await transaction(services.db, refuseStoppedPlay)
    await refuseBlocked(services.db, memberId, services.clock.now())
  } catch (refusal) {
    await endPlay(services, memberId)
    throw refusal
  }
}

/**
 * Of games of a member with limits that are opened at the same moment, each was given all that is
 * left: only the last of them opens. Its address has not been told, so nobody plays the others.
 */
async function refuseOvertaken({ db, clock }: Services, memberId: bigint, number: bigint) {
  if ((await launchesOf(db, memberId)) === number) return
  if (isLimited(await mayPlay(db, memberId, clock.now())))
    throw new Refusal(say('game.others_open'))
}

/** Below this age a profile may allow less on one spin. */
const YOUNG_UNTIL = 25

/** What enabled profiles ask of slots: the least time of a spin, and the most on one. */
export async function slotTerms({ db, clock }: Services, memberId: bigint | null) {
  const { slotStakeFen, slotStakeYoungFen, slotCycleMs } = (await inForce(db)).demands
  const birthday = memberId === null ? null : (await standingOf(db, memberId, clock.now())).birthday
  const today = beijingDay(clock.now())
  const grown = birthday !== null && isOfAge(birthday, today, { min_age: YOUNG_UNTIL })
  const limits = [slotStakeFen, grown ? null : slotStakeYoungFen].filter(fen => fen !== null)
  return {
    slot_cycle_ms: slotCycleMs,
    slot_stake_max: limits.length > 0 ? BigInt(Math.min(...limits)) : null,
  }
}

/**
 * Counts play from now on; answers when it ends: by a limit, an announced limit, or because the
 * place is to be asked for again.
 */
async function beginPlay(
  { db, clock }: Services,
  memberId: bigint,
  { room, by }: { room: Room; by: Date | null },
) {
  const now = clock.now()
  await notePlay(db, { memberId, from: now, to: now })
  // Asked once more: the time since the last game or bet may belong to this stretch of play.
  const { minutes } = room.minutes === null ? room : await mayPlay(db, memberId, now)
  const byTime = minutes === null ? null : new Date(now.getTime() + Number(minutes) * 60_000)
  const tightens = await tightensAt(db, memberId, now)
  const ends = [byTime, room.lossUntil, tightens, by].flatMap(at => (at ? [at.getTime()] : []))
  const endsAt = ends.length > 0 ? new Date(Math.min(...ends)) : null
  await endPlayAt(db, memberId, endsAt)
  return endsAt
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
 * Ends what the member has open anywhere, under limits what the person's other accounts have too;
 * no game opens beside one whose venue does not say so.
 */
async function endOthers(
  services: Services,
  { memberId, ticket }: { memberId: bigint; ticket: string },
  otherwise: 'game.others_open' | 'game.one_at_once',
) {
  const others = otherwise === 'game.others_open' ? await otherAccounts(services.db, memberId) : []
  for (const account of [memberId, ...others])
    if ((await endPlay(services, account, ticket)).length > 0) throw new Refusal(say(otherwise))
}

/**
 * What a member with limits may still lose, stake and play in the game that is about to open: one
 * limit for all venues, so the games that were open elsewhere, each with a limit of its own, have
 * been ended, and what they came to is read before it is calculated. What is staked and undecided
 * counts as lost until it comes back.
 */
async function leftToPlay(services: Services, memberId: bigint): Promise<Room> {
  const { db, venues, clock } = services
  const been = await launchedAt(db, memberId)
  const read = await Promise.all(
    (await venues.all())
      .filter(venue => been.includes(venue.venueId))
      .map(venue => catchUp(services, venue)),
  )
  const aside = await asideAt(db, [memberId, ...(await otherAccounts(db, memberId))])
  // What was played where nobody answers is unknown, and so is what is left.
  if (read.includes(false) || aside.length > 0) throw new Refusal(say('game.venue_unreachable'))
  const room = await mayPlay(db, memberId, clock.now())
  if (room.lossFen === null) return room
  const lossFen = room.lossFen - (await openStakesOfPerson(db, memberId))
  return { ...room, lossFen: lossFen > 0n ? lossFen : 0n }
}

/** The shown games that no missing certificate holds; refuses where one of these is asked for. */
export async function openGames(db: Db, venueId: number, asked: string): Promise<string[]> {
  const [held, all] = await Promise.all([heldGames(db), shownGames(db, venueId)])
  const shown = all.filter(code => !held.includes(code))
  if (held.includes(asked) || (all.length > 0 && shown.length === 0))
    throw new Refusal(say('game.maintained'))
  return shown
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
export function playable(shown: readonly string[], gameCode: string): string | undefined {
  if (gameCode !== '' && gameCode !== '0' && gameCode !== LOBBY)
    return shown.find(code => code === gameCode)
  return shown.length > 1 ? LOBBY : shown[0]
}

/** What may be moved to a venue: nothing that lies above a limit of deposits. */
export async function playableFen(db: Db, memberId: bigint, now: Date): Promise<bigint> {
  const { cashAvailableFen } = await balances(db, memberId)
  const { fen } = await apartOf(db, memberId, now)
  return cashAvailableFen > fen ? cashAvailableFen - fen : 0n
}

/** Another game of the venue may just be left: what comes home from it is waited for. */
const LOOKS = 80
const LOOK_MS = 100

async function settledThere({ db }: Services, memberId: bigint, venueId: number) {
  for (let look = 0; look < LOOKS; look++) {
    if (!(await transferInFlight(db, memberId, venueId))) return
    await pause(LOOK_MS)
  }
}

/**
 * Auto-transfer: what other venues hold comes home, then the balance goes to this one, or as much
 * as fills it up to the member's own bound.
 */
async function bringMoney(services: Services, request: LaunchRequest) {
  if (request.brought) return
  const { memberId, venue, key } = request
  const { automatic, capFen } = await automaticOf(services.db, memberId)
  if (!automatic) return
  await recallAll(services, { memberId, key, except: venue.venueId })
  // It plays from the central wallet, where everything has come home now.
  if (venue.wallet === 'seamless') return
  await settledThere(services, memberId, venue.venueId)
  const freeFen = await playableFen(services.db, memberId, services.clock.now())
  const ownFen = least(freeFen, await roomFen(services, { memberId, venue, capFen }))
  const amountFen = least(ownFen, await services.venues.roomFen(venue))
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

const least = (fen: bigint, other: bigint | null) => (other !== null && other < fen ? other : fen)

type Bound = { memberId: bigint; venue: Venue; capFen: bigint | null }

/** What the member's bound leaves, beside what lies at the venue already; null without a bound. */
async function roomFen(services: Services, { memberId, venue, capFen }: Bound) {
  if (capFen === null) return null
  const seen = await observe(services, memberId, venue)
  const { venues } = await balances(services.db, memberId)
  const there =
    seen.kind === 'seen'
      ? seen.availableFen
      : (venues.find(each => each.venueId === venue.venueId)?.postedFen ?? 0n)
  return there < capFen ? capFen - there : 0n
}
