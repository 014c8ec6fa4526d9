import type { FastifyReply } from 'fastify'

/** Sends a picture that runs and loads nothing, and that nobody in between stores. */
export const sendPicture = (
  reply: FastifyReply,
  { pictureId }: { pictureId: bigint },
  content: Buffer,
) =>
  reply
    .type('image/webp')
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('content-disposition', `inline; filename="picture-${pictureId}.webp"`)
    .send(content)
