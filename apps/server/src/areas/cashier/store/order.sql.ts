import { row, run, sql, type Db } from '@tianping/database'

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
