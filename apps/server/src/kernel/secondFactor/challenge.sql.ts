// What is under way for minutes: the second step of a log-in, a passkey being made or shown.
import { row, run, sql, type Db } from '@tianping/database'
import type { Owner } from './factor.sql.ts'

const tables = {
  operator: {
    id: sql`operator_id`,
    people: sql`operator`,
    challenge: sql`operator_challenge`,
  },
  member: {
    id: sql`member_id`,
    people: sql`member`,
    challenge: sql`member_challenge`,
  },
}
const bytes = (hash: string) => sql`decode(${hash}, 'hex')`

export type Challenge = { ownerId: bigint | null; challenge: string }
/** `proof`: a passkey is shown to do something while logged in. */
export type ChallengeKind = 'second' | 'passkey' | 'register' | 'proof'
type Named = { ticketHash: string; kind: ChallengeKind; now: Date }

/** Those that have run out are swept whenever one is opened. */
const sweepChallenges = (db: Db, whose: Owner['kind'], now: Date) => {
  const t = tables[whose]
  return run(db, sql`delete from ${t.challenge} where expires_at <= ${now}`)
}

export async function insertChallenge(
  db: Db,
  whose: Owner['kind'],
  c: Named & Challenge & { expiresAt: Date },
): Promise<void> {
  await sweepChallenges(db, whose, c.now)
  const t = tables[whose]
  await run(
    db,
    sql`
    insert into ${t.challenge} (ticket_hash, ${t.id}, kind, challenge, expires_at)
    values (${bytes(c.ticketHash)}, ${c.ownerId}, ${c.kind}, ${c.challenge}, ${c.expiresAt})`,
  )
}

type Half = { id: bigint; passwordHash: string; ticketHash: string; now: Date; expiresAt: Date }

/**
 * Opens the second step of a log-in while the password is still the verified one; false when it was
 * replaced, or its owner locked, meanwhile.
 */
export const insertSecondStep = async (db: Db, whose: Owner['kind'], c: Half): Promise<boolean> => {
  await sweepChallenges(db, whose, c.now)
  const t = tables[whose]
  const opened = await run(
    db,
    sql`
    insert into ${t.challenge} (ticket_hash, ${t.id}, kind, challenge, expires_at)
    select ${bytes(c.ticketHash)}, ${t.id}, 'second', '', ${c.expiresAt}
    from ${t.people} where ${t.id} = ${c.id} and password_hash = ${c.passwordHash} and state = 'active' for share`,
  )
  return opened === 1
}

/** Counts one attempt on it; undefined when it is unknown, over, or tried too often. */
export const tryChallenge = (db: Db, whose: Owner['kind'], c: Named & { most: number }) => {
  const t = tables[whose]
  return row(
    db,
    sql<Challenge>`
    update ${t.challenge} set attempts = attempts + 1
    where ticket_hash = ${bytes(c.ticketHash)} and kind = ${c.kind} and expires_at > ${c.now} and attempts < ${c.most}
    returning ${t.id} as owner_id, challenge`,
  )
}

/** Has an open one ask for this challenge; false when it is over meanwhile. */
export const setChallenge = async (
  db: Db,
  whose: Owner['kind'],
  c: Named & { challenge: string },
): Promise<boolean> => {
  const t = tables[whose]
  const set = await run(
    db,
    sql`
    update ${t.challenge} set challenge = ${c.challenge}
    where ticket_hash = ${bytes(c.ticketHash)} and kind = ${c.kind} and expires_at > ${c.now}`,
  )
  return set === 1
}

/** Ends it; undefined when somebody else did before. */
export const takeChallenge = (db: Db, whose: Owner['kind'], c: Named) => {
  const t = tables[whose]
  return row(
    db,
    sql<Challenge>`
    delete from ${t.challenge} where ticket_hash = ${bytes(c.ticketHash)} and kind = ${c.kind} and expires_at > ${c.now}
    returning ${t.id} as owner_id, challenge`,
  )
}

/** Ends everything that is under way for somebody. */
export const dropChallenges = (db: Db, of: Owner) => {
  const t = tables[of.kind]
  return run(db, sql`delete from ${t.challenge} where ${t.id} = ${of.id}`)
}
