import { say } from '@tianping/contract/refusals'
import { columnLabelOf, type ColumnName } from '@tianping/contract/columns'
import type { Words } from '@tianping/contract'
import { isSheet } from '@tianping/contract/figures/facts'
import { beijing } from '@tianping/money/day'
import { stringify } from 'csv-stringify'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { PassThrough, Readable, pipeline, type Transform } from 'node:stream'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Operator, Services } from '../../kernel/http/services.ts'
import { sheetRows } from '../../areas/figures/figures.ts'
import { operatorOf } from '../signIn/access.ts'
import { withoutValues } from '../../kernel/operator/lookup.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { readsElsewhere } from '../../kernel/reads/elsewhere.ts'
import { xlsxOf } from '../../kernel/sheet/xlsx.ts'
import { operatorSubject } from '../../kernel/reads/reads.ts'
import { pdfExport } from './exportPdf.ts'
import { parquetExport } from './exportParquet.ts'
import { listFor, wordsIn } from './exports.ts'
import { endExport, takeExport, type ExportRow } from './exports.sql.ts'
import { hashOf } from '../signIn/session.ts'

const EXPORT = { name: 'GET /api/console/export', permission: 'export.run' }
const TICKET_MS = 60_000
/** A file beyond this is no longer for a spreadsheet. */
const MOST_ROWS = 500_000
const MOST_AT_ONCE = 4
const MOST_PAGES = 1_000
/** Rows of a page that is read for a file. */
const BATCH = 1_000

type Batch = Record<string, unknown>[]
type Reading = Services & { operator: Operator; body: Record<string, unknown> }
type Page = { data: Batch; last_page: number; next?: string }
type Handle = (context: object) => Promise<{ data: unknown }>

/**
 * Page by page as the room shows it, in the same order. Where pages have cursors the next one is
 * read by key; the other lists are short.
 */
async function* pages(reading: Reading, handle: Handle): AsyncGenerator<Batch> {
  let cursor = ''
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { data } = await handle({
      ...reading,
      caller: { address: '', agent: '', host: '', key: '' },
      body: { ...reading.body, page, ...('cursor' in reading.body ? { cursor, per: BATCH } : {}) },
      setSession: () => {},
    })
    const read = Array.isArray(data) ? { data: data as Batch, last_page: 1 } : (data as Page)
    yield read.data
    cursor = read.next ?? ''
    if (read.next === undefined ? page >= read.last_page : cursor === '') return
  }
}

/** A report that is no list, all at once. */
async function* sheet(reading: Reading, list: string, handle: Handle): AsyncGenerator<Batch> {
  const { data } = await handle(reading)
  yield sheetRows(list, data) ?? []
}

/** What a cell says: a code in words, a figure as it is, several values side by side. */
function cellOf(value: unknown, words: Words): string | number {
  if (Array.isArray(value)) return value.map(each => cellOf(each, words)).join('、')
  const code = String(value)
  return (Object.hasOwn(words, code) ? words[code] : undefined) ?? plainOf(value)
}

function plainOf(value: unknown): string | number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string)
}

/**
 * `GET /api/console/export/<ticket>`: the list as a file. CSV and XLSX are written as it is read,
 * so that a long one takes no more memory than a page; a PDF has a bound. The ticket came from a
 * call with all its checks; the cookie says that it is the same operator.
 */
export function serveExports(
  app: FastifyInstance,
  services: Services,
  handlers: ConsoleHandlers,
): void {
  // Counted from before the first wait until the last byte, whatever the file is.
  let running = 0
  app.get<{ Params: { ticket: string } }>(
    '/api/console/export/:ticket',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const operator = await operatorOf(services, request, EXPORT)
      if (running >= MOST_AT_ONCE) throw new Refusal(say('export.too_many'))
      running++
      let isWriting = false
      const done = () => running--
      try {
        const taken = await ticketOf(services, operator, request.params.ticket)
        const asked = { services, operator, address: request.ip, taken }
        const reading = await readingOf(asked, handlers)
        const now = services.clock.now()
        if (taken.format === 'pdf' || taken.format === 'parquet') {
          const { type, make } = wholes[taken.format]
          const file = await whole(asked, make(asked, reading))
          return named(reply, taken, now).type(type).send(file)
        }
        const { type, file } = written(asked, reading, done)
        isWriting = true
        return named(reply, taken, now).type(type).send(file)
      } finally {
        if (!isWriting) done()
      }
    },
  )
}

async function ticketOf({ db, clock }: Services, operator: Operator, ticket: string) {
  const now = clock.now()
  const taken = await takeExport(db, {
    ticketHash: hashOf(ticket),
    operatorId: operator.operatorId,
    now,
    begunSince: new Date(now.getTime() - TICKET_MS),
  })
  if (!taken) throw new Refusal(say('export.link_over'))
  return taken
}

