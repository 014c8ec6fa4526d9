import { sql, theRow, type Db } from '@tianping/database'

/** The block that was read last: confirmations count from what we have seen ourselves. */
export const keptHead = async (db: Db, chainId: bigint): Promise<bigint> =>
  (
    await theRow(
      db,
      sql<{ block: bigint }>`select block from chain_cursor where chain_id = ${chainId}`,
    )
  ).block
