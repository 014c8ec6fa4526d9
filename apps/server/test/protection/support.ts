import { theRow, sql, type Db } from '@tianping/database'
import { vi } from 'vitest'

/** Until a statement of this database waits for a lock that another transaction holds. */
export const untilSomeoneWaits = (owner: Db) =>
  vi.waitUntil(
    async () =>
      (
        await theRow(
          owner,
          sql<{ waiting: boolean }>`
          select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waiting`,
        )
      ).waiting,
    { timeout: 20_000, interval: 10 },
  )
