import { transaction } from '@tianping/database'
import { VenueRefusal } from '@tianping/venue-protocol'
import type { Handler } from '../handler.ts'
import { findPlayer } from '../wallet/wallet.sql.ts'
import { endSessions, voidLaunches } from './launch.sql.ts'

/**
 * Rounds of ending one player's tokens and sessions: a page can turn the one into the other only so
 * often meanwhile.
 */
const MOST_PASSES = 20

/**
 * Ends the player's sessions, whose next call is refused, and voids tokens that were handed out but
 * not used. A token that is being exchanged becomes a session, and a session may be opening another
 * game with a new token, so both are ended until a pass finds nothing.
 */
export const kick: Handler<'kick'> = ({ venue, desk, at }, { player }) =>
  transaction(venue.db, async tx => {
    if (!(await findPlayer(tx, desk.id, player))) throw new VenueRefusal(2001)
    const ended = { tokens: 0, sessions: 0 }
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      const tokens = await voidLaunches(tx, desk.id, player, at)
      const sessions = await endSessions(tx, desk.id, player, at)
      if (tokens + sessions === 0) break
      ended.tokens += tokens
      ended.sessions += sessions
    }
    return ended
  })
