import { transferState } from '@tianping/contract/venues/facts'
import { rows, sql, type Db } from '@tianping/database'

/** Each venue with the moment its feed was read last, and whether it is left alone. */
export const venueFeeds = (db: Db) =>
  rows(
    db,
    sql<{
      platname: string
      name: string
      state: 'open' | 'maintenance'
      readAt: Date | null
      rests: boolean
    }>`
    select v.platname, v.name, v.state, f.read_at, coalesce(l.rests_until is not null, false) as rests
    from venue v left join venue_feed f using (venue_id) left join venue_link l using (platname) order by v.rank, v.venue_id`,
  )

/** Transfers without an answer by venue and age. all members: they are counted for the house. */
export const pendingAges = (db: Db, now: Date) =>
  rows(
    db,
    sql<{ platname: string; age: string; count: number; oldestAt: Date }>`
    select v.platname, a.age, count(*)::int as count, min(t.created_at) as oldest_at
    from venue_transfer t join venue v using (venue_id)
      cross join lateral (select case
        when ${now}::timestamptz - t.created_at < interval '10 seconds' then 'below_10s'
        when ${now}::timestamptz - t.created_at < interval '90 seconds' then 'below_90s'
        when ${now}::timestamptz - t.created_at < interval '10 minutes' then 'below_10m'
        else 'older' end as age) a
    where t.state = ${sql.literal(transferState.pending)} group by 1, 2`,
  )
