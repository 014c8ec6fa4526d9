import { row, run, sql, type Db, type Tx } from '@tianping/database'

type Rated = { memberId: bigint; depositNo: string; rate: number }

export const keepRate = (tx: Tx, order: Rated) => keepRates(tx, [order])

export const keepRates = (tx: Tx, all: readonly Rated[]) =>
  run(
    tx,
    sql`
    insert into chain_order (member_id, deposit_no, rate)
    select * from unnest(${all.map(o => o.memberId)}::bigint[], ${all.map(o => o.depositNo)}::text[], ${all.map(o => o.rate)}::numeric[])`,
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
