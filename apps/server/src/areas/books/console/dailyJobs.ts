// The works that begin by the clock: reconciliation's daily run, and how all of them stand.
import type { ConsoleGiven } from '@tianping/contract/console'
import { run, sql } from '@tianping/database'
import { addDays, beijing, parseBeijing } from '@tianping/money/day'
import type { Clock } from '../../../kernel/clock.ts'
import { dueDay } from '../../../kernel/day.ts'
import type { ConsoleHandlers, Services } from '../../../kernel/http/services.ts'
import { VIP_JOB, vipSetting } from '../../vip/vip.ts'
import { rebateSetting } from '../../rebate/rebate.ts'
import { booksStatus, dailyStatus, rebatesStatus, siteBegan } from '../store/dailyJobs.sql.ts'
import { reconciliationSetting } from '../reconciliationSetting.ts'

/** Who asks for a run that nobody asked for. Names of operators are of ASCII. */
export const THE_CLOCK = '系统'

type Job = ConsoleGiven<'POST /api/console/jobs/list'>[number]
type Due = { day: string; at: Date; next: Date }

/** The day whose hour came last, that moment, and the next. */
function dueBy(clock: Clock, runAt: string): Due {
  const day = dueDay(clock.now(), runAt)
  const moment = (of: string) => new Date(parseBeijing(`${of} ${runAt}`))
  return { day, at: moment(day), next: moment(addDays(day, 1)) }
}

/**
 * Asks for the run of the books that is due: once a day over all instances. A server that was down
 * at the hour does so as soon as it is up, and for the newest day only, since a run looks at the
 * books as they are.
 */
export async function scheduleReconciliation({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<boolean> {
  const due = dueBy(clock, (await reconciliationSetting(db)).runAt)
  const began = await siteBegan(db)
  if (began === null || began > due.at) return false
  return (
    (await run(
      db,
      sql`
    insert into reconciliation_task (kind, day, asked_by, asked_at) values ('books', ${due.day}::date, ${THE_CLOCK}, ${clock.now()})
    on conflict (day) where kind = 'books' and day is not null do nothing`,
    )) === 1
  )
}

type JobStatus = { done: boolean; begun: boolean; error: string }

/** A failure first, then what is done, then whether it is late. */
function stateOf(
  { done, begun, error }: JobStatus,
  due: Due,
  now: Date,
  lateMinutes: number,
): Job['state'] {
  if (error !== '') return 'failed'
  if (done) return 'done'
  if (now.getTime() > due.at.getTime() + lateMinutes * 60_000) return 'late'
  return begun ? 'running' : 'waiting'
}

/**
 * Every work of the day: when it was done last, when it comes next, and whether it failed or is
 * late.
 */
export async function jobStatuses({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Job[]> {
  const now = clock.now()
  const [books, vip, rebate, began] = await Promise.all([
    reconciliationSetting(db),
    vipSetting(db),
    rebateSetting(db),
    siteBegan(db),
  ])
  const [booksDue, vipDue, rebateDue] = [books.runAt, vip.runAt, rebate.runAt].map(runAt =>
    dueBy(clock, runAt),
  ) as [Due, Due, Due]
  const [ofBooks, ofVip, ofRebates] = await Promise.all([
    booksStatus(db),
    dailyStatus(db, VIP_JOB),
    rebatesStatus(db, rebateDue.day),
  ])
  const nothingDue = (due: Due) => began === null || began > due.at
  const said = (
    job: Job['job'],
    runAt: string,
    due: Due,
    doneAt: Date | null,
    standing: JobStatus & { attempts: number; mismatches: number | null },
  ): Job => ({
    job,
    run_at: runAt,
    state: stateOf(standing, due, now, books.lateMinutes),
    done_at: doneAt ? beijing(doneAt) : '',
    due_at: beijing(due.at),
    next_at: beijing(due.next),
    error: standing.error,
    attempts: standing.attempts,
    mismatches: standing.mismatches,
  })
  return [
    said('reconciliation', books.runAt, booksDue, ofBooks.doneAt, {
      done: nothingDue(booksDue) || (ofBooks.doneAt !== null && ofBooks.doneAt >= booksDue.at),
      begun: ofBooks.open,
      error: ofBooks.error,
      attempts: ofBooks.attempts,
      mismatches: ofBooks.mismatches,
    }),
    said('vip', vip.runAt, vipDue, ofVip.doneAt, {
      done: nothingDue(vipDue) || (ofVip.doneDay !== null && ofVip.doneDay >= vipDue.day),
      begun: ofVip.attempts > 0,
      error: ofVip.error,
      attempts: ofVip.attempts,
      mismatches: null,
    }),
    said('rebate', rebate.runAt, rebateDue, ofRebates.doneAt, {
      done: !ofRebates.waits,
      begun: ofRebates.waits,
      error: '',
      attempts: 0,
      mismatches: null,
    }),
  ]
}

export const dailyJobHandlers = {
  'POST /api/console/jobs/list': async context => ({ data: await jobStatuses(context) }),
} satisfies ConsoleHandlers
