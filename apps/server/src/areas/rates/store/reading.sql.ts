import { row, rows, run, sql, type Db, type Tx } from '@tianping/database'

export type SourceRow = {
  source: string
  askedAt: Date
  failures: number
  restsUntil: Date | null
  said: string
}

/** Whether this instance asks the source now; of many at once one does. */
export const takeTurn = async (
  db: Db,
  t: { source: string; now: Date; askedBefore: Date },
): Promise<boolean> =>
  (await row(
    db,
    sql`
    insert into rate_source as s (source, asked_at) values (${t.source}, ${t.now})
    on conflict (source) do update set asked_at = excluded.asked_at
      where s.asked_at <= ${t.askedBefore} and (s.rests_until is null or s.rests_until <= ${t.now})
    returning 1`,
  )) !== undefined

export const keepReading = async (
  tx: Tx,
  r: { source: string; now: Date; at: Date; rate: string },
) => {
  await run(
    tx,
    sql`
    insert into rate_reading (source, read_at, at, rate)
    values (${r.source}, ${r.now}, ${r.at}, ${r.rate}::numeric) on conflict do nothing`,
  )
  await run(
    tx,
    sql`
    update rate_source set failures = 0, rests_until = null, said = ''
    where source = ${r.source} and (failures > 0 or said <> '')`,
  )
}

/** A source that fails so often in a row rests until a moment. */
export const noteFailure = (
  db: Db,
  f: { source: string; said: string; most: number; until: Date },
) =>
  run(
    db,
    sql`
    update rate_source set failures = failures + 1, said = ${f.said},
      rests_until = case when failures + 1 >= ${f.most} then ${f.until}::timestamptz end
    where source = ${f.source}`,
  )

export type Reading = { source: string; at: Date; readAt: Date; rate: string }

/** The newest price of each source. */
export const newestReadings = (db: Db, sources: string[]) =>
  rows(
    db,
    sql<Reading>`
    select wanted.source, latest.at, latest.read_at, latest.rate
    from unnest(${sources}::text[]) wanted (source) cross join lateral (
      select at, read_at, rate from rate_reading r where r.source = wanted.source
      order by read_at desc limit 1) latest`,
  )

export const sourceRows = (db: Db, sources: string[]) =>
  rows(
    db,
    sql<SourceRow>`
    select source, asked_at, failures, rests_until, said from rate_source
    where source = any(${sources}::text[])`,
  )

export const dropReadings = (db: Db, before: Date) =>
  run(
    db,
    sql`
    delete from rate_reading where (source, read_at) in (
      select source, read_at from rate_reading where read_at < ${before} limit 5000)`,
  )
