import { yuanOf } from '@tianping/money'
import type { Handler, Services } from '../../../kernel/http/services.ts'
import { balances } from '../../../ledger/ledger.ts'
import { observe, openStakesByVenue, playersOf } from '../../venues/venues.ts'

/** An older figure is asked for anew, behind the answer: polling never waits for a venue. */
const STALE_MS = 15_000

/**
 * Members whose refresh is under way, so that polling does not ask a slow venue twice; by site,
 * since a process may hold several, whose members have the same numbers.
 */
const refreshingAt = new WeakMap<Services['venues'], Set<bigint>>()

function refreshingOf({ venues }: Services): Set<bigint> {
  const refreshing = refreshingAt.get(venues) ?? new Set()
  refreshingAt.set(venues, refreshing)
  return refreshing
}

export const balancelist: Handler<'POST /api/balancelist'> = async ({ member, ...services }) => {
  const [venues, held, been, open] = await Promise.all([
    services.venues.all(),
    balances(services.db, member.memberId),
    playersOf(services.db, member.memberId),
    openStakesByVenue(services.db, member.memberId),
  ])
  const now = services.clock.now().getTime()
  const stale = been
    .filter(player => now - (player.seenAt?.getTime() ?? 0) > STALE_MS)
    .map(player => player.venueId)
  if (stale.length > 0) void refresh(services, member.memberId, stale)
  return {
    data: venues.map(venue => ({
      name: venue.name,
      platname: venue.platname,
      balance: yuanOf(held.venues.find(each => each.venueId === venue.venueId)?.postedFen ?? 0n),
      open_stake: yuanOf(open.get(venue.venueId) ?? 0n),
      ico: venue.ico,
      state: venue.state,
    })),
  }
}

async function refresh(services: Services, memberId: bigint, venueIds: number[]) {
  const refreshing = refreshingOf(services)
  if (refreshing.has(memberId)) return
  refreshing.add(memberId)
  try {
    for (const venueId of venueIds) {
      const venue = await services.venues.byId(venueId)
      if (venue) await observe(services, memberId, venue)
    }
  } catch (error) {
    services.log.warn({ err: error }, 'venue balances not refreshed')
  } finally {
    refreshing.delete(memberId)
  }
}
