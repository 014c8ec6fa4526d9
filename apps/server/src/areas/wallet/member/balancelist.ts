import { yuanOf } from '@tianping/money'
import type { Handler } from '../../../kernel/http/services.ts'
import { balances } from '../../../ledger/ledger.ts'
import { askVenues, openStakesByVenue, playersOf, staleOf } from '../../venues/venues.ts'

export const balancelist: Handler<'POST /api/balancelist'> = async ({ member, ...services }) => {
  const { db, clock } = services
  const [venues, held, been, open] = await Promise.all([
    services.venues.all(),
    balances(db, member.memberId),
    playersOf(db, member.memberId),
    openStakesByVenue(db, member.memberId),
  ])
  // Behind the answer: polling never waits for a venue.
  void askVenues(services, member.memberId, staleOf(been, clock.now()))
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
