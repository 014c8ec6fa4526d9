import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mathOf } from '../../model/mathOf.ts'
import { gameByCode, isTable } from '../../games/registry.ts'
import { LOBBY } from '../launch/lobby.ts'
import type { Venue } from '../venue.ts'

const NOT_BUILT = '页面还没有构建。'

/**
 * The built client, the published mathematics and the verifier. Pages run only their own scripts,
 * talk only to their own origin and stand in nobody's frame: the platform navigates to them.
 */
export async function pages(app: FastifyInstance, venue: Venue, clientDir: string) {
  secureHeaders(app, venue.publicUrl().startsWith('https:'))
  if (existsSync(join(clientDir, 'assets'))) await staticFiles(app, clientDir)
  gamePages(app, clientDir)
  mathematics(app)
  verifier(app, join(clientDir, 'verify.html'))
  if (venue.operatorKey !== null) operatorPage(app, join(clientDir, 'operator.html'))
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok'))
  app.get('/', (_request, reply) =>
    plain(reply, 200, '天平沙盒场馆：游戏从平台进入，验证页在 /verify 。'),
  )
}

const plain = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).type('text/plain; charset=utf-8').send(text)

function secureHeaders(app: FastifyInstance, https: boolean) {
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    })
    if (!reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  })
}

/** Scripts and styles, whose names change with their content, and the pictures. */
async function staticFiles(app: FastifyInstance, clientDir: string) {
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

type Coded = { Params: { code: string } }
type Folder = 'play' | 'rules'

/** The lobby is played and has no rules of its own. */
function openedAs(folder: Folder, code: string) {
  return code === LOBBY.code && folder === 'play' ? LOBBY : gameByCode(code)
}

/** A game has a built page of its own, or shares one with others. */
function sharedPage(game: NonNullable<ReturnType<typeof openedAs>>): string {
  return 'page' in game && !isTable(game) ? game.page : game.code
}

function gamePages(app: FastifyInstance, clientDir: string) {
  const send = (reply: FastifyReply, folder: Folder, code: string) => {
    const game = openedAs(folder, code)
    if (!game) return plain(reply, 404, '没有这个游戏。')
    const files = [
      join(clientDir, folder, `${game.code}.html`),
      join(clientDir, `${sharedPage(game)}.html`),
    ]
    const file = files.find(existsSync)
    return file ? builtPage(reply, file) : plain(reply, 404, '游戏页面还没有构建。')
  }
  for (const folder of ['play', 'rules'] as const)
    app.get<Coded>(`/${folder}/:code`, (request, reply) => send(reply, folder, request.params.code))
}

function operatorPage(app: FastifyInstance, file: string) {
  app.get('/operator', (_request, reply) =>
    existsSync(file) ? builtPage(reply, file) : plain(reply, 404, NOT_BUILT),
  )
}

/** What a game publishes, byte for byte, at the version asked for. */
function mathematics(app: FastifyInstance) {
  type Asked = Coded & { Querystring: { version?: string } }
  app.get<Asked>('/games/:code/math.json', (request, reply) => {
    const game = gameByCode(request.params.code)
    if (!game) return plain(reply, 404, '没有这个游戏。')
    const { version = game.mathVersion } = request.query
    const math = mathOf(game, version)
    if (math === undefined) return plain(reply, 404, '没有这个数学版本。')
    return reply
      .header('access-control-allow-origin', '*')
      .header('etag', `"${version}"`)
      .type('application/json; charset=utf-8')
      .send(math)
  })
}

/** The offline verifier, one built file; its policy lets only its own inline code run. */
function verifier(app: FastifyInstance, file: string) {
  app.get('/verify', (_request, reply) => {
    if (!existsSync(file)) return plain(reply, 404, NOT_BUILT)
    const html = readFileSync(file, 'utf8')
    const csp = `default-src 'none'; script-src ${inlineHash(html, 'script')}; style-src ${inlineHash(html, 'style')}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
    return reply
      .header('content-security-policy', csp)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html)
  })
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
      .map(([, body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`)
      .join(' ') || "'none'"
  )
}
