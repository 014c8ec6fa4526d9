// The rows of a list for a file, in the order of the room, up to a bound.
import { EXPORT_ROWS } from '@tianping/contract/desk/facts'
import { say } from '@tianping/contract/refusals'
import { isSheet } from '@tianping/contract/figures/facts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Operator, Services } from '../../kernel/http/services.ts'
import { MOST_COUNTED } from '../../kernel/operator/listed.sql.ts'
import { sheetRows } from '../../areas/figures/figures.ts'

/** The most of a list that goes into one file. A list by page number ends at its pages first. */
export type ExportBounds = { rows: number; pages: number }
export const EXPORT_BOUNDS: ExportBounds = { rows: EXPORT_ROWS, pages: 1_000 }
/** Rows of a page that is read for a file. */
const BATCH = 1_000

type Batch = Record<string, unknown>[]
type Reading = Services & { operator: Operator; body: Record<string, unknown> }
type Page = { data: Batch; last_page: number; total: number; next?: string }
type Handle = (context: object) => Promise<{ data: unknown }>

/** `isCut` becomes true with the last batch, where the list has rows beyond the bounds. */
export type ExportRows = { batches: AsyncIterable<Batch>; isCut: boolean }

/** The rows of a list or report. Throws a `Refusal` for a call without a handler. */
export function exportRowsOf(
  reading: Reading,
  list: string,
  handlers: ConsoleHandlers,
  bounds: ExportBounds,
): ExportRows {
  const handle = (handlers as Record<string, Handle>)[list]
  if (!handle) throw new Refusal(say('export.unknown'))
  const cut = () => {
    read.isCut = true
  }
  const all = isSheet(list)
    ? sheet(reading, list, handle)
    : pages(reading, handle, bounds.pages, cut)
  const read: ExportRows = { batches: bounded(all, bounds.rows, cut), isCut: false }
  return read
}

/**
 * Page by page as the room shows it, in the same order. Where pages have cursors the next one is
 * read by key; the other lists are short.
 */
async function* pages(
  reading: Reading,
  handle: Handle,
  most: number,
  cut: () => void,
): AsyncGenerator<Batch> {
  let cursor = ''
  for (let page = 1; page <= most; page++) {
    const read = await pageAt(reading, handle, page, cursor)
    yield read.data
    cursor = read.next ?? ''
    if (read.next === undefined ? isLast(read, page) : cursor === '') return
  }
  if (cursor !== '' || (await pageAt(reading, handle, most + 1, '')).data.length > 0) cut()
}

async function pageAt(
  reading: Reading,
  handle: Handle,
  page: number,
  cursor: string,
): Promise<Page> {
  const { data } = await handle({
    ...reading,
    caller: { address: '', agent: '', host: '', key: '' },
    body: { ...reading.body, page, ...('cursor' in reading.body ? { cursor, per: BATCH } : {}) },
    setSession: () => {},
  })
  return Array.isArray(data)
    ? { data: data as Batch, last_page: 1, total: data.length }
    : (data as Page)
}

/** Totals are counted up to `MOST_COUNTED`: with that many, only a page without rows is the end. */
const isLast = ({ data, last_page, total }: Page, page: number) =>
  data.length === 0 || (page >= last_page && total < MOST_COUNTED)

/** A report that is no list, all at once. */
async function* sheet(reading: Reading, list: string, handle: Handle): AsyncGenerator<Batch> {
  const { data } = await handle(reading)
  yield sheetRows(list, data) ?? []
}

async function* bounded(
  batches: AsyncIterable<Batch>,
  most: number,
  cut: () => void,
): AsyncGenerator<Batch> {
  let left = most
  for await (const batch of batches) {
    if (batch.length > left) {
      cut()
      yield batch.slice(0, left)
      return
    }
    left -= batch.length
    yield batch
  }
}
