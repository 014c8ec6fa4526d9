import { setTimeout as pause } from 'node:timers/promises'
import type { BEACON, FEATURES, VenueOutcome } from '@tianping/venue-protocol'
import type { Services } from '../../kernel/http/services.ts'
import type { FreeOffer, VenueAdapter } from './adapters/port.ts'
import type { Venue } from './directory.ts'

/** A page waits no longer for it. */
const WAIT_MS = 2_500
const REMEMBERED_MS = 600_000

type Deps = Pick<Services, 'venues'>

/** What a venue says of itself, remembered for a while; null where it is silent or refuses. */
function remembering<Data, Kept>(
  ask: (client: VenueAdapter) => Promise<VenueOutcome<Data>>,
  read: (data: Data) => Kept,
) {
  const known = new WeakMap<VenueAdapter, { kept: Kept; until: number }>()
  return async ({ venues }: Deps, venue: Venue): Promise<Kept | null> => {
    const client = venues.client(venue)
    const remembered = known.get(client)
    if (remembered && remembered.until > performance.now()) return remembered.kept
    const late = new AbortController()
    const said = await Promise.race([
      ask(client),
      pause(WAIT_MS, null, { signal: late.signal }).catch(() => null),
    ])
    late.abort()
    if (said?.kind !== 'ok') return null
    const kept = read(said.data)
    known.set(client, { kept, until: performance.now() + REMEMBERED_MS })
    return kept
  }
}

const featuresOf = remembering(
  client => client.health({}),
  ({ features }): readonly string[] => features ?? [],
)

/** Whether a venue says that it can do something beyond protocol v1; a silent one cannot. */
export const isCapable = async (
  services: Deps,
  venue: Venue,
  feature: (typeof FEATURES)[number] | typeof BEACON,
): Promise<boolean> => (await featuresOf(services, venue))?.includes(feature) ?? false

const offerOf = remembering(
  client => client.freeRoundsOffered({}),
  offer => ({ offer }),
)

/** What free rounds the venue gives: null for none, `silent` where it does not answer now. */
export async function freeRoundsAt(
  services: Deps,
  venue: Venue,
): Promise<FreeOffer | null | 'silent'> {
  const said = await offerOf(services, venue)
  return said ? said.offer : 'silent'
}
