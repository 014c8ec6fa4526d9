import { say } from '@tianping/contract/refusals'
import { calls } from '@tianping/contract'
import type { FastifyInstance } from 'fastify'
import { explained } from '../../kernel/http/explain.ts'
import { Refusal, sessionOver } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { attempt, limits } from '../../kernel/http/throttle.ts'
import { memberSubject } from '../../kernel/reads/reads.ts'
import { csvOf } from '../../kernel/sheet/csv.ts'
import { pdfOf } from '../../kernel/sheet/pdf.ts'
import { sheetOf } from './sections.ts'
import { spanOf } from './span.ts'
import { statementOf } from './statement.ts'

const { takes } = calls['POST /api/protection/statement']
const types = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const
const isFormat = (format: string): format is keyof typeof types => Object.hasOwn(types, format)

const compact = (day: string) => day.replaceAll('-', '')

/**
 * `GET /api/protection/statement/file/<csv|pdf>?from=…&to=…`: the statement as a file, for the
 * member of the session alone. Refusals have the envelope of every call.
 */
export function serveStatements(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { format: string } }>(
    '/api/protection/statement/file/:format',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { db, reads, clock, sessions } = services
      const { format } = request.params
      const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      const member = await sessions.of(token)
      if (!member) throw sessionOver()
      if (member.mustChange)
        throw explained(say('password.must_change'), { rule: 'password_once', version: 0 })
      const asked = takes.safeParse(request.query)
      if (!isFormat(format) || !asked.success) throw new Refusal(say('request.invalid'))
      const now = clock.now()
      const span = spanOf(asked.data, now)
      await attempt(db, `statement:file:${member.memberId}`, limits.statementFileByMember, now)
      const read = { ...services, db: await reads.database(memberSubject(member.memberId)) }
      const sheet = sheetOf(await statementOf(read, member.memberId, span), now)
      const name = `statement-${compact(span.from)}-${compact(span.to)}.${format}`
      return reply
        .type(types[format])
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(format === 'csv' ? csvOf(sheet) : pdfOf(sheet, now))
    },
  )
}
