import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mathOf } from '../../model/mathOf.ts'
import { gameByCode, isTable } from '../../games/registry.ts'
import { commitmentPages } from './commitments.ts'
import { framesOf } from '../launch/frames.ts'
import { LOBBY } from '../launch/lobby.ts'
import type { Venue } from '../venue.ts'
import { saidIn } from './saidIn.ts'

/** The policy of what is no page. */
const UNFRAMED = "frame-ancestors 'none'"
const NO_CONTENT = `default-src 'none'; ${UNFRAMED}`
const WELCOME = '天平沙盒场馆：游戏从平台进入，验证页在 /verify ，终值承诺在 /commitments 。'
const NO_GAME = '没有这个游戏。'
const NOT_BUILT = '页面还没有构建。'

/**
 * The built client, the published mathematics and the verifier. Pages run only their own scripts
 * and talk only to their own origin. None stands in a frame, but games whose launch allows it.
 */
export async function pages(app: FastifyInstance, venue: Venue, clientDir: string) {
  secureHeaders(app, venue.publicUrl().startsWith('https:'))
  if (existsSync(join(clientDir, 'assets'))) await staticFiles(app, clientDir)
  gamePages(app, venue, clientDir)
  mathematics(app)
  verifier(app, join(clientDir, 'verify'))
  commitmentPages(app, venue)
  if (venue.operatorKey !== null) operatorPage(app, join(clientDir, 'operator.html'))
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok'))
  app.get('/', (request, reply) => plain(reply, 200, saidIn(request, WELCOME)))
}

const plain = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).type('text/plain; charset=utf-8').send(text)

/** Says to a person that there is nothing here. */
const nothing = (reply: FastifyReply, text: string) =>
  plain(reply, 404, saidIn(reply.request, text))

/** The answer where no route is: a text for a browser, an envelope for a program. */
export function notFound(request: FastifyRequest, reply: FastifyReply) {
  const isPerson = request.method === 'GET' && /\btext\/html\b/.test(request.headers.accept ?? '')
  if (isPerson) return nothing(reply, '没有这个页面。')
  return reply
    .code(404)
    .send({ code: 2000, message: 'no such call', data: null, request_id: request.id })
}

function secureHeaders(app: FastifyInstance, https: boolean) {
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    })
    const policy = reply.getHeader('content-security-policy') ?? NO_CONTENT
    reply.header('content-security-policy', policy)
    // What older browsers read instead.
    if (String(policy).includes(UNFRAMED)) reply.header('x-frame-options', 'DENY')
  })
}

/**
 * Files of a build, each with a route of its own: one route for all would read the names in the
 * folders at each request.
 */
const BUILT_FILES = {
  wildcard: false,
  // They are answered for the files they were made of.
  globIgnore: ['**/*.{br,gz}'],
  preCompressed: true,
  decorateReply: false,
} satisfies Omit<FastifyStaticOptions, 'root'>

/** Scripts and styles, whose names change with their content, and the pictures. */
async function staticFiles(app: FastifyInstance, clientDir: string) {
  await app.register(fastifyStatic, {
    ...BUILT_FILES,
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
  })
  await app.register(fastifyStatic, {
    ...BUILT_FILES,
    root: join(clientDir, 'art'),
    prefix: '/art/',
    maxAge: '1d',
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

/** The page in the language of a tag such as `en-GB` if it was built in it, else in Chinese. */
function fileIn(tag: unknown, paths: readonly string[]): string | undefined {
  const language = /^[a-z]{2,3}(?![a-z])/i.exec(String(tag))?.[0].toLowerCase()
  return [
    ...paths.map(path => `${path}.${language}.html`),
    ...paths.map(path => `${path}.html`),
  ].find(existsSync)
}

type Framed = Coded & { Querystring: { f?: unknown; lang?: unknown } }

function gamePages(app: FastifyInstance, venue: Venue, clientDir: string) {
  const frames = framesOf(venue.db)
  const send = async (
    reply: FastifyReply,
    folder: Folder,
    { code, f, lang }: { code: string; f?: unknown; lang?: unknown },
  ) => {
    const game = openedAs(folder, code)
    if (!game) return nothing(reply, NO_GAME)
    const file = fileIn(lang, [
      join(clientDir, folder, game.code),
      join(clientDir, sharedPage(game)),
    ])
    if (!file) return nothing(reply, '游戏页面还没有构建。')
    return builtPage(reply, file, typeof f === 'string' ? await frames(f) : [])
  }
  for (const folder of ['play', 'rules'] as const)
    app.get<Framed>(`/${folder}/:code`, ({ params, query }, reply) =>
      send(reply, folder, { ...query, code: params.code }),
    )
}

function operatorPage(app: FastifyInstance, file: string) {
  app.get('/operator', (_request, reply) =>
    existsSync(file) ? builtPage(reply, file) : nothing(reply, NOT_BUILT),
  )
}

/** What a game publishes, byte for byte, at the version asked for. */
function mathematics(app: FastifyInstance) {
  type Asked = Coded & { Querystring: { version?: string } }
  app.get<Asked>('/games/:code/math.json', (request, reply) => {
    const game = gameByCode(request.params.code)
    if (!game) return nothing(reply, NO_GAME)
    const { version = game.mathVersion } = request.query
    const math = mathOf(game, version)
    if (math === undefined) return nothing(reply, '没有这个数学版本。')
    return reply
      .header('access-control-allow-origin', '*')
      .header('etag', `"${version}"`)
      .type('application/json; charset=utf-8')
      .send(math)
  })
}

/** The offline verifier, one built file; its policy lets only its own inline code run. */
function verifier(app: FastifyInstance, path: string) {
  app.get<Framed>('/verify', ({ query }, reply) => {
    const file = fileIn(query.lang, [path])
    if (!file) return nothing(reply, NOT_BUILT)
    const html = readFileSync(file, 'utf8')
    const csp = `default-src 'none'; script-src ${inlineHash(html, 'script')}; style-src ${inlineHash(html, 'style')}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
    return reply
      .header('content-security-policy', csp)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html)
  })
}

/** A page of the built client, which pages of `ancestors` may show in a frame. */
function builtPage(reply: FastifyReply, file: string, ancestors: readonly string[] = []) {
  const frames = ancestors.join(' ') || "'none'"
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${frames}`,
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
