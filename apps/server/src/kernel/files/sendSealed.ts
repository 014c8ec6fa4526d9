import type { FastifyReply } from 'fastify'
import type { SealingKeys } from '../cardNumber.ts'
import { openFile, type SealedFile } from './sealedFile.ts'

/**
 * Answers a file of a member. A PDF is a file to save and nothing that our origin shows; neither a
 * PDF nor a picture may run or load anything.
 */
export function sendSealed(
  reply: FastifyReply,
  keys: SealingKeys,
  file: SealedFile & { memberId: bigint; isPdf: boolean; name: string },
): FastifyReply {
  const [type, way, ending] = file.isPdf
    ? ['application/pdf', 'attachment', 'pdf']
    : ['image/webp', 'inline', 'webp']
  return reply
    .type(type)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('content-disposition', `${way}; filename="${file.name}.${ending}"`)
    .send(openFile(keys, file.memberId, file))
}
