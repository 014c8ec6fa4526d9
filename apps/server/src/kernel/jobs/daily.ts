import { randomUUID } from 'node:crypto'
import { row, run, sql, theRow, type Db } from '@tianping/database'
import { addDays } from '@tianping/money/day'
import type { Services } from '../http/services.ts'
import { dueDay } from '../day.ts'

const LEASE_MS = 120_000

export type DailyJob = {
  name: string
  /** `HH:mm`, Beijing time. */
  runAt: string
  /**
   * Does one day's work and answers what is worth keeping of it. It must bear being run again for
   * the same day, by another instance at the same moment too. `renew` keeps the lease and throws
   * when another instance has taken it.
   */
  work(day: string, renew: () => Promise<void>): Promise<object>
}

/**
 * Does the next day that is due, oldest first, so that a job that was down works off what it missed
 * as if it had run on time. Answers the days done: 1, or 0 when none is due or another instance
 * works on it.
 */
export async function runDaily(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  job: DailyJob,
): Promise<number> {
  const due = dueDay(clock.now(), job.runAt)
  const day = await nextDay(db, job.name, due)
  if (day > due) return 0
  const holder = randomUUID()
  if (!(await lease(db, { job: job.name, day, holder, now: clock.now() }))) return 0
  const renew = async () => {
    const kept = await run(
      db,
      sql`
      update job_run set leased_until = ${until(clock.now())} where job = ${job.name} and day = ${day}::date and holder = ${holder} and finished_at is null`,
    )
    if (kept === 0) throw new Error(`another instance has taken over ${job.name} of ${day}`)
  }
  try {
    const result = await job.work(day, renew)
    await run(
      db,
      sql`
      update job_run set finished_at = ${clock.now()}, result = ${JSON.stringify(result)}::jsonb, last_error = ''
      where job = ${job.name} and day = ${day}::date and finished_at is null`,
    )
    log.info({ job: job.name, day, ...result }, 'job done')
    return 1
  } catch (error) {
    await run(
      db,
      sql`
      update job_run set leased_until = ${clock.now()}, last_error = ${String(error)}
      where job = ${job.name} and day = ${day}::date and holder = ${holder} and finished_at is null`,
    ).catch(() => {})
    throw error
  }
}

/** The last day a job has finished; null before its first. */
export const lastFinished = async (db: Db, job: string): Promise<string | null> =>
  (
    await theRow(
      db,
      sql<{
        day: string | null
      }>`select max(day) as day from job_run where job = ${job} and finished_at is not null`,
    )
  ).day

const until = (now: Date) => new Date(now.getTime() + LEASE_MS)

/**
 * The day after the last finished one; before the first finish, the oldest that was begun, or the
 * one that is due.
 */
async function nextDay(db: Db, job: string, due: string): Promise<string> {
  const { finished, begun } = await theRow(
    db,
    sql<{ finished: string | null; begun: string | null }>`
    select max(day) filter (where finished_at is not null) as finished, min(day) as begun from job_run where job = ${job}`,
  )
  return finished ? addDays(finished, 1) : (begun ?? due)
}

const lease = async (
  db: Db,
  p: { job: string; day: string; holder: string; now: Date },
): Promise<boolean> =>
  (await row(
    db,
    sql`
    insert into job_run (job, day, holder, leased_until, started_at) values (${p.job}, ${p.day}::date, ${p.holder}, ${until(p.now)}, ${p.now})
    on conflict (job, day) do update set holder = excluded.holder, leased_until = excluded.leased_until, attempts = job_run.attempts + 1
    where job_run.finished_at is null and job_run.leased_until <= ${p.now}
    returning 1 as taken`,
  )) !== undefined
