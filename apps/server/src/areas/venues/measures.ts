import { secondsSince, type ReadingSpec } from '../../kernel/metrics/readings.ts'
import { venueBeacons } from './store/beacon.sql.ts'
import { pendingAges, venueFeeds } from './store/measures.sql.ts'

export const venueReading: ReadingSpec = {
  name: 'venues',
  gauges: {
    tianping_feed_lag_seconds: {
      help: 'Seconds since the feed of a venue was read',
      labels: ['venue'],
    },
    tianping_venue_open: {
      help: '1 for a venue that is open, 0 in maintenance',
      labels: ['venue'],
    },
    tianping_venue_resting: {
      help: '1 for a venue that did not answer and is left alone, 0 else',
      labels: ['venue'],
    },
    tianping_beacon_local: {
      help: '1 where shared rounds of a venue wait for a beacon of the operator, 0 for a public one',
      labels: ['venue'],
    },
    tianping_beacon_age_seconds: {
      help: 'Age of the last verified round of the beacon, as its venue told last',
      labels: ['venue'],
    },
    tianping_transfers_pending: {
      help: 'Transfers whose outcome is unknown, by age',
      labels: ['venue', 'age'],
    },
    tianping_transfer_oldest_seconds: {
      help: 'Age of the oldest transfer whose outcome is unknown',
      labels: [],
    },
  },
  read: async (db, now) => {
    const [feeds, pending, beacons] = await Promise.all([
      venueFeeds(db),
      pendingAges(db, now),
      venueBeacons(db),
    ])
    const oldest = pending.map(({ oldestAt }) => secondsSince(now, oldestAt))
    return {
      tianping_feed_lag_seconds: feeds
        .filter(({ readAt }) => readAt !== null)
        .map(({ platname, readAt }) => [[platname], secondsSince(now, readAt)] as const),
      tianping_venue_open: feeds.map(
        ({ platname, state }) => [[platname], state === 'open' ? 1 : 0] as const,
      ),
      tianping_venue_resting: feeds.map(
        ({ platname, rests }) => [[platname], rests ? 1 : 0] as const,
      ),
      tianping_beacon_local: beacons.map(
        ({ platname, isLocal }) => [[platname], isLocal ? 1 : 0] as const,
      ),
      tianping_beacon_age_seconds: beacons
        .filter(({ ageS }) => ageS !== null)
        .map(({ platname, ageS }) => [[platname], ageS ?? 0] as const),
      tianping_transfers_pending: pending.map(
        ({ platname, age, count }) => [[platname, age], count] as const,
      ),
      tianping_transfer_oldest_seconds: [[[], Math.max(0, ...oldest)]],
    }
  },
}
