import { row, rows, sql, theRow, type Db } from '@tianping/database'

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

/** A page of the log, newest first; an operator's name, an action and a subject narrow it, each by its beginning. */
export async function auditRows(db: Db, f: { operator: string; action: string; subject: string; limit: number; offset: number }) {
  const where = sql`starts_with(operator, ${f.operator}) and starts_with(action, ${f.action}) and starts_with(subject, ${f.subject})`
  const found = await rows(db, sql<AuditRow>`
    select audit_id as "auditId", at, operator, role, action, subject, address, before, after, note
    from audit_log where ${where} order by audit_id desc limit ${f.limit} offset ${f.offset}`)
  const { total } = await theRow(db, sql<{ total: number }>`select count(*)::int as total from audit_log where ${where}`)
  return { rows: found, total }
}

/** The first row of the chain that does not follow from the one before; null when the whole log holds. */
export const firstBrokenAudit = async (db: Db): Promise<bigint | null> =>
  (await theRow(db, sql<{ broken: bigint | null }>`select audit_first_broken() as broken`)).broken

/** Whether the operator did the same to the same thing since then: looking twice in a row is one look. */
export const auditedSince = async (db: Db, a: { operator: string; action: string; subject: string; since: Date }): Promise<boolean> =>
  (await row(db, sql`
    select 1 from audit_log where subject = ${a.subject} and action = ${a.action} and operator = ${a.operator} and at > ${a.since} limit 1`)) !== undefined
