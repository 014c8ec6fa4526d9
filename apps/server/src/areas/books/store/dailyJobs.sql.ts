// The works of the day as Today shows them: when each was done last, and what stands in the way of
// the one that is due.
import { theRow, sql, type Db } from '@tianping/database'

/** The site's beginning: nothing was due before it. Null while nobody works there. */
export const siteBegan = async (db: Db): Promise<Date | null> =>
  (await theRow(db, sql<{ at: Date | null }>`select min(created_at) as at from operator`)).at

export type BooksStatus = {
  doneAt: Date | null
  mismatches: number | null
  askedAt: Date | null
  open: boolean
  error: string
  attempts: number
}

/** The last run of the books that ended well, and the newest that was asked for. */
export const booksStatus = (db: Db) =>
  theRow(
    db,
    sql<BooksStatus>`
    select d.finished_at as done_at, r.mismatches, n.asked_at,
      n.asked_at is not null and n.finished_at is null as open, coalesce(n.error, '') as error,
      coalesce(n.attempts, 0)::int as attempts
    from (select 1) one
    left join lateral (select finished_at, run_id from reconciliation_task where kind = 'books' and finished_at is not null and error = '' order by finished_at desc limit 1) d on true
    left join ledger.reconciliation_run r using (run_id)
    left join lateral (select asked_at, finished_at, error, attempts from reconciliation_task where kind = 'books' and (asked_at >= d.finished_at or d.finished_at is null) order by task_id desc limit 1) n on true`,
  )

export type DailyStatus = {
  doneDay: string | null
  doneAt: Date | null
  error: string
  attempts: number
}

/** The last day that a job finished, and what the day it stands before says. */
export const dailyStatus = (db: Db, job: string) =>
  theRow(
    db,
    sql<DailyStatus>`
    select d.day as done_day, d.finished_at as done_at, coalesce(n.last_error, '') as error, coalesce(n.attempts, 0)::int as attempts
    from (select 1) one
    left join lateral (select day, finished_at from job_run where job = ${job} and finished_at is not null order by day desc limit 1) d on true
    left join lateral (select last_error, attempts from job_run where job = ${job} and finished_at is null order by day limit 1) n on true`,
  )

/** Whether turnover of a day before waits for its rebate, and when rebates were written last. */
export const rebatesStatus = (db: Db, before: string) =>
  theRow(
    db,
    sql<{ waits: boolean; doneAt: Date | null }>`
    select exists (select 1 from turnover_day where rebate_due and day < ${before}::date) as waits, (select max(created_at) from rebate where day >= ${before}::date - 2) as done_at`,
  )
