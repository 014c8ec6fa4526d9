import type { SecurityKind } from '@tianping/contract/security/facts'
import { row, rows, run, sql, type Db, type Tx } from '@tianping/database'
import { inSpan, totalOf, type Narrowed } from '../operator/listed.sql.ts'
import {
  behindNumbered,
  foundOf,
  inOrderOf,
  momentKey,
  window,
  type Keyed,
  type Paging,
} from '../operator/pages.sql.ts'

export type Counted = {
  kind: SecurityKind
  subject: string
  address: string
  minute: Date
  times: number
  firstAt: Date
  lastAt: Date
}
export type EventRow = Counted & { eventId: bigint }

/** Adds to the rows of their minutes. */
export const addEvents = (db: Db, counted: Counted[]) =>
  run(
    db,
    sql`
    insert into security_event as e (kind, subject, address, minute, times, first_at, last_at)
    select kind, subject, address, minute, times, first_at, last_at
    from jsonb_to_recordset(${JSON.stringify(counted.map(recordOf))}::jsonb) as counted(
      kind text, subject text, address text, minute timestamptz, times int, first_at timestamptz, last_at timestamptz)
    order by kind, subject, address, minute
    on conflict (kind, subject, address, minute) do update set
      times = e.times + excluded.times, last_at = greatest(e.last_at, excluded.last_at)`,
  )

const recordOf = ({ firstAt, lastAt, minute, ...rest }: Counted) => ({
  ...rest,
  minute: minute.toISOString(),
  first_at: firstAt.toISOString(),
  last_at: lastAt.toISOString(),
})

const eventColumns = sql`event_id, kind, subject, address, minute, times, first_at, last_at`

/** A subject names its kind before a colon and digits; everything else is a network. */
const searched = (q: string) =>
  /^[a-z]+:\w+$/.test(q)
    ? sql`(subject = ${q} and subject <> '')`
    : sql`(address = ${q} and address <> '')`

export async function eventRows(db: Db, f: Narrowed & { kind: string; q: string; paging: Paging }) {
  const p = f.paging
  const by = sql`minute`
  const no = sql`event_id`
  const from = sql`
    from security_event
    where ${f.kind === '' ? sql`true` : sql`kind = ${f.kind}`} and ${inSpan(by, f)}
      and ${f.q === '' ? sql`true` : searched(f.q)}`
  const read = await rows(
    db,
    sql<EventRow & Keyed>`
    select ${eventColumns}, ${momentKey(by, sql`event_id::text`)} ${from} and ${behindNumbered(p, by, no, true)}
    order by ${inOrderOf(p, by, no, true)} ${window(p)}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

/**
 * How often a kind happened since then, by subject where each counts by itself. A row holds a
 * minute: the one in which the time begins counts while its last event is within it.
 */
export const countedSince = (
  db: Db,
  kind: SecurityKind,
  each: boolean,
  since: Date,
  least: number,
) => {
  const subject = each ? sql`subject` : sql`''`
  return rows(
    db,
    sql<{ subject: string; times: number }>`
    select ${subject} as subject, least(sum(times), 2147483647)::int as times
    from security_event where kind = ${kind} and minute > ${since}::timestamptz - interval '1 minute'
      and last_at > ${since}
    group by 1 having sum(times) >= ${least}`,
  )
}

type NewAlert = {
  kind: SecurityKind
  subject: string
  times: number
  threshold: number
  minutes: number
  ruleVersion: number
  at: Date
}

/**
 * Raises an alert unless one of the same kind and subject was raised within the window. Instances
 * come one after another.
 */
export const raiseAlert = async (tx: Tx, a: NewAlert): Promise<boolean> => {
  await row(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`alert:${a.kind}`}, 48))`)
  const since = new Date(a.at.getTime() - a.minutes * 60_000)
  const raised = await run(
    tx,
    sql`
    insert into security_alert (kind, subject, times, threshold, minutes, rule_version, raised_at)
    select ${a.kind}, ${a.subject}, ${a.times}, ${a.threshold}, ${a.minutes}, ${a.ruleVersion}, ${a.at}
    where not exists (
      select 1 from security_alert where kind = ${a.kind} and subject = ${a.subject} and raised_at > ${since})`,
  )
  return raised === 1
}

export type AlertRow = {
  alertId: bigint
  kind: SecurityKind
  subject: string
  times: number
  threshold: number
  minutes: number
  raisedAt: Date
  seenBy: string
  seenAt: Date | null
  remark: string
}
const alertColumns = sql`alert_id, kind, subject, times, threshold, minutes, raised_at, seen_by, seen_at, remark`
const open = sql`seen_at is null`
const ofFilter = { open, seen: sql`seen_at is not null`, '': sql`true` }

export async function alertRows(
  db: Db,
  f: Narrowed & { state: keyof typeof ofFilter; paging: Paging },
) {
  const { paging: p } = f
  const by = sql`raised_at`
  const no = sql`alert_id`
  const from = sql`from security_alert where ${ofFilter[f.state]} and ${inSpan(by, f)}`
  const read = await rows(
    db,
    sql<AlertRow & Keyed>`
    select ${alertColumns}, ${momentKey(by, sql`alert_id::text`)} ${from} and ${behindNumbered(p, by, no, true)}
    order by ${inOrderOf(p, by, no, true)} ${window(p)}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

export const alertsOpen = (db: Db): Promise<number> =>
  totalOf(db, sql`from security_alert where ${open}`)

export const lockAlert = (tx: Tx, alertId: number) =>
  row(
    tx,
    sql<AlertRow>`select ${alertColumns} from security_alert where alert_id = ${alertId} for update`,
  )

export const markSeen = (tx: Tx, a: { alertId: bigint; by: string; at: Date; remark: string }) =>
  run(
    tx,
    sql`update security_alert set seen_by = ${a.by}, seen_at = ${a.at}, remark = ${a.remark} where alert_id = ${a.alertId}`,
  )

/** Forgets the oldest events before a moment, and as many alerts that somebody has seen. */
export const dropEvents = async (db: Db, before: Date, limit: number): Promise<number> => {
  const events = await run(
    db,
    sql`
    delete from security_event where event_id in (
      select event_id from security_event where minute < ${before} order by minute limit ${limit})`,
  )
  const alerts = await run(
    db,
    sql`
    delete from security_alert where alert_id in (
      select alert_id from security_alert where raised_at < ${before} and seen_at is not null order by raised_at limit ${limit})`,
  )
  return events + alerts
}
