// Members who share something with a member. Each side is bounded: the newest marks of the member,
// and the first members of each mark.
import { rows, sql, type Db } from '@tianping/database'
import type { MemberLinkKind } from '@tianping/contract/member/facts'

export type LinkRow = {
  kind: MemberLinkKind
  what: string
  memberId: bigint
  name: string
  at: Date
}
const MOST_MARKS = 20
const MOST_OF_A_MARK = 20

export const linkRows = (db: Db, memberId: bigint) =>
  rows(
    db,
    sql<LinkRow>`
    select l.kind, l.what, l.member_id, m.name, l.at from (
      select 'device' as kind, left(d.device, 8) as what, o.member_id, o.last_at as at
      from (select device from device_trace where member_id = ${memberId} order by last_at desc limit ${MOST_MARKS}) d
        cross join lateral (
          select member_id, last_at from device_trace where device = d.device and member_id <> ${memberId} order by member_id limit ${MOST_OF_A_MARK}) o
      union all
      select 'address', a.address, o.member_id, o.last_at
      from (select distinct address from (
          select address from login_trace where member_id = ${memberId} order by last_at desc limit ${MOST_MARKS}) t) a
        cross join lateral (
          select member_id, max(last_at) as last_at from (
            select member_id, last_at from login_trace where address = a.address and member_id <> ${memberId} limit 1000) l
          group by member_id order by member_id limit ${MOST_OF_A_MARK}) o
      union all
      select * from (
        select 'card', '尾号 ' || mine.number_tail, other.member_id, other.bound_at
        from card mine join card other on other.number_digest = mine.number_digest and other.member_id <> mine.member_id
        where mine.member_id = ${memberId} order by other.member_id limit ${MOST_OF_A_MARK}) c
      union all
      select 'referrer', '', r.member_id, own.created_at
      from member own join member r on r.member_id = own.referrer_id where own.member_id = ${memberId}
      union all
      select * from (
        select 'referred', '', i.member_id, i.created_at from member i
        where i.referrer_id = ${memberId} order by i.created_at desc, i.member_id limit ${MOST_OF_A_MARK}) i
    ) l join member m using (member_id)
    order by l.kind, l.what, l.at desc, l.member_id`,
  )
