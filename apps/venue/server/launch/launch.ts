import { present } from '../../model/present.ts'
import type { Db } from '@tianping/database'
import { FEATURES, VenueRefusal, type VenueCode, type VenueInput } from '@tianping/venue-protocol'
import { createHash, randomBytes } from 'node:crypto'
import { findGame } from '../../games/registry.ts'
import type { CallContext, Handler } from '../handler.ts'
import { playedSoFar } from '../play/session.sql.ts'
import type { Venue } from '../venue.ts'
import { findPlayer, putDemoPlayer } from '../wallet/wallet.sql.ts'
import { gameIsOpen, writeLaunch, type Terms } from './launch.sql.ts'
import { keepFrames } from './frames.ts'
import { LOBBY } from './lobby.ts'

const TOKEN_LIFE_MS = 60_000
const DEFAULT_REALITY_CHECK_MIN = 30
const DEMO_GRANT_FEN = 200_000n
/**
 * A session that began in the future would put off its own reality check, one of last month is a
 * mistake.
 */
const SESSION_AHEAD_MS = 60_000
const SESSION_AGE_MS = 7 * 24 * 3_600_000

/** What the database knows of a secret that travels in a URL or a header. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A new secret, and the moment it is worth nothing any more. */
export function newLaunchToken(at: Date): { token: string; expiresAt: Date } {
  return {
    token: randomBytes(32).toString('base64url'),
    expiresAt: new Date(at.getTime() + TOKEN_LIFE_MS),
  }
}

type PlayUrl = {
  code: string
  token: string
  frameId: string | null
  /** The language of the page; absent for the games' own, simplified Chinese. */
  lang?: string | undefined
  match?: string | undefined
}

/** Where the browser goes with a token; a book opens at the match that is named. */
export function playUrl(venue: Venue, { code, token, frameId, lang, match }: PlayUrl): string {
  const query = new URLSearchParams({
    ...(frameId === null ? {} : { f: frameId }),
    ...(lang && !/^zh\b/i.test(lang) ? { lang } : {}),
  }).toString()
  const at = match && /^\d{1,9}$/.test(match) ? `&m=${match}` : ''
  return `${venue.publicUrl()}/play/${code}${query && `?${query}`}#t=${token}${at}`
}

/**
 * Opens a game, or the venue's lobby when none is named: a token of 32 random bytes, good once and
 * for a minute, in the URL's fragment, which no server, proxy or referrer ever sees.
 */
export const launch: Handler<'launch'> = async (context, input) => {
  const { venue, desk, at } = context
  const code = codeOf(desk.venue, input.game_code)
  if (!code) throw new VenueRefusal(3001)
  if (!(await gameIsOpen(venue.db, code))) throw new VenueRefusal(3002)
  const sessionStart = startOf(input.rg, at)
  const player = input.demo
    ? await demoPlayer(venue.db, desk.id, at)
    : await realPlayer(context, present(input.player))
  const { token, expiresAt } = newLaunchToken(at)
  const frameId = await keepFrames(venue.db, input.frame_ancestors ?? [], at)
  const played = await playedSoFar(venue.db, { deskId: desk.id, playerId: player, sessionStart })
  await writeLaunch(
    venue.db,
    hashOfToken(token),
    {
      deskId: desk.id,
      playerId: player,
      gameCode: code,
      lobbyUrl: input.lobby_url,
      lang: input.lang ?? 'zh-CN',
      ...termsOf(input.rg, sessionStart),
      frameId,
      limitFrom: played.lost,
      stakeFrom: played.staked,
      games: input.games ?? null,
      ...signalsOf(input),
    },
    expiresAt,
  )
  return {
    url: playUrl(venue, { code, token, frameId, lang: input.lang, match: input.match_id }),
    expires_at: expiresAt.toISOString(),
    features: [...FEATURES],
  }
}

/** What v1.1 says of the launch; a demo has no money that anybody could bring. */
function signalsOf({ demo, ticket, money }: VenueInput<'launch'>) {
  const named = demo ? null : (ticket ?? null)
  return {
    ticket: named,
    moneyEach: named === null ? null : (money?.each ?? null),
    moneyTotal: named === null ? null : (money?.total ?? null),
  }
}

/** The game that is asked for, or the lobby when none is named. */
function codeOf(venue: VenueCode, asked: string): string | undefined {
  return asked === '' || asked === LOBBY.code ? LOBBY.code : findGame(venue, asked)?.code
}

type Protection = VenueInput<'launch'>['rg']

/** What the operator asks of this launch; what it does not say is absent. */
function termsOf(
  rg: Protection,
  sessionStart: Date,
): Omit<Terms, 'limitFrom' | 'stakeFrom' | 'frameId' | 'ticket' | 'moneyEach' | 'moneyTotal'> {
  return {
    sessionStart,
    realityCheckMin: rg?.reality_check_min ?? DEFAULT_REALITY_CHECK_MIN,
    netLimit: rg?.net_limit ?? null,
    stakeLimit: rg?.stake_limit ?? null,
    endsAt: rg?.ends_at ? new Date(rg.ends_at) : null,
    limitUrl: rg?.limit_url ?? null,
    historyUrl: rg?.history_url ?? null,
    ...paceOf(rg),
  }
}

const paceOf = (rg: Protection) => ({
  slotCycleMs: rg?.slot_cycle_ms ?? null,
  casinoCycleMs: rg?.casino_cycle_ms ?? null,
  oneGame: rg?.one_game ?? false,
  slotStakeMax: rg?.slot_stake_max ?? null,
})

/** When the operator's session began, which must be about now. */
function startOf(rg: Protection, at: Date): Date {
  if (!rg) return at
  const start = new Date(rg.session_start)
  const age = at.getTime() - start.getTime()
  if (age < -SESSION_AHEAD_MS || age > SESSION_AGE_MS)
    throw new VenueRefusal(2000, 'rg.session_start is not of this session')
  return start
}

async function realPlayer({ venue, desk }: CallContext, player: string): Promise<string> {
  const found = await findPlayer(venue.db, desk.id, player)
  if (!found) throw new VenueRefusal(2001)
  if (found.locked) throw new VenueRefusal(2002)
  return player
}

/** A new player with a throw-away wallet; what it plays is in no feed. */
export async function demoPlayer(db: Db, desk: number, at: Date): Promise<string> {
  const player = `~${randomBytes(12).toString('hex')}`
  await putDemoPlayer(db, desk, player, DEMO_GRANT_FEN, at)
  return player
}
