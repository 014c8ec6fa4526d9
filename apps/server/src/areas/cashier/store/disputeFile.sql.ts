import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import type { SealedFile } from '../../../kernel/files/sealedFile.ts'
import type { Sealed, SealedColumn } from '../../../kernel/reseal.ts'

export type DisputeFile = {
  fileId: bigint
  disputeNo: string
  memberId: bigint
  name: string
  type: 'webp' | 'pdf'
  bytes: number
  addedBy: string
  addedAt: Date
}
const columns = sql`file_id, dispute_no, member_id, name, type, bytes, added_by, added_at`

export const filesOf = (db: Db, disputeNo: string, most: number) =>
  rows(
    db,
    sql<DisputeFile>`
    select ${columns} from dispute_file where dispute_no = ${disputeNo}
    order by file_id limit ${most}`,
  )

export const addFile = (tx: Tx, f: Omit<DisputeFile, 'fileId'> & SealedFile) =>
  theRow(
    tx,
    sql<{ fileId: bigint }>`
    insert into dispute_file
      (dispute_no, member_id, name, type, bytes, added_by, added_at, content, key_sealed)
    values (${f.disputeNo}, ${f.memberId}, ${f.name}, ${f.type}, ${f.bytes}, ${f.addedBy},
      ${f.addedAt}, ${f.content}, ${f.keySealed}) returning file_id`,
  )

export const sealedDisputeFile = (db: Db, fileId: bigint) =>
  row(
    db,
    sql<DisputeFile & SealedFile>`
    select ${columns}, content, key_sealed from dispute_file where file_id = ${fileId}`,
  )

/** What speaks about a member goes with an erased one. */
export const eraseDisputeFiles = (tx: Tx, memberId: bigint) =>
  run(tx, sql`delete from dispute_file where member_id = ${memberId}`)

type Row = Sealed & { fileId: bigint }

/** The keys of evidence: a rotation seals these anew, and leaves the files as they are. */
export const sealedDisputeFileKeys = (keys: SealingKeys): SealedColumn<Row> => ({
  name: 'keys of evidence',
  keys,
  countOthers: async (db, keyId) =>
    (
      await theRow(
        db,
        sql<{ count: number }>`
        select count(*)::int as count from dispute_file where substr(key_sealed, 1, 8) <> ${keyId}`,
      )
    ).count,
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<Row>`
      select member_id as owner_id, file_id, key_sealed as sealed from dispute_file
      where substr(key_sealed, 1, 8) <> ${keyId} and file_id > ${after?.fileId ?? 0n}
      order by file_id limit ${size}`,
    ),
  replace: async (db, { fileId, sealed }, fresh) => {
    await run(
      db,
      sql`
      update dispute_file set key_sealed = ${fresh}
      where file_id = ${fileId} and key_sealed = ${sealed}`,
    )
  },
})
