import { rows, run, sql, theRow } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import type { Sealed, SealedColumn } from '../../../kernel/reseal.ts'

type Row = Sealed & { depositNo: string }

/** The accounts that members say they paid from. */
export const sealedPayers = (keys: SealingKeys): SealedColumn<Row> => ({
  name: "payers' accounts",
  keys,
  countOthers: async (db, keyId) =>
    (
      await theRow(
        db,
        sql<{ count: number }>`
        select count(*)::int as count from deposit_order where substr(payer_no_sealed, 1, 8) <> ${keyId}`,
      )
    ).count,
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<Row>`
      select member_id as owner_id, deposit_no, coalesce(payer_no_sealed, '') as sealed from deposit_order
      where substr(payer_no_sealed, 1, 8) <> ${keyId}
        and (member_id, deposit_no) > (${after?.ownerId ?? 0n}, ${after?.depositNo ?? ''})
      order by member_id, deposit_no limit ${size}`,
    ),
  replace: async (db, { ownerId, depositNo, sealed }, fresh) => {
    await run(
      db,
      sql`update deposit_order set payer_no_sealed = ${fresh} where member_id = ${ownerId} and deposit_no = ${depositNo} and payer_no_sealed = ${sealed}`,
    )
  },
})
