// Evidence of a dispute as files. A file is kept sealed, and every look is in the audit log before
// a byte of it leaves.
import { DISPUTE_FILES_MAX } from '@tianping/contract/cashier/facts'
import { say } from '@tianping/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { documentTypeOf, keepable } from '../../../kernel/files/document.ts'
import { sealFile } from '../../../kernel/files/sealedFile.ts'
import { sendSealed } from '../../../kernel/files/sendSealed.ts'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { Operator, Services } from '../../../kernel/http/services.ts'
import { attempt } from '../../../kernel/http/throttle.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { runAction, type Acting } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import type { Dispute } from '../store/dispute.sql.ts'
import { addFile, filesOf, sealedDisputeFile } from '../store/disputeFile.sql.ts'
import { disputes } from './settle.ts'

/** Decoding a picture is work. */
const uploadsByOperator = { attempts: 60, windowMs: 3_600_000 }

const unreadable = () => new Refusal(say('dispute.file_unreadable'), { field: 'file' })

/** A dispute that is open and not the operator's own. */
function refuseClosed(operator: Operator, found: Dispute) {
  const closed = disputes.closed(found)
  if (closed) throw new Refusal(closed.said, closed.data)
  refuseOwnMember(operator, [found.memberId])
}

/** Keeps a picture's pixels, or a PDF as it came. */
export async function addEvidence(
  context: Acting,
  found: Dispute,
  { name, content }: { name: string; content: string },
): Promise<void> {
  const { db, clock, settings, operator } = context
  refuseClosed(operator, found)
  need(name, 'dispute.file_missing', 'file')
  const bytes = Buffer.from(content, 'base64')
  const type = documentTypeOf(bytes)
  if (!type) throw new Refusal(say('dispute.file_format'), { field: 'file' })
  await attempt(db, `dispute_file:${operator.operatorId}`, uploadsByOperator, clock.now())
  const plain = await keepable(bytes, type, unreadable)
  const { disputeNo, memberId } = found
  const sealed = sealFile(settings.documentKey, memberId, plain)
  await runAction(context, async (tx, now) => {
    refuseClosed(operator, await disputes.lock(tx, disputeNo))
    const known = await filesOf(tx, disputeNo, DISPUTE_FILES_MAX)
    if (known.length >= DISPUTE_FILES_MAX)
      throw new Refusal(say('dispute.files_many', { max: DISPUTE_FILES_MAX }))
    const kept = {
      name,
      type: type === 'pdf' ? ('pdf' as const) : ('webp' as const),
      bytes: plain.length,
    }
    const by = { addedBy: operator.name, addedAt: now }
    const { fileId } = await addFile(tx, { disputeNo, memberId, ...kept, ...by, ...sealed })
    const after = { file: fileId, name, bytes: plain.length }
    return {
      answer: null,
      entry: { action: 'dispute.add_file', subject: `dispute:${disputeNo}`, after },
    }
  })
}

const VIEW = { name: 'GET /api/console/disputes/file', permission: 'payout.read' }
type OperatorOf = (request: FastifyRequest, call: typeof VIEW) => Promise<Operator>

/** `GET /api/console/disputes/file/<id>`: one file, for who may read disputes. */
export function serveEvidence(
  app: FastifyInstance,
  services: Services,
  operatorOf: OperatorOf,
): void {
  app.get<{ Params: { id: string } }>(
    '/api/console/disputes/file/:id',
    { exposeHeadRoute: false },
    async (request, reply) => {
      // A page of another origin can neither send the header nor read the answer.
      if (request.headers['x-tianping-console'] !== '1')
        throw new Refusal(say('request.not_from_console'))
      const { db, clock, settings } = services
      const operator = await operatorOf(request, VIEW)
      const id = /^\d{1,15}$/.test(request.params.id) ? BigInt(request.params.id) : 0n
      const found = existing(await sealedDisputeFile(db, id), 'dispute.not_found')
      refuseOwnMember(operator, [found.memberId])
      const { disputeNo, fileId, name, type } = found
      await audit(
        db,
        clock.now(),
        { operator, address: request.ip },
        {
          action: 'dispute.view_file',
          subject: `dispute:${disputeNo}`,
          after: { file: fileId, name },
        },
      )
      const file = { ...found, isPdf: type === 'pdf', name: `evidence-${fileId}` }
      return sendSealed(reply, settings.documentKey, file)
    },
  )
}
