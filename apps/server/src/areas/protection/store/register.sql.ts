import type { RegisterOutcome } from '@tianping/contract/protection/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

export const registerOf = async (db: Db, memberId: bigint): Promise<RegisterOutcome | undefined> =>
  (
    await row(
      db,
      sql<{
        outcome: RegisterOutcome
      }>`select outcome from register_check where member_id = ${memberId}`,
    )
  )?.outcome

export const registerPerson = (db: Db, memberId: bigint) =>
  theRow(
    db,
    sql<{
      name: string
      birthday: string | null
    }>`select realname as name, birthday from member where member_id = ${memberId}`,
  )

/** Of some members those who are not known to be clear. */
export const unclearAmong = async (db: Db, memberIds: bigint[]): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`
      select u.member_id from unnest(${memberIds}::bigint[]) u (member_id)
      where not exists (select from register_check r where r.member_id = u.member_id and r.outcome = 'clear')`,
    )
  ).map(found => found.memberId)

export const writeRegister = (
  db: Db,
  r: { memberId: bigint; at: Date; outcome: RegisterOutcome; nextAt: Date },
) =>
  run(
    db,
    sql`
    insert into register_check (member_id, asked_at, answered_at, outcome, next_at)
    values (${r.memberId}, ${r.at}, ${r.outcome === 'unknown' ? null : r.at}, ${r.outcome}, ${r.nextAt})
    on conflict (member_id) do update set asked_at = excluded.asked_at, answered_at = excluded.answered_at,
      outcome = excluded.outcome, next_at = excluded.next_at`,
  )

/** Takes those who are due, each by one instance. all members: whoever is due is asked about. */
export const takeUnknown = async (
  db: Db,
  p: { now: Date; nextAt: Date; limit: number },
): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`
      update register_check set next_at = ${p.nextAt} where member_id in (
        select member_id from register_check where outcome = 'unknown' and next_at <= ${p.now}
        order by next_at limit ${p.limit} for update skip locked)
      returning member_id`,
    )
  ).map(found => found.memberId)
