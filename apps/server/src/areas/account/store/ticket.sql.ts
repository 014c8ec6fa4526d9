// Tickets for the agents' site: for one use, within a minute, kept hashed.
import { row, run, sql, type Db } from '@tianping/database'

/** Inserts a ticket while the session that asks for it lives; false when it has ended. */
export const insertTicket = async (
  db: Db,
  t: { hash: Buffer; sessionHash: string; now: Date; expiresAt: Date },
): Promise<boolean> => {
  await run(db, sql`delete from agent_ticket where expires_at <= ${t.now}`)
  const inserted = await run(
    db,
    sql`
    insert into agent_ticket (ticket_hash, member_id, expires_at, begun_at)
    select ${t.hash}, member_id, ${t.expiresAt}, created_at from session where token_hash = decode(${t.sessionHash}, 'hex') for share`,
  )
  return inserted === 1
}

/**
 * Takes the ticket: it works once, and only for a member who is not locked. `begunAt` is when the
 * session that asked for it was logged in, so that tickets make no session last longer.
 */
export const takeTicket = (db: Db, hash: Buffer, now: Date) =>
  row(
    db,
    sql<{ memberId: bigint; passwordHash: string; begunAt: Date | null }>`
    with taken as (delete from agent_ticket where ticket_hash = ${hash} returning member_id, expires_at, begun_at)
    select m.member_id, m.password_hash, taken.begun_at
    from taken join member m using (member_id) where taken.expires_at > ${now} and m.state = 'active' and m.closed_at is null`,
  )

export const dropTickets = (db: Db, memberId: bigint) =>
  run(db, sql`delete from agent_ticket where member_id = ${memberId}`)
