import type { Clock } from '../../kernel/clock.ts'
import { secondsSince, type ReadingSpec } from '../../kernel/metrics/readings.ts'
import { jobStatuses } from './console/dailyJobs.ts'
import { lastReconciled, openDifferences } from './store/measures.sql.ts'

const SEVERITIES = ['mismatch', 'attention'] as const

export const booksReading = (clock: Clock): ReadingSpec => ({
  name: 'books',
  gauges: {
    tianping_reconciliation_differences: {
      help: 'Differences of the books that nobody has resolved',
      labels: ['severity'],
    },
    tianping_reconciliation_age_seconds: {
      help: 'Seconds since the books were compared last',
      labels: [],
    },
    tianping_daily_job_late: {
      help: '1 for a job of the day that failed or is late',
      labels: ['task'],
    },
  },
  read: async (db, now) => {
    const open = new Map((await openDifferences(db)).map(each => [each.severity, each.count]))
    const last = await lastReconciled(db)
    const jobs = await jobStatuses({ db, clock })
    return {
      tianping_reconciliation_differences: SEVERITIES.map(
        severity => [[severity], open.get(severity) ?? 0] as const,
      ),
      tianping_reconciliation_age_seconds: last ? [[[], secondsSince(now, last)]] : [],
      tianping_daily_job_late: jobs.map(
        ({ job, state }) => [[job], state === 'failed' || state === 'late' ? 1 : 0] as const,
      ),
    }
  },
})
