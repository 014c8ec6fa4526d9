import type { FastifyRequest } from 'fastify'

/** The cookie that holds an operator's session. */
export const CONSOLE_COOKIE = 'tianping_console'

/** What a request's cookie of that name says; empty when it has none. */
export const cookieOf = (request: FastifyRequest, name: string): string =>
  (request.headers.cookie ?? '')
    .split(/; */)
    .find(part => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? ''
