import { transaction } from '@tianping/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash, randomBytes } from 'node:crypto'
import { RateLimit } from '../http/RateLimit.ts'
import type { Venue } from '../venue.ts'
import {
  cameInFrom,
  endSession,
  noteSignIn,
  openSession,
  operatorNamed,
  recentTries,
  seenSession,
  takeStep,
  type OperatorRow,
} from './account.sql.ts'
import { networkOf, siteOf } from './networkOf.ts'
import { passwordMatches, stepOf } from './secrets.ts'

/** Tries from one network: five at once, then one every ten seconds. */
const TRIES_PER_SECOND = 0.1
const TRIES_AT_ONCE = 5
const TRIES_IN_TEN_MINUTES = 10
/** A /48 holds 65,536 networks, and gets four times as many tries. */
const SITE_TIMES = 4
/** Tries of strangers from all networks together: rows and work are bounded. */
const STRANGERS_PER_SECOND = 0.5
const STRANGERS_AT_ONCE = 100
/**
 * Tries being checked; beyond this many, "later" is the honest answer. The last of them are for
 * networks from which the name came in before.
 */
const MOST_CHECKING = 20
const MOST_STRANGERS_CHECKING = 12

export type Typed = { name: string; password: string; code: string }
type From = { name: string; address: string; network: string }
export type Entered = 'in' | 'wrong' | 'later'

const tokenHashOf = (token: string) => createHash('sha256').update(token).digest()

/** Sign-in of the operator page: password and authenticator, then a session in a cookie. */
export class SignIn {
  readonly #venue: Venue
  readonly #key: string
  readonly #tries = new RateLimit(TRIES_PER_SECOND, TRIES_AT_ONCE)
  readonly #sites = new RateLimit(TRIES_PER_SECOND * SITE_TIMES, TRIES_AT_ONCE * SITE_TIMES)
  readonly #strangers = new RateLimit(STRANGERS_PER_SECOND, STRANGERS_AT_ONCE)
  #checking = 0

  constructor(venue: Venue, key: string) {
    this.#venue = venue
    this.#key = key
  }

  /** Opens a session and sets its cookie. One answer for a wrong name, password and code. */
  async enter(request: FastifyRequest, reply: FastifyReply, typed: Typed): Promise<Entered> {
    const address = request.ip
    const from = { name: typed.name, address, network: networkOf(address) }
    if (!this.#tries.allows(from.network, Date.now())) return 'later'
    const known = await cameInFrom(this.#venue.db, from.name, from.network)
    if (!known && !this.#admits(address)) return 'later'
    if (this.#checking >= (known ? MOST_CHECKING : MOST_STRANGERS_CHECKING)) return 'later'
    this.#checking++
    try {
      return await this.#checked(reply, typed, from)
    } finally {
      this.#checking--
    }
  }

  /** Counts a stranger's try by its wider network and among those of all strangers. */
  #admits(address: string): boolean {
    const site = siteOf(address)
    if (site !== null && !this.#sites.allows(site, Date.now())) return false
    return this.#strangers.allows('', Date.now())
  }

  async #checked(reply: FastifyReply, typed: Typed, from: From): Promise<Entered> {
    const { db } = this.#venue
    const tries = () => recentTries(db, from.name, from.network)
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
        const from = { address: request.ip, network: networkOf(request.ip) }
        if (ended) await noteSignIn(tx, { ...ended, ...from, event: 'out' })
      })
    this.#setCookie(reply, '')
  }

  async #proved({ name, password, code }: Typed): Promise<OperatorRow | null> {
    const { db, clock, demoOperator } = this.#venue
    const found = await operatorNamed(db, name)
    const matches = await passwordMatches(found?.passwordHash, password)
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
