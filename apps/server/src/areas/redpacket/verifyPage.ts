import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashesOf } from '../../kernel/http/headers.ts'

/** In the built member app. */
const VERIFY_PAGE = 'verify.html'

/**
 * The page that draws a red packet again from what was published: one file, which also works where
 * there is no network.
 */
export function serveVerifier(app: FastifyInstance, memberDist: string): void {
  const html = readFileSync(join(memberDist, VERIFY_PAGE), 'utf8')
  const policy = `default-src 'none'; script-src ${hashesOf(html, 'script').join(' ')}; style-src ${hashesOf(html, 'style').join(' ')}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`
  app.get('/verify', (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html),
  )
}
