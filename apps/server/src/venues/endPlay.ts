import type { Services } from '../http/services.ts'
import { launchedAt } from './transfer.sql.ts'
import { NO_SUCH_PLAYER, type Venue } from './venues.ts'

type Deps = Pick<Services, 'db' | 'venues' | 'log'>

/**
 * Ends what a member has open at the venues, side by side: a session there lives on by itself, whatever is decided here. Answers
 * the venues that did not say it is done.
 */
export async function endPlay(services: Deps, memberId: bigint): Promise<Venue[]> {
  const { db, venues, log } = services
  const been = await launchedAt(db, memberId)
  const player = memberId.toString()
  const said = await Promise.all((await venues.all()).filter(venue => been.includes(venue.venueId)).map(async venue => ({ venue, answer: await venues.client(venue).kick({ player }) })))
  // Whoever refuses has not ended anything, unless the player is nobody there.
  const silent = said.filter(({ answer }) => answer.kind !== 'ok' && !(answer.kind === 'refused' && answer.code === NO_SUCH_PLAYER)).map(({ venue }) => venue)
  if (silent.length > 0) log.warn({ member: player, venues: silent.map(({ platname }) => platname) }, 'games could not be ended')
  return silent
}

/** The same where nobody waits for the venues; what one does not answer is in the log. */
export function endPlayInPassing(services: Deps, memberId: bigint): void {
  void endPlay(services, memberId).catch((error: Error) => services.log.error({ err: error }, 'games were not ended'))
}
