import { present } from '../../model/present.ts'
import { transaction } from '@tianping/database'
import { randomBytes } from 'node:crypto'
import { hashOfToken } from '../launch/launch.ts'
import { consumeLaunch, endOtherSessions, lockPlayer } from '../launch/launch.sql.ts'
import type { Venue } from '../venue.ts'
import { PlayRefusal } from './PlayRefusal.ts'
import { beginPlay, findSession, openSession as writeSession, type Session } from './session.sql.ts'
import { refuseEnded, snapshot } from './snapshot.ts'

const SESSION_LIFE_MS = 12 * 3_600_000
/** How long a session is readable after its end, for a running round and won free spins. */
const ENDING_MS = 15 * 60_000

/**
 * Exchanges a launch token, which is spent by it, for a session bound to one player and one game.
 * Where the operator allows one game at a time, the player's other sessions end with it: what was
 * bet in them is settled as ever.
 */
export async function openSession(venue: Venue, launchToken: string) {
  const sessionToken = randomBytes(32).toString('base64url')
  const sessionHash = hashOfToken(sessionToken)
  const session = await transaction(venue.db, async tx => {
    const at = new Date(venue.clock())
    const launch = await consumeLaunch(tx, hashOfToken(launchToken), at)
    if (!launch) throw new PlayRefusal(4001)
    refuseEnded(launch, at)
    if (launch.oneGame) await lockPlayer(tx, launch)
    await writeSession(tx, sessionHash, launch, at, expiryOf(launch.endsAt, at.getTime()))
    if (launch.oneGame) await endOtherSessions(tx, launch, sessionHash, at)
    await beginPlay(tx, launch)
    return present(await findSession(tx, sessionHash, at))
  })
  return { token: sessionToken, state: await snapshot(venue, session) }
}

function expiryOf(endsAt: Date | null, nowMs: number): Date {
  const longest = nowMs + SESSION_LIFE_MS
  return new Date(Math.min(longest, (endsAt?.getTime() ?? longest) + ENDING_MS))
}

/** The open session of a token, or a refusal that ends the page. */
export async function sessionOf(venue: Venue, sessionToken: string): Promise<Session> {
  const session = await findSession(venue.db, hashOfToken(sessionToken), new Date(venue.clock()))
  if (!session) throw new PlayRefusal(4002)
  return session
}
