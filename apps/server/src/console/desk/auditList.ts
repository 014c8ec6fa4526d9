import { beijing } from '@tianping/money/day'
import { PER_PAGE, pageOf } from '../../kernel/http/answer.ts'
import type { ConsoleHandler } from '../../kernel/http/services.ts'
import { auditRows, type AuditRow } from '../../kernel/operator/audit.sql.ts'

export const auditRowOf = (row: AuditRow) => ({
  id: Number(row.auditId),
  at: beijing(row.at),
  operator: row.operator,
  role: row.role,
  action: row.action,
  subject: row.subject,
  address: row.address,
  before: JSON.stringify(row.before),
  after: JSON.stringify(row.after),
  note: row.note,
})

export const auditList: ConsoleHandler<'POST /api/console/audit/list'> = async ({
  db,
  body: { page, ...filter },
}) => {
  const { rows, total } = await auditRows(db, {
    ...filter,
    limit: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
  })
  return { data: pageOf(rows.map(auditRowOf), page, total) }
}
