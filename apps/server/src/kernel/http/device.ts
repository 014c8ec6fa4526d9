import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf, setCookie } from './cookie.ts'

export const DEVICE_COOKIE = 'tianping_device'
export const DESK_COOKIE = 'tianping_desk'
/** Members' browsers and operators' are marked apart, each where its own calls go. */
const PATHS = { [DEVICE_COOKIE]: '/api', [DESK_COOKIE]: '/api/console' } as const
type MarkName = keyof typeof PATHS
const MARK_FORMAT = /^[0-9a-f]{32}$/
/** The longest that browsers keep a cookie. */
const KEPT_S = 400 * 86_400

/**
 * The browser's mark as the database keeps it: a hash, so that nobody who reads it there can pass
 * for that browser. A browser without one gets one, and every log-in renews it. It opens nothing:
 * sessions are bearer tokens. It serves the session list, the rules of risk, the count of
 * log-ins and the wait of payouts, and nothing else.
 */
export function markDevice(
  name: MarkName,
  request: FastifyRequest,
  reply: FastifyReply,
  https: boolean,
): string {
  const sent = cookieOf(request, name, https)
  const mark = MARK_FORMAT.test(sent) ? sent : randomBytes(16).toString('hex')
  setCookie(reply, { name, value: mark, path: PATHS[name], ageS: KEPT_S, https })
  return deviceOf(mark)
}

const deviceOf = (mark: string) => hash('sha256', mark).slice(0, 32)

/** The mark that the browser brought, as the database keeps it; empty when it brought none. */
export function broughtDevice(name: MarkName, request: FastifyRequest, https: boolean): string {
  const sent = cookieOf(request, name, https)
  return MARK_FORMAT.test(sent) ? deviceOf(sent) : ''
}
