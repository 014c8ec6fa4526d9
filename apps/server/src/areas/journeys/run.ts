// What the job does with journeys: finds to whom something happened, and sends each once. The
// guards are asked when something is sent, under the member's lock.
import { JOURNEY_LATE_DAYS, journeyState } from '@tianping/contract/journeys/facts'
import { transaction, type Tx } from '@tianping/database'
import { addDays, beijingDay, DAY_MS, startOfDay } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { partsAlone, throwFailed } from '../../kernel/jobs/eachAlone.ts'
import { pauseUnanswered, type Running } from '../../kernel/plans/answered.ts'
import { lockMember } from '../../ledger/ledger.ts'
import { belongingAmong } from '../segments/segments.ts'
import { give } from './give.ts'
import { refusalOf } from './guard.ts'
import { journeySetting } from './setting.ts'
import * as store from './store/journey.sql.ts'
import type { Journey } from './store/journey.sql.ts'
import { mark, spentOf } from './store/member.sql.ts'
import { isOccasion, occasionsAfter, type Occasion } from './store/occasion.sql.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'bus' | 'log' | 'operators' | 'events'>

/** Members looked at, and looks of one turn: a turn ends within the lease. */
const AT_ONCE = 200
const MAX_LOOKS = 20
const TAKEN_MS = 120_000
/** How long after a walk the next one begins. */
const AGAIN_MS = 60_000

const runningOf = ({ journeyId: id }: Journey): Running => ({
  subject: `journey:J${id}`,
  action: 'journey.pause',
  paused: journeyState.paused,
  lock: async tx => {
    const found = await store.lockJourney(tx, id)
    return found?.state === journeyState.approved ? found : undefined
  },
  pause: (tx, remark) => store.pauseJourney(tx, { id, by: '', remark }),
})

/** One turn of the job; safe on any number of instances. Answers how many members were decided. */
export async function runJourneys(services: Deps): Promise<number> {
  const { db, clock } = services
  const now = clock.now()
  await store.endOver(db, now)
  const until = new Date(now.getTime() + TAKEN_MS)
  const due = await store.dueJourneys(db, now)
  return partsAlone(
    due.map(id => async () => {
      const journey = await store.takeDue(db, { id, now, until })
      if (!journey || (await pauseUnanswered(services, runningOf(journey)))) return 0
      return walk(services, journey)
    }),
  )
}

/** From when and until when something must have happened to count now. */
export function windowOf({ days, since, startsAt }: Journey, now: Date) {
  const late = now.getTime() - JOURNEY_LATE_DAYS * DAY_MS
  const first = Math.max(late, (since ?? now).getTime(), startsAt.getTime())
  return {
    from: new Date(first - days * DAY_MS),
    // The moment itself is included.
    until: new Date(now.getTime() - days * DAY_MS + 1),
  }
}

/** Whom it does not reach is looked at again by the next walk; this one goes on, and has failed. */
async function walk(services: Deps, journey: Journey): Promise<number> {
  const failures: unknown[] = []
  const decided = await walkOn(services, { journey, failures })
  throwFailed(failures)
  return decided
}

type Walking = { journey: Journey; failures: unknown[] }

async function walkOn(services: Deps, walking: Walking): Promise<number> {
  const { db, clock } = services
  const { journey } = walking
  const { journeyId: id, segmentId } = journey
  let after = { at: journey.walkedAt, memberId: journey.walkedTo }
  let decided = 0
  for (let look = 0; look < MAX_LOOKS && decided < AT_ONCE; look++) {
    const now = clock.now()
    const asked = { of: journey, window: windowOf(journey, now), after, now }
    const found = await occasionsAfter(db, { ...asked, limit: AT_ONCE })
    const memberIds = found.map(({ memberId }) => memberId)
    const belonging = new Set(await belongingAmong(db, { segmentId, memberIds, now }))
    const turn = await sendAll(
      services,
      walking,
      found.filter(({ memberId }) => belonging.has(memberId)),
    )
    decided += turn.decided
    if (turn.rest) {
      await store.noteWalk(db, { id, walkedAt: null, walkedTo: 0n, nextAt: turn.rest })
      return decided
    }
    const last = found.at(-1)
    if (found.length < AT_ONCE || !last) {
      const nextAt = new Date(now.getTime() + AGAIN_MS)
      await store.noteWalk(db, { id, walkedAt: null, walkedTo: 0n, nextAt })
      return decided
    }
    after = { at: last.occasion, memberId: last.memberId }
  }
  const walked = { walkedAt: after.at, walkedTo: after.memberId }
  await store.noteWalk(db, { id, ...walked, nextAt: clock.now() })
  return decided
}

