import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../../kernel/http/services.ts'
import { observe } from './observe.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'venues' | 'bus' | 'log'>

/** A page waits no longer for its venues; what comes later is in the books for the next look. */
const WAIT_MS = 2_500
/** A figure that was named so recently is not asked for again. */
const FRESH_MS = 2_000
/** An older figure is asked for anew, behind the answer of a page that does not wait for it. */
const STALE_MS = 15_000
/**
 * The looks that are under way at one site, so that many pages of one member ask a venue once. A
 * process may hold several sites, whose members have the same numbers.
 */
const underWayBy = new WeakMap<Deps['venues'], Map<string, Promise<boolean>>>()

function underWayOf({ venues }: Deps): Map<string, Promise<boolean>> {
  const underWay = underWayBy.get(venues) ?? new Map<string, Promise<boolean>>()
  underWayBy.set(venues, underWay)
  return underWay
}

/** What is known of a venue after it was asked: whether it has said so just now. */
export type Asked = 'fresh' | 'silent'

async function ask(services: Deps, memberId: bigint, venueId: number): Promise<boolean> {
  const venue = await services.venues.byId(venueId)
  return venue !== undefined && (await observe(services, memberId, venue)).kind !== 'unreachable'
}

/** Never throws: what a page does not wait for has nobody to catch it. */
function askOnce(services: Deps, memberId: bigint, venueId: number): Promise<boolean> {
  const key = `${memberId}/${venueId}`
  const underWay = underWayOf(services)
  const running = underWay.get(key)
  if (running) return running
  const asked = ask(services, memberId, venueId)
    .catch((error: Error) => {
      services.log.warn({ err: error, venueId }, 'venue balance not asked')
      return false
    })
    .finally(() => underWay.delete(key))
  underWay.set(key, asked)
  return asked
}

type Been = { venueId: number; seenAt: Date | null }

export const staleOf = <T extends Been>(been: readonly T[], now: Date): T[] =>
  been.filter(({ seenAt }) => now.getTime() - (seenAt?.getTime() ?? 0) > STALE_MS)

/**
 * Asks the venues a member has been at, side by side and for as long as a page can wait; answers
 * what is known of each. A venue that rests answers at once that it is silent.
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
      const said = await Promise.race([askOnce(services, memberId, venueId), tooLate])
      return [venueId, said ? 'fresh' : 'silent']
    }),
  )
  late.abort()
  return new Map(found)
}