type Asked = { services: Services; operator: Operator; address: string; taken: ExportRow }
type Read = { body: Record<string, unknown>; batches: AsyncIterable<Batch> }

/** The rows of the list, read where the list is. */
async function readingOf(
  { services, operator, taken }: Asked,
  handlers: ConsoleHandlers,
): Promise<Read> {
  const { body } = listFor(operator, taken.list, taken.filters)
  const own = { ...services, db: await databaseOf(services, operator, taken.list) }
  return { body, batches: read({ ...own, operator, body }, taken, handlers) }
}

function named(reply: FastifyReply, { list, format }: ExportRow, now: Date) {
  const of = list.split('/').slice(3).join('-')
  const name = `${of}-${beijing(now).replace(/\D/g, '')}.${format}`
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
}

type Made = Promise<{ file: Buffer; rows: number }>
type Whole = { type: string; make: (asked: Asked, read: Read) => Made }

/** Files that are made before they are sent. */
const wholes: Record<'pdf' | 'parquet', Whole> = {
  pdf: {
    type: 'application/pdf',
    make: ({ services, taken }, { body, batches }) => pdfExport(services, taken, body, batches),
  },
  parquet: {
    type: 'application/vnd.apache.parquet',
    make: ({ taken }, { batches }) => parquetExport(taken, batches),
  },
}

/** A file that is sent whole; one that cannot be made is written down as broken off. */
async function whole(asked: Asked, making: Made): Promise<Buffer> {
  try {
    const { file, rows } = await making
    await ended(asked, rows)
    return file
  } catch (error) {
    await ended(asked, null)
    throw error
  }
}

/** A file that is written as the list is read; `done` is called after the last byte. */
function written(asked: Asked, { batches }: Read, done: () => void) {
  const { services, taken } = asked
  const words = wordsIn(taken.list)
  let count = 0
  const records = async function* () {
    for await (const batch of batches) {
      for (const row of batch) {
        if (count >= MOST_ROWS) return
        count++
        yield taken.columns.map(column => cellOf(row[column], words(column)))
      }
    }
  }
  const writing = filesOf[taken.format as Streamed](taken, records())
  pipeline(writing.source, writing.file, error => {
    done()
    if (error) services.log.warn({ err: error, list: taken.list }, 'export broke off')
    ended(asked, error ? null : count).catch((failure: unknown) =>
      services.log.error({ err: failure as Error }, 'export not written down'),
    )
  })
  return writing
}

type Streamed = Exclude<ExportRow['format'], keyof typeof wholes>
type Cells = (string | number)[]
type Writing = (
  taken: ExportRow,
  records: AsyncIterable<Cells>,
) => {
  type: string
  source: Readable
  file: Transform
}
const headerOf = ({ list, columns }: ExportRow) =>
  columns.map(key => columnLabelOf(list, key as ColumnName))

const filesOf: { [Format in Streamed]: Writing } = {
  // What a spreadsheet would take for a formula is written as the text it is.
  csv: (taken, records) => ({
    type: 'text/csv; charset=utf-8',
    source: Readable.from(records, { objectMode: true }),
    file: stringify({
      bom: true,
      escape_formulas: true,
      header: true,
      columns: headerOf(taken),
      record_delimiter: 'windows',
    }),
  }),
  xlsx: (taken, records) => ({
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    source: Readable.from(xlsxOf(headerOf(taken), records), { objectMode: false }),
    file: new PassThrough(),
  }),
}

/** A file is read where its list is. */
const databaseOf = ({ db, reads }: Services, { operatorId }: Operator, list: string) =>
  readsElsewhere.has(list) ? reads.database(operatorSubject(operatorId)) : db

function read(reading: Reading, taken: ExportRow, handlers: ConsoleHandlers): AsyncIterable<Batch> {
  const handle = (handlers as Record<string, Handle>)[taken.list]
  if (!handle) throw new Refusal(say('export.unknown'))
  return isSheet(taken.list) ? sheet(reading, taken.list, handle) : pages(reading, handle)
}

async function ended({ services, operator, address, taken }: Asked, rows: number | null) {
  const { db, clock } = services
  await endExport(db, { exportId: taken.exportId, rows, now: clock.now() })
  await audit(
    db,
    clock.now(),
    { operator, address },
    {
      action: rows === null ? 'export.broken' : 'export.done',
      subject: `list:${taken.list.replace('POST /api/console/', '')}`,
      after: { filters: withoutValues(taken.filters), rows },
    },
  )
}
