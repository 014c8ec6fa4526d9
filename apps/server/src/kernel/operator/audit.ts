import type { Db } from '@tianping/database'
import { appendAudit } from './audit.sql.ts'

/** Who did it; without an operator it was the system itself. */
export type Auditor = {
  operator: { operatorId: bigint; name: string; role: string } | null
  address: string
}
export type AuditEntry = {
  action: string
  /** What it was done to: `deposit:D26…`, `member:100001`. */
  subject: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  note?: string
}

/**
 * Amounts become digits; a key that names a secret never comes in, whatever a caller hands over.
 */
const SECRET = /password|secret|token|sealed/i
const plain = (value: Record<string, unknown> | undefined) =>
  JSON.stringify(value ?? {}, (key, each: unknown) => {
    if (SECRET.test(key)) return undefined
    return typeof each === 'bigint' ? each.toString() : each
  })

/**
 * Writes one entry into the audit log. Called last in its transaction: the log's lock is held until
 * that ends.
 */
export const audit = (db: Db, at: Date, by: Auditor, entry: AuditEntry): Promise<void> =>
  auditEach(db, at, by, [entry])

/** Several entries, in their order. */
export async function auditEach(
  db: Db,
  at: Date,
  { operator, address }: Auditor,
  entries: AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await appendAudit(
    db,
    entries.map(entry => ({
      at,
      operatorId: operator?.operatorId ?? null,
      operator: operator?.name ?? 'system',
      role: operator?.role ?? 'system',
      action: entry.action,
      subject: entry.subject,
      address,
      before: plain(entry.before),
      after: plain(entry.after),
      note: entry.note ?? '',
    })),
  )
}
