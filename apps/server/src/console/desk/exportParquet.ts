// A list as Parquet, for programs: fields and codes as the list has them, amounts exact.
import { say } from '@tianping/contract/refusals'
import { Refusal } from '../../kernel/http/refusal.ts'
import { kindOf } from '../../kernel/sheet/cells.ts'
import { parquetOf } from '../../kernel/sheet/parquet.ts'
import { rowShape } from './exports.ts'
import type { ExportRow } from './exports.sql.ts'

/** The file is made in memory; whoever wants all of it runs `npm run export`. */
const PARQUET_ROWS = 100_000

/** The rows of a list as a Parquet file. Refuses more than are made. */
export async function parquetExport(
  { list, columns }: ExportRow,
  batches: AsyncIterable<Record<string, unknown>[]>,
): Promise<{ file: Buffer; rows: number }> {
  const rows: Record<string, unknown>[] = []
  for await (const batch of batches) {
    rows.push(...batch)
    if (rows.length > PARQUET_ROWS)
      throw new Refusal(say('export.parquet_rows', { max: PARQUET_ROWS }))
  }
  const shape = rowShape(list)
  const kinds = columns.map(name => ({ name, kind: kindOf(shape[name]) }))
  return { file: parquetOf(kinds, rows), rows: rows.length }
}
