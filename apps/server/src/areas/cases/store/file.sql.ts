import { row, rows, run, sql, theRow, transaction, type Db, type Tx } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import type { Sealed, SealedColumn } from '../../../kernel/reseal.ts'

export type CaseFile = {
  fileId: bigint
  caseId: bigint
  kind: 'file' | 'report'
  name: string
  bytes: number
  sha256: string
  complete: boolean
  broughtBy: string
  broughtAt: Date
}
const columns = sql`file_id, case_id, kind, name, bytes, sha256, complete, brought_by, brought_at`

export const insertFile = (
  tx: Tx,
  f: {
    caseId: bigint
    kind: 'file' | 'report'
    name: string
    bytes: number
    by: string
    at: Date
  },
) =>
  theRow(
    tx,
    sql<{ id: bigint }>`
    insert into aml_case_file (case_id, kind, name, bytes, brought_by, brought_at) values (${f.caseId}, ${f.kind}, ${f.name}, ${f.bytes}, ${f.by}, ${f.at}) returning file_id as id`,
  )

export const fileRow = (db: Db, fileId: number | bigint) =>
  row(db, sql<CaseFile>`select ${columns} from aml_case_file where file_id = ${fileId}`)
export const lockFile = (tx: Tx, fileId: number | bigint) =>
  row(tx, sql<CaseFile>`select ${columns} from aml_case_file where file_id = ${fileId} for update`)

export const fileRows = (db: Db, caseId: bigint, limit: number) =>
  rows(
    db,
    sql<CaseFile>`select ${columns} from aml_case_file where case_id = ${caseId} and complete order by file_id limit ${limit}`,
  )
export const countFiles = async (db: Db, caseId: bigint): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        count: number
      }>`select count(*)::int as count from aml_case_file where case_id = ${caseId}`,
    )
  ).count

/** A piece that is there already is kept as it is. */
export const insertFilePart = (tx: Tx, fileId: bigint, no: number, sealed: Buffer) =>
  run(
    tx,
    sql`insert into aml_case_file_part (file_id, no, sealed) values (${fileId}, ${no}, ${sealed}) on conflict do nothing`,
  )
export const filePart = (db: Db, fileId: bigint, no: number) =>
  row(
    db,
    sql<{
      sealed: Buffer
    }>`select sealed from aml_case_file_part where file_id = ${fileId} and no = ${no}`,
  )
export const partCount = async (db: Db, fileId: bigint): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        count: number
      }>`select count(*)::int as count from aml_case_file_part where file_id = ${fileId}`,
    )
  ).count
export const completeFile = (tx: Tx, fileId: bigint, sha256: string) =>
  run(
    tx,
    sql`update aml_case_file set complete = true, sha256 = ${sha256} where file_id = ${fileId}`,
  )

type PartRow = Sealed & { no: number }
/** The pieces of files. */
export const sealedCaseFiles = (keys: SealingKeys): SealedColumn<PartRow> => ({
  name: 'files of cases',
  keys,
  countOthers: async (db, keyId) =>
    (
      await theRow(
        db,
        sql<{ count: number }>`
        select count(*)::int as count from aml_case_file_part where substr(sealed, 1, 8) <> ${keyId}`,
      )
    ).count,
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<PartRow>`
      select file_id as owner_id, no, sealed from aml_case_file_part
      where substr(sealed, 1, 8) <> ${keyId} and (file_id, no) > (${after?.ownerId ?? 0n}, ${after?.no ?? -1})
      order by file_id, no limit ${size}`,
    ),
  replace: (db, { ownerId, no, sealed }, fresh) =>
    transaction(db, async tx => {
      await run(
        tx,
        sql`update aml_case_file_part set sealed = ${fresh} where file_id = ${ownerId} and no = ${no} and sealed = ${sealed}`,
      )
    }),
})

/** What reports will say. */
export const sealedDrafts = (keys: SealingKeys): SealedColumn => ({
  name: 'drafts of reports',
  keys,
  countOthers: async (db, keyId) =>
    (
      await theRow(
        db,
        sql<{ count: number }>`
        select count(*)::int as count from aml_case where draft_sealed is not null and substr(draft_sealed, 1, 8) <> ${keyId}`,
      )
    ).count,
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<Sealed>`
      select case_id as owner_id, coalesce(draft_sealed, '') as sealed from aml_case
      where draft_sealed is not null and substr(draft_sealed, 1, 8) <> ${keyId} and case_id > ${after?.ownerId ?? 0n}
      order by case_id limit ${size}`,
    ),
  replace: (db, { ownerId, sealed }, fresh) =>
    transaction(db, async tx => {
      await run(
        tx,
        sql`update aml_case set draft_sealed = ${fresh} where case_id = ${ownerId} and draft_sealed = ${sealed}`,
      )
    }),
})
