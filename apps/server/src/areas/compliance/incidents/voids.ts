import { transaction } from '@tianping/database'
import type { Services } from '../../../kernel/http/services.ts'
import { keepVoids, moveVoidCursor, venuesRead } from '../store/void.sql.ts'

/** Versions of one transaction, so that a long backlog is read in parts. */
const STEP = 20_000n

/** Looks for rounds that have become void since the last turn; answers how many were found. */
export async function watchVoids({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>) {
  let found = 0
  for (const { venueId, version, cursor } of await venuesRead(db)) {
    for (let after = version; after < cursor;) {
      const upTo = after + STEP < cursor ? after + STEP : cursor
      const kept = await transaction(db, async tx => {
        if (!(await moveVoidCursor(tx, venueId, after, upTo))) return null
        return keepVoids(tx, { venueId, after, upTo, now: clock.now() })
      })
      if (kept === null) break
      if (kept > 0) log.warn({ venue: venueId, rounds: kept }, 'rounds made void')
      found += kept
      after = upTo
    }
  }
  return found
}
