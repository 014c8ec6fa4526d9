import { theRow, sql, type Db } from '@tianping/database'
import { vi } from 'vitest'

/** Until so many statements of this database wait for a lock that another transaction holds. */
export const untilSomeoneWaits = (owner: Db, many = 1) =>
  vi.waitUntil(
    async () =>
      (
        await theRow(
          owner,
          sql<{ waiting: boolean }>`
          select count(*) >= ${many} as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).waiting,
    { timeout: 60_000, interval: 10 },
  )
