import { row, run, sql, type Db } from '@tianping/database'
import { inSpan, type Narrowed } from '../../kernel/operator/listed.sql.ts'
import { byId, keyedRows, type Keyed, type Paging } from '../../kernel/operator/pages.sql.ts'

export type ExportFormat = 'csv' | 'xlsx' | 'parquet' | 'pdf'
export type ExportRow = {
  exportId: bigint
  operator: string
  list: string
  filters: Record<string, string | number>
  columns: string[]
  format: ExportFormat
  begunAt: Date
  endedAt: Date | null
  rows: number | null
  /** The file ended at its bound before its list did. */
  cut: boolean
}
const columns = sql`export_id, operator, list, filters, columns, format, begun_at, ended_at, rows, cut`
const bytes = (hash: string) => sql`decode(${hash}, 'hex')`

export const insertExport = (
  db: Db,
  e: {
    ticketHash: string
    operatorId: bigint
    operator: string
    list: string
    filters: object
    columns: string[]
    format: ExportFormat
    now: Date
  },
) =>
  run(
    db,
    sql`
    insert into console_export (ticket_hash, operator_id, operator, list, filters, columns, format, begun_at)
    values (${bytes(e.ticketHash)}, ${e.operatorId}, ${e.operator}, ${e.list}, ${JSON.stringify(e.filters)}::jsonb, ${e.columns}, ${e.format}, ${e.now})`,
  )

/** Takes a ticket of this operator's, once and while it is young. */
export const takeExport = (
  db: Db,
  e: { ticketHash: string; operatorId: bigint; now: Date; begunSince: Date },
) =>
  row(
    db,
    sql<ExportRow>`
    update console_export set taken_at = ${e.now}
    where ticket_hash = ${bytes(e.ticketHash)} and operator_id = ${e.operatorId} and taken_at is null and begun_at > ${e.begunSince}
    returning ${columns}`,
  )

/** `rows` null: it broke off. */
export const endExport = (
  db: Db,
  e: { exportId: bigint; rows: number | null; isCut: boolean; now: Date },
) =>
  run(
    db,
    sql`
    update console_export set rows = ${e.rows}, cut = ${e.isCut}, ended_at = ${e.now} where export_id = ${e.exportId}`,
  )

/** The newest first. */
export function exportRows(db: Db, { paging, ...narrowed }: Narrowed & { paging: Paging }) {
  const { key, page } = byId(paging, sql`export_id`, true)
  const from = sql`from console_export where ${inSpan(sql`begun_at`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<ExportRow & Keyed>`select ${columns}, ${key} ${from} and ${page}`,
    from,
  )
}
