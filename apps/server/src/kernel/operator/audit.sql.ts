import { row, rows, sql, theRow, type Db, type Sql } from '@tianping/database'
import { prefixOf, totalOf } from './listed.sql.ts'
import {
  behindId,
  foundOf,
  idKey,
  inIdOrder,
  window,
  type Found,
  type Keyed,
  type Paging,
} from './pages.sql.ts'

type NewAudit = {
  at: Date
  operatorId: bigint | null
  operator: string
  role: string
  action: string
  subject: string
  address: string
  before: string
  after: string
  note: string
}

/** The function is volatile, so each row follows the one that was written before it. */
export const appendAudit = (db: Db, all: readonly NewAudit[]) =>
  rows(
    db,
    sql`
    select audit_append(at, operator_id, operator, role, action, subject, address, before::jsonb, after::jsonb, note)
    from unnest(${all.map(a => a.at)}::timestamptz[], ${all.map(a => a.operatorId)}::bigint[],
      ${all.map(a => a.operator)}::text[], ${all.map(a => a.role)}::text[],
      ${all.map(a => a.action)}::text[], ${all.map(a => a.subject)}::text[],
      ${all.map(a => a.address)}::text[], ${all.map(a => a.before)}::text[],
      ${all.map(a => a.after)}::text[], ${all.map(a => a.note)}::text[]) with ordinality
      as a (at, operator_id, operator, role, action, subject, address, before, after, note, n)
    order by n`,
  )

export type AuditRow = {
  auditId: bigint
  at: Date
  operator: string
  role: string
  action: string
  subject: string
  address: string
  before: object
  after: object
  note: string
}
/**
 * An operator by name or its beginning, an action, a subject (`deposit:D26…`; `deposit:D26*` for
 * what begins so), days of Beijing, and a text anywhere in what changed, why and from where. Empty
 * narrows nothing.
 */
export type AuditFilter = {
  operator: string
  action: string
  subject: string
  from: string
  to: string
  text: string
}

/**
 * How far back is looked for what no index finds: in the newest that many of the rows that fit
 * otherwise. Days lead further back.
 */
const MOST_READ = 20_000
const columns = sql`audit_id, at, operator, role, action, subject, address, before, after, note`
const midnight = (day: string) => sql`${`${day} 00:00:00+08`}::timestamptz`
const beginning = (subject: string) => (subject.endsWith('*') ? subject.slice(0, -1) : '')
const all = (parts: Sql[]) => sql.join([sql`true`, ...parts], sql` and `)
/**
 * Rows stand in the order of their time: a day is a range of numbers, so that every index that ends
 * in the number serves.
 */
const firstSince = (moment: Sql) =>
  sql`coalesce((select audit_id from audit_log where at >= ${moment} order by at, audit_id limit 1), 9223372036854775807)`

/** Nothing where the filter is empty. */
const narrowed = (asked: boolean, part: Sql): Sql[] => (asked ? [part] : [])

const found = (f: AuditFilter) =>
  all([
    ...narrowed(
      f.operator !== '',
      sql`operator = coalesce((select name from operator where name like ${prefixOf(f.operator)} order by name limit 1), ${f.operator.toLowerCase()})`,
    ),
    ...narrowed(f.action !== '', sql`action = ${f.action}`),
    ...narrowed(f.subject !== '' && !beginning(f.subject), sql`subject = ${f.subject}`),
    ...narrowed(f.from !== '', sql`audit_id >= ${firstSince(midnight(f.from))}`),
    ...narrowed(
      f.to !== '',
      sql`audit_id < ${firstSince(sql`${midnight(f.to)} + interval '1 day'`)}`,
    ),
  ])

/** Whether it asks for what no index finds. */
const readThrough = (f: AuditFilter) => f.text !== '' || beginning(f.subject) !== ''

