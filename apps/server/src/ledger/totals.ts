import { sql, theRow, type Db } from '@tianping/database'
import type { TransactionCode } from './ledger.ts'

/**
 * What all posted movements of one kind add up to for a member, in fen; for venue transfers and
 * withdrawals what really went.
 */
export const totalOf = async (
  db: Db,
  memberId: bigint,
  code: TransactionCode,
): Promise<{ fen: bigint; count: number }> =>
  theRow(
    db,
    sql<{ fen: bigint; count: number }>`
    select coalesce(sum(amount), 0)::bigint as fen, count(*)::int as count
    from ledger.transaction where member_id = ${memberId} and code = ${code} and phase in ('single', 'post')`,
  )
