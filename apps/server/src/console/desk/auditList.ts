import { beijing } from '@tianping/money/day'
import type { ConsoleHandler } from '../../kernel/http/services.ts'
import { auditRows, type AuditRow } from '../../kernel/operator/audit.sql.ts'
import { keyedPage, ownIds, pagingOf } from '../../kernel/operator/pages.sql.ts'

const auditRowOf = (row: AuditRow, roles: ReadonlyMap<string, string>) => ({
  id: Number(row.auditId),
  at: beijing(row.at),
  operator: row.operator,
  role: row.role,
  role_label: row.role === 'system' ? '' : (roles.get(row.role) ?? row.role),
  action: row.action,
  subject: row.subject,
  address: row.address,
  before: JSON.stringify(row.before),
  after: JSON.stringify(row.after),
  note: row.note,
})

export const auditList: ConsoleHandler<'POST /api/console/audit/list'> = async ({
  db,
  body,
  operators,
}) => {
  const { operator, action, subject, text, day, from, to } = body
  const filter = { operator, action, subject, text, from: from || day, to: to || day }
  const paging = pagingOf(body, [...ownIds, 'at'], true)
  const [found, labels] = await Promise.all([
    auditRows(db, { ...filter, paging }),
    operators.roleLabels(),
  ])
  return {
    data: keyedPage(
      paging,
      found,
      found.rows.map(row => auditRowOf(row, labels)),
    ),
  }
}
