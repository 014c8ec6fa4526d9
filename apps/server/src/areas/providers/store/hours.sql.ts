import { rows, sql, type Db } from '@tianping/database'
import { depositState } from '@tianping/contract/cashier/facts'

export type HourRow = {
  code: string
  hour: string
  orders: number
  refused: number
  credited: number
  seconds: number | null
}

/** Orders by provider and Beijing hour, newest first: how many were credited, and how fast. */
export const providerHours = (db: Db, since: Date) =>
  rows(
    db,
    sql<HourRow>`
    select provider as code, to_char(created_at at time zone 'Asia/Shanghai', 'MM-DD HH24:00') as hour,
      count(*)::int as orders,
      count(*) filter (where pay_url = '' and state = ${sql.literal(depositState.rejected)})::int as refused,
      count(*) filter (where state = ${sql.literal(depositState.credited)})::int as credited,
      round(avg(extract(epoch from decided_at - created_at))
        filter (where state = ${sql.literal(depositState.credited)}))::int as seconds
    from deposit_order where created_at >= ${since} and provider <> ''
    group by 1, 2 order by 2 desc, 1 limit 400`,
  )

/** An order as it was routed. */
export type RoutedOrder = {
  depositNo: string
  method: string
  amountFen: bigint
  tier: number
  createdAt: Date
}

/** Orders that providers were asked for within a span; the tier is the member's of today. */
export const routedOrders = (db: Db, since: Date, until: Date, most: number) =>
  rows(
    db,
    sql<RoutedOrder>`
    select o.deposit_no, o.method, o.amount_fen, 
      case when t.valid_until is null or t.valid_until > ${until} then coalesce(t.tier, 0) else 0 end::int as tier, o.created_at
    from (
      select * from deposit_order
      where created_at >= ${since} and created_at < ${until} and provider <> '' and provider not in ('chain', 'bank')
      order by created_at limit ${most}) o
    left join member_tier t using (member_id)`,
  )
