import { row, run, sql, type Db, type Sql } from '@tianping/database'

export type ClaimRow = { operator: string; until: Date }

/**
 * Who holds an item, if anybody. Until the transaction ends nobody else comes this far with the
 * same item: a claim's row may not be there to be locked, so the lock is on its name.
 */
export async function lockClaim(tx: Db, subject: string): Promise<ClaimRow | undefined> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 45))`)
  return row(
    tx,
    sql<ClaimRow>`select operator, until from console_claim where subject = ${subject}`,
  )
}

export const setClaim = (tx: Db, subject: string, claim: ClaimRow) =>
  run(
    tx,
    sql`
    insert into console_claim (subject, operator, until) values (${subject}, ${claim.operator}, ${claim.until})
    on conflict (subject) do update set operator = excluded.operator, until = excluded.until`,
  )

export const dropClaim = (tx: Db, subject: string) =>
  run(tx, sql`delete from console_claim where subject = ${subject}`)

/**
 * The operator who holds an item now, as a part of a list's columns; `subject` is a text of that
 * statement.
 */
export const holderOf = (subject: Sql, now: Date) =>
  sql<string>`coalesce((select k.operator from console_claim k where k.subject = ${subject} and k.until > ${now}), '')`
