import { row, rows, run, sql, type Db, type Sql, type Tx } from '@tianping/database'
import { dropChallenges } from '../../../kernel/secondFactor/challenge.sql.ts'
import { dropTickets } from './ticket.sql.ts'

const bytes = (hash: string) => sql`decode(${hash}, 'hex')`
/** However much it is used, a session ends thirty days after its log-in. */
const longest = sql`interval '720 hours'`

/**
 * Inserts a session of a member whose password is still the verified one; false when it was changed
 * or ran out, or the member was locked, meanwhile. The member's row is held against that until this
 * commits. `begunAt` is when it was logged in, where that was in another session.
 */
export const createSession = async (
  db: Db,
  s: {
    hash: string
    memberId: bigint
    passwordHash: string
    now: Date
    begunAt?: Date | null
    expiresAt: Date
    address: string
    agent: string
    device?: string
  },
): Promise<boolean> =>
  (await run(
    db,
    sql`/* prepared */
    insert into session (token_hash, member_id, created_at, last_seen_at, expires_at, address, agent, device)
    select ${bytes(s.hash)}, member_id, ${s.begunAt ?? s.now}, ${s.now}, least(${s.expiresAt}::timestamptz, ${s.begunAt ?? s.now}::timestamptz + ${longest}), ${s.address}, ${s.agent.slice(0, 200)}, ${s.device ?? ''}
    from member where member_id = ${s.memberId} and password_hash = ${s.passwordHash} and state = 'active' and closed_at is null
      and (password_once_until is null or password_once_until > ${s.now}) for share`,
  )) === 1

export type FoundSession = {
  memberId: bigint
  expiresAt: number
  /** When the member was last seen to use it. */
  activeAt: number
  mustChange: boolean
}

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
    sql<{
      hash: string
      memberId: bigint
      expiresAt: Date
      activeAt: Date
      mustChange: boolean
    }>`/* prepared */
    select asked.hash, s.member_id, least(s.expires_at, s.created_at + ${longest}) as expires_at, coalesce(s.active_at, s.last_seen_at) as active_at, m.password_once_until is not null as must_change
    from unnest(${hashes}::text[]) asked (hash) join session s on s.token_hash = decode(asked.hash, 'hex') join member m using (member_id)
    where m.state = 'active' and m.closed_at is null`,
  )
  return new Map(
    found.map(each => [
      each.hash,
      {
        memberId: each.memberId,
        expiresAt: each.expiresAt.getTime(),
        activeAt: each.activeAt.getTime(),
        mustChange: each.mustChange,
      },
    ]),
  )
}

export const extendSession = (db: Db, hash: string, now: Date, expiresAt: Date) =>
  run(
    db,
    sql`update session set last_seen_at = ${now}, expires_at = least(${expiresAt}::timestamptz, created_at + ${longest}) where token_hash = ${bytes(hash)} and expires_at > ${now}`,
  )

/** Writes down that the member used a session. */
export const touchSession = (db: Db, hash: string, at: Date) =>
  run(
    db,
    sql`update session set active_at = greatest(active_at, ${at}) where token_hash = ${bytes(hash)}`,
  )

export const endSession = (db: Db, hash: string) =>
  run(db, sql`delete from session where token_hash = ${bytes(hash)}`)

/** Ends the session with this mark, the beginning of its hash; answers the hashes that ended. */
export const endSessionMarked = (tx: Tx, memberId: bigint, mark: string): Promise<string[]> =>
  endWhere(tx, sql`member_id = ${memberId} and left(encode(token_hash, 'hex'), 16) = ${mark}`)

/**
 * Ends every way in that was opened with the member's password, but the session to be kept:
 * sessions, tickets and log-ins between their steps. Answers the sessions' hashes, for the news
 * after the commit. Sessions come first: a ticket is made while its session is held, so that none
 * appears after the second statement.
 */
export const endAccess = async (tx: Tx, memberId: bigint, kept = ''): Promise<string[]> => {
  const hashes = await endWhere(tx, sql`member_id = ${memberId} and token_hash <> ${bytes(kept)}`)
  await dropTickets(tx, memberId)
  await dropChallenges(tx, { kind: 'member', id: memberId })
  return hashes
}

export type ListedSession = {
  hash: string
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  address: string
  agent: string
}

/** A member's open sessions, the one used last first. */
export const sessionsOf = (db: Db, memberId: bigint, now: Date) =>
  rows(
    db,
    sql<ListedSession>`
    select encode(token_hash, 'hex') as hash, created_at, last_seen_at, least(expires_at, created_at + ${longest}) as expires_at, address, agent
    from session where member_id = ${memberId} and least(expires_at, created_at + ${longest}) > ${now}
    order by last_seen_at desc, created_at desc limit 50`,
  )

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

/** Holds a session until the transaction ends; false when it has ended. */
export const holdSession = async (tx: Tx, hash: string): Promise<boolean> =>
  (await row(tx, sql`select 1 from session where token_hash = ${bytes(hash)} for share`)) !==
  undefined

/** When a session began. */
export const sessionStart = async (db: Db, hash: string): Promise<Date | undefined> =>
  (
    await row(
      db,
      sql<{ at: Date }>`select created_at as at from session where token_hash = ${bytes(hash)}`,
    )
  )?.at
