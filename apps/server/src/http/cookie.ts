import type { FastifyRequest } from 'fastify'

/** What a request's cookie of that name says; empty when it has none. */
export const cookieOf = (request: FastifyRequest, name: string): string =>
  (request.headers.cookie ?? '')
    .split(/; */)
    .find(part => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? ''
