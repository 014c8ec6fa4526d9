import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Session } from '../play/session.sql.ts'

/** What routes of the game page share, for the tables' own routes. */
export type PlayerRoutes = {
  route: (
    method: 'GET' | 'POST',
    url: string,
    work: (request: FastifyRequest) => Promise<object>,
  ) => void
  withSession: (
    work: (session: Session, request: FastifyRequest) => Promise<object>,
  ) => (request: FastifyRequest) => Promise<object>
  /** Refuses a payload that does not fit. */
  read: <T>(schema: z.ZodType<T>, given: unknown) => T
  tokenOf: (request: FastifyRequest) => string
  /**
   * The session that a stream is asked with, as `route` counts and refuses; null when the answer is
   * already given.
   */
  streamSession: (request: FastifyRequest, reply: FastifyReply) => Promise<Session | null>
  throughFaults: <T extends Placed>(request: FastifyRequest, place: () => Promise<T>) => Promise<T>
}
export type Placed = { bet: { bet_id: string; status: string } }
