import type { FastifyInstance } from 'fastify'
import { isHttps } from './cookie.ts'
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

/** The content security policy of a page that shows frames of `framed` besides our own. */
export function policyOf(services: Pick<Services, 'settings'>, framed: string[] = []): string {
  const policy = {
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob: https:",
    'connect-src': "'self'",
    'frame-src': ["'self'", ...framed].join(' '),
    'frame-ancestors': "'self'",
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
  const onCalls = { ...everywhere, 'cache-control': 'no-store' }
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.url.startsWith('/api/') ? onCalls : onPages)
    done()
  })
}
