import { row, rows, run, sql, type Db } from '@tianping/database'
import type { RoleRow } from './roles.sql.ts'

export type Method = 'password' | 'totp' | 'recovery' | 'passkey'
const bytes = (hash: string) => sql`decode(${hash}, 'hex')`

/**
 * Inserts a session of an operator whose password is still the one that was read; false when it was
 * replaced, or the operator locked, meanwhile.
 */
export const createSession = async (
  db: Db,
  s: {
    tokenHash: string
    operatorId: bigint
    passwordHash: string
    at: Date
    expiresAt: Date
    address: string
    agent: string
    method: Method
  },
): Promise<boolean> =>
  (await run(
    db,
    sql`
    insert into operator_session (token_hash, operator_id, created_at, last_seen_at, expires_at, address, agent, method)
    select ${bytes(s.tokenHash)}, operator_id, ${s.at}, ${s.at}, ${s.expiresAt}, ${s.address}, ${s.agent.slice(0, 200)}, ${s.method}
    from operator where operator_id = ${s.operatorId} and password_hash = ${s.passwordHash} and state = 'active' and not waits for share`,
  )) === 1

type Found = {
  operatorId: bigint
  sessionId: bigint
  name: string
  role: string
  method: Method
  mustChangePassword: boolean
  memberId: bigint | null
  lastSeenAt: Date
  allowed: string[]
  /** From where anybody may come in at all. */
  siteAllowed: string[]
  changed: RoleRow | null
}

/**
 * The session with its operator, role and networks: one statement, since it runs with every call.
 */
export const findSession = (db: Db, tokenHash: string, now: Date, seenSince: Date) =>
  row(
    db,
    sql<Found>`
    select o.operator_id, s.session_id, o.name, o.role, s.method, o.must_change_password,
      o.member_id, s.last_seen_at, o.allowed::text[] as allowed,
      coalesce((select array(select jsonb_array_elements_text(value -> 'allowed')) from site_setting where key = 'console' order by version desc limit 1), '{}') as site_allowed,
      case when r.role is not null then json_build_object('role', r.role, 'label', r.label, 'permissions', r.permissions, 'secondFactor', r.second_factor, 'version', r.version) end as changed
    from operator_session s join operator o using (operator_id) left join console_role r on r.role = o.role
    where s.token_hash = ${bytes(tokenHash)} and s.expires_at > ${now} and s.last_seen_at > ${seenSince} and o.state = 'active' and not o.waits`,
  )

export const touchSession = (db: Db, tokenHash: string, now: Date) =>
  run(
    db,
    sql`update operator_session set last_seen_at = ${now} where token_hash = ${bytes(tokenHash)}`,
  )

/** The session has shown a second factor since it was opened. */
export const raiseSession = (db: Db, tokenHash: string, method: Method) =>
  run(
    db,
    sql`update operator_session set method = ${method} where token_hash = ${bytes(tokenHash)} and method = 'password'`,
  )

export const endSession = (db: Db, tokenHash: string) =>
  run(db, sql`delete from operator_session where token_hash = ${bytes(tokenHash)}`)

export const endExpiredSessions = (db: Db, now: Date) =>
  run(db, sql`delete from operator_session where expires_at <= ${now}`)

export type SessionListed = {
  sessionId: bigint
  method: Method
  address: string
  agent: string
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
}

export const sessionsOf = (db: Db, operatorId: bigint, now: Date, seenSince: Date) =>
  rows(
    db,
    sql<SessionListed>`
    select session_id, method, address, agent, created_at, last_seen_at, expires_at
    from operator_session where operator_id = ${operatorId} and expires_at > ${now} and last_seen_at > ${seenSince} order by last_seen_at desc limit 100`,
  )

/**
 * Ends one session of an operator (0: all of them, and log-ins that wait for their second step) but
 * never the one to be kept; answers how many.
 */
export const endSessionsOf = (db: Db, operatorId: bigint, sessionId: bigint, kept: bigint | null) =>
  run(
    db,
    sql`
    with half as (delete from operator_challenge where operator_id = ${operatorId} and ${sessionId}::bigint = 0)
    delete from operator_session
    where operator_id = ${operatorId} and (${sessionId}::bigint = 0 or session_id = ${sessionId}) and session_id is distinct from ${kept}`,
  )
