import { transaction, type Tx } from '@tianping/database'
import { findGame } from '../../games/registry.ts'
import { sessionOf } from '../play/openSession.ts'
import { PlayRefusal } from '../play/PlayRefusal.ts'
import { refuseEnded } from '../play/snapshot.ts'
import { findSession, type Session } from '../play/session.sql.ts'
import type { Venue } from '../venue.ts'
import { demoPlayer, hashOfToken, newLaunchToken, playUrl } from './launch.ts'
import { gameIsOpen, writeLaunch } from './launch.sql.ts'
import { LOBBY } from './lobby.ts'

type Asked = { game_code: string; demo?: boolean | undefined; lang?: string | undefined }

/**
 * From the lobby to a game and back: the address of another page of this venue for the same player,
 * under the terms of his launch. The session that asks stays, so that a kick meets it and looks for
 * the new token too; the page leaves it itself. With `demo` it opens for a throw-away player.
 */
export async function openGame(
  venue: Venue,
  sessionToken: string,
  { game_code: wanted, demo = false, lang = 'zh-CN' }: Asked,
): Promise<{ url: string }> {
  // Refused before anything is locked, in the words of every other call.
  await sessionOf(venue, sessionToken)
  return transaction(venue.db, async tx => {
    const at = new Date(venue.clock())
    const session = await findSession(tx, hashOfToken(sessionToken), at, true)
    if (!session) throw new PlayRefusal(4002)
    refuseEnded(session, at)
    const code = listed(session, wanted)
    if (!code) throw new PlayRefusal(3001)
    if (!(await gameIsOpen(tx, code))) throw new PlayRefusal(3002)
    const { token, expiresAt } = newLaunchToken(at)
    await writeLaunch(
      tx,
      hashOfToken(token),
      {
        ...session,
        ...(demo && !session.demo ? await practiceOf(tx, session, at) : {}),
        gameCode: code,
        lang,
      },
      expiresAt,
    )
    return { url: playUrl(venue, { code, token, frameId: session.frameId, lang }) }
  })
}

/** Another player with a throw-away wallet, under the same clock and without a name for signals. */
async function practiceOf(tx: Tx, { deskId }: Session, at: Date) {
  const playerId = await demoPlayer(tx, deskId, at)
  const none = { netLimit: null, stakeLimit: null, limitFrom: 0n, stakeFrom: 0n }
  return { ...none, playerId, ticket: null, moneyEach: null, moneyTotal: null }
}

/** The code of a game that this session may open. */
function listed({ venueCode, games }: Session, wanted: string): string | undefined {
  if (wanted === LOBBY.code) return wanted
  const game = findGame(venueCode, wanted)
  return game && (games === null || games.includes(game.code)) ? game.code : undefined
}
