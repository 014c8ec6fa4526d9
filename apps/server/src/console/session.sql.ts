import { row, run, sql, type Db } from '@tianping/database'
import type { Role } from '@tianping/contract/console'

const bytes = (hash: string) => sql`decode(${hash}, 'hex')`

export const createSession = (db: Db, s: { tokenHash: string; operatorId: bigint; at: Date; expiresAt: Date; address: string; agent: string }) =>
  run(db, sql`
    insert into operator_session (token_hash, operator_id, created_at, last_seen_at, expires_at, address, agent)
    values (${bytes(s.tokenHash)}, ${s.operatorId}, ${s.at}, ${s.at}, ${s.expiresAt}, ${s.address}, ${s.agent.slice(0, 200)})`)

export const findSession = (db: Db, tokenHash: string, now: Date, seenSince: Date) =>
  row(db, sql<{ operatorId: bigint; name: string; role: Role; lastSeenAt: Date }>`
    select o.operator_id as "operatorId", o.name, o.role, s.last_seen_at as "lastSeenAt"
    from operator_session s join operator o using (operator_id)
    where s.token_hash = ${bytes(tokenHash)} and s.expires_at > ${now} and s.last_seen_at > ${seenSince} and o.state = 'active'`)

export const touchSession = (db: Db, tokenHash: string, now: Date) =>
  run(db, sql`update operator_session set last_seen_at = ${now} where token_hash = ${bytes(tokenHash)}`)

export const endSession = (db: Db, tokenHash: string) => run(db, sql`delete from operator_session where token_hash = ${bytes(tokenHash)}`)

export const endExpiredSessions = (db: Db, now: Date) => run(db, sql`delete from operator_session where expires_at <= ${now}`)
