import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf, setCookie } from './cookie.ts'

export const DEVICE_COOKIE = 'tianping_device'
const MARK_FORMAT = /^[0-9a-f]{32}$/
/** The longest that browsers keep a cookie. */
const KEPT_S = 400 * 86_400

/**
 * The browser's mark as the database keeps it: a hash, so that nobody who reads it there can pass
 * for that browser. A browser without one gets one, and every log-in renews it. It opens nothing:
 * sessions are bearer tokens. It serves the session list and the rules of risk, and nothing else.
 */
export function markDevice(request: FastifyRequest, reply: FastifyReply, https: boolean): string {
  const sent = cookieOf(request, DEVICE_COOKIE, https)
  const mark = MARK_FORMAT.test(sent) ? sent : randomBytes(16).toString('hex')
  setCookie(reply, { name: DEVICE_COOKIE, value: mark, path: '/api', ageS: KEPT_S, https })
  return hash('sha256', mark).slice(0, 32)
}
