import { row, rows, run, sql, type Db } from '@tianping/database'

export type ProviderRow = {
  code: string
  version: number
  value: unknown
  testedHash: string
  openedAt: Date | null
  failures: number
  restsUntil: Date | null
}

const from = sql`
  select p.code, s.version, s.value, p.tested_hash, p.opened_at, p.failures, p.rests_until
  from payment_provider p
    cross join lateral (
      select version, value from site_setting where key = 'provider:' || p.code order by version desc limit 1) s`

export const providerRows = (db: Db) => rows(db, sql<ProviderRow>`${from} order by p.code`)
export const providerRow = (db: Db, code: string) =>
  row(db, sql<ProviderRow>`${from} where p.code = ${code}`)

export const providerRowsOf = (db: Db, codes: string[]) =>
  rows(db, sql<ProviderRow>`${from} where p.code = any(${codes}::text[])`)

export const addProvider = (tx: Db, code: string, at: Date) =>
  run(
    tx,
    sql`
    with own as (insert into rail (code) values (${code}) on conflict do nothing)
    insert into payment_provider (code, created_at) values (${code}, ${at}) on conflict do nothing`,
  )

export const noteOpened = (tx: Db, code: string, at: Date) =>
  run(
    tx,
    sql`
    update payment_provider set opened_at = coalesce(opened_at, ${at}), failures = 0, rests_until = null
    where code = ${code}`,
  )

export const noteTested = (tx: Db, p: { code: string; hash: string; at: Date }) =>
  run(
    tx,
    sql`update payment_provider set tested_hash = ${p.hash}, tested_at = ${p.at} where code = ${p.code}`,
  )

/** The provider answered: whatever failed before is over. */
export const noteAnswer = (db: Db, code: string) =>
  run(
    db,
    sql`
    update payment_provider set failures = 0, rests_until = null
    where code = ${code} and (failures > 0 or rests_until is not null)`,
  )

/** One more order without an answer; from `most` in a row on it rests. */
export const noteFailure = (db: Db, f: { code: string; said: string; most: number; until: Date }) =>
  run(
    db,
    sql`
    update payment_provider set failures = failures + 1, last_error = ${f.said},
      rests_until = case when failures + 1 >= ${f.most} then ${f.until}::timestamptz end
    where code = ${f.code}`,
  )

/** Whether this order may try a provider whose rest is over: one does, everybody else waits. */
export const takeProbe = async (
  db: Db,
  p: { code: string; now: Date; until: Date },
): Promise<boolean> =>
  (await run(
    db,
    sql`update payment_provider set rests_until = ${p.until} where code = ${p.code} and rests_until <= ${p.now}`,
  )) === 1
