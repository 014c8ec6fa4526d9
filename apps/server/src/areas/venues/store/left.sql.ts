import { row, run, sql, theRow, type Db } from '@tianping/database'
import { account } from '../../../ledger/accounts.ts'
import { inSpan, ofMember, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import { byMoment, keyedRows, type Keyed, type Paging } from '../../../kernel/operator/pages.sql.ts'

/** What a venue does within this time is nobody's matter but the job's. */
const SHOWN_AFTER_MS = 900_000

/** Writes down which venues did not give back a blocked member's money; the others have. */
export const keepLeft = (db: Db, p: { memberId: bigint; venueIds: readonly number[]; now: Date }) =>
  run(
    db,
    sql`
    with home as (
      delete from venue_left where member_id = ${p.memberId} and not venue_id = any(${[...p.venueIds]}::smallint[]))
    insert into venue_left (member_id, venue_id, since)
    select ${p.memberId}, venue_id, ${p.now} from unnest(${[...p.venueIds]}::smallint[]) venue_id
    on conflict do nothing`,
  )

/**
 * Games that a venue has not ended since, and money that it has not given back of members who are
 * blocked: one row of a member at a venue, since the older of both.
 */
function left(now: Date, ageMs = SHOWN_AFTER_MS) {
  const until = new Date(now.getTime() - ageMs)
  return sql`(
  select member_id, venue_id, min(since) as since, max(attempts) as attempts, max(due_at) as due_at, max(held_fen)::bigint as held_fen
  from (
    select member_id, venue_id, asked_at as since, attempts, due_at, 0 as held_fen from play_end where asked_at <= ${until}
    union all
    select l.member_id, l.venue_id, l.since, 0, null, a.posted_balance from venue_left l
    join ledger.account a on (a.member_id, a.account_code, a.venue_id) = (l.member_id, ${sql.literal(account.memberVenue)}, l.venue_id)
    where l.since <= ${until} and a.posted_balance > 0 and exists (select from blocks_at(${now}) b where b.member_id = l.member_id)
  ) each group by member_id, venue_id)`
}

export type Left = {
  memberId: bigint
  username: string
  venueId: number
  venue: string
  since: Date
  /** How often the venue was asked to end the game; 0 where none is open. */
  attempts: number
  dueAt: Date | null
  heldFen: bigint
}

/** Oldest first. */
export const leftRows = (
  db: Db,
  f: Narrowed & { now: Date; venueId: number; q: string; paging: Paging },
) => {
  const { key, order, page } = byMoment(
    f.paging,
    sql`l.since`,
    sql`(l.member_id || ':' || l.venue_id)`,
    false,
  )
  const from = sql`from ${left(f.now)} l
    where (${f.venueId} = 0 or l.venue_id = ${f.venueId}) and ${inSpan(sql`l.since`, f)} and ${ofMember(f.q, sql`l.member_id`)}`
  return keyedRows(
    db,
    f.paging,
    sql<Left & Keyed>`
    select l.*, m.name as username, v.name as venue
    from (select l.*, ${key} ${from} and ${page}) l join member m using (member_id) join venue v using (venue_id)
    order by ${order}`,
    from,
  )
}

/** How many there are. all members: an operator asks about the house. */
export const leftWaiting = async (db: Db, now: Date): Promise<number> =>
  (await theRow(db, sql<{ count: number }>`select count(*)::int as count from ${left(now)} l`))
    .count

/** One of them, of whatever age. */
export const leftOf = (db: Db, p: { memberId: bigint; venueId: number; now: Date }) =>
  row(
    db,
    sql<Pick<Left, 'attempts' | 'heldFen'>>`
    select attempts, held_fen from ${left(p.now, 0)} l where member_id = ${p.memberId} and venue_id = ${p.venueId}`,
  )
