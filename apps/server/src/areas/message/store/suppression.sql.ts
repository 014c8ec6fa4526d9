import type { Channel } from '@tianping/contract/delivery/facts'
import { rows, sql, type Db } from '@tianping/database'
import { totalOf } from '../../../kernel/operator/listed.sql.ts'

/** `mark` is the contact's digest, or of one that nobody has sealed yet the contact. */
export type Suppressed = { channel: Channel; mark: Buffer; memberId: bigint; contact: Buffer }

/**
 * Contacts of members who may not be written to with offers: whoever is blocked, an exclusion that
 * is over but not returned from included; is closing the account; is stopped by a marker of harm;
 * or has refused every product on the channel.
 */
const from = (now: Date) => sql`
  from (
    select member_id, c.channel from (
      select member_id from blocks_at(${now}) union select member_id from harm_stop union select member_id from member where closing_at is not null
    ) stopped cross join (values ('mail'), ('sms')) c (channel)
    union
    select o.member_id, o.channel from offer_choice o where o.channel in ('mail', 'sms') and not o.wanted
      and not exists (select from offer_choice n where n.member_id = o.member_id and n.channel = o.channel and n.wanted
        and not exists (select from offer_choice l where l.member_id = n.member_id and l.channel = n.channel and l.product = n.product and l.choice_id > n.choice_id))
  ) s join member m using (member_id) cross join lateral (
    select m.email as contact, coalesce(m.email_digest, m.email) as mark where s.channel = 'mail'
    union all
    select m.mobile, coalesce(m.mobile_digest, m.mobile) where s.channel = 'sms'
    union all
    select v.contact, coalesce(v.contact_digest, v.contact) from verified_contact v where v.member_id = m.member_id and v.channel = s.channel) c
  where c.contact <> ''`

/** A page of them, in no order that says whose they are. */
export async function suppressedRows(
  db: Db,
  { now, limit, offset }: { now: Date; limit: number; offset: number },
): Promise<{ rows: Suppressed[]; total: number }> {
  const found = await rows(
    db,
    sql<Suppressed>`
    select distinct on (s.channel, c.mark) s.channel, c.mark, m.member_id, c.contact ${from(now)}
    order by s.channel, c.mark, m.member_id limit ${limit} offset ${offset}`,
  )
  return { rows: found, total: await totalOf(db, from(now)) }
}

/** The next of them, for a file that is written as it is read. */
export const suppressedAfter = (
  db: Db,
  { now, last, limit }: { now: Date; last: Suppressed | undefined; limit: number },
) =>
  rows(
    db,
    sql<Suppressed>`
    select distinct on (s.channel, c.mark) s.channel, c.mark, m.member_id, c.contact ${from(now)}
      and (s.channel, c.mark) > (${last?.channel ?? ''}, ${last?.mark ?? Buffer.alloc(0)})
    order by s.channel, c.mark, m.member_id limit ${limit}`,
  )
