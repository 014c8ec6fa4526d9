import { endingClasses, type EndingClass } from '@tianping/contract/compliance/facts'
import { DAY_MS, startOfDay } from '@tianping/money/day'
import { eachAlone } from '../../../kernel/jobs/eachAlone.ts'
import { realDay } from '../store/realDay.sql.ts'
import { addRemoved, beginRun, endRun } from '../store/retention.sql.ts'
import { endings, scheduleNow, type Working } from './classes.ts'

/** Rows of one transaction, and transactions of one class on one day. */
const BATCH = 500
const MOST_BATCHES = 2_000

/** Ends what is due of one class, batch by batch, with a line that says how much. */
async function endClass(
  services: Working,
  each: EndingClass,
  p: { day: string; days: number; version: number; renew: () => Promise<void> },
): Promise<number> {
  const { db, clock } = services
  const cutoff = new Date(startOfDay(p.day).getTime() - p.days * DAY_MS)
  const { version } = p
  await beginRun(db, { class: each, day: p.day, cutoff, version, now: clock.now() })
  let removed = 0
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const gone = await endings[each](services, cutoff, BATCH)
    if (gone === 0) break
    await addRemoved(db, { class: each, day: p.day, removed: gone })
    removed += gone
    await p.renew()
  }
  await endRun(db, { class: each, day: p.day, now: clock.now() })
  return removed
}

/**
 * One day of the schedule; what is left of a class is done on the next day. A class that fails
 * keeps none after it from its end. An instance whose clock is ahead of the database's day deletes
 * nothing and throws.
 */
export async function runRetention(
  services: Working,
  day: string,
  renew: () => Promise<void> = () => Promise.resolve(),
): Promise<Record<string, number>> {
  const real = await realDay(services.db)
  if (day > real) throw new Error(`it is ${real} by the database: nothing of ${day} is deleted`)
  const { days, version } = await scheduleNow(services.db)
  const removed: Record<string, number> = {}
  await eachAlone(endingClasses, async each => {
    removed[each] = await endClass(services, each, { day, days: days[each], version, renew })
  })
  return removed
}
