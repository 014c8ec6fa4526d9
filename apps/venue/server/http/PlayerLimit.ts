import type { FastifyRequest } from 'fastify'
import { PlayRefusal } from '../play/PlayRefusal.ts'
import { dropFirst, type RateLimit } from './RateLimit.ts'

/**
 * At most this many sessions are distinguished from strangers; beyond, the one that proved itself
 * longest ago counts by its address again.
 */
const MAX_KNOWN = 10_000

/**
 * The limit of what pages ask. A session counts by itself, since many players may share an address;
 * but only once its token has opened something. Any other token, which costs nothing to make up,
 * counts against the address it comes from.
 */
export class PlayerLimit {
  readonly #limit: RateLimit
  readonly #known = new Set<string>()
  readonly #asked = new WeakSet<FastifyRequest>()

  constructor(limit: RateLimit) {
    this.#limit = limit
  }

  /**
   * Does the work of a request that is within its caller's limit; throws PlayRefusal 4290
   * otherwise.
   */
  async within<T>(request: FastifyRequest, nowMs: number, work: () => Promise<T>): Promise<T> {
    const token = tokenIn(request) ?? ''
    const known = this.#known.has(token)
    if (!this.#limit.allows(known ? token : request.ip, nowMs)) throw new PlayRefusal(4290)
    try {
      const done = await work()
      if (!known && this.#asked.has(request)) this.#know(token)
      return done
    } catch (error) {
      if (error instanceof PlayRefusal && error.code === 4002) this.#known.delete(token)
      throw error
    }
  }

  /**
   * The session token of a request whose work cannot be done without its session; throws
   * PlayRefusal 4002 when there is none.
   */
  tokenOf(request: FastifyRequest): string {
    const token = tokenIn(request)
    if (token === undefined) throw new PlayRefusal(4002)
    this.#asked.add(request)
    return token
  }

  #know(token: string): void {
    if (this.#known.size >= MAX_KNOWN) dropFirst(this.#known)
    this.#known.add(token)
  }
}

function tokenIn(request: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
}
