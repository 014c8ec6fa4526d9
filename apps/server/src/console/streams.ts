// Lists that grow without end, read for a file: each page begins where the one before ended, so the last costs what the
// first did, and rows that come meanwhile move nothing.
import type { Operator, Services } from '../http/services.ts'
import { auditBefore, type AuditFilter, type AuditRow } from './audit.sql.ts'
import { auditRowOf } from './auditList.ts'

export type Batch = Record<string, unknown>[]
export type Reading = Services & { operator: Operator; body: Record<string, unknown> }

const BATCH = 1_000

/** Reads on from the last row until a page is not full. */
async function* following<Row>(read: (after: Row | null, limit: number) => Promise<Row[]>, write: (row: Row) => Record<string, unknown>): AsyncGenerator<Batch> {
  let last: Row | null = null
  for (;;) {
    const rows: Row[] = await read(last, BATCH)
    yield rows.map(write)
    if (rows.length < BATCH) return
    last = rows.at(-1)!
  }
}

export const streams: Record<string, (reading: Reading) => AsyncIterable<Batch>> = {
  'POST /api/console/audit/list': ({ db, body }) =>
    following<AuditRow>((last, limit) => auditBefore(db, body as unknown as AuditFilter, last?.auditId ?? null, limit), auditRowOf),
}
