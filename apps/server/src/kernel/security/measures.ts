import { rows, sql } from '@tianping/database'
import type { ReadingSpec } from '../metrics/readings.ts'

/** Alerts of the security rules that nobody has marked as seen. */
export const securityReading: ReadingSpec = {
  name: 'security',
  gauges: {
    tianping_security_alerts_open: {
      help: 'Security alerts that nobody has marked as seen',
      labels: ['kind'],
    },
  },
  read: async db => {
    const open = await rows(
      db,
      sql<{ kind: string; count: number }>`
      select kind, count(*)::int as count from security_alert where seen_at is null group by kind`,
    )
    return {
      tianping_security_alerts_open: open.map(({ kind, count }) => [[kind], count] as const),
    }
  },
}
