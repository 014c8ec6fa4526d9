import { say } from '@tianping/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openFile } from '../../../kernel/files/sealedFile.ts'
import { existing, Refusal } from '../../../kernel/http/refusal.ts'
import type { Operator, Services } from '../../../kernel/http/services.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { sendPicture } from '../sendPicture.ts'
import { sealedPicture } from '../store/picture.sql.ts'

const VIEW = { name: 'GET /api/console/tickets/picture', permission: 'ticket.answer' }

type OperatorOf = (request: FastifyRequest, call: typeof VIEW) => Promise<Operator>

/**
 * `GET /api/console/tickets/picture/<id>`: a member's picture, for operators who may answer. The
 * look is in the audit log before a byte of it leaves.
 */
export function serveTicketPictures(
  app: FastifyInstance,
  { db, clock, settings }: Services,
  operatorOf: OperatorOf,
): void {
  app.get<{ Params: { id: string } }>(
    '/api/console/tickets/picture/:id',
    { exposeHeadRoute: false },
    async (request, reply) => {
      // A page of another origin can neither send the header nor read the answer.
      if (request.headers['x-tianping-console'] !== '1')
        throw new Refusal(say('request.not_from_console'))
      const operator = await operatorOf(request, VIEW)
      const id = /^\d{1,15}$/.test(request.params.id) ? BigInt(request.params.id) : 0n
      const found = existing(await sealedPicture(db, id), 'ticket.not_found')
      refuseOwnMember(operator, [found.memberId])
      await audit(
        db,
        clock.now(),
        { operator, address: request.ip },
        {
          action: 'ticket.view',
          subject: `ticket:${found.ticketNo}`,
          after: { picture: found.pictureId, member: found.memberId },
        },
      )
      return sendPicture(reply, found, openFile(settings.documentKey, found.memberId, found))
    },
  )
}
