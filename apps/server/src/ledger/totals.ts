import { rows, sql, type Db } from '@tianping/database'
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
  (await totalsOf(db, [memberId], code)).get(memberId) ?? { fen: 0n, count: 0 }

/** The same of several members; one without such movements is left out. */
export const totalsOf = async (
  db: Db,
  memberIds: bigint[],
  code: TransactionCode,
): Promise<Map<bigint, { fen: bigint; count: number }>> =>
  new Map(
    (
      await rows(
        db,
        sql<{ memberId: bigint; fen: bigint; count: number }>`/* prepared */
        select member_id, sum(amount)::bigint as fen, count(*)::int as count
        from ledger.transaction where member_id = any(${memberIds}::bigint[]) and code = ${code} and phase in ('single', 'post') group by member_id`,
      )
    ).map(({ memberId, ...total }) => [memberId, total]),
  )
