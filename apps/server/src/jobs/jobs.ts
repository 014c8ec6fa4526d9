import { sweepExpired } from '../account/session.sql.ts'
import type { Services } from '../http/services.ts'
import { readFeed } from '../venues/feed.ts'
import { checkPendingTransfers } from '../venues/transfer.ts'
import { poll, type Poller } from './poller.ts'

const FEED_MS = 1_000
const TRANSFERS_MS = 1_000
const SWEEP_MS = 600_000

/** What runs beside the calls, on every instance: each work is leased or skips locked rows, so more instances only share it. */
export async function startJobs(services: Services): Promise<Poller> {
  const venues = await services.venues.all()
  const pollers = [
    ...venues.map(venue => poll(`feed ${venue.platname}`, FEED_MS, services.log, () => readFeed(services, venue))),
    poll('pending transfers', TRANSFERS_MS, services.log, () => checkPendingTransfers(services)),
    poll('sweep', SWEEP_MS, services.log, async () => {
      await sweepExpired(services.db, services.clock.now())
      return 0
    }),
  ]
  return { stop: async () => { await Promise.all(pollers.map(each => each.stop())) } }
}
