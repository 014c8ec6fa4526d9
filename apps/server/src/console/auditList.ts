import { beijing } from '../clock.ts'
import { PER_PAGE, pageOf } from '../http/answer.ts'
import type { ConsoleHandler } from '../http/services.ts'
import { auditRows } from './audit.sql.ts'

export const auditList: ConsoleHandler<'POST /api/console/audit/list'> = async ({ db, body }) => {
  const { rows, total } = await auditRows(db, {
    operator: body.operator, action: body.action, subject: body.subject, limit: PER_PAGE, offset: (body.page - 1) * PER_PAGE,
  })
  const data = rows.map(row => ({
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
  }))
  return { data: pageOf(data, body.page, total) }
}
