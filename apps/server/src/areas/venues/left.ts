// What venues still have of members who may not play: a game that is not ended, and the money of
// somebody who is blocked. People see it where a venue has been silent for a while.
import type { Services } from '../../kernel/http/services.ts'
import { endNow } from './endPlay.ts'
import { recallAll, type RecallResult } from './recall.ts'
import { keepLeft, leftCount, leftOf } from './store/left.sql.ts'
import { transferInFlight } from './store/transfer.sql.ts'
import { askByAge } from './transfer.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'venues' | 'bus' | 'log'>
type Asked = { memberId: bigint; key: string }

/** What a venue does within this time is nobody's matter but the job's. */
const SHOWN_AFTER_MS = 900_000

/** What is asked for by lists and counts: the moment now, and how old it is at least. */
export const leftAsOf = (now: Date) => ({ now, until: new Date(now.getTime() - SHOWN_AFTER_MS) })

/** How much of it waits for a person. */
export const leftWaiting = (db: Services['db'], now: Date): Promise<number> =>
  leftCount(db, leftAsOf(now))

/** Brings a blocked member's money home, and writes down which venues did not give it. */
export async function recallBlockedMoney(services: Deps, asked: Asked): Promise<RecallResult> {
  const result = await recallAll(services, asked)
  const venueIds = [...result.failed, ...result.pending].map(venue => venue.venueId)
  await keepLeft(services.db, { memberId: asked.memberId, venueIds, now: services.clock.now() })
  return result
}

/** Asks one venue at once for what it still has; answers whether nothing is left there. */
export async function askForLeft(
  services: Deps,
  asked: Asked & { venueId: number; by: string },
): Promise<boolean> {
  const { db, clock } = services
  await endNow(services, asked)
  const found = await leftOf(db, { ...asked, now: clock.now() })
  if (!found) return true
  if (found.heldFen > 0n) {
    const underWay = await transferInFlight(db, asked.memberId, asked.venueId)
    if (underWay) await askByAge(services, underWay, asked.by)
    await recallBlockedMoney(services, asked)
  }
  return (await leftOf(db, { ...asked, now: clock.now() })) === undefined
}
