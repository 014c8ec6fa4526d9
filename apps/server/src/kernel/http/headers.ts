import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { REQUEST_ID_HEADER } from '../metrics/calls.ts'
import { isHttps } from './cookie.ts'
import { REASON_HEADER } from './refusal.ts'
import type { Services } from './services.ts'

/** What no page of the site uses, nor a game in a frame; fullscreen, sound and passkeys stay. */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]

/** Pictures that clients of other origins show. */
const SHARED = /^\/(?:art|avatar|media)\//
/**
 * What pages are made of. It is many files, each with the headers that mean something to it. By
 * plain names alone: another spelling may lead to a page.
 */
const FILES = /^\/(?:console\/)?(?:(?:assets|art|icons)\/[\w-]+(?:\.[\w-]+)+|first\.js)(?:\?|$)/
/** A picture or a worker that is opened by its own address. */
const FILE_POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'self'"
/** The pages that deployed clients show in a frame: customer service and the agents' site. */
const FRAMED = /^\/(?:service|agent\/?)(?:\?|$)/
/** How long a browser may remember what a preflight allowed; browsers cap it themselves. */
const PREFLIGHT_S = 7_200
const ALLOWED_HEADERS =
  'authorization, content-type, idempotency-key, last-event-id, x-requested-with'
const EXPOSED_HEADERS = `${REASON_HEADER}, retry-after, ${REQUEST_ID_HEADER}`

type Frames = {
  /** The hashes of the page's own inline scripts. */
  scripts?: readonly string[]
  /** What the page shows besides our own. */
  shown?: string[]
  /** Who may show the page besides us. */
  by?: readonly string[]
}

/** The hashes by which a page's own inline blocks, and no others, may run. */
export const hashesOf = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}(?![^>]*src=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(
    ([, body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`,
  )

/** The content security policy of a page; frames are our own unless others are named. */
export function policyOf(services: Pick<Services, 'settings'>, frames: Frames = {}): string {
  const policy = {
    'default-src': "'self'",
    'script-src': ["'self'", ...(frames.scripts ?? [])].join(' '),
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob: https:",
    'connect-src': "'self'",
    'frame-src': ["'self'", ...(frames.shown ?? [])].join(' '),
    'frame-ancestors': ["'self'", ...(frames.by ?? [])].join(' '),
    'form-action': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
  }
  const lines = Object.entries(policy).map(([name, value]) => `${name} ${value}`)
  return [...lines, ...(isHttps(services.settings) ? ['upgrade-insecure-requests'] : [])].join('; ')
}

/**
 * Security headers on everything, made once: no script but our own files, no frame around us but
 * our own. (Helmet builds the same lines anew for every request, which was a fifth of the time of a
 * balance call.)
 */
export function secure(app: FastifyInstance, services: Services): void {
  const { settings } = services
  const everywhere = {
    'x-content-type-options': 'nosniff',
    ...(isHttps(settings)
      ? { 'strict-transport-security': `max-age=${settings.hstsS}; includeSubDomains` }
      : {}),
  }
  const onPages = {
    ...everywhere,
    'content-security-policy': policyOf(services),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': UNUSED_FEATURES.map(each => `${each}=()`).join(', '),
    'referrer-policy': 'same-origin',
    'x-frame-options': 'SAMEORIGIN',
  }
  const onFiles = {
    ...everywhere,
    'content-security-policy': FILE_POLICY,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
  }
  const onCalls = { ...everywhere, 'cache-control': 'no-store' }
  app.addHook('onRequest', (request, reply, done) => {
    const { url, headers } = request
    const isCall = url.startsWith('/api/')
    const onOthers = FILES.test(url) ? onFiles : onPages
    void reply.headers(isCall ? onCalls : onOthers)
    if (SHARED.test(url)) void reply.header('cross-origin-resource-policy', 'cross-origin')
    if (isCall && headers.origin !== undefined && !url.startsWith('/api/console/'))
      admit(services, request, reply).then(answered => answered || done(), done)
    else if (FRAMED.test(url)) letFrame(services, reply).then(() => done(), done)
    else done()
  })
}

/** Lets a listed client read the answer; true when the question was no more than whether it may. */
async function admit({ clients }: Services, request: FastifyRequest, reply: FastifyReply) {
  const origin = await clients.of(request)
  void reply.header('vary', 'origin')
  if (origin === '') return false
  void reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
  })
  if (request.method !== 'OPTIONS') return false
  await reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': PREFLIGHT_S,
    })
    .send()
  return true
}

/** Lets listed clients show the page in a frame. */
async function letFrame(services: Services, reply: FastifyReply) {
  const by = await services.clients.origins()
  if (by.length === 0) return
  void reply
    .removeHeader('x-frame-options')
    .header('content-security-policy', policyOf(services, { by }))
}
