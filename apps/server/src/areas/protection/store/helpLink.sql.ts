import { row, rows, run, sql, type Db } from '@tianping/database'

/** Which of these links are due: never looked at, or before `okBefore`; failing ones sooner. */
export const dueLinks = async (
  db: Db,
  p: { urls: string[]; okBefore: Date; failedBefore: Date },
): Promise<string[]> =>
  (
    await rows(
      db,
      sql<{ url: string }>`
      select u.url from unnest(${p.urls}::text[]) u (url) left join help_link h using (url)
      where h.url is null or h.checked_at <= case h.failures when 0 then ${p.okBefore}::timestamptz else ${p.failedBefore}::timestamptz end`,
    )
  ).map(({ url }) => url)

/** Notes how a link was found; answers how many tries in a row have failed. */
export const noteLink = async (
  db: Db,
  l: { url: string; at: Date; error: string },
): Promise<number> =>
  (
    await row(
      db,
      sql<{ failures: number }>`
      insert into help_link as h (url, checked_at, failures, failing_since, error)
      values (${l.url}, ${l.at}, case ${l.error} when '' then 0 else 1 end, case ${l.error} when '' then null else ${l.at}::timestamptz end, ${l.error})
      on conflict (url) do update set checked_at = excluded.checked_at, error = excluded.error,
        failures = case excluded.failures when 0 then 0 else h.failures + 1 end,
        failing_since = case excluded.failures when 0 then null else coalesce(h.failing_since, excluded.failing_since) end
      returning failures`,
    )
  )?.failures ?? 0

export const dropLinks = (db: Db, urls: string[]) =>
  run(db, sql`delete from help_link where url <> all(${urls}::text[])`)

/** Whether a link has failed since before a moment. */
export const isHelpDead = async (db: Db, since: Date): Promise<boolean> =>
  (await row(db, sql`select 1 as one from help_link where failing_since <= ${since} limit 1`)) !==
  undefined
