// How venues are connected: the newest setting of each, what was noted of it, and trials.
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { account } from '../../../ledger/accounts.ts'

export type LinkRow = {
  platname: string
  version: number
  value: unknown
}

/** Every venue that has a connection, by its code. */
export const linkRows = (db: Db) =>
  rows(
    db,
    sql<LinkRow>`
    select distinct on (key) substr(key, 7) as platname, version, value
    from site_setting where starts_with(key, 'venue:') order by key, version desc`,
  )

type Health = { platname: string; failures: number; restsUntil: Date | null; lastError: string }

/** What was noted of venues, whether they have a connection of their own or not. */
export const healthRows = (db: Db) =>
  rows(
    db,
    sql<Health>`
    select platname, failures, last_error, case when rests_until > now() then rests_until end as rests_until
    from venue_link`,
  )

export type Rest = {
  failures: number
  /** Whether it was left alone and nobody has heard from it since. */
  tripped: boolean
  /** Milliseconds until somebody may try it. */
  leftMs: number
}

const rest = sql`
  failures, rests_until is not null as tripped,
  greatest(0, coalesce(extract(epoch from rests_until - clock_timestamp()) * 1000, 0))::int as left_ms`

export const restOf = (db: Db, platname: string) =>
  row(db, sql<Rest>`select ${rest} from venue_link where platname = ${platname}`)

/** The venue answered: whatever failed before is over. */
export const noteAnswer = (db: Db, platname: string) =>
  run(
    db,
    sql`
    update venue_link set failures = 0, rests_until = null
    where platname = ${platname} and (failures > 0 or rests_until is not null)`,
  )

/** One more call without an answer; from `most` in a row on the venue is left alone. */
export const noteFailure = (
  db: Db,
  f: { platname: string; said: string; most: number; restMs: number },
) =>
  theRow(
    db,
    sql<Rest>`
    insert into venue_link as l (platname, failures, last_error) values (${f.platname}, 1, ${f.said})
    on conflict (platname) do update set failures = l.failures + 1, last_error = excluded.last_error,
      rests_until = case when l.failures + 1 >= ${f.most} then clock_timestamp() + ${f.restMs} * interval '1 millisecond' end
    returning ${rest}`,
  )

/** Whether this call may try a venue whose rest is over: one does, everybody else waits. */
export const takeProbe = async (
  db: Db,
  p: { platname: string; restMs: number },
): Promise<boolean> =>
  (await run(
    db,
    sql`
    update venue_link set rests_until = clock_timestamp() + ${p.restMs} * interval '1 millisecond'
    where platname = ${p.platname} and rests_until <= clock_timestamp()`,
  )) === 1

export type TrialStep = { step: string; ok: boolean; said: string; ms: number }
export type Trial = {
  platname: string
  configHash: string
  passed: boolean
  steps: TrialStep[]
  by: string
  at: Date
}

export const insertTrial = (tx: Db, t: Trial) =>
  run(
    tx,
    sql`
    insert into venue_trial (platname, config_hash, passed, steps, tried_by, tried_at)
    values (${t.platname}, ${t.configHash}, ${t.passed}, ${JSON.stringify(t.steps)}::jsonb, ${t.by}, ${t.at})`,
  )

/** Whether the newest trial of this configuration passed. */
export const hasPassed = async (db: Db, platname: string, configHash: string): Promise<boolean> =>
  (
    await row(
      db,
      sql<{ passed: boolean }>`
      select passed from venue_trial where platname = ${platname} and config_hash = ${configHash} order by trial_no desc limit 1`,
    )
  )?.passed === true

/** The newest trial of each venue. */
export const newestTrials = (db: Db) =>
  rows(
    db,
    sql<Trial>`
    select distinct on (platname) platname, config_hash, passed, steps, tried_by as by, tried_at as at
    from venue_trial order by platname, trial_no desc`,
  )

/** Takes a venue off the members' hands; its money can still come back. */
export const closeVenue = (tx: Db, platname: string) =>
  run(
    tx,
    sql`update venue set state = 'maintenance' where platname = ${platname} and state = 'open'`,
  )

/** Whether members can play there or ever have. all members: it asks of a venue. */
export const isUsed = async (tx: Db, platname: string): Promise<boolean> =>
  (
    await theRow(
      tx,
      sql<{ used: boolean }>`
      select exists (select from venue v where v.platname = ${platname} and (v.state = 'open'
        or exists (select from venue_player p where p.venue_id = v.venue_id)
        or exists (select from bet b where b.venue_id = v.venue_id)
        or exists (select from free_round_grant g where g.venue_id = v.venue_id)
        or exists (select from jackpot_pool j where j.venue_id = v.venue_id))) as used`,
    )
  ).used

/** Members with money at a venue, the richest first. all members: it asks of a venue. */
export const holders = async (db: Db, platname: string, limit: number): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`
      select a.member_id from ledger.account a join venue v using (venue_id)
      where v.platname = ${platname} and a.account_code = ${account.memberVenue} and a.posted_balance > 0
      order by a.posted_balance desc limit ${limit}`,
    )
  ).map(({ memberId }) => memberId)
