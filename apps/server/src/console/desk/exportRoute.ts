import { say } from '@tianping/contract/refusals'
import { columnLabels } from '@tianping/contract/columns'
import { beijing } from '@tianping/money/day'
import { stringify } from 'csv-stringify'
import type { FastifyInstance } from 'fastify'
import { PassThrough, Readable, pipeline, type Transform } from 'node:stream'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Operator, Services } from '../../kernel/http/services.ts'
import { operatorOf } from '../signIn/access.ts'
import { withoutValues } from '../../kernel/operator/lookup.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { readsElsewhere } from '../../kernel/reads/elsewhere.ts'
import { xlsxOf } from '../../kernel/sheet/xlsx.ts'
import { operatorSubject } from '../../kernel/reads/reads.ts'
import { pdfExport } from './exportPdf.ts'
import { listFor } from './exports.ts'
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

/** What a cell says: a figure as it is, several values side by side. */
function cellOf(value: unknown): string | number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (value === null || value === undefined) return ''
  if (Array.isArray(value))
    return value
      .map(each => (typeof each === 'object' ? JSON.stringify(each) : String(each)))
      .join('、')
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
  let running = 0
  app.get<{ Params: { ticket: string } }>(
    '/api/console/export/:ticket',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { db, clock, log } = services
      const operator = await operatorOf(services, request, EXPORT)
      if (running >= MOST_AT_ONCE) throw new Refusal(say('export.too_many'))
      const now = clock.now()
      const taken = await takeExport(db, {
        ticketHash: hashOf(request.params.ticket),
        operatorId: operator.operatorId,
        now,
        begunSince: new Date(now.getTime() - TICKET_MS),
      })
      if (!taken) throw new Refusal(say('export.link_over'))
      const { body } = listFor(operator, taken.list, taken.filters)
      const reading = async () => {
        const own = { ...services, db: await databaseOf(services, operator, taken.list) }
        return read({ ...own, operator, body }, taken, handlers)
      }
      const of = taken.list.split('/').slice(3).join('-')
      const name = `${of}-${beijing(now).replace(/\D/g, '')}.${taken.format}`
      const sending = () =>
        reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="${name}"`)
      if (taken.format === 'pdf') {
        const made = await pdfExport(services, taken, body, await reading())
        await ended(services, operator, request.ip, taken, made.rows)
        return sending().type('application/pdf').send(made.file)
      }
      let written = 0
      const records = async function* () {
        for await (const batch of await reading()) {
          for (const row of batch) {
            if (written >= MOST_ROWS) return
            written++
            yield taken.columns.map(column => cellOf(row[column]))
          }
        }
      }
      running++
      const { type, source, file } = filesOf[taken.format](taken, records())
      pipeline(source, file, error => {
        running--
        if (error) log.warn({ err: error, list: taken.list }, 'export broke off')
        ended(services, operator, request.ip, taken, error ? null : written).catch(
          (failure: unknown) => log.error({ err: failure as Error }, 'export not written down'),
        )
      })
      return sending().type(type).send(file)
    },
  )
}

type Cells = (string | number)[]
type Writing = (
  taken: ExportRow,
  records: AsyncIterable<Cells>,
) => {
  type: string
  source: Readable
  file: Transform
}
const headerOf = ({ columns }: ExportRow) =>
  columns.map(key => columnLabels[key as keyof typeof columnLabels])

const filesOf: { [Format in Exclude<ExportRow['format'], 'pdf'>]: Writing } = {
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
  return pages(reading, handle)
}

async function ended(
  { db, clock }: Services,
  operator: Operator,
  address: string,
  taken: ExportRow,
  rows: number | null,
) {
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
