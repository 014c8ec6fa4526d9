import type { Db } from '@tianping/database'
import { balances } from '../../ledger/ledger.ts'
import type { Venue } from './directory.ts'
import { catchUp, type FeedDeps } from './feedPages.ts'
import { observe } from './observe.ts'
import { asideAt } from './store/aside.sql.ts'
import { openStakes } from './store/bet.sql.ts'
import { anyInFlight, epochsOf, playersOf } from './store/transfer.sql.ts'

/** A look at all venues: one that did not answer, and how many transfers there had been. */
export type Look = { silent: Venue | undefined; epochs: bigint }

/**
 * Whether a venue said what is there and what was played. The balance comes first: a stake that has
 * left it by then is told by the feed that is read after it. Of a bet that is set aside it is not
 * known what was played.
 */
async function isTold(services: FeedDeps, memberId: bigint, venue: Venue): Promise<boolean> {
  const { kind } = await observe(services, memberId, venue)
  if (kind === 'unreachable' || !(await catchUp(services, venue))) return false
  return !(await asideAt(services.db, [memberId])).includes(venue.venueId)
}

/**
 * Asks every venue the member has been at what is there and what was played, so that the mirrors,
 * the open bets and the turnover are exact.
 */
export async function lookEverywhere(services: FeedDeps, memberId: bigint): Promise<Look> {
  const epochs = await epochsOf(services.db, memberId)
  const been = await playersOf(services.db, memberId)
  const venues = (await services.venues.all()).filter(
    ({ wallet, venueId }) => wallet === 'own' && been.some(player => player.venueId === venueId),
  )
  const seen = await Promise.all(
    venues.map(async venue => ({ venue, told: await isTold(services, memberId, venue) })),
  )
  return { silent: seen.find(({ told }) => !told)?.venue, epochs }
}

/**
 * Why not all of a member's money is in the central wallet. Call after `lookEverywhere` and
 * `lockMember`: a transfer that began or ended since the look makes the look worthless.
 */
export async function awayFromHome(
  tx: Db,
  memberId: bigint,
  look: Look,
): Promise<'at_venue' | 'open_bets' | null> {
  const { venues } = await balances(tx, memberId)
  if (venues.some(({ postedFen }) => postedFen > 0n)) return 'at_venue'
  if (await anyInFlight(tx, memberId)) return 'at_venue'
  if ((await epochsOf(tx, memberId)) !== look.epochs) return 'at_venue'
  return (await openStakes(tx, memberId)) > 0n ? 'open_bets' : null
}
