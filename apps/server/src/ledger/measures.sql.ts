import { rows, sql, type Db } from '@tianping/database'

/** What the outbox holds by topic. all members: one drainer serves everybody. */
export const outboxByTopic = (db: Db) =>
  rows(
    db,
    sql<{ topic: string; waiting: number; givenUp: number; oldestAt: Date | null }>`
    select topic, (count(*) filter (where next_attempt_at <> 'infinity'))::int as waiting,
      (count(*) filter (where next_attempt_at = 'infinity'))::int as given_up,
      min(created_at) filter (where next_attempt_at <> 'infinity') as oldest_at
    from ledger.outbox group by topic`,
  )
