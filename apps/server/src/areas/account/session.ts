import { hash as digest, randomBytes } from 'node:crypto'
import type { Db } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import type { Clock } from '../../kernel/clock.ts'
import type { Session } from '../../kernel/http/services.ts'
import { Cached } from '../../kernel/live/cached.ts'
import { inForce } from '../profiles/profiles.ts'
import { playedSince } from '../protection/protection.ts'
import { gathered } from '../../kernel/live/gathered.ts'
import {
  createSession,
  endSession,
  extendSession,
  findSessions,
  touchSession,
  type FoundSession,
} from './store/session.sql.ts'

declare module '../../kernel/http/services.ts' {
  interface Services {
    sessions: Sessions
  }
}

/**
 * Seven days, sliding (docs/decisions/0023-sessions-and-the-way-after-log-in.md). The statements
 * end a session thirty days after its log-in.
 */
export const SESSION_MS = 7 * DAY_MS
/** A session's end is moved at most this often, so that reading a balance does not write. */
const EXTEND_EVERY_MS = 600_000
const TOKEN_FORMAT = /^[0-9a-f]{64}$/
/** Use is written at most this often, where a profile ends idle sessions. */
const TOUCH_EVERY_MS = 60_000
const RULE_TTL_MS = 5_000
/** Sessions one process remembers. */
const MAX_KNOWN = 100_000

export const tokenHash = (token: string): string => digest('sha256', token)

/**
 * Opaque tokens, stored hashed. What is found is kept in memory for seconds and dropped on the news
 * of its end.
 */
export class Sessions {
  private readonly db: Db
  private readonly clock: Clock
  private readonly known: Cached<string, FoundSession | null>
  private readonly extendedAt = new Map<string, number>()
  /** When a session was last used, and when that was written. */
  private readonly used = new Map<string, { at: number; written: number }>()
  private readonly idleMs: Cached<'', number | null>
  /**
   * Hashes of valid tokens seen lately: every open page polls with the same one, and hashing it was
   * a tenth of a balance call.
   */
  private readonly hashes = new Map<string, string>()
  /** A session of a member was opened. */
  onOpened: (memberId: bigint) => void = () => {}

  constructor(db: Db, clock: Clock) {
    this.db = db
    this.clock = clock
    const find = gathered((hashes: string[]) => findSessions(db, hashes), { atOnce: 2, most: 500 })
    this.known = new Cached(async hash => (await find(hash)) ?? null, {
      ttlMs: 10_000,
      maxEntries: MAX_KNOWN,
      clock,
    })
    this.idleMs = new Cached(() => this.readIdle(db), { ttlMs: RULE_TTL_MS, maxEntries: 1, clock })
  }

  private async readIdle(db: Db): Promise<number | null> {
    const { idleMinutes } = (await inForce(db)).demands
    return idleMinutes === null ? null : idleMinutes * 60_000
  }

  /**
   * Answers the token of a new session; null when the password that was verified has been replaced,
   * or the member locked, meanwhile. `device` is the browser's mark; empty where no browser begins
   * it.
   */
  async open(
    verified: { memberId: bigint; passwordHash: string; begunAt?: Date | null },
    { address, agent, device = '' }: { address: string; agent: string; device?: string },
  ): Promise<string | null> {
    const token = randomBytes(32).toString('hex')
    const now = this.clock.now()
    const opened = await createSession(this.db, {
      hash: tokenHash(token),
      ...verified,
      now,
      expiresAt: new Date(now.getTime() + SESSION_MS),
      address,
      agent,
      device,
    })
    if (!opened) return null
    this.onOpened(verified.memberId)
    return token
  }

  /**
   * The session of a token; null when it is unknown, ended or expired, or was idle for longer than
   * an enabled profile allows. What is `polled` by a page shows no member.
   */
  async of(token: string, polled = false): Promise<Session | null> {
    const remembered = this.hashes.get(token)
    if (!remembered && !TOKEN_FORMAT.test(token)) return null
    const hash = remembered ?? tokenHash(token)
    const found = this.known.peek(hash) ?? (await this.known.get(hash))
    const now = this.clock.now().getTime()
    if (!found || found.expiresAt <= now) return null
    // No promise where no profile in force ends idle sessions.
    const idles = this.idleMs.peek('') !== null
    if (idles && (await this.isIdle(hash, found, { now, polled }))) return null
    if (!remembered) this.remember(token, hash)
    await this.extendIfDue(hash, found, now)
    const { memberId, mustChange } = found
    return { memberId, tokenHash: hash, token, mustChange }
  }

  private async extendIfDue(hash: string, { expiresAt }: FoundSession, now: number) {
    const extendedAt = this.extendedAt.get(hash) ?? expiresAt - SESSION_MS
    if (extendedAt + EXTEND_EVERY_MS < now) await this.extend(hash, now)
  }

  /** Ends one session; answers whose it was. */
  async end(hash: string): Promise<void> {
    await endSession(this.db, hash)
    this.forget([hash])
  }

  forget(hashes: string[]): void {
    for (const hash of hashes) {
      this.known.invalidate(hash)
      this.extendedAt.delete(hash)
      this.used.delete(hash)
    }
  }

  /** Whether the news of other instances reaches this one; without it nothing is kept. */
  trust(up: boolean): void {
    this.known.trusted = up
    this.known.clear()
  }

  /** Ends a session that nobody has used for too long; a game that is played is use as well. */
  private async isIdle(
    hash: string,
    { activeAt, memberId }: FoundSession,
    { now, polled }: { now: number; polled: boolean },
  ): Promise<boolean> {
    const remembered = this.idleMs.peek('')
    const idleMs = remembered === undefined ? await this.idleMs.get('') : remembered
    if (idleMs === null) return false
    const used = this.used.get(hash)
    const last = Math.max(activeAt, used?.at ?? 0)
    if (now - last > idleMs && !(await playedSince(this.db, memberId, new Date(now - idleMs)))) {
      await this.end(hash)
      return true
    }
    if (!polled) await this.touch(hash, now, used?.written ?? 0)
    return false
  }

  private async touch(hash: string, now: number, written: number) {
    if (this.used.size >= MAX_KNOWN) this.used.clear()
    const due = written + TOUCH_EVERY_MS < now
    this.used.set(hash, { at: now, written: due ? now : written })
    if (due) await touchSession(this.db, hash, new Date(now))
  }

  private remember(token: string, hash: string) {
    if (this.hashes.size >= MAX_KNOWN) this.hashes.clear()
    this.hashes.set(token, hash)
  }

  private async extend(hash: string, now: number) {
    if (this.extendedAt.size >= MAX_KNOWN) this.extendedAt.clear()
    this.extendedAt.set(hash, now)
    await extendSession(this.db, hash, new Date(now), new Date(now + SESSION_MS))
    this.known.invalidate(hash)
  }
}
