import type { FastifyInstance } from 'fastify'
import { say } from '@tianping/contract/refusals'
import { sendRefusal } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { avatarNamed } from './store/uploadimg.sql.ts'

const YEAR_S = 31_536_000

/**
 * `/avatar/<name>.webp`: a picture and never anything else, whoever asks and however it is
 * embedded.
 */
export function serveAvatars(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  app.get<{ Params: { file: string } }>('/avatar/:file', async (request, reply) => {
    const name = /^([0-9a-f]{32})\.webp$/.exec(request.params.file)?.[1]
    const webp = name ? await avatarNamed(db, name) : undefined
    if (!webp)
      return sendRefusal(reply.header('cache-control', 'no-store'), say('request.not_found'), 404)
    return reply
      .type('image/webp')
      .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline; filename="avatar.webp"')
      .send(webp)
  })
}
