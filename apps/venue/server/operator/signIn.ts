import { transaction } from '@tianping/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash, randomBytes } from 'node:crypto'
import { RateLimit } from '../http/RateLimit.ts'
import type { Venue } from '../venue.ts'
import {
  endSession,
  noteSignIn,
  openSession,
  operatorNamed,
  recentTries,
  seenSession,
  takeStep,
  type OperatorRow,
} from './account.sql.ts'
import { networkOf } from './networkOf.ts'
import { passwordMatches, stepOf } from './secrets.ts'

/** Tries from one network: five at once, then one every ten seconds. */
const TRIES_PER_SECOND = 0.1
const TRIES_AT_ONCE = 5
const TRIES_IN_TEN_MINUTES = 10
/** Passwords being checked; beyond this many, "later" is the honest answer. */
const MOST_CHECKING = 20

export type Typed = { name: string; password: string; code: string }
export type Entered = 'in' | 'wrong' | 'later'

const tokenHashOf = (token: string) => createHash('sha256').update(token).digest()

/** Sign-in of the operator page: password and authenticator, then a session in a cookie. */
export class SignIn {
  readonly #venue: Venue
  readonly #key: string
  readonly #tries = new RateLimit(TRIES_PER_SECOND, TRIES_AT_ONCE)
  #checking = 0

  constructor(venue: Venue, key: string) {
    this.#venue = venue
    this.#key = key
  }

  /** Opens a session and sets its cookie. One answer for a wrong name, password and code. */
  async enter(request: FastifyRequest, reply: FastifyReply, typed: Typed): Promise<Entered> {
    const { db } = this.#venue
    const from = { name: typed.name, address: request.ip }
    const allowed = this.#tries.allows(networkOf(request.ip), Date.now())
    if (!allowed || this.#checking >= MOST_CHECKING) return 'later'
    const tries = () => recentTries(db, from.name, from.address)
    if ((await tries()) >= TRIES_IN_TEN_MINUTES) return 'later'
    await noteSignIn(db, { ...from, event: 'try' })
    if ((await tries()) > TRIES_IN_TEN_MINUTES) return 'later'
    const found = await this.#proved(typed)
    if (!found) return 'wrong'
    const token = randomBytes(32).toString('base64url')
    const opened = await transaction(db, async tx => {
      const session = { tokenHash: tokenHashOf(token), address: from.address }
      if (!(await openSession(tx, { ...found, ...session }))) return false
      await noteSignIn(tx, { ...from, event: 'in' })
      return true
    })
    if (!opened) return 'wrong'
    this.#setCookie(reply, token)
    return 'in'
  }

  /** The operator who makes a request; null without a live session. */
  async operatorOf(request: FastifyRequest): Promise<string | null> {
    const token = this.#tokenIn(request)
    if (token === null) return null
    return (await seenSession(this.#venue.db, tokenHashOf(token)))?.name ?? null
  }

  async leave(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = this.#tokenIn(request)
    if (token !== null)
      await transaction(this.#venue.db, async tx => {
        const ended = await endSession(tx, tokenHashOf(token))
        if (ended) await noteSignIn(tx, { ...ended, address: request.ip, event: 'out' })
      })
    this.#setCookie(reply, '')
  }

  async #proved({ name, password, code }: Typed): Promise<OperatorRow | null> {
    const { db, clock, demoOperator } = this.#venue
    const found = await operatorNamed(db, name)
    this.#checking++
    const matches = await passwordMatches(found?.passwordHash, password).finally(
      () => this.#checking--,
    )
    if (!found || !matches || !found.active) return null
    if (found.totpSealed === null) return demoOperator ? found : null
    const step = stepOf(this.#key, name, found.totpSealed, code, clock())
    return step !== null && (await takeStep(db, name, step)) ? found : null
  }

  get #https() {
    return this.#venue.publicUrl().startsWith('https:')
  }

  /** A browser takes `__Host-` only with Secure, which needs https. */
  get #cookie() {
    return this.#https ? '__Host-venue_operator' : 'venue_operator'
  }

  #tokenIn(request: FastifyRequest): string | null {
    const parts = (request.headers.cookie ?? '').split(/; */)
    const own = parts.find(part => part.startsWith(`${this.#cookie}=`))
    return /=([A-Za-z0-9_-]{43})$/.exec(own ?? '')?.[1] ?? null
  }

  #setCookie(reply: FastifyReply, token: string): void {
    const ends = token === '' ? '; Max-Age=0' : ''
    const secure = this.#https ? '; Secure' : ''
    reply.header(
      'set-cookie',
      `${this.#cookie}=${token}; Path=/; HttpOnly; SameSite=Strict${secure}${ends}`,
    )
  }
}
