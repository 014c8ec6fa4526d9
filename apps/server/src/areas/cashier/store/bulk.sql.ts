import { run, sql, theRow, type Db, type Tx } from '@tianping/database'

/** One bulk approval of an operator after the other until the transaction ends. */
export const waitForBulks = (tx: Tx, operatorId: bigint) =>
  run(tx, sql`select pg_advisory_xact_lock(282, ${Number(operatorId % 2_000_000_000n)}::int)`)

/** What an operator has taken on in bulk since then, in fen. */
export const bulkSince = async (db: Db, operatorId: bigint, since: Date): Promise<bigint> =>
  (
    await theRow(
      db,
      sql<{ fen: bigint }>`
      select coalesce(sum(total_fen), 0)::bigint as fen from bulk_approval where operator_id = ${operatorId} and begun_at > ${since}`,
    )
  ).fen

export const noteBulk = (
  tx: Tx,
  b: { operatorId: bigint; now: Date; orders: number; totalFen: bigint },
) =>
  run(
    tx,
    sql`
    insert into bulk_approval (operator_id, begun_at, orders, total_fen) values (${b.operatorId}, ${b.now}, ${b.orders}, ${b.totalFen})`,
  )
