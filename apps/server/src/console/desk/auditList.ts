import { beijing } from '@tianping/money/day'
import type { ConsoleHandler } from '../../kernel/http/services.ts'
import { auditRows, type AuditRow } from '../../kernel/operator/audit.sql.ts'
import { keyedPage, ownIds, pagingOf } from '../../kernel/operator/pages.sql.ts'

const auditRowOf = (row: AuditRow) => ({
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

export const auditList: ConsoleHandler<'POST /api/console/audit/list'> = async ({ db, body }) => {
  const { operator, action, subject, text, day, from, to } = body
  const filter = { operator, action, subject, text, from: from || day, to: to || day }
  const paging = pagingOf(body, [...ownIds, 'at'], true)
  const found = await auditRows(db, { ...filter, paging })
  return { data: keyedPage(paging, found, found.rows.map(auditRowOf)) }
}
