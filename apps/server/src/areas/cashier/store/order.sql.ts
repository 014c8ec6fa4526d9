import { reviewState } from '@tianping/contract/facts'
import { row, rows, run, sql, type Db } from '@tianping/database'

export type OrderKind = 'deposit' | 'withdrawal'

/**
 * Enters an order number into the directory; numbers are random, so one that is taken is a mistake
 * of ours and throws.
 */
export const listOrder = (db: Db, kind: OrderKind, orderNo: string, memberId: bigint) =>
  run(
    db,
    sql`insert into order_directory (order_no, kind, member_id) values (${orderNo}, ${kind}, ${memberId})`,
  )

/** The same of many. */
export const listOrders = (
  db: Db,
  kind: OrderKind,
  all: readonly { orderNo: string; memberId: bigint }[],
) =>
  run(
    db,
    sql`
    insert into order_directory (order_no, kind, member_id)
    select order_no, ${kind}, member_id
    from unnest(${all.map(o => o.orderNo)}::text[], ${all.map(o => o.memberId)}::bigint[]) o (order_no, member_id)`,
  )

/** Whose order it is. */
export const ownerOf = async (
  db: Db,
  kind: OrderKind,
  orderNo: string,
): Promise<bigint | undefined> =>
  (
    await row(
      db,
      sql<{ memberId: bigint }>`
    select member_id from order_directory where order_no = ${orderNo} and kind = ${kind}`,
    )
  )?.memberId

/** How many orders of these members wait; a member without any is left out. */
export async function waitingOf(
  db: Db,
  memberIds: bigint[],
): Promise<Map<bigint, { deposits: number; withdrawals: number }>> {
  const waiting = sql.literal(reviewState.waiting)
  const found = await rows(
    db,
    sql<{ memberId: bigint; deposits: number; withdrawals: number }>`/* prepared */
    select member_id, count(*) filter (where deposit)::int as deposits, count(*) filter (where not deposit)::int as withdrawals from (
      select member_id, true as deposit from deposit_order where state = ${waiting} and member_id = any(${memberIds}::bigint[])
      union all
      select member_id, false from withdrawal_order where state = ${waiting} and member_id = any(${memberIds}::bigint[])
    ) o group by member_id`,
  )
  return new Map(found.map(({ memberId, ...each }) => [memberId, each]))
}
