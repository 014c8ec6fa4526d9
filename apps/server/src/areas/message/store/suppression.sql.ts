import type { Channel } from '@tianping/contract/delivery/facts'
import { rows, sql, type Db } from '@tianping/database'
import { totalOf } from '../../../kernel/operator/listed.sql.ts'
import {
  byFen,
  foundOf,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

export type Suppressed = { channel: Channel; memberId: bigint; contact: Buffer }

/**
 * Contacts of members who may not be written to with offers: whoever is blocked, an exclusion that
 * is over but not returned from included; is closing the account; is stopped by a marker of harm;
 * or has refused every product on the channel.
 */
const suppressed = (now: Date) => sql`
  select s.channel, m.member_id, c.contact, (case s.channel when 'mail' then 1 else 2 end) as rank, encode(sha256(c.mark), 'hex') as mark
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

const rank = sql`s.rank`
const mark = sql`s.mark`

/** Each contact once, in an order that does not say whose they are. */
export async function suppressedRows(db: Db, { now, paging: p }: { now: Date; paging: Paging }) {
  const { behind, order, key } = byFen(p, rank, mark, false)
  const read = await rows(
    db,
    sql<Suppressed & Keyed>`
    select distinct on (${rank}, ${mark}) s.channel, s.member_id, s.contact, ${key}
    from (${suppressed(now)}) s where ${behind} order by ${order}, s.member_id ${window(p)}`,
  )
  const each = sql`from (select distinct ${rank}, ${mark} from (${suppressed(now)}) s) s`
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, each) : 0 }
}