const source = (f: AuditFilter) => {
  const start = beginning(f.subject)
  if (!readThrough(f)) return sql`from audit_log where ${found(f)}`
  const anywhere = sql`note || ' ' || address || ' ' || subject || ' ' || before::text || ' ' || after::text`
  const looked = all([
    ...narrowed(start !== '', sql`starts_with(subject, ${start})`),
    ...narrowed(f.text !== '', sql`position(lower(${f.text}) in lower(${anywhere})) > 0`),
  ])
  return sql`from (select * from audit_log where ${found(f)} order by audit_id desc limit ${MOST_READ}) newest where ${looked}`
}

/** A page of the log, newest first. */
export async function auditRows(
  db: Db,
  f: AuditFilter & { paging: Paging },
): Promise<Found<AuditRow & Keyed> & { total: number }> {
  const p = f.paging
  const no = sql`audit_id`
  const page = sql`${behindId(p, no, true)} order by ${inIdOrder(p, no, true)} ${window(p)}`
  if (!readThrough(f) || !p.counted) {
    const read = await rows(
      db,
      sql<AuditRow & Keyed>`select ${columns}, ${idKey(no)} ${source(f)} and ${page}`,
    )
    return { ...foundOf(p, read), total: p.counted ? await totalOf(db, source(f)) : 0 }
  }
  // Reading through is done once, for the page and for how many there are.
  const { ids, total } = await theRow(
    db,
    sql<{ ids: bigint[]; total: number }>`
    with hits as materialized (select audit_id ${source(f)})
    select (select count(*)::int from hits) as total, array(select audit_id from hits where ${page}) as ids`,
  )
  const read = await rows(
    db,
    sql<AuditRow & Keyed>`
    select ${columns}, ${idKey(no)} from audit_log where audit_id = any(${ids}::bigint[]) order by ${inIdOrder(p, no, true)}`,
  )
  return { ...foundOf(p, read), total }
}

/**
 * So many rows are checked by one statement, which therefore ends in good time however long the log
 * is.
 */
const CHECKED_AT_ONCE = 50_000n

/**
 * The first row of the chain that does not follow from the one before; null when the whole log
 * holds.
 */
export async function firstBrokenAudit(db: Db): Promise<bigint | null> {
  const { last } = await theRow(
    db,
    sql<{ last: bigint }>`select coalesce(max(audit_id), 0)::bigint as last from audit_log`,
  )
  // Each stretch begins with the last row of the one before, which is what its first follows from.
  for (let from = 0n; from < last; from += CHECKED_AT_ONCE) {
    const { broken } = await theRow(
      db,
      sql<{ broken: bigint | null }>`
      select min(audit_id) as broken from (
        select a.audit_id, a.hash, lag(a.audit_id) over w as before_id, audit_link(coalesce(lag(a.hash) over w, ''::bytea), a) as expected
        from audit_log a where a.audit_id between ${from} and ${from + CHECKED_AT_ONCE} window w as (order by a.audit_id)) c
      where (c.audit_id <> ${from} or ${from}::bigint = 0)
        and ((c.hash <> c.expected and not audit_redacted(c.audit_id, c.expected)) or c.audit_id <> coalesce(c.before_id, 0) + 1)`,
    )
    if (broken !== null) return broken
  }
  return null
}

/** The end of the chain, to be kept where nobody who can write the database can. */
export const auditHead = (db: Db) =>
  row(
    db,
    sql<{
      auditId: bigint
      hash: string
    }>`select audit_id, encode(hash, 'hex') as hash from audit_log order by audit_id desc limit 1`,
  )

export const auditHashOf = async (db: Db, auditId: bigint): Promise<string | null> =>
  (
    await row(
      db,
      sql<{
        hash: string
      }>`select encode(hash, 'hex') as hash from audit_log where audit_id = ${auditId}`,
    )
  )?.hash ?? null

/** Whether the operator did the same to the same thing since then. */
export const auditedSince = async (
  db: Db,
  a: { operator: string; action: string; subject: string; since: Date },
): Promise<boolean> =>
  (await row(
    db,
    sql`
    select 1 from audit_log where subject = ${a.subject} and action = ${a.action} and operator = ${a.operator} and at > ${a.since} limit 1`,
  )) !== undefined
