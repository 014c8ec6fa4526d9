import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the built member app. */
const VERIFY_PAGE = 'verify.html'

/** The hashes by which the page's own inline blocks, and no others, may run. */
const hashesOf = (html: string, tag: 'script' | 'style') =>
  [...html.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))]
    .map(([, body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`)
    .join(' ')

/**
 * The page that draws a red packet again from what was published: one file, which also works where
 * there is no network.
 */
export function serveVerifier(app: FastifyInstance, memberDist: string): void {
  const html = readFileSync(join(memberDist, VERIFY_PAGE), 'utf8')
  const policy = `default-src 'none'; script-src ${hashesOf(html, 'script')}; style-src ${hashesOf(html, 'style')}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`
  app.get('/verify', (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html),
  )
}
