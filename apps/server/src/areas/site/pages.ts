import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { toString as qrCode } from 'qrcode'
import { appSetting, framedOrigins } from '../../kernel/appSetting.ts'
import { bootData } from './boot.ts'
import { servicePage } from './servicePage.ts'
import { policyOf } from '../../kernel/http/headers.ts'
import { serveSecurityText } from '../../kernel/http/securityText.ts'
import type { Services } from '../../kernel/http/services.ts'

const YEAR_S = 31_536_000
const DAY_S = 86_400
/** The page's inlined data is this old at most. */
const BOOT_MS = 2_000

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * The browser apps: the member's at `/` with its first data inlined, the back office at
 * `/console/`.
 */
export function servePages(app: FastifyInstance, services: Services): void {
  const { memberDist, consoleDist } = services.settings
  serveSecurityText(app, services)
  app.get('/service', (_request, reply) => reply.type('text/html; charset=utf-8').send(servicePage))
  // The member app's own address to scan, where the operator has set no picture for the download
  // page.
  app.get('/app-qr.svg', async (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${DAY_S}`)
      .type('image/svg+xml')
      .send(await qrCode(`${services.settings.publicUrl}/`, { type: 'svg', margin: 1 })),
  )
  if (memberDist) {
    const home = homePage(services, readFileSync(join(memberDist, 'index.html'), 'utf8'))
    app.get('/', home)
    app.get('/index.html', home)
    // The agents' site is the member app's second page; its routes stand in the fragment, like the
    // ticket one comes with.
    const agents = readFileSync(join(memberDist, 'agent.html'), 'utf8')
    app.get('/agent', (_request, reply) => reply.redirect('/agent/'))
    app.get('/agent/', (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(agents),
    )
    const manifest = JSON.parse(
      readFileSync(join(memberDist, 'manifest.webmanifest'), 'utf8'),
    ) as object
    app.get('/manifest.webmanifest', async (_request, reply) => {
      const { title } = await appSetting(services)
      return reply
        .header('cache-control', 'no-cache')
        .type('application/manifest+json; charset=utf-8')
        .send(JSON.stringify({ ...manifest, name: title, short_name: title }))
    })
    app.register(fastifyStatic, {
      root: memberDist,
      prefix: '/',
      index: false,
      preCompressed: true,
      // The tag tells a version; no file is large enough to be asked for in parts.
      lastModified: false,
      acceptRanges: false,
      decorateReply: false,
      cacheControl: false,
      setHeaders: cacheByName,
    })
  }
  if (consoleDist) {
    const page = readFileSync(join(consoleDist, 'index.html'), 'utf8')
    app.get('/console', (_request, reply) => reply.redirect('/console/'))
    app.get('/console/', (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
    )
    app.register(fastifyStatic, {
      root: consoleDist,
      prefix: '/console/',
      index: false,
      preCompressed: true,
      // The tag tells a version; no file is large enough to be asked for in parts.
      lastModified: false,
      acceptRanges: false,
      decorateReply: false,
      cacheControl: false,
      setHeaders: cacheByName,
    })
  }
}

/**
 * Hashed names never change; pictures may, with a release. What was compressed at build time is
 * what it was compressed from.
 */
function cacheByName(
  reply: Parameters<NonNullable<FastifyStaticOptions['setHeaders']>>[0],
  path: string,
) {
  const name = path.replace(/\.(br|gz)$/, '')
  void reply.header('cache-control', `public, max-age=${maxAgeOf(name)}`)
}

function maxAgeOf(name: string): string {
  if (name.includes('/assets/')) return `${YEAR_S}, immutable`
  if (name.endsWith('.html') || name.endsWith('sw.js')) return '0, must-revalidate'
  return String(DAY_S)
}

/** A built page under the name that the operator gave the site. */
const named = (html: string, title: string) =>
  html.replaceAll(
    '%SITE_TITLE%',
    title.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`),
  )

type Made = { until: number; plain: string; policy: string; br: Buffer; gz: Buffer }

/**
 * The first page with what it shows first already in it, compressed once per change rather than per
 * visitor.
 */
function homePage(services: Services, template: string) {
  let made: Made | null = null
  let making: Promise<Made> | null = null
  const make = async (): Promise<Made> => {
    // `<` is the only character that could end the element early.
    const [first, app] = await Promise.all([bootData(services), appSetting(services)])
    const data = JSON.stringify(first).replaceAll('<', '\\u003c')
    const plain = named(template, app.title).replace(
      '<!--boot-->',
      () => `<script type="application/json" id="boot">${data}</script>`,
    )
    const policy = policyOf(services, { shown: framedOrigins(app, services.settings) })
    const until = performance.now() + BOOT_MS
    if (made?.plain === plain) return { ...made, policy, until }
    const [br, gz] = await Promise.all([
      brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      zip(plain, { level: 9 }),
    ])
    return { until, plain, policy, br, gz }
  }
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!made || made.until < performance.now()) {
      making ??= make().finally(() => {
        making = null
      })
      // A database that is away for a moment does not take the front page with it.
      const old = made
      made = await making.catch((error: unknown) => {
        if (old) return { ...old, until: performance.now() + BOOT_MS }
        throw error
      })
    }
    const accepts = String(request.headers['accept-encoding'] ?? '')
    void reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .header('content-security-policy', made.policy)
    if (/\bbr\b/.test(accepts)) return reply.header('content-encoding', 'br').send(made.br)
    if (/\bgzip\b/.test(accepts)) return reply.header('content-encoding', 'gzip').send(made.gz)
    return reply.send(made.plain)
  }
}
