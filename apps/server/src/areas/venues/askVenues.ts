import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../../kernel/http/services.ts'
import type { Venue } from './directory.ts'
import { observe } from './observe.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'venues' | 'bus' | 'log' | 'settings'>

/** A page waits no longer for its venues; what comes later is in the books for the next look. */
const WAIT_MS = 2_500
/** A figure that was named so recently is not asked for again. */
const FRESH_MS = 2_000
/** After so many silences in a row a venue is left alone for a while. */
const SILENCES = 3
const REST_MS = 20_000

type Health = { silences: number; restUntil: number }
/**
 * What one site knows of its venues, and the looks that are under way, so that many pages of one
 * member ask a venue once. A process may hold several sites, whose members have the same numbers.
 */
type Known = { health: Map<string, Health>; underWay: Map<string, Promise<boolean>> }
const knownBy = new WeakMap<Deps['venues'], Known>()

function knownTo({ venues }: Deps): Known {
  const known = knownBy.get(venues) ?? { health: new Map(), underWay: new Map() }
  knownBy.set(venues, known)
  return known
}

/** What is known of a venue after it was asked: whether it has said so just now. */
export type Asked = 'fresh' | 'silent'

async function ask(services: Deps, memberId: bigint, venue: Venue): Promise<boolean> {
  const at = `${services.settings.venueUrl} ${venue.platname}`
  const { health } = knownTo(services)
  const state = health.get(at) ?? { silences: 0, restUntil: 0 }
  const now = performance.now()
  if (now < state.restUntil) return false
  const { kind } = await observe(services, memberId, venue)
  const silences = kind === 'unreachable' ? state.silences + 1 : 0
  health.set(at, { silences, restUntil: silences >= SILENCES ? now + REST_MS : 0 })
  return kind !== 'unreachable'
}

function askOnce(services: Deps, memberId: bigint, venue: Venue): Promise<boolean> {
  const key = `${memberId}/${venue.venueId}`
  const { underWay } = knownTo(services)
  const running = underWay.get(key)
  if (running) return running
  const asked = ask(services, memberId, venue)
    .catch((error: Error) => {
      services.log.warn({ err: error, venue: venue.platname }, 'venue balance not asked')
      return false
    })
    .finally(() => underWay.delete(key))
  underWay.set(key, asked)
  return asked
}

type Been = { venueId: number; seenAt: Date | null }

/**
 * Asks the venues a member has been at, side by side and for as long as a page can wait; answers
 * what is known of each. A venue that is silent again and again is not waited for.
 */
export async function askVenues(
  services: Deps,
  memberId: bigint,
  been: readonly Been[],
): Promise<Map<number, Asked>> {
  const now = services.clock.now().getTime()
  const late = new AbortController()
  const tooLate = pause(WAIT_MS, false, { signal: late.signal }).catch(() => false)
  const found = await Promise.all(
    been.map(async ({ venueId, seenAt }): Promise<[number, Asked]> => {
      if (seenAt && now - seenAt.getTime() < FRESH_MS) return [venueId, 'fresh']
      const venue = await services.venues.byId(venueId)
      const said = venue && (await Promise.race([askOnce(services, memberId, venue), tooLate]))
      return [venueId, said ? 'fresh' : 'silent']
    }),
  )
  late.abort()
  return new Map(found)
}
