import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toString as qrCode } from 'qrcode'
import { appSetting } from '../../kernel/appSetting.ts'
import { homePage } from './homePage.ts'
import { servicePage } from './servicePage.ts'
import { serveSecurityText } from '../../kernel/http/securityText.ts'
import type { Services } from '../../kernel/http/services.ts'

const YEAR_S = 31_536_000
const DAY_S = 86_400
/** They are answered for the files they were made of. */
const COMPRESSED = ['**/*.{br,gz}']
/** Of the member app: what the server itself runs, and what other routes answer. */
const OTHERWISE = ['served/**', 'index.html', 'manifest.webmanifest']
/**
 * Files of a build, which never change while a server runs: each has a route of its own. One route
 * for all would read the names in the folders at each request, to tell apart what is spelled alike.
 */
const BUILT_FILES = {
  wildcard: false,
  index: false,
  preCompressed: true,
  // The tag tells a version; no file is large enough to be asked for in parts.
  lastModified: false,
  acceptRanges: false,
  decorateReply: false,
  cacheControl: false,
  setHeaders: cacheByName,
} satisfies Omit<FastifyStaticOptions, 'root'>

/**
 * The browser apps: the member's at `/` with its first data and its first picture in it, the back
 * office at `/console/`.
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
    const home = homePage(services, memberDist)
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
      ...BUILT_FILES,
      root: memberDist,
      prefix: '/',
      globIgnore: [...COMPRESSED, ...OTHERWISE],
    })
  }
  if (consoleDist) {
    const page = readFileSync(join(consoleDist, 'index.html'), 'utf8')
    app.get('/console', (_request, reply) => reply.redirect('/console/'))
    app.get('/console/', (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
    )
    app.register(fastifyStatic, {
      ...BUILT_FILES,
      root: consoleDist,
      prefix: '/console/',
      globIgnore: COMPRESSED,
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
