import { fenOf, yuanOf } from '@tianping/money'
import { useUser, type User } from '../../app/account.ts'
import { useVenues, walletEveryMs, type Venue } from '../../app/wallet/venues.ts'
import { useWhere } from '../../app/wallet/where.ts'

/**
 * What lies at the venues, in fen; undefined while nothing tells. Their own figures are newer than
 * the sum the user object carries.
 */
const inVenuesOf = (venues: readonly Venue[] | undefined, user: User | undefined) =>
  venues?.reduce((sum, venue) => sum + fenOf(venue.balance), 0n) ?? (user && fenOf(user.gameblance))

const totalOf = (user: User | undefined, inVenues = 0n) =>
  user && yuanOf(fenOf(user.balance) + inVenues)

/**
 * Everything the member holds. The figures of the top are of one moment of the books; until they
 * are here those of the member's own object and of the venues' list stand for them.
 */
export function useMoney() {
  const user = useUser()
  const venues = useVenues(walletEveryMs)
  const { data: where } = useWhere({ everyMs: walletEveryMs })
  const inVenues = inVenuesOf(venues.data, user)
  const stakes = (venues.data ?? []).reduce((sum, venue) => sum + fenOf(venue.open_stake), 0n)
  return {
    user,
    venues,
    where,
    central: where?.central ?? user?.balance,
    inVenues: where?.at_venues ?? (inVenues === undefined ? undefined : yuanOf(inVenues)),
    underWay: where?.under_way ?? 0,
    /** In withdrawals that are under review: no part of the total. */
    held: where?.held ?? 0,
    /** Staked and undecided; it left the balances with the bet. */
    openStakes: where?.open_stakes ?? yuanOf(stakes),
    total: where?.total ?? totalOf(user, inVenues),
  }
}
