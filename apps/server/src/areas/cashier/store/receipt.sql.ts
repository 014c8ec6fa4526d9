import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import type { SealedFile } from '../../../kernel/files/sealedFile.ts'
import type { Sealed, SealedColumn } from '../../../kernel/reseal.ts'

/** When the receipt of an order came; undefined without one. */
export const receiptOf = (db: Db, memberId: bigint, depositNo: string) =>
  row(
    db,
    sql<{ uploadedAt: Date }>`
    select uploaded_at from deposit_receipt where member_id = ${memberId} and deposit_no = ${depositNo}`,
  )

export const sealedReceipt = (db: Db, memberId: bigint, depositNo: string) =>
  row(
    db,
    sql<SealedFile>`
    select content, key_sealed from deposit_receipt where member_id = ${memberId} and deposit_no = ${depositNo}`,
  )

/** Keeps a receipt in the place of an earlier one. */
export const keepReceipt = (
  tx: Tx,
  r: SealedFile & { memberId: bigint; depositNo: string; bytes: number; now: Date },
) =>
  run(
    tx,
    sql`
    insert into deposit_receipt (member_id, deposit_no, bytes, content, key_sealed, uploaded_at)
    values (${r.memberId}, ${r.depositNo}, ${r.bytes}, ${r.content}, ${r.keySealed}, ${r.now})
    on conflict (member_id, deposit_no) do update
    set bytes = excluded.bytes, content = excluded.content, key_sealed = excluded.key_sealed, uploaded_at = excluded.uploaded_at`,
  )

/** Deletes receipts from before a moment whose order is decided; answers how many. */
export const dropReceipts = (db: Db, before: Date, limit: number) =>
  run(
    db,
    sql`
    delete from deposit_receipt where (member_id, deposit_no) in (
      select r.member_id, r.deposit_no from deposit_receipt r join deposit_order d using (member_id, deposit_no)
      where r.uploaded_at < ${before} and d.waits_for = '' and not legally_held(r.member_id)
      order by r.uploaded_at limit ${limit} for update of r skip locked)`,
  )

/** Receipts name who paid, so they go with an erased member. */
export const eraseReceipts = (tx: Tx, memberId: bigint) =>
  run(tx, sql`delete from deposit_receipt where member_id = ${memberId}`)

type Row = Sealed & { depositNo: string }

/** The keys of receipts: a rotation seals these anew, and leaves the pictures as they are. */
export const sealedReceiptKeys = (keys: SealingKeys): SealedColumn<Row> => ({
  name: 'keys of receipts',
  keys,
  countOthers: async (db, keyId) =>
    (
      await theRow(
        db,
        sql<{ count: number }>`
        select count(*)::int as count from deposit_receipt where substr(key_sealed, 1, 8) <> ${keyId}`,
      )
    ).count,
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<Row>`
      select member_id as owner_id, deposit_no, key_sealed as sealed from deposit_receipt
      where substr(key_sealed, 1, 8) <> ${keyId}
        and (member_id, deposit_no) > (${after?.ownerId ?? 0n}, ${after?.depositNo ?? ''})
      order by member_id, deposit_no limit ${size}`,
    ),
  replace: async (db, { ownerId, depositNo, sealed }, fresh) => {
    await run(
      db,
      sql`update deposit_receipt set key_sealed = ${fresh} where member_id = ${ownerId} and deposit_no = ${depositNo} and key_sealed = ${sealed}`,
    )
  },
})
