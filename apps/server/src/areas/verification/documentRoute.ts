import { say } from '@tianping/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { existing, Refusal } from '../../kernel/http/refusal.ts'
import type { Operator, Services } from '../../kernel/http/services.ts'
import type { FastifyRequest } from 'fastify'
import { sendSealed } from '../../kernel/files/sendSealed.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { refuseOwnMember } from '../../kernel/operator/selfGuard.ts'
import { caseOf } from './store/case.sql.ts'
import { sealedDocument } from './store/document.sql.ts'

const VIEW = { name: 'GET /api/console/verifications/document', permission: 'verification.review' }

type OperatorOf = (request: FastifyRequest, call: typeof VIEW) => Promise<Operator>

/**
 * `GET /api/console/verifications/document/<id>`: one document, for who may review. The look is in
 * the audit log before a byte of it leaves.
 */
export function serveDocuments(
  app: FastifyInstance,
  services: Services,
  operatorOf: OperatorOf,
): void {
  app.get<{ Params: { id: string } }>(
    '/api/console/verifications/document/:id',
    { exposeHeadRoute: false },
    async (request, reply) => {
      // A page of another origin can neither send the header nor read the answer.
      if (request.headers['x-tianping-console'] !== '1')
        throw new Refusal(say('request.not_from_console'))
      const { db, clock, settings } = services
      const operator = await operatorOf(request, VIEW)
      const id = /^\d{1,15}$/.test(request.params.id) ? BigInt(request.params.id) : 0n
      const found = existing(await sealedDocument(db, id), 'verification.not_found')
      // What a member still collects was shown to nobody yet.
      const handedIn = (await caseOf(db, found.caseId))?.submittedAt ?? null
      if (handedIn === null) throw new Refusal(say('verification.not_found'))
      refuseOwnMember(operator, [found.memberId])
      await audit(
        db,
        clock.now(),
        { operator, address: request.ip },
        {
          action: 'verification.view',
          subject: `verification:${found.caseId}`,
          after: { document: found.documentId, kind: found.kind, member: found.memberId },
        },
      )
      const name = `${found.kind}-${found.documentId}`
      const file = { ...found, isPdf: found.type === 'pdf', name }
      return sendSealed(reply, settings.documentKey, file)
    },
  )
}
