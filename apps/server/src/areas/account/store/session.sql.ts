import { row, rows, run, sql, type Db, type Sql, type Tx } from '@tianping/database'
import { dropTickets } from './ticket.sql.ts'

const bytes = (hash: string) => sql`decode(${hash}, 'hex')`

/**
 * Inserts a session of a member whose password is still the verified one; false when it was changed
 * or ran out, or the member was locked, meanwhile. The member's row is held against that until this
 * commits.
 */
export const createSession = async (
  db: Db,
  s: {
    hash: string
    memberId: bigint
    passwordHash: string
    now: Date
    expiresAt: Date
    address: string
    agent: string
    device?: string
  },
): Promise<boolean> =>
  (await run(
    db,
    sql`
    insert into session (token_hash, member_id, created_at, last_seen_at, expires_at, address, agent, device)
    select ${bytes(s.hash)}, member_id, ${s.now}, ${s.now}, ${s.expiresAt}, ${s.address}, ${s.agent.slice(0, 200)}, ${s.device ?? ''}
    from member where member_id = ${s.memberId} and password_hash = ${s.passwordHash} and state = 'active'
      and (password_once_until is null or password_once_until > ${s.now}) for share`,
  )) === 1

export type FoundSession = { memberId: bigint; expiresAt: number; mustChange: boolean }

/**
 * The members behind sessions, and when these end, by hash; unknown sessions and locked members are
 * left out.
 */
export const findSessions = async (
  db: Db,
  hashes: string[],
): Promise<Map<string, FoundSession>> => {
  const found = await rows(
    db,
    sql<{ hash: string; memberId: bigint; expiresAt: Date; mustChange: boolean }>`/* prepared */
    select asked.hash, s.member_id, s.expires_at, m.password_once_until is not null as must_change
    from unnest(${hashes}::text[]) asked (hash) join session s on s.token_hash = decode(asked.hash, 'hex') join member m using (member_id)
    where m.state = 'active'`,
  )
  return new Map(
    found.map(each => [
      each.hash,
      {
        memberId: each.memberId,
        expiresAt: each.expiresAt.getTime(),
        mustChange: each.mustChange,
      },
    ]),
  )
}

export const extendSession = (db: Db, hash: string, now: Date, expiresAt: Date) =>
  run(
    db,
    sql`update session set last_seen_at = ${now}, expires_at = ${expiresAt} where token_hash = ${bytes(hash)} and expires_at > ${now}`,
  )

export const endSession = (db: Db, hash: string) =>
  run(db, sql`delete from session where token_hash = ${bytes(hash)}`)

/** Ends the session with this mark, the beginning of its hash; answers the hashes that ended. */
export const endSessionMarked = (tx: Tx, memberId: bigint, mark: string): Promise<string[]> =>
  endWhere(tx, sql`member_id = ${memberId} and left(encode(token_hash, 'hex'), 16) = ${mark}`)

/**
 * Ends every way in that was opened with the member's password: sessions and tickets. Answers the
 * sessions' hashes, for the news after the commit. Sessions come first: a ticket is made while its
 * session is held, so that none appears after the second statement.
 */
export const endAccess = async (tx: Tx, memberId: bigint): Promise<string[]> => {
  const hashes = await endWhere(tx, sql`member_id = ${memberId}`)
  await dropTickets(tx, memberId)
  return hashes
}

const endWhere = async (tx: Tx, which: Sql): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{ hash: string }>`
    delete from session where ${which} returning encode(token_hash, 'hex') as hash`,
    )
  ).map(r => r.hash)

/** Housekeeping: sessions, throttles and answers that have run out. */
export const sweepExpired = async (db: Db, now: Date) => {
  await run(db, sql`delete from session where expires_at <= ${now}`)
  await run(db, sql`delete from throttle where window_ends_at <= ${now}`)
  await run(db, sql`delete from proof_used where expires_at <= ${now}`)
  await run(db, sql`delete from call_once where expires_at <= ${now}`)
}

/** When a session began. */
export const sessionStart = async (db: Db, hash: string): Promise<Date | undefined> =>
  (
    await row(
      db,
      sql<{ at: Date }>`select created_at as at from session where token_hash = ${bytes(hash)}`,
    )
  )?.at
