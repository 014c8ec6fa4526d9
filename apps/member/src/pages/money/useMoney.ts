import { fenOf, yuanOf } from '@tianping/money'
import { useUser } from '../../app/account.ts'
import { useVenues, walletEveryMs } from '../../app/wallet/venues.ts'

/** Everything the member holds: the central wallet, the venues one by one, and both together. */
export function useMoney() {
  const user = useUser()
  const venues = useVenues(walletEveryMs)
  // The venues' own figures are newer than the sum the user object carries.
  const inVenues = venues.data
    ? venues.data.reduce((sum, venue) => sum + fenOf(venue.balance), 0n)
    : fenOf(user?.gameblance)
  return {
    user,
    venues,
    inVenues: yuanOf(inVenues),
    /** Staked and undecided; it left the balances with the bet. */
    openStakes: yuanOf(
      (venues.data ?? []).reduce((sum, venue) => sum + fenOf(venue.open_stake), 0n),
    ),
    total: yuanOf(fenOf(user?.balance) + inVenues),
  }
}