type Turn = { decided: number; rest: Date | null }

/** Decides about some members; `rest` is until when the journey sends nothing. */
async function sendAll(
  { db, clock, bus, log }: Deps,
  { journey, failures }: Walking,
  found: Occasion[],
): Promise<Turn> {
  let decided = 0
  for (const occasion of found)
    try {
      const now = clock.now()
      const how = await transaction(db, tx => send(tx, { journey, occasion, now }))
      if (how === 'out') continue
      if (how instanceof Date) return { decided, rest: how }
      decided += 1
      if (how === 'reached') bus.publish('member', [occasion.memberId.toString()])
    } catch (error) {
      log.error({ err: error, journey: journey.journeyId }, 'a journey did not reach a member')
      failures.push(error)
    }
  return { decided, rest: null }
}

const isRunning = ({ state, startsAt, endsAt }: Journey, now: Date) =>
  state === journeyState.approved && startsAt <= now && endsAt > now

const nextDay = (day: string) => startOfDay(addDays(day, 1))
/** Thirty-two days after the first are always in the next month. */
const nextMonth = (monthDay: string) => startOfDay(`${addDays(monthDay, 32).slice(0, 7)}-01`)

type One = { journey: Journey; occasion: Occasion; now: Date }

/** What is left of today's members and of the month's money; else when there is again. */
async function restOf(tx: Tx, journey: Journey, now: Date): Promise<Date | null> {
  const day = beijingDay(now)
  const monthDay = `${day.slice(0, 7)}-01`
  if (journey.bonusFen > 0n) await store.lockBudget(tx)
  const spent = await spentOf(tx, { seriesId: journey.seriesId, day, monthDay })
  if (spent.reachedToday >= journey.perDay) return nextDay(day)
  if (journey.bonusFen === 0n) return null
  const { monthFen } = await journeySetting(tx)
  const fits =
    spent.monthFen + journey.bonusFen <= journey.monthFen &&
    spent.allFen + journey.bonusFen <= BigInt(monthFen)
  return fits ? null : nextMonth(monthDay)
}

/**
 * Decides about one member in one transaction, in which letter and bonus go together: `reached`,
 * `refused` by a guard, `out` where the occasion stands no more, or until when nothing is sent.
 */
async function send(tx: Tx, { journey: { journeyId }, occasion, now }: One) {
  const { memberId } = occasion
  await lockMember(tx, memberId)
  const journey = await store.lockJourney(tx, journeyId)
  if (!journey || !isRunning(journey, now)) return new Date(now.getTime() + AGAIN_MS)
  const asked = { of: journey, window: windowOf(journey, now), now }
  if (!(await isOccasion(tx, { ...asked, ...occasion }))) return 'out'
  const belonging = { segmentId: journey.segmentId, memberIds: [memberId], now }
  if ((await belongingAmong(tx, belonging)).length === 0) return 'out'
  const { seriesId } = journey
  const marked = { seriesId, journeyId, memberId, occasion: occasion.occasion, at: now }
  const refused = await refusalOf(tx, { journey, ...occasion, now })
  if (refused) {
    await mark(tx, { ...marked, refused, bonusFen: 0n })
    return 'refused'
  }
  const rest = await restOf(tx, journey, now)
  if (rest) return rest
  const reachId = await mark(tx, { ...marked, refused: '', bonusFen: journey.bonusFen })
  await give(tx, { journey, memberId, reachId, now })
  return 'reached'
}
