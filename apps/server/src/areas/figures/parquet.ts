// The views of the schema `bi` as Parquet files, one a view, all of one moment.
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { rowKey, rows, sql, transaction, type Database, type Tx } from '@tianping/database'
import { fileWriter, parquetWriteRows } from 'hyparquet-writer'
import { biColumns, type BiColumn } from './store/bi.sql.ts'

type Element = {
  type: 'INT32' | 'INT64' | 'BYTE_ARRAY'
  converted_type?: 'DATE' | 'UTF8' | 'TIMESTAMP_MILLIS'
}

/** Amounts stay whole fen, days stay days. */
const elements: Record<string, Element> = {
  smallint: { type: 'INT32' },
  integer: { type: 'INT32' },
  bigint: { type: 'INT64' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  date: { type: 'INT32', converted_type: 'DATE' },
  'timestamp with time zone': { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
}

const AT_ONCE = 10_000
const ROWS_OF_GROUP = 100_000
/** A site of years takes longer than a request may. */
const LONGEST_MS = 3_600_000

const elementOf = ({ view, name, kind }: BiColumn): Element => {
  const found = elements[kind]
  if (!found) throw new Error(`bi.${view}.${name} is ${kind}, which no Parquet type is chosen for`)
  return found
}

const valueOf = (value: unknown, { kind }: BiColumn): unknown =>
  kind === 'date' && typeof value === 'string' ? new Date(`${value}T00:00:00Z`) : value

/** Rows of a view from a cursor, so that no more than a group of them is in memory. */
async function* readRows(tx: Tx, view: string, columns: BiColumn[], count: { rows: number }) {
  await tx.query(sql.raw(`declare reading no scroll cursor for select * from bi."${view}"`))
  for (;;) {
    const found = await rows(
      tx,
      sql.raw<Record<string, unknown>>(`fetch forward ${AT_ONCE} from reading`),
    )
    if (found.length === 0) break
    count.rows += found.length
    for (const row of found)
      yield Object.fromEntries(
        columns.map(column => [column.name, valueOf(row[rowKey(column.name)], column)]),
      )
  }
  await tx.query(sql.raw('close reading'))
}

async function writeView(tx: Tx, file: string, view: string, columns: BiColumn[]): Promise<number> {
  const count = { rows: 0 }
  await parquetWriteRows({
    writer: fileWriter(`${file}.part`),
    rows: readRows(tx, view, columns, count),
    columns: columns.map(({ name }) => ({ name })),
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(column => ({
        name: column.name,
        repetition_type: 'OPTIONAL' as const,
        ...elementOf(column),
      })),
    ],
    rowGroupSize: ROWS_OF_GROUP,
  })
  renameSync(`${file}.part`, file)
  return count.rows
}

/**
 * Writes every view into a folder; a file takes its name once it is whole. Answers the rows of each
 * view.
 */
export const exportParquet = (db: Database, folder: string): Promise<Map<string, number>> =>
  transaction(
    db,
    async tx => {
      mkdirSync(folder, { recursive: true })
      const columns = await biColumns(tx)
      const written = new Map<string, number>()
      for (const view of new Set(columns.map(each => each.view))) {
        const own = columns.filter(each => each.view === view)
        written.set(view, await writeView(tx, join(folder, `${view}.parquet`), view, own))
      }
      return written
    },
    { isolation: 'repeatable read', readOnly: true, longestMs: LONGEST_MS },
  )
