import { transaction } from '@tianping/database'
import type { Services } from '../../../kernel/http/services.ts'
import { keepVoids } from '../store/void.sql.ts'

/** Changes of bets that one transaction looks at. */
const AT_ONCE = 2_000

type Deps = Pick<Services, 'db' | 'clock' | 'log' | 'venues'>

/**
 * Looks for rounds that have become void since the last turn; answers how many were found. Bets in
 * a seamless wallet are left out: there a venue takes back what it never heard the answer of.
 */
export async function watchVoids({ db, clock, log, venues }: Deps): Promise<number> {
  const seamless = (await venues.all()).filter(({ wallet }) => wallet === 'seamless')
  const asked = { most: AT_ONCE, except: seamless.map(({ venueId }) => venueId) }
  for (let found = 0; ;) {
    const { looked, rounds, venueIds } = await transaction(db, tx =>
      keepVoids(tx, { ...asked, now: clock.now() }),
    )
    if (rounds > 0) log.warn({ venues: venueIds, rounds }, 'rounds made void')
    found += rounds
    if (looked < AT_ONCE) return found
  }
}
