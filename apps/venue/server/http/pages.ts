import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mathOf } from '../../model/mathOf.ts'
import { gameByCode, isTable } from '../../games/registry.ts'
import { LOBBY } from '../launch/lobby.ts'
import type { Venue } from '../venue.ts'

const VERIFY_PAGE = join(import.meta.dirname, '../../client/verify/verify.html')

/**
 * The built client, the published mathematics and the verifier. Pages run only their own scripts,
 * talk only to their own origin and stand in nobody's frame: the platform navigates to them.
 */
export async function pages(app: FastifyInstance, venue: Venue, clientDir: string) {
  const secure = venue.publicUrl().startsWith('https:')
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    })
    if (!reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  })
  if (existsSync(join(clientDir, 'assets'))) {
    await app.register(fastifyStatic, {
      root: join(clientDir, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      decorateReply: false,
    })
    await app.register(fastifyStatic, {
      root: join(clientDir, 'art'),
      prefix: '/art/',
      maxAge: '1d',
      preCompressed: true,
      decorateReply: false,
    })
  }
  const gamePage = (reply: FastifyReply, folder: 'play' | 'rules', code: string) => {
    const game = code === LOBBY.code && folder === 'play' ? LOBBY : gameByCode(code)
    const page = game && 'page' in game && !isTable(game) ? game.page : game?.code
    const file =
      game &&
      [join(clientDir, folder, `${game.code}.html`), join(clientDir, `${page}.html`)].find(
        existsSync,
      )
    return file
      ? builtPage(reply, file)
      : reply
          .code(404)
          .type('text/plain; charset=utf-8')
          .send(game ? '游戏页面还没有构建。' : '没有这个游戏。')
  }
  const operatorPage = join(clientDir, 'operator.html')
  if (venue.operatorSecret !== null) {
    app.get('/operator', (_request, reply) =>
      existsSync(operatorPage)
        ? builtPage(reply, operatorPage)
        : reply.code(404).type('text/plain; charset=utf-8').send('页面还没有构建。'),
    )
  }
  app.get('/play/:code', (request, reply) =>
    gamePage(reply, 'play', (request.params as { code: string }).code),
  )
  app.get('/rules/:code', (request, reply) =>
    gamePage(reply, 'rules', (request.params as { code: string }).code),
  )
  app.get('/games/:code/math.json', (request, reply) => {
    const game = gameByCode((request.params as { code: string }).code)
    if (!game) return reply.code(404).type('text/plain; charset=utf-8').send('没有这个游戏。')
    const { version = game.mathVersion } = request.query as { version?: string }
    const math = mathOf(game, version)
    if (math === undefined)
      return reply.code(404).type('text/plain; charset=utf-8').send('没有这个数学版本。')
    return reply
      .header('access-control-allow-origin', '*')
      .header('etag', `"${version}"`)
      .type('application/json; charset=utf-8')
      .send(math)
  })
  app.get('/verify', (_request, reply) => {
    const html = readFileSync(VERIFY_PAGE, 'utf8')
    const csp = `default-src 'none'; script-src ${inlineHash(html, 'script')}; style-src ${inlineHash(html, 'style')}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
    return reply
      .header('content-security-policy', csp)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html)
  })
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok'))
  app.get('/', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send('天平沙盒场馆：游戏从平台进入，验证页在 /verify 。'),
  )
}

/** A page of the built client. */
function builtPage(reply: FastifyReply, file: string) {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(readFileSync(file))
}

/** The hashes by which a page's own inline blocks, and no others, may run. */
function inlineHash(html: string, tag: 'script' | 'style'): string {
  const found = [...html.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))]
  return (
    found
      .map(([, body]) => `'sha256-${createHash('sha256').update(body!).digest('base64')}'`)
      .join(' ') || "'none'"
  )
}
