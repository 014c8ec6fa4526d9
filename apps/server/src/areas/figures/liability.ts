import { REPORT_DAYS } from '@tianping/contract/figures/facts'
import { transaction } from '@tianping/database'
import { addDays, beijingDay } from '@tianping/money/day'
import { dueDay } from '../../kernel/day.ts'
import type { Services } from '../../kernel/http/services.ts'
import {
  beginLiability,
  countLiability,
  liabilityProgress,
  recomputeLiability,
  type LiabilityProgress,
} from './store/liability.sql.ts'

/** Sums over every bet of a large house take longer than a request may. */
const SUMS = { longestMs: 240_000 } as const
/** By then everything that says it happened on the day before is committed. */
const SETTLED_BY = '00:10'

type Keeping = Pick<Services, 'db' | 'clock'>

/** The days up to yesterday whose rows can still tell what was owed, and were not yet asked. */
function untold({ recomputedDay, firstDay }: LiabilityProgress, now: Date) {
  const to = addDays(dueDay(now, SETTLED_BY), -1)
  const earliest = addDays(to, 1 - REPORT_DAYS)
  const from = recomputedDay ? addDays(recomputedDay, 1) : (firstDay ?? to)
  return { from: from < earliest ? earliest : from, to }
}

/**
 * A job: what was owed at the end of yesterday, at the first turn of the new day, and once for any
 * number of instances. A day at whose end nothing ran until the next one was over stays unknown
 * (docs/decisions/0246-what-is-owed-is-kept-by-day.md).
 */
export async function keepLiability({ db, clock }: Keeping): Promise<number> {
  const now = clock.now()
  const today = beijingDay(now)
  const yesterday = addDays(today, -1)
  const progress = await liabilityProgress(db)
  if (progress.beganOn === null) await beginLiability(db, today)
  else if (progress.beganOn <= yesterday && (progress.countedDay ?? '') < yesterday)
    await transaction(db, tx => countLiability(tx, yesterday, now), SUMS)
  const days = untold(progress, now)
  if (days.from <= days.to) await transaction(db, tx => recomputeLiability(tx, days), SUMS)
  return 0
}
