import { row, rows, run, sql, type Db } from '@tianping/database'

const bytes = (hash: string) => sql`decode(${hash}, 'hex')`

export const createSession = (
  db: Db,
  s: {
    hash: string
    memberId: bigint
    now: Date
    expiresAt: Date
    address: string
    agent: string
    device?: string
  },
) =>
  run(
    db,
    sql`
    insert into session (token_hash, member_id, created_at, last_seen_at, expires_at, address, agent, device)
    values (${bytes(s.hash)}, ${s.memberId}, ${s.now}, ${s.now}, ${s.expiresAt}, ${s.address}, ${s.agent.slice(0, 200)}, ${s.device ?? ''})`,
  )

export type FoundSession = { memberId: bigint; expiresAt: number }

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
    sql<{ hash: string; memberId: bigint; expiresAt: Date }>`/* prepared */
    select asked.hash, s.member_id as "memberId", s.expires_at as "expiresAt"
    from unnest(${hashes}::text[]) asked (hash) join session s on s.token_hash = decode(asked.hash, 'hex') join member m using (member_id)
    where m.state = 'active'`,
  )
  return new Map(
    found.map(each => [
      each.hash,
      { memberId: each.memberId, expiresAt: each.expiresAt.getTime() },
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

export const endSessionsOf = async (db: Db, memberId: bigint): Promise<string[]> =>
  (
    await rows(
      db,
      sql<{
        hash: string
      }>`delete from session where member_id = ${memberId} returning encode(token_hash, 'hex') as hash`,
    )
  ).map(r => r.hash)

/** Housekeeping: sessions, throttles and answers that have run out. */
export const sweepExpired = async (db: Db, now: Date) => {
  await run(db, sql`delete from session where expires_at <= ${now}`)
  await run(db, sql`delete from throttle where window_ends_at <= ${now}`)
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
