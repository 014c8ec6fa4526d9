import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../environment.ts'

/** The cookie that holds an operator's session. */
export const CONSOLE_COOKIE = 'tianping_console'

/** Whether browsers reach the site over TLS, so that its cookies may ask for it. */
export const isHttps = ({ publicUrl }: Pick<Settings, 'publicUrl'>) =>
  publicUrl.startsWith('https:')

/**
 * A cookie's name in the browser. `__Host-` keeps other hosts of the domain from setting it; a
 * browser takes it over https only, with Path=/
 * (docs/decisions/0048-production-refuses-what-endangers-it.md).
 */
export const cookieName = (name: string, https: boolean) => (https ? `__Host-${name}` : name)

/** What a request's cookie of that name says; empty when it has none. */
export function cookieOf(request: FastifyRequest, name: string, https: boolean): string {
  const { cookie } = request.headers
  if (cookie === undefined) return ''
  const start = `${cookieName(name, https)}=`
  const part = cookie.split(/; */).find(each => each.startsWith(start))
  return part?.slice(start.length) ?? ''
}

/**
 * Sets a cookie that no script reads and no other site sends; without an age it ends with the
 * browser.
 */
export function setCookie(
  reply: FastifyReply,
  cookie: { name: string; value: string; path: string; ageS?: number; https: boolean },
): void {
  const { name, value, path, ageS, https } = cookie
  const parts = [
    `${cookieName(name, https)}=${value}`,
    `Path=${https ? '/' : path}`,
    ...(ageS === undefined ? [] : [`Max-Age=${ageS}`]),
    'HttpOnly',
    'SameSite=Strict',
    ...(https ? ['Secure'] : []),
  ]
  void reply.header('set-cookie', parts.join('; '))
}
