import { row, rows, sql, type Db } from '@tianping/database'

export type MatchingMember = { memberId: bigint; name: string; loginAddress: string }

const columns = sql`m.member_id, m.name, m.last_login_address as login_address`

/** Members by name (whatever its case) or id: two when one's name reads like another's id. */
export const matchingMembers = (db: Db, typed: string) =>
  rows(
    db,
    sql<MatchingMember>`
    select ${columns} from member m
    where m.member_id in (
      select d.member_id from member_directory d where d.kind = 'name' and d.handle = ${typed.toLowerCase()}
      union select ${/^\d{1,15}$/.test(typed) ? BigInt(typed) : null}::bigint)`,
  )

export const memberOfId = (db: Db, memberId: bigint) =>
  row(db, sql<MatchingMember>`select ${columns} from member m where m.member_id = ${memberId}`)
