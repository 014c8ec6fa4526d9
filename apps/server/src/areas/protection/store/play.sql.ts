import type { LimitKind } from '@tianping/contract/protection/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import type { Spans } from './limit.sql.ts'

/** Bets and launches that are no further apart belong to one stretch of play. */
const GAP = sql`interval '15 minutes'`

/**
 * Counts play from one instant to another, which may be the same: with the stretches near it, on
 * both sides, it becomes one. Bets are told of late, so that one may join what lay apart.
 */
export const notePlay = (db: Db, p: { memberId: bigint; from: Date; to: Date }) =>
  run(
    db,
    sql`
    with near as materialized (
      select began_at, last_at, ends_at from play_stretch
      where member_id = ${p.memberId} and last_at + ${GAP} >= ${p.from}::timestamptz and began_at - ${GAP} <= ${p.to}::timestamptz),
    whole as materialized (
      select least(min(began_at), ${p.from}::timestamptz) as began_at, greatest(max(last_at), ${p.to}::timestamptz) as last_at, min(ends_at) as ends_at
      from near),
    joined as (
      delete from play_stretch s using near n, whole w
      where s.member_id = ${p.memberId} and s.began_at = n.began_at and s.began_at <> w.began_at)
    insert into play_stretch as s (member_id, began_at, last_at, ends_at)
    select ${p.memberId}, began_at, last_at, ends_at from whole
    on conflict (member_id, began_at) do update set last_at = greatest(s.last_at, excluded.last_at), ends_at = excluded.ends_at`,
  )

/** Whether the member has played since. */
export const playedSince = async (db: Db, memberId: bigint, since: Date): Promise<boolean> =>
  (await row(
    db,
    sql`select 1 from play_stretch where member_id = ${memberId} and last_at >= ${since} limit 1`,
  )) !== undefined

/** Minutes played in each span by every account of the person, begun ones included. */
export const playedIn = (db: Db, memberId: bigint, { day, week, month }: Spans) => {
  const since = (from: Date) =>
    sql`ceil(coalesce(sum(extract(epoch from last_at - greatest(began_at, ${from}::timestamptz))) filter (where last_at > ${from}), 0) / 60)`
  return rows(
    db,
    sql<{ kind: LimitKind; amount: bigint }>`
    select used.kind, used.amount::bigint from (
      select ${since(day.from)} as day, ${since(week.from)} as week, ${since(month.from)} as month
      from play_stretch where member_id = any(array(select accounts_of_person(${memberId}))) and last_at >= least(${week.from}::timestamptz, ${month.from}::timestamptz)) p
    cross join lateral (values ('time_day', p.day), ('time_week', p.week), ('time_month', p.month)) used (kind, amount)`,
  )
}

/**
 * Counts what decides how much may be played, for every account of the person; answers the member's
 * number.
 */
export const countLaunch = async (db: Db, memberId: bigint): Promise<bigint> =>
  (
    await theRow(
      db,
      sql<{ launches: bigint }>`
      with counted as (
        insert into member_care as c (member_id, launches) select a, 1 from accounts_of_person(${memberId}) a order by a
        on conflict (member_id) do update set launches = c.launches + 1 returning member_id, launches)
      select launches from counted where member_id = ${memberId}`,
    )
  ).launches

export const launchesOf = async (db: Db, memberId: bigint): Promise<bigint> =>
  (
    await row(
      db,
      sql<{ launches: bigint }>`select launches from member_care where member_id = ${memberId}`,
    )
  )?.launches ?? 0n

/** Forgets the oldest stretches that ended before a moment; answers how many. */
export const dropStretches = (db: Db, before: Date, limit: number): Promise<number> =>
  run(
    db,
    sql`
    delete from play_stretch where (member_id, began_at) in (
      select member_id, began_at from play_stretch where last_at < ${before} and not legally_held(member_id)
      order by last_at limit ${limit})`,
  )

/** The other accounts that are certainly of the same person. */
export const otherAccounts = async (db: Db, memberId: bigint): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint | null }>`
      select a as member_id from accounts_of_person(${memberId}) a where a <> ${memberId}`,
    )
  ).flatMap(found => (found.memberId === null ? [] : [found.memberId]))

/** When a limit of time ends the stretch that is under way; null for no such limit. */
export const endPlayAt = (db: Db, memberId: bigint, at: Date | null) =>
  run(
    db,
    sql`
    update play_stretch set ends_at = ${at} where (member_id, began_at) in (
      select member_id, began_at from play_stretch where member_id = ${memberId} order by began_at desc limit 1)`,
  )

/** Ends the stretch that is under way no later than this. */
export const endPlayBy = (db: Db, memberId: bigint, at: Date) =>
  run(
    db,
    sql`
    update play_stretch set ends_at = least(ends_at, ${at}) where (member_id, began_at) in (
      select member_id, began_at from play_stretch where member_id = ${memberId} order by began_at desc limit 1)`,
  )

export type Over = { memberId: bigint; beganAt: Date }

/**
 * Takes stretches of play whose time is over, until `until`: who takes one ends play and says so by
 * `overIsEnded`, or it is taken once more. all members: what is due is ended.
 */
export const takeOver = (db: Db, t: { now: Date; until: Date; limit: number }) =>
  rows(
    db,
    sql<Over>`
    update play_stretch set ends_at = ${t.until} where (member_id, began_at) in (
      select member_id, began_at from play_stretch where ends_at <= ${t.now} order by ends_at limit ${t.limit} for update skip locked)
    returning member_id, began_at`,
  )

/** A limit that was set meanwhile stands. */
export const overIsEnded = (db: Db, { memberId, beganAt }: Over, until: Date) =>
  run(
    db,
    sql`
    update play_stretch set ends_at = null
    where member_id = ${memberId} and began_at = ${beganAt} and ends_at = ${until}`,
  )
