// Members who share something with a member. Each side is bounded: the newest marks of the member,
// and the first members of each mark. The other members of a mark are counted up to a bound.
import { rows, sql, type Db, type Sql } from '@tianping/database'
import { LINK_MARKS, LINK_MEMBERS, type MemberLinkKind } from '@tianping/contract/member/facts'

export type LinkRow = {
  kind: MemberLinkKind
  what: string
  memberId: bigint
  name: string
  at: Date
  /** How many share the mark beyond those that are named. */
  more: number
  /** Even more do, which were not counted. */
  moreBeyond: boolean
}
/** Rows of a mark that are read; a member may have several. */
const MOST_READ = 1_000

/** The first members of `traces` (`member_id`, `at`), each once, with how many there are beyond. */
const membersOf = (traces: Sql, order = sql`member_id`): Sql => sql`
  select member_id, max(t.at) as at, greatest(count(*) over () - ${LINK_MEMBERS}, 0)::int as more,
    sum(count(*)) over () >= ${MOST_READ} as more_beyond
  from (${traces} limit ${MOST_READ}) t group by member_id order by ${order} limit ${LINK_MEMBERS}`

export const linkRows = (db: Db, memberId: bigint) =>
  rows(
    db,
    sql<LinkRow>`
    select l.kind, l.what, l.member_id, m.name, l.at, l.more, l.more_beyond from (
      select 'device' as kind, left(d.device, 8) as what, o.*
      from (select device from device_trace where member_id = ${memberId} order by last_at desc limit ${LINK_MARKS}) d
        cross join lateral (${membersOf(
          sql`select member_id, last_at as at from device_trace where device = d.device and member_id <> ${memberId} order by member_id`,
        )}) o
      union all
      select 'address', a.address, o.*
      from (select distinct address from (
          select address from login_trace where member_id = ${memberId} order by last_at desc limit ${LINK_MARKS}) t) a
        cross join lateral (${membersOf(
          sql`select member_id, last_at as at from login_trace where address = a.address and member_id <> ${memberId}`,
        )}) o
      union all
      select 'card', '尾号 ' || mine.number_tail, o.*
      from (select distinct number_digest, number_tail from card where member_id = ${memberId} limit ${LINK_MARKS}) mine
        cross join lateral (${membersOf(
          sql`select member_id, bound_at as at from card where number_digest = mine.number_digest and member_id <> ${memberId}`,
        )}) o
      union all
      select 'referrer', '', r.member_id, own.created_at, 0, false
      from member own join member r on r.member_id = own.referrer_id where own.member_id = ${memberId}
      union all
      select 'referred', '', o.* from (${membersOf(
        sql`select member_id, created_at as at from member where referrer_id = ${memberId} order by created_at desc`,
        sql`max(t.at) desc, member_id`,
      )}) o
    ) l join member m using (member_id)
    order by l.kind, l.what, l.at desc, l.member_id`,
  )
