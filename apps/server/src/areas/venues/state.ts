import type { ServiceState } from '@tianping/contract/site/facts'
import type { Db } from '@tianping/database'
import { secondsSince } from '../../kernel/metrics/readings.ts'
import { pendingAges, venueFeeds } from './store/measures.sql.ts'

/** An open venue whose feed or whose transfers take longer is disturbed. */
const FEED_LATE_S = 60
const TRANSFER_LATE_S = 120

/** How each venue does, by what the site itself sees of it. */
export async function venueStates(
  db: Db,
  now: Date,
): Promise<{ name: string; state: ServiceState }[]> {
  const [feeds, pending] = await Promise.all([venueFeeds(db), pendingAges(db, now)])
  const late = new Set(
    pending
      .filter(({ oldestAt }) => secondsSince(now, oldestAt) > TRANSFER_LATE_S)
      .map(({ platname }) => platname),
  )
  return feeds.map(({ platname, name, state, readAt, rests }) => {
    const troubled = rests || late.has(platname) || secondsSince(now, readAt) > FEED_LATE_S
    return { name, state: state === 'open' && troubled ? 'disturbed' : state }
  })
}
