import type { OfferProduct } from '@tianping/contract/consents/facts'
import type { Channel } from '@tianping/contract/delivery/facts'
import { row, run, sql, type Db } from '@tianping/database'

/** Lets an offer go out on a channel too. */
export const insertPost = (tx: Db, sendingId: bigint, channel: Channel) =>
  run(tx, sql`insert into offer_post (sending_id, channel) values (${sendingId}, ${channel})`)

export type OpenPost = {
  sendingId: bigint
  channel: Channel
  product: OfferProduct | ''
  title: string
  content: string
  /** The next members it is for, by their number; the last page is not full. */
  members: bigint[]
}

/**
 * The next page of an offer that still goes out on a channel: the named members, or all who proved
 * a contact there. Undefined when there is none, or another instance has it.
 */
export const openPost = (tx: Db, channels: readonly Channel[], limit: number) =>
  row(
    tx,
    sql<OpenPost>`
    select p.sending_id, p.channel, s.product, s.title, s.content, array(
      select v.member_id from verified_contact v
      where v.channel = p.channel and v.member_id > p.done_to and (s.audience = 'all' or v.member_id = any(s.member_ids))
      order by v.member_id limit ${limit}) as members
    from offer_post p join sending s using (sending_id)
    where p.done_at is null and s.withdrawn_at is null and p.channel = any(${channels as string[]}::text[])
    order by p.sending_id limit 1 for update of p skip locked`,
  )

/** Notes how far it is; `doneAt` once it is through. */
export const noteSent = (
  tx: Db,
  p: { sendingId: bigint; channel: Channel; doneTo: bigint; sent: number; doneAt: Date | null },
) =>
  run(
    tx,
    sql`
    update offer_post set done_to = greatest(done_to, ${p.doneTo}), sent = sent + ${p.sent}, done_at = ${p.doneAt}
    where sending_id = ${p.sendingId} and channel = ${p.channel}`,
  )
