import type { Services } from '../../kernel/http/services.ts'
import { playersOf } from './store/transfer.sql.ts'

/**
 * Has every venue call the member by the id alone again, whatever name stands there. Answers how
 * many venues did not say that they have; the name is sent anew with the next introduction.
 */
export async function renamePlayers(
  { db, venues, log }: Pick<Services, 'db' | 'venues' | 'log'>,
  memberId: bigint,
): Promise<number> {
  let silent = 0
  const been = await playersOf(db, memberId)
  for (const { venueId } of been) {
    const venue = await venues.byId(venueId)
    if (!venue) continue
    venues.forget(venueId, memberId)
    const said = await venues.introduce(venue, memberId)
    if (said === null || said.kind === 'ok') continue
    silent += 1
    log.warn({ member: String(memberId), venue: venue.platname }, 'player not renamed')
  }
  return silent
}
