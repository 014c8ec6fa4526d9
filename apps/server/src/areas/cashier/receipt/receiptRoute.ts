import { say } from '@tianping/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendSealed } from '../../../kernel/files/sendSealed.ts'
import { existing, Refusal } from '../../../kernel/http/refusal.ts'
import type { Operator, Services } from '../../../kernel/http/services.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { ownerOf } from '../store/order.sql.ts'
import { sealedReceipt } from '../store/receipt.sql.ts'

const VIEW = { name: 'GET /api/console/deposits/receipt', permission: 'deposit.review' }

type OperatorOf = (request: FastifyRequest, call: typeof VIEW) => Promise<Operator>

/**
 * `GET /api/console/deposits/receipt/<deposit_no>`: the receipt of one deposit, for who may review
 * it. The look is in the audit log before a byte of it leaves.
 */
export function serveReceipts(
  app: FastifyInstance,
  services: Services,
  operatorOf: OperatorOf,
): void {
  app.get<{ Params: { no: string } }>(
    '/api/console/deposits/receipt/:no',
    { exposeHeadRoute: false },
    async (request, reply) => {
      // A page of another origin can neither send the header nor read the answer.
      if (request.headers['x-tianping-console'] !== '1')
        throw new Refusal(say('request.not_from_console'))
      const { db, clock, settings } = services
      const operator = await operatorOf(request, VIEW)
      const depositNo = request.params.no.slice(0, 64)
      const memberId = existing(await ownerOf(db, 'deposit', depositNo), 'receipt.not_found')
      const found = existing(await sealedReceipt(db, memberId, depositNo), 'receipt.not_found')
      refuseOwnMember(operator, [memberId])
      await audit(
        db,
        clock.now(),
        { operator, address: request.ip },
        { action: 'deposit.receipt', subject: `deposit:${depositNo}` },
      )
      const file = { ...found, memberId, isPdf: false, name: `receipt-${depositNo}` }
      return sendSealed(reply, settings.documentKey, file)
    },
  )
}
