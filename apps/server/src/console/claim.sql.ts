import { run, sql, theRow, type Db } from '@tianping/database'

export type ClaimRow = { operator: string; until: Date }

/** An item's claim, locked until the transaction ends; one that nobody has claimed reads as run out. */
export async function lockClaim(tx: Db, subject: string, now: Date): Promise<ClaimRow> {
  await run(tx, sql`insert into console_claim (subject, operator, until) values (${subject}, '', ${now}) on conflict do nothing`)
  return theRow(tx, sql<ClaimRow>`select operator, until from console_claim where subject = ${subject} for update`)
}

export const setClaim = (tx: Db, subject: string, claim: ClaimRow) =>
  run(tx, sql`update console_claim set operator = ${claim.operator}, until = ${claim.until} where subject = ${subject}`)

export const dropClaim = (tx: Db, subject: string) => run(tx, sql`delete from console_claim where subject = ${subject}`)

/** The operator who holds an item now, as a part of a list's columns; `subject` is a text of that statement. */
export const holderOf = (subject: ReturnType<typeof sql>, now: Date) =>
  sql<string>`coalesce((select k.operator from console_claim k where k.subject = ${subject} and k.until > ${now}), '')`
