// What venues say of the beacons that their shared rounds wait for.
import type { Db } from '@tianping/database'
import { BEACON } from '@tianping/venue-protocol'
import type { Services } from '../../kernel/http/services.ts'
import { isCapable } from './capable.ts'
import type { Venue } from './directory.ts'
import { dropBeacon, keepBeacon, venueBeacons } from './store/beacon.sql.ts'

/** A beacon that published nothing for so long is late: rounds wait for it. */
export const BEACON_LATE_S = 120

type Deps = Pick<Services, 'db' | 'clock' | 'venues'>

/** One turn of the job: asks each venue that names a beacon, once. */
export async function lookAtBeacons(services: Deps): Promise<number> {
  const all = await services.venues.all()
  await Promise.all(all.map(venue => lookAt(services, venue)))
  return 0
}

async function lookAt(services: Deps, venue: Venue): Promise<void> {
  const { db, clock, venues } = services
  if (!(await isCapable(services, venue, BEACON))) return
  const said = await venues.client(venue).health({})
  // A silent venue is in trouble of its own; what it told last stays.
  if (said.kind !== 'ok') return
  const { beacon } = said.data
  if (!beacon) {
    await dropBeacon(db, venue.venueId)
    return
  }
  const roundAt = beacon.at === null ? null : new Date(beacon.at)
  await keepBeacon(db, venue.venueId, {
    name: beacon.name,
    isLocal: beacon.local,
    round: roundAt === null ? null : beacon.round,
    roundAt,
    toldAt: clock.now(),
  })
}

/** Codes of the venues whose beacon is late: the site goes on, and says so where it is asked. */
export const lateBeacons = async (db: Db): Promise<string[]> =>
  (await venueBeacons(db))
    .filter(({ ageS }) => ageS === null || ageS > BEACON_LATE_S)
    .map(({ platname }) => platname)
