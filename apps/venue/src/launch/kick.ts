import { transaction } from '@tianping/database'
import { VenueRefusal } from '@tianping/venue-protocol'
import type { Handler } from '../handler.ts'
import { findPlayer } from '../wallet/wallet.sql.ts'
import { endSessions, voidLaunches } from './launch.sql.ts'

/** Ends the player's sessions, whose next call is refused, and voids tokens that were handed out but not used. */
export const kick: Handler<'kick'> = ({ venue, desk, at }, { player }) =>
  transaction(venue.db, async tx => {
    if (!(await findPlayer(tx, desk.id, player))) throw new VenueRefusal(2001)
    // Tokens first: one that is being used at this moment has its session ended by the second statement.
    const tokens = await voidLaunches(tx, desk.id, player, at)
    return { tokens, sessions: await endSessions(tx, desk.id, player, at) }
  })
