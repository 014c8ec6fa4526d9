import type { FastifyInstance, FastifyRequest } from 'fastify'
import { existing } from '../../../kernel/http/refusal.ts'
import type { Operator, Services } from '../../../kernel/http/services.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { fileWithContent } from '../store/file.sql.ts'
import { fileOf } from './letters.ts'

const FILE = { name: 'GET /api/console/figures/file', permission: 'export.run' }
type OperatorOf = (request: FastifyRequest, call: typeof FILE) => Promise<Operator>

/** `GET /api/console/figures/file/<id>`: a report that was made by itself. */
export function serveReportFiles(
  app: FastifyInstance,
  services: Services,
  operatorOf: OperatorOf,
): void {
  app.get<{ Params: { id: string } }>(
    '/api/console/figures/file/:id',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { db, clock } = services
      const operator = await operatorOf(request, FILE)
      const { id } = request.params
      const number = /^\d{1,15}$/.test(id) ? BigInt(id) : 0n
      const found = existing(await fileWithContent(db, number), 'figures.file_not_found')
      const { name, type } = fileOf(found)
      await audit(
        db,
        clock.now(),
        { operator, address: request.ip },
        { action: 'figures.download', subject: `report_file:${found.fileId}`, after: { name } },
      )
      return reply
        .type(type)
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(found.content)
    },
  )
}
