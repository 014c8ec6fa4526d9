import { reviewState } from '@tianping/contract/facts'
import { row, rows, run, sql, type Db, type Sql } from '@tianping/database'

/** A name and a birthday that staff found to be another person's than the account's. */
const isStranger = (memberId: Sql) => sql`
  exists (select from protection_request s where s.member_id = ${memberId} and s.kind = 'stranger' and s.state = ${sql.literal(reviewState.approved)})`

/**
 * Keeps whoever has a name and birthday, a proved contact or a card of this account from being
 * excluded, opening an account or showing the same elsewhere, until the transaction ends. What the
 * other has done is then seen here, or what happens here is seen there. The order is that of the
 * locks' numbers, so that no two wait for each other.
 */
export const lockLikeness = (tx: Db, memberId: bigint) =>
  run(
    tx,
    sql`
    select pg_advisory_xact_lock(194, l.key) from (
      select distinct hashtext(likeness) as key from (
        select m.realname || ' ' || m.birthday as likeness from member m where m.member_id = ${memberId} and m.birthday is not null
        union all select encode(contact_digest, 'hex') from verified_contact where member_id = ${memberId} and contact_digest is not null
        union all select encode(number_digest, 'hex') from card where member_id = ${memberId}) of_member
      order by key offset 0) l`,
  )

/** What blocks whole persons at a moment: exclusions, and services that ended. */
const ofWholePerson = (now: Date) => sql`
  select member_id, kind, x.until from blocks_at(${now}) x join member_block b using (member_id, block_id, kind)
  where kind = 'exclusion' or b.ends_service`

/** What two accounts of one person share. */
export type Likeness = 'contact' | 'card' | 'person'

/**
 * Other accounts that look like the same person's: one proved contact, one card or payout address,
 * or one name and birthday. What is typed into a profile and proved by nobody counts for nothing:
 * whoever typed another's number there could shut that member out. At most `limit`.
 */
export const accountsAlike = (db: Db, memberId: bigint, limit: number) =>
  rows(
    db,
    sql<{ memberId: bigint; likeness: Likeness }>`
    select distinct on (member_id) member_id, likeness from (
      select o.member_id, 'contact' as likeness from verified_contact v join verified_contact o using (channel, contact_digest) where v.member_id = ${memberId}
      union all
      select o.member_id, 'contact' from verified_contact v join verified_contact o using (channel, contact)
        where v.member_id = ${memberId} and is_unsealed(v.contact)
      union all
      select o.member_id, 'card' from card c join card o using (number_digest) where c.member_id = ${memberId}
      union all
      select o.member_id, 'person' from member m join member o on o.realname = m.realname and o.birthday = m.birthday where m.member_id = ${memberId}
        and not ${isStranger(sql`m.member_id`)} and not ${isStranger(sql`o.member_id`)}
    ) alike where member_id <> ${memberId} order by member_id, likeness <> 'contact', likeness limit ${limit}`,
  )

/**
 * Blocks an account as long as the exclusion of another of the same person lasts, or the end of its
 * service, whose last moment is written with it; once. Without a proved contact only the younger
 * account follows: nobody opens one in a member's name to shut that member out. A link that two
 * persons have ended does not come back for the same likeness.
 */
export const linkTo = (
  db: Db,
  p: { memberId: bigint; follows: bigint; likeness: Likeness; now: Date },
) =>
  run(
    db,
    sql`
    insert into member_block (member_id, kind, term, until, reason, set_by, set_at, follows)
    select ${p.memberId}, 'linked', ${p.likeness}, x.until, '', '', ${p.now}, ${p.follows}
    from (select case when bool_or(kind = 'exclusion') then null else max(until) end as until from (${ofWholePerson(p.now)}) w
      where member_id = ${p.follows} having count(*) > 0) x
    where (${p.likeness} = 'contact' or ${p.memberId}::bigint > ${p.follows}::bigint)
      and not exists (select from member_block b where b.member_id = ${p.memberId} and b.follows = ${p.follows} and (b.return_at is null or b.term = ${p.likeness}))`,
  )

/**
 * Whether a newcomer is somebody who is excluded, or whose service was ended, as far as a
 * registration shows.
 */
export const isExcludedPerson = async (
  db: Db,
  p: { device: string; realname: string; birthday: string | null; now: Date },
): Promise<boolean> =>
  (await row(
    db,
    sql`
    select 1 from (${ofWholePerson(p.now)}) x
    where x.member_id in (
      select d.member_id from device_trace d where d.device = ${p.device} and d.device <> ''
      union all
      select o.member_id from member o where o.realname = ${p.realname} and o.birthday = ${p.birthday}::date
        and not ${isStranger(sql`o.member_id`)})
    limit 1`,
  )) !== undefined
