import { say } from '@tianping/contract/refusals'
import { columnLabelOf, type ColumnName } from '@tianping/contract/columns'
import { listNameOf } from '@tianping/contract/listNames'
import { beijing } from '@tianping/money/day'
import { stringify } from 'csv-stringify'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { PassThrough, Readable, pipeline, type Transform } from 'node:stream'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Operator, Services } from '../../kernel/http/services.ts'
import { operatorOf } from '../signIn/access.ts'
import { withoutValues } from '../../kernel/operator/lookup.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { readsElsewhere } from '../../kernel/reads/elsewhere.ts'
import { cellOf } from '../../kernel/sheet/cells.ts'
import { xlsxOf } from '../../kernel/sheet/xlsx.ts'
import { operatorSubject } from '../../kernel/reads/reads.ts'
import { pdfExport } from './exportPdf.ts'
import { parquetExport } from './exportParquet.ts'
import { EXPORT_BOUNDS, exportRowsOf, type ExportBounds, type ExportRows } from './exportRows.ts'
import { listFor, wordsIn } from './exports.ts'
import { endExport, takeExport, type ExportRow } from './exports.sql.ts'
import { hashOf } from '../signIn/session.ts'

const EXPORT = { name: 'GET /api/console/export', permission: 'export.run' }
const TICKET_MS = 60_000
const MOST_AT_ONCE = 4

/**
 * `GET /api/console/export/<ticket>`: the list as a file. CSV and XLSX are written as it is read,
 * so that a long one takes no more memory than a page; a PDF has a bound. The ticket came from a
 * call with all its checks; the cookie says that it is the same operator.
 */
export function serveExports(
  app: FastifyInstance,
  services: Services,
  handlers: ConsoleHandlers,
  bounds: ExportBounds = EXPORT_BOUNDS,
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
        const reading = await readingOf(asked, handlers, bounds)
        const now = services.clock.now()
        if (taken.format === 'pdf' || taken.format === 'parquet') {
          const { type, make } = wholes[taken.format]
          const file = await whole(asked, reading, make)
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
type Read = { body: Record<string, unknown>; listed: ExportRows }

/** The rows of the list, read where the list is. */
async function readingOf(
  { services, operator, taken }: Asked,
  handlers: ConsoleHandlers,
  bounds: ExportBounds,
): Promise<Read> {
  const { body } = listFor(operator, taken.list, taken.filters)
  const own = { ...services, db: await databaseOf(services, operator, taken.list) }
  return { body, listed: exportRowsOf({ ...own, operator, body }, taken.list, handlers, bounds) }
}

/** As its list is called; the other name is for what reads ASCII alone. */
function named(reply: FastifyReply, { list, format }: ExportRow, now: Date) {
  const of = list.split('/').slice(3).join('-')
  const end = `-${beijing(now).replace(/\D/g, '')}.${format}`
  const names = `filename="${of}${end}"; filename*=UTF-8''${encodeURIComponent(listNameOf(list) + end)}`
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; ${names}`)
}

type Made = Promise<{ file: Buffer; rows: number }>
type Whole = { type: string; make: (asked: Asked, read: Read) => Made }

/** Files that are made before they are sent. */
const wholes: Record<'pdf' | 'parquet', Whole> = {
  pdf: {
    type: 'application/pdf',
    make: ({ services, taken }, { body, listed }) =>
      pdfExport(services, taken, body, listed.batches),
  },
  parquet: {
    type: 'application/vnd.apache.parquet',
    make: ({ taken }, { listed }) => parquetExport(taken, listed.batches),
  },
}

/**
 * A file that is sent whole; one that cannot be made is written down as broken off. Programs read
 * a Parquet to its end and take it for all, so a list beyond the bounds is refused.
 */
async function whole(asked: Asked, reading: Read, make: Whole['make']): Promise<Buffer> {
  try {
    const { file, rows } = await make(asked, reading)
    if (reading.listed.isCut) throw new Refusal(say('export.bound', { max: rows }))
    await ended(asked, { rows, isCut: false })
    return file
  } catch (error) {
    await ended(asked, null)
    throw error
  }
}

/** A file that is written as the list is read; `done` is called after the last byte. */
function written(asked: Asked, { listed }: Read, done: () => void) {
  const { services, taken } = asked
  const words = wordsIn(taken.list)
  let count = 0
  const records = async function* () {
    for await (const batch of listed.batches) {
      for (const row of batch) {
        count++
        yield taken.columns.map(column => cellOf(row[column], words(column)))
      }
    }
    if (listed.isCut) yield taken.columns.map((_, n) => (n === 0 ? cutNote(count) : ''))
  }
  const writing = filesOf[taken.format as Streamed](taken, records())
  pipeline(writing.source, writing.file, error => {
    done()
    if (error) services.log.warn({ err: error, list: taken.list }, 'export broke off')
    const end = error ? null : { rows: count, isCut: listed.isCut }
    ended(asked, end).catch((failure: unknown) =>
      services.log.error({ err: failure as Error }, 'export not written down'),
    )
  })
  return writing
}

/** The last row of a file that is not all of its list. */
const cutNote = (rows: number) =>
  `已达上限 ${rows.toLocaleString('zh-CN')} 行，其余未导出，请缩小范围`

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

/** What became of a file; null broke off. `rows` are those of the list, without a note. */
type Ended = { rows: number; isCut: boolean } | null

async function ended({ services, operator, address, taken }: Asked, end: Ended) {
  const { db, clock } = services
  const rows = end?.rows ?? null
  const isCut = end?.isCut ?? false
  await endExport(db, { exportId: taken.exportId, rows, isCut, now: clock.now() })
  await audit(
    db,
    clock.now(),
    { operator, address },
    {
      action: end ? 'export.done' : 'export.broken',
      subject: `list:${taken.list.replace('POST /api/console/', '')}`,
      after: { filters: withoutValues(taken.filters), rows, ...(isCut ? { cut: true } : {}) },
    },
  )
}
