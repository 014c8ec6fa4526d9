import { say } from '@tianping/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { existing, Refusal } from '../../../kernel/http/refusal.ts'
import type { Operator, Services } from '../../../kernel/http/services.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { readSetting } from '../../../kernel/setting.ts'
import { csvOf } from '../../../kernel/sheet/csv.ts'
import { pdfOf } from '../../../kernel/sheet/pdf.ts'
import { COMPLIANCE_SETTING, complianceSchema } from '../setting.ts'
import { reportRow } from '../store/report.sql.ts'
import { sheetOf } from './sheet.ts'
import { shownReport } from './shown.ts'

const FILE = { name: 'GET /api/console/reports/file', permission: 'compliance.read' }
type OperatorOf = (request: FastifyRequest, call: typeof FILE) => Promise<Operator>

const types = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const
const isFormat = (format: string): format is keyof typeof types => Object.hasOwn(types, format)
const compact = (day: string) => day.replaceAll('-', '')

/**
 * `GET /api/console/reports/file/<id>/<csv|pdf>`: a report as a file, without what its reader may
 * not see. That it left is in the audit log first.
 */
export function serveReports(
  app: FastifyInstance,
  services: Services,
  operatorOf: OperatorOf,
): void {
  app.get<{ Params: { id: string; format: string } }>(
    '/api/console/reports/file/:id/:format',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { db, clock, settings } = services
      const operator = await operatorOf(request, FILE)
      const { id, format } = request.params
      if (!isFormat(format)) throw new Refusal(say('request.invalid'))
      const number = /^\d{1,15}$/.test(id) ? BigInt(id) : 0n
      const report = existing(await reportRow(db, number), 'compliance.report_not_found')
      if (report.state !== 'done') throw new Refusal(say('compliance.report_unfinished'))
      const now = clock.now()
      const shown = await shownReport(services, operator, report)
      const site = new URL(settings.publicUrl).host
      const { fundsAccount } = await readSetting(db, COMPLIANCE_SETTING, complianceSchema)
      const sheet = sheetOf(report, shown, { site, by: operator.name, fundsAccount })
      await audit(
        db,
        now,
        { operator, address: request.ip },
        { action: 'report.download', subject: `report:${report.reportId}`, after: { format } },
      )
      const name = `report-${compact(report.fromDay)}-${compact(report.toDay)}.${format}`
      return reply
        .type(types[format])
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(format === 'csv' ? csvOf(sheet) : pdfOf(sheet, now))
    },
  )
}
