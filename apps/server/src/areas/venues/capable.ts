import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../../kernel/http/services.ts'
import type { VenueAdapter } from './adapters/port.ts'
import type { Venue } from './directory.ts'

/** A page waits no longer for it. */
const WAIT_MS = 2_500
const REMEMBERED_MS = 600_000
const known = new WeakMap<VenueAdapter, { features: readonly string[]; until: number }>()

/** Whether a venue says that it can do something beyond protocol v1; a silent one cannot. */
export async function isCapable(
  { venues }: Pick<Services, 'venues'>,
  venue: Venue,
  feature: 'left' | 'money',
): Promise<boolean> {
  const client = venues.client(venue)
  const remembered = known.get(client)
  if (remembered && remembered.until > performance.now())
    return remembered.features.includes(feature)
  const late = new AbortController()
  const said = await Promise.race([
    client.health({}),
    pause(WAIT_MS, null, { signal: late.signal }).catch(() => null),
  ])
  late.abort()
  if (said?.kind !== 'ok') return false
  const features = said.data.features ?? []
  known.set(client, { features, until: performance.now() + REMEMBERED_MS })
  return features.includes(feature)
}
