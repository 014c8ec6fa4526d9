import { say } from '@tianping/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { fileNamed } from './store/media.sql.ts'

const YEAR_S = 31_536_000

/**
 * `/media/<name>.webp`: a picture and never anything else, whoever asks and however it is embedded.
 * The name is a hash of the content, so that the file behind it never changes.
 */
export function serveMedia(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  app.get<{ Params: { file: string } }>('/media/:file', async (request, reply) => {
    const name = /^([0-9a-f]{32})\.webp$/.exec(request.params.file)?.[1]
    const webp = name ? await fileNamed(db, name) : undefined
    if (!webp)
      return sendRefusal(reply.header('cache-control', 'no-store'), say('request.not_found'), 404)
    return reply
      .type('image/webp')
      .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline; filename="picture.webp"')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(webp)
  })
}
