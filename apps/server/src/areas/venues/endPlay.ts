import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../../kernel/http/services.ts'
import {
  askEnds,
  ended,
  isEnding,
  putBack,
  takeAnyEnd,
  takeDueEnds,
  takeEnd,
  type PlayEnd,
} from './store/playEnd.sql.ts'
import { endTicketsOf } from './store/ticket.sql.ts'
import { NO_SUCH_PLAYER, type Venue } from './directory.ts'

type Deps = Pick<Services, 'db' | 'venues' | 'log' | 'clock'>

/** Longer than a venue is waited for (8 s); then whoever took it has died with it. */
const TAKEN_MS = 20_000
const FIRST_DELAY_MS = 2_000
const LONGEST_DELAY_MS = 3_600_000
/** A week of asking; then a person asks, in the list of what is left at venues, or a launch. */
const MOST_ATTEMPTS = 180
const AT_ONCE = 20
/** A launch looks this often, so far apart, whether the ending before it is done. */
const LOOKS = 90
const LOOK_MS = 100

const takenUntil = ({ clock }: Deps) => new Date(clock.now().getTime() + TAKEN_MS)

/**
 * Ends what a member has open at the venues, side by side: a session there lives on by itself,
 * whatever is decided here. Answers the venues that did not say it is done; these are asked again
 * by themselves.
 */
export async function endPlay(services: Deps, memberId: bigint, but = ''): Promise<Venue[]> {
  return askAll(services, await written(services, memberId, but))
}

/** Writes down what is to be ended; no more money follows into it (but one launch under way). */
async function written(services: Deps, memberId: bigint, but = '') {
  const now = services.clock.now()
  await endTicketsOf(services.db, memberId, { now, but })
  return askEnds(services.db, { memberId, now, until: takenUntil(services) })
}

/**
 * The same where nobody waits for the venues. What is to be ended is written down first, so that a
 * game opened right after it is not.
 */
export async function endPlayInPassing(services: Deps, memberId: bigint): Promise<void> {
  const ends = await written(services, memberId)
  void askAll(services, ends).catch((error: Error) =>
    services.log.error({ err: error }, 'games were not ended'),
  )
}

/**
 * Waits until what was to be ended at a venue is; false when the venue does not say so. A game must
 * not open before.
 */
export async function playEnded(
  services: Deps,
  memberId: bigint,
  venueId: number,
): Promise<boolean> {
  const { db, clock } = services
  for (let look = 0; look < LOOKS; look++) {
    if (!(await isEnding(db, memberId, venueId))) return true
    const end = await takeEnd(db, {
      memberId,
      venueId,
      now: clock.now(),
      until: takenUntil(services),
    })
    if (end) return (await askAll(services, [end])).length === 0
    await pause(LOOK_MS)
  }
  return false
}

/** Asks a venue at once to end what it has not ended, whenever it would be asked again. */
export async function endNow(
  services: Deps,
  of: { memberId: bigint; venueId: number },
): Promise<void> {
  const end = await takeAnyEnd(services.db, { ...of, until: takenUntil(services) })
  if (end) await askAll(services, [end])
}

/**
 * Asks again where a venue did not say that it ended a game. Answers how many; safe on any number
 * of instances.
 */
export async function retryEnds(services: Deps): Promise<number> {
  let asked = 0
  for (;;) {
    const { db, clock } = services
    const ends = await takeDueEnds(db, clock.now(), takenUntil(services), AT_ONCE)
    await askAll(services, ends)
    asked += ends.length
    if (ends.length < AT_ONCE) return asked
  }
}

/**
 * Asks the venues; what one does not do is put back, with growing delays. Answers those that did
 * not.
 */
async function askAll(services: Deps, ends: readonly PlayEnd[]): Promise<Venue[]> {
  const { db, venues, log, clock } = services
  const silent: Venue[] = []
  await Promise.all(
    ends.map(async end => {
      const venue = await venues.byId(end.venueId)
      const answer = venue && (await venues.client(venue).kick({ player: end.memberId.toString() }))
      // Whoever refuses has not ended anything, unless the player is nobody there.
      if (
        !venue ||
        answer?.kind === 'ok' ||
        (answer?.kind === 'refused' && answer.code === NO_SUCH_PLAYER)
      )
        return ended(db, end)
      silent.push(venue)
      const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (end.attempts - 1))
      const again = end.attempts < MOST_ATTEMPTS
      log[again ? 'warn' : 'error'](
        { member: end.memberId.toString(), venue: venue.platname, attempts: end.attempts },
        'games could not be ended',
      )
      return putBack(db, end, again ? new Date(clock.now().getTime() + delayMs) : null)
    }),
  )
  return silent
}
