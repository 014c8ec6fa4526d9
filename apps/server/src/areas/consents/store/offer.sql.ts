import type { OfferChannel, OfferProduct } from '@tianping/contract/consents/facts'
import { rows, run, sql, type Db } from '@tianping/database'

/** Whose act a choice was: of the member, of the single consent, of an objection. */
export type ChoiceSource = 'member' | 'consent' | 'objection'

export type OfferChoice = {
  memberId: bigint
  product: OfferProduct
  channel: OfferChannel
  wanted: boolean
  source: ChoiceSource
  at: Date
}

export const insertChoice = (db: Db, c: OfferChoice) =>
  run(
    db,
    sql`
    insert into offer_choice (member_id, product, channel, wanted, source, chosen_at)
    values (${c.memberId}, ${c.product}, ${c.channel}, ${c.wanted}, ${c.source}, ${c.at})`,
  )

/** Every cell as it counts now; `unasked` for the inbox of a member who has chosen nothing. */
export const offersOf = (db: Db, memberId: bigint, unasked: boolean) =>
  rows(
    db,
    sql<Pick<OfferChoice, 'product' | 'channel' | 'wanted'>>`
    select p.product, h.channel, not offer_unwanted(${memberId}, p.product, h.channel, h.channel = 'inbox' and ${unasked}) as wanted
    from (values (1, 'betting'), (2, 'casino'), (3, 'lottery')) p (place, product)
      cross join (values (1, 'inbox'), (2, 'mail'), (3, 'sms'), (4, 'push')) h (place, channel)
    order by p.place, h.place`,
  )
