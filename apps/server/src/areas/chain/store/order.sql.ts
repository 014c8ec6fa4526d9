import { row, run, sql, type Db, type Tx } from '@tianping/database'

export const keepRate = (tx: Tx, o: { memberId: bigint; depositNo: string; rate: number }) =>
  run(
    tx,
    sql`insert into chain_order (member_id, deposit_no, rate) values (${o.memberId}, ${o.depositNo}, ${o.rate})`,
  )

/** Yuan for a USDT as decimal digits, as it was when the order was asked for. */
export const rateOf = async (
  db: Db,
  memberId: bigint,
  depositNo: string,
): Promise<string | undefined> =>
  (
    await row(
      db,
      sql<{ rate: string }>`
      select rate from chain_order where member_id = ${memberId} and deposit_no = ${depositNo}`,
    )
  )?.rate
