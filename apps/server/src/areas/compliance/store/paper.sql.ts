// Papers of incidents, sealed piece by piece.
import { row, rows, run, sql, theRow, transaction, type Db, type Tx } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import type { Sealed, SealedColumn } from '../../../kernel/reseal.ts'

export type Paper = {
  fileId: bigint
  incidentId: bigint
  name: string
  bytes: number
  sha256: string
  complete: boolean
  broughtBy: string
  broughtAt: Date
}
const columns = sql`
  file_id, incident_id, name, bytes, sha256, complete, brought_by, brought_at`

export const insertPaper = (
  tx: Tx,
  p: { incidentId: bigint; name: string; bytes: number; by: string; at: Date },
) =>
  theRow(
    tx,
    sql<{ fileId: bigint }>`
    insert into incident_file (incident_id, name, bytes, brought_by, brought_at)
    values (${p.incidentId}, ${p.name}, ${p.bytes}, ${p.by}, ${p.at}) returning file_id`,
  )

export const paperRow = (db: Db, fileId: number | bigint) =>
  row(db, sql<Paper>`select ${columns} from incident_file where file_id = ${fileId}`)
export const lockPaper = (tx: Tx, fileId: number | bigint) =>
  row(tx, sql<Paper>`select ${columns} from incident_file where file_id = ${fileId} for update`)

export const paperRows = (db: Db, incidentId: bigint, limit: number) =>
  rows(
    db,
    sql<Paper>`
    select ${columns} from incident_file where incident_id = ${incidentId} and complete order by file_id limit ${limit}`,
  )

/** Complete ones, and all that were begun. */
export const countPapers = (db: Db, incidentId: bigint) =>
  theRow(
    db,
    sql<{ complete: number; begun: number }>`
    select count(*) filter (where complete)::int as complete, count(*)::int as begun from incident_file where incident_id = ${incidentId}`,
  )

/** A piece that is there already is kept as it is. */
export const insertPiece = (tx: Tx, fileId: bigint, no: number, sealed: Buffer) =>
  run(
    tx,
    sql`
    insert into incident_file_part (file_id, no, sealed) values (${fileId}, ${no}, ${sealed}) on conflict do nothing`,
  )
export const pieceRow = (db: Db, fileId: bigint, no: number) =>
  row(
    db,
    sql<{
      sealed: Buffer
    }>`select sealed from incident_file_part where file_id = ${fileId} and no = ${no}`,
  )
export const countPieces = async (db: Db, fileId: bigint): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        count: number
      }>`select count(*)::int as count from incident_file_part where file_id = ${fileId}`,
    )
  ).count
export const completePaper = (tx: Tx, fileId: bigint, sha256: string) =>
  run(
    tx,
    sql`update incident_file set complete = true, sha256 = ${sha256} where file_id = ${fileId}`,
  )

type PieceRow = Sealed & { no: number }
export const sealedPapers = (keys: SealingKeys): SealedColumn<PieceRow> => ({
  name: 'papers of incidents',
  keys,
  countOthers: async (db, keyId) =>
    (
      await theRow(
        db,
        sql<{ count: number }>`
        select count(*)::int as count from incident_file_part where substr(sealed, 1, 8) <> ${keyId}`,
      )
    ).count,
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<PieceRow>`
      select file_id as owner_id, no, sealed from incident_file_part
      where substr(sealed, 1, 8) <> ${keyId} and (file_id, no) > (${after?.ownerId ?? 0n}, ${after?.no ?? -1})
      order by file_id, no limit ${size}`,
    ),
  replace: (db, { ownerId, no, sealed }, fresh) =>
    transaction(db, async tx => {
      await run(
        tx,
        sql`update incident_file_part set sealed = ${fresh} where file_id = ${ownerId} and no = ${no} and sealed = ${sealed}`,
      )
    }),
})
