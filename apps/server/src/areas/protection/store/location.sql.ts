import { run, sql, type Db } from '@tianping/database'

export const writeLocation = (
  db: Db,
  l: { memberId: bigint; at: Date; address: string; country: string; allowed: boolean },
) =>
  run(
    db,
    sql`
    insert into location_check (member_id, at, address, country, allowed)
    values (${l.memberId}, ${l.at}, ${l.address}, ${l.country.slice(0, 8)}, ${l.allowed})`,
  )
