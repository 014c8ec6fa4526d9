import { row, rows, sql, theRow, type Db } from '@tianping/database'
import { totalOf } from './listed.sql.ts'

export const appendAudit = (
  db: Db,
  a: { at: Date; operatorId: bigint | null; operator: string; role: string; action: string; subject: string; address: string; before: string; after: string; note: string },
) =>
  theRow(db, sql`
    select audit_append(${a.at}, ${a.operatorId}, ${a.operator}, ${a.role}, ${a.action}, ${a.subject}, ${a.address}, ${a.before}::jsonb, ${a.after}::jsonb, ${a.note})`)

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
/** Name, action and subject by their beginning; days of Beijing, either empty; a text anywhere in what changed, why and from where. */
export type AuditFilter = { operator: string; action: string; subject: string; from: string; to: string; text: string }

/** How far back a text is looked for: the newest that many of the rows that fit otherwise. Days lead further back. */
const MOST_READ = 20_000
const columns = sql`audit_id as "auditId", at, operator, role, action, subject, address, before, after, note`
const midnight = (day: string) => sql`${`${day} 00:00:00+08`}::timestamptz`

/** Equality where it is one, since an index is good for that; a beginning otherwise. Times become numbers: rows are in their order. */
function fits(f: AuditFilter) {
  const parts = [sql`true`]
  if (f.operator !== '') parts.push(sql`operator ^@ ${f.operator.toLowerCase()}`)
  if (f.action !== '') parts.push(/^[a-z_]+\.[a-z_]+$/.test(f.action) ? sql`action = ${f.action}` : sql`action ^@ ${f.action}`)
  if (f.subject !== '') parts.push(sql`subject ^@ ${f.subject}`)
  if (f.from !== '') parts.push(sql`audit_id >= coalesce((select audit_id from audit_log where at >= ${midnight(f.from)} order by at, audit_id limit 1), 9223372036854775807)`)
  if (f.to !== '') parts.push(sql`audit_id < coalesce((select audit_id from audit_log where at >= ${midnight(f.to)} + interval '1 day' order by at, audit_id limit 1), 9223372036854775807)`)
  return sql.join(parts, sql` and `)
}

const source = (f: AuditFilter) => {
  if (f.text === '') return sql`from audit_log where ${fits(f)}`
  const anywhere = sql`note || ' ' || address || ' ' || subject || ' ' || before::text || ' ' || after::text`
  return sql`from (select * from audit_log where ${fits(f)} order by audit_id desc limit ${MOST_READ}) newest where position(lower(${f.text}) in lower(${anywhere})) > 0`
}

/** A page of the log, newest first. */
export async function auditRows(db: Db, f: AuditFilter & { limit: number; offset: number }) {
  const found = await rows(db, sql<AuditRow>`select ${columns} ${source(f)} order by audit_id desc limit ${f.limit} offset ${f.offset}`)
  return { rows: found, total: await totalOf(db, source(f)) }
}

/** The rows before one, newest first: for reading all of them without ever going back to the beginning. */
export const auditBefore = (db: Db, f: AuditFilter, before: bigint | null, limit: number) =>
  rows(db, sql<AuditRow>`select ${columns} ${source(f)} and (${before}::bigint is null or audit_id < ${before}) order by audit_id desc limit ${limit}`)

/** The first row of the chain that does not follow from the one before; null when the whole log holds. */
export const firstBrokenAudit = async (db: Db): Promise<bigint | null> =>
  (await theRow(db, sql<{ broken: bigint | null }>`select audit_first_broken() as broken`)).broken

/** The end of the chain, to be kept where nobody who can write the database can. */
export const auditHead = (db: Db) =>
  row(db, sql<{ auditId: bigint; hash: string }>`select audit_id as "auditId", encode(hash, 'hex') as hash from audit_log order by audit_id desc limit 1`)

export const auditHashOf = async (db: Db, auditId: bigint): Promise<string | null> =>
  (await row(db, sql<{ hash: string }>`select encode(hash, 'hex') as hash from audit_log where audit_id = ${auditId}`))?.hash ?? null

/** Whether the operator did the same to the same thing since then. */
export const auditedSince = async (db: Db, a: { operator: string; action: string; subject: string; since: Date }): Promise<boolean> =>
  (await row(db, sql`
    select 1 from audit_log where subject = ${a.subject} and action = ${a.action} and operator = ${a.operator} and at > ${a.since} limit 1`)) !== undefined
