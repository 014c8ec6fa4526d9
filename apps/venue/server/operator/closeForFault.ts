import type { Venue } from '../venue.ts'
import { loggedAction } from './loggedAction.ts'
import { setGameOpen } from './operator.sql.ts'

/** Who acts where no person does. */
const SYSTEM = 'system'

/** Closes a game in which the venue itself has found a fault; a person opens it again. */
export function closeForFault(venue: Venue, code: string, reason: string) {
  return closeGame(venue, { operator: SYSTEM, code, reason })
}

/** Takes no launch and no bet from now on; what was bet is settled. */
export function closeGame(
  venue: Venue,
  { operator, code, reason }: { operator: string; code: string; reason: string },
) {
  return loggedAction(venue, { operator, action: 'close-game', target: code, reason }, async () => {
    await setGameOpen(venue.db, code, false, new Date(venue.clock()))
    return { code, open: false }
  })
}
