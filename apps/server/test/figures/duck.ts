import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { onTestFinished } from 'vitest'

/** A folder that goes with its test. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tianping-parquet-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** What DuckDB answers, amounts and days as text. */
export async function duck(query: string): Promise<unknown[]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    return (await connection.runAndReadAll(query)).getRowObjectsJson()
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
