import { run, type Db } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import * as statements from './store/turnover.sql.ts'
import type { BetFigures } from './store/turnover.sql.ts'

export type { BetFigures } from './store/turnover.sql.ts'

/**
 * Moves a bet's turnover from what its earlier version counted for to what it counts for now; null
 * where it did not or does not count (void, unsettled). `settledAt` is when it first settled and
 * decides the Beijing day for good: a correction changes the day's figures, never the day. In the
 * transaction that keeps the bet, so that it counts exactly once.
 */
export async function countTurnover(
  tx: Db,
  bet: {
    memberId: bigint
    venueId: number
    settledAt: Date
    before: BetFigures | null
    after: BetFigures | null
  },
): Promise<void> {
  const place = { memberId: bet.memberId, venueId: bet.venueId, day: beijingDay(bet.settledAt) }
  // First away, then back: no sum is below zero in between.
  if (bet.before && (await run(tx, statements.takeAway({ ...place, ...bet.before }))) !== 1) {
    throw new Error(
      `a settled bet of member ${bet.memberId} at venue ${bet.venueId} was not in the turnover of ${place.day}`,
    )
  }
  if (bet.after) await run(tx, statements.add({ ...place, ...bet.after }))
}

export { turnoverOf } from './store/turnover.sql.ts'
