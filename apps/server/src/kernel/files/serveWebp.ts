import { say } from '@tianping/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from '../http/refusal.ts'

const YEAR_S = 31_536_000

/**
 * `<folder>/<name>.webp`: a picture and never anything else, whoever asks and however it is
 * embedded. The name is a hash of the content, so the file behind it never changes and browsers
 * keep it for a year. `find` answers the file of a name; without one the answer is a 404.
 */
export function serveWebp(
  app: FastifyInstance,
  folder: `/${string}`,
  find: (name: string) => Promise<Buffer | undefined>,
): void {
  app.get<{ Params: { file: string } }>(`${folder}/:file`, async (request, reply) => {
    const name = /^([0-9a-f]{32})\.webp$/.exec(request.params.file)?.[1]
    const webp = name ? await find(name) : undefined
    if (!webp)
      return sendRefusal(reply.header('cache-control', 'no-store'), say('request.not_found'), 404)
    return reply
      .type('image/webp')
      .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline; filename="picture.webp"')
      .send(webp)
  })
}
