import type { Permission } from '@tianping/contract/console'
import type { Db } from '@tianping/database'
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'
import type { Operator } from '../../kernel/http/services.ts'
import type { Settings } from '../../kernel/environment.ts'
import { within } from './networks.ts'
import { activeAmong, operatorsOf, rolesInUse } from './operator.sql.ts'
import { allRoles, mustFirst, roleOf } from './roles.ts'
import * as statements from './session.sql.ts'

const MINUTE_MS = 60_000
/** An operator logs in anew at least twice a day, and after an hour away from the desk. */
export const OPERATOR_SESSION_MS = 12 * 60 * MINUTE_MS
export const OPERATOR_IDLE_MS = 60 * MINUTE_MS
/** Being seen is written down at most this often. */
const TOUCH_EVERY_MS = MINUTE_MS

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

declare module '../../kernel/http/services.ts' {
  interface Services {
    operators: Operators
  }
}

/**
 * Who wrote what goes out by itself later, who approved it, and who started it again after a pause;
 * empty for nobody.
 */
type PlanBy = { writtenBy: string; approvedBy: string; resumedBy?: string }

/** From where an operator may come in: the site's networks and their own. */
const withinBoth = (address: string, of: { siteAllowed: string[]; allowed: string[] }) =>
  within(address, of.siteAllowed) && within(address, of.allowed)

/**
 * Sessions of the back office: opaque tokens, stored hashed. Nothing is cached, since operators are
 * few and a locked one must be out at once, and so must one whose role or network changed.
 */
export class Operators {
  private readonly db: Db
  private readonly clock: Clock
  private readonly settings: Pick<Settings, 'mode'>

  constructor(db: Db, clock: Clock, settings: Pick<Settings, 'mode'>) {
    this.db = db
    this.clock = clock
    this.settings = settings
  }

  /**
   * Opens a session and answers its token; null when the password that was read has been replaced,
   * or the operator locked, meanwhile. Sessions that have run out are swept on the way.
   */
  async open(
    { operatorId, passwordHash }: { operatorId: bigint; passwordHash: string },
    from: { address: string; agent: string },
    method: statements.Method,
  ): Promise<string | null> {
    const token = randomBytes(32).toString('hex')
    const now = this.clock.now()
    await statements.endExpiredSessions(this.db, now)
    const opened = await statements.createSession(this.db, {
      tokenHash: hashOf(token),
      operatorId,
      passwordHash,
      at: now,
      expiresAt: new Date(now.getTime() + OPERATOR_SESSION_MS),
      address: from.address,
      agent: from.agent,
      method,
    })
    return opened ? token : null
  }

  /**
   * The operator of a token; null when it is unknown, ended, expired or idle for too long, the
   * operator is locked, or the call comes from where they may not come from. `quiet` looks without
   * counting as being at the desk.
   */
  async of(token: string, address: string, quiet = false): Promise<Operator | null> {
    if (!/^[0-9a-f]{64}$/.test(token)) return null
    const tokenHash = hashOf(token)
    const now = this.clock.now()
    const found = await statements.findSession(this.db, tokenHash, now, this.idleSince())
    if (!found || !withinBoth(address, found)) return null
    const role = roleOf(found.role, found.changed ?? undefined)
    if (!role) return null
    if (!quiet && found.lastSeenAt.getTime() + TOUCH_EVERY_MS < now.getTime())
      await statements.touchSession(this.db, tokenHash, now)
    const { operatorId, sessionId, name, memberId } = found
    const { method, mustChangePassword: mustChange } = found
    const must = mustFirst(this.settings, role, { mustChange, method })
    return {
      operatorId,
      sessionId,
      name,
      role: found.role,
      roleLabel: role.label,
      permissions: must === '' ? role.permissions : [],
      must,
      memberId,
      tokenHash,
    }
  }

  /** The names of all who may do something, in their order. */
  async allowed(permission: Permission): Promise<string[]> {
    const roles = (await allRoles(this.db)).filter(role => role.permissions.includes(permission))
    return operatorsOf(
      this.db,
      roles.map(({ role }) => role),
    )
  }

  /**
   * Those of a plan's operators who still answer for it, each once: active, and allowed what their
   * part took. `db` may be a transaction.
   */
  async answering(db: Db, { writtenBy, approvedBy, resumedBy = '' }: PlanBy): Promise<string[]> {
    const parts: [string, Permission][] = [
      [writtenBy, 'message.send'],
      [approvedBy, 'rule.approve'],
      [resumedBy, 'rule.approve'],
    ]
    const roles = new Map((await allRoles(db)).map(each => [each.role, each.permissions]))
    const names = parts.map(([name]) => name.toLowerCase())
    const active = new Map((await activeAmong(db, names)).map(each => [each.name, each.role]))
    const may = (name: string, permission: Permission) =>
      roles.get(active.get(name) ?? '')?.includes(permission) ?? false
    const left = parts.filter(([name, permission]) => may(name.toLowerCase(), permission))
    return [...new Set(left.map(([name]) => name.toLowerCase()))]
  }

  /** The roles that active operators hold, and since when there are operators. */
  inUse(): Promise<{ roles: string[]; since: Date }> {
    return rolesInUse(this.db, this.clock.now())
  }

  /** Every role with the name that operators know it by. */
  async roleLabels(): Promise<ReadonlyMap<string, string>> {
    return new Map((await allRoles(this.db)).map(({ role, label }) => [role, label]))
  }

  async end(tokenHash: string): Promise<void> {
    await statements.endSession(this.db, tokenHash)
  }

  /** A session that was last seen before this has been left. */
  idleSince(): Date {
    return new Date(this.clock.now().getTime() - OPERATOR_IDLE_MS)
  }
}
