// A table as a Parquet file: whole in memory, so for as many rows as a person works with.
import { parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer'

/** yuan: a decimal with two places, exact · whole: INT64 · number: a double · text: UTF-8. */
export type ParquetKind = 'yuan' | 'whole' | 'number' | 'boolean' | 'text'
export type ParquetColumn = { name: string; kind: ParquetKind }

const YUAN = { precision: 18, scale: 2 } as const
const HUNDRED = 100

const elements = {
  yuan: { type: 'INT64', converted_type: 'DECIMAL', ...YUAN },
  whole: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const satisfies Record<ParquetKind, object>

/** What a value is in its column; null where there is none. */
function valueIn(kind: ParquetKind, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'yuan') return BigInt(Math.round(Number(value) * HUNDRED))
  if (kind === 'whole') return BigInt(value as number)
  if (kind !== 'text') return value
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** `rows` by the names of the columns. */
export function parquetOf(
  columns: readonly ParquetColumn[],
  rows: readonly Record<string, unknown>[],
): Buffer {
  const columnData = columns.map(({ name, kind }): ColumnSource => ({
    name,
    data: rows.map(row => valueIn(kind, row[name])),
  }))
  const schema = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, kind }) => ({
      name,
      repetition_type: 'OPTIONAL' as const,
      ...elements[kind],
    })),
  ]
  return Buffer.from(parquetWriteBuffer({ columnData, schema }))
}
