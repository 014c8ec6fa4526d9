import { roles } from '@tianping/contract/console'
import type { Db } from '@tianping/database'
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Operator } from '../http/services.ts'
import * as statements from './session.sql.ts'

const MINUTE_MS = 60_000
/** An operator logs in anew at least twice a day, and after an hour away from the desk. */
export const OPERATOR_SESSION_MS = 12 * 60 * MINUTE_MS
export const OPERATOR_IDLE_MS = 60 * MINUTE_MS
/** Being seen is written down at most this often. */
const TOUCH_EVERY_MS = MINUTE_MS

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Sessions of the back office: opaque tokens, stored hashed. Nothing is cached, since operators are few and a locked one
 * must be out at once.
 */
export class Operators {
  private readonly db: Db
  private readonly clock: Clock

  constructor(db: Db, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  /** Opens a session and answers its token. Sessions that have run out are swept on the way. */
  async open(operatorId: bigint, from: { address: string; agent: string }): Promise<string> {
    const token = randomBytes(32).toString('hex')
    const now = this.clock.now()
    await statements.endExpiredSessions(this.db, now)
    await statements.createSession(this.db, { tokenHash: hashOf(token), operatorId, at: now, expiresAt: new Date(now.getTime() + OPERATOR_SESSION_MS), ...from })
    return token
  }

  /** The operator of a token; null when it is unknown, ended, expired or idle for too long, or the operator is locked. */
  async of(token: string): Promise<Operator | null> {
    if (!/^[0-9a-f]{64}$/.test(token)) return null
    const tokenHash = hashOf(token)
    const now = this.clock.now()
    const found = await statements.findSession(this.db, tokenHash, now, new Date(now.getTime() - OPERATOR_IDLE_MS))
    if (!found) return null
    if (found.lastSeenAt.getTime() + TOUCH_EVERY_MS < now.getTime()) await statements.touchSession(this.db, tokenHash, now)
    const { operatorId, name, role } = found
    return { operatorId, name, role, permissions: roles[role].permissions, tokenHash }
  }

  async end(tokenHash: string): Promise<void> {
    await statements.endSession(this.db, tokenHash)
  }
}
