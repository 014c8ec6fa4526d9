// Statements of a month for the accountant as PDF, read back by a library that is not ours.
import PDFParser from 'pdf2json'
import { formatFen } from '@tianping/money'
import { rows, run, sql, transaction } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { checkFacts } from '../../src/areas/figures/figures.ts'
import { seedSite } from '../../src/demo/site.ts'
import { post } from '../../src/ledger/ledger.ts'
import { reconcile } from '../../src/ledger/reconcile.ts'
import { desk } from '../console/support.ts'
import { deposit, toVenue } from '../ledger/postings.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { caughtUp } from './support.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const app = open({ role: 'tianping_app' })
// Months that are over on any machine: reconciliation is dated by the real clock.
const clock = new TestClock('2025-02-20T04:00:00Z')
await seedSite(owner, clock.now())
const site = await openTestSite(url, { clock })
const [first, second] = [await desk(site, 'finance'), await desk(site, 'finance')]
const january = { effectiveAt: new Date('2025-01-15T12:00:00+08:00') }
const anna = await site.member()
await post(app, { ...deposit(anna.memberId, 5_000_00n), ...january })
await post(app, { ...toVenue(anna.memberId, 1, 1_234_56n), ...january })
await caughtUp(app)

const PARTIES = 'POST /api/console/months/parties/list'
const LINES = 'POST /api/console/months/lines/list'
const fields = ['party_name', 'party_count', 'opening', 'inflow', 'outflow', 'result', 'closing']

async function exported(list: string, filters: object, columns: string[], format: 'pdf' | 'csv') {
  const begun = await first.call('POST /api/console/exports/begin', {
    list,
    filters: filters as Record<string, string>,
    columns,
    format,
  })
  expect(begun, begun.message).toMatchObject({ code: 200 })
  return site.app.inject({
    url: `/api/console/export/${begun.data.ticket}`,
    headers: { cookie: first.cookie },
  })
}

/** The texts of a PDF line by line, from top to bottom and from left to right. */
function linesOf(pdf: Buffer): Promise<string[][]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[][]>()
  const parser = new PDFParser()
  parser.on('pdfParser_dataError', error => reject(new Error(JSON.stringify(error))))
  parser.on('pdfParser_dataReady', ({ Pages }) => {
    const lines = Pages.flatMap(({ Texts }) => {
      const byHeight = Map.groupBy(Texts, each => each.y)
      return [...byHeight].toSorted(([a], [b]) => a - b).map(([, texts]) => texts)
    })
    resolve(
      lines.map(texts =>
        texts
          .toSorted((a, b) => a.x - b.x)
          .map(each => decodeURIComponent(each.R.map(run => run.T).join(''))),
      ),
    )
  })
  // A buffer of its own: the parser reads the memory behind a small one from its beginning.
  const own = Buffer.alloc(pdf.length)
  pdf.copy(own)
  parser.parseBuffer(own, 0)
  return promise
}
const texts = async (pdf: Buffer) =>
  // Latin and Chinese letters of one word are runs of their own.
  (await linesOf(pdf)).map(line => line.join(' ').replaceAll(/\s+/g, ' '))
const yuan = (value: number) => formatFen(BigInt(Math.round(value * 100)))

test('a statement as PDF has the rows of the list, its sums, and who signed; a closed month the same bytes', async () => {
  await reconcile(app, { extraChecks: [checkFacts] })
  const month = { month: '2025-01' }
  const digest = (await first.call('POST /api/console/months/show', month)).data.digest
  await first.call('POST /api/console/months/prepare', { ...month, digest })
  expect((await second.call('POST /api/console/months/close', month)).message).toBe('已关账')

  const file = await exported(PARTIES, { ...month, kind: 'venue' }, fields, 'pdf')
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
  })
  expect(file.headers['content-disposition']).toMatch(/months-parties-list-\d+\.pdf";/)
  const read = await texts(file.rawPayload)
  expect(read[0]).toBe('场馆对账单')
  expect(read).toContain('月份 2025-01')
  expect(read).toContain('状态 已关账')
  expect(read.find(line => line.startsWith('制表'))).toContain(first.name)
  expect(read.find(line => line.startsWith('复核'))).toContain(second.name)
  expect(read).toContain('场馆 注单数 期初余额 转入 转出 会员输赢 期末余额')

  const { data } = await first.call(PARTIES, { ...month, kind: 'venue', page: 1 })
  expect(data.data.length).toBeGreaterThan(1)
  expect(data.data.find(each => each.party_key === '1')!.inflow).toBe(1_234.56)
  for (const row of data.data)
    expect(read).toContain(
      [row.party_name, row.party_count, yuan(row.opening), yuan(row.inflow), yuan(row.outflow)]
        .concat([row.result > 0 ? `+${yuan(row.result)}` : yuan(row.result), yuan(row.closing)])
        .join(' '),
    )
  const sum = (of: (row: (typeof data.data)[number]) => number) =>
    yuan(data.data.reduce((whole, row) => whole + of(row), 0))
  expect(read.find(line => line.startsWith('合计'))).toBe(
    `合计 0 0.00 ${sum(row => row.inflow)} 0.00 0.00 ${sum(row => row.closing)}`,
  )

  const csv = await exported(PARTIES, { ...month, kind: 'venue' }, fields, 'csv')
  expect(csv.body.trim().split('\r\n').length - 1).toBe(data.data.length)
  clock.advance(120_000)
  const later = await exported(PARTIES, { ...month, kind: 'venue' }, fields, 'pdf')
  expect(later.rawPayload.equals(file.rawPayload)).toBe(true)
})

test('one party stands alone, without a sum; an account that nobody asked for is left out', async () => {
  const filters = { month: '2025-01', kind: 'venue', party: '1' }
  const pdf = await exported(PARTIES, filters, ['party_name', 'inflow'], 'pdf')
  const read = await texts(pdf.rawPayload)
  expect(read).toContain('对象 沙盒真人')
  expect(read).toContain('沙盒真人 1,234.56')
  expect(read).toContain('场馆 转入')
  expect(read.some(line => line.startsWith('合计'))).toBe(false)
})

test('the trial balance adds up on paper', async () => {
  const asked = ['account_code', 'account', 'venue', 'opening', 'debit', 'credit', 'closing']
  const pdf = await exported(LINES, { month: '2025-01' }, asked, 'pdf')
  const read = await texts(pdf.rawPayload)
  expect(read[0]).toBe('试算平衡表')
  expect(read.find(line => line.startsWith('合计'))).toBe('合计 6,234.56 6,234.56')
})

test('other lists have no PDF; what left is in the list of files and in the audit log', async () => {
  expect(
    await first.call('POST /api/console/exports/begin', {
      list: 'POST /api/console/deposits/list',
      filters: {},
      columns: ['amount'],
      format: 'pdf',
    }),
  ).toMatchObject({ code: 400, message: '该列表没有 PDF 格式，请选择 CSV 或 XLSX' })
  const done = await rows<{ after: { rows: number } }>(
    owner,
    sql`select after from audit_log where action = 'export.done' and subject = 'list:months/lines/list'`,
  )
  expect(done).toHaveLength(1)
  expect(done[0]!.after.rows).toBeGreaterThan(1)
})

test('a kind without rows has its head alone', async () => {
  const pdf = await exported(PARTIES, { month: '2025-01', kind: 'agent' }, fields, 'pdf')
  expect(await texts(pdf.rawPayload)).toContain('代理 会员数 上月结转 计佣基数 佣金 结转下月')
})

test('no more than four files are made at once, PDF or not, and one that cannot be made is written down', async () => {
  const month = { month: '2025-01', kind: 'venue' }
  const begin = async (filters: object) =>
    (
      await first.call('POST /api/console/exports/begin', {
        list: PARTIES,
        filters: filters as Record<string, string>,
        columns: fields,
        format: 'pdf',
      })
    ).data.ticket
  const tickets: string[] = []
  for (let n = 0; n < 8; n++) tickets.push(await begin(month))
  const take = (ticket: string) =>
    site.app.inject({
      url: `/api/console/export/${ticket}`,
      headers: { cookie: first.cookie },
    })
  const isMade = (each: Awaited<ReturnType<typeof take>>) =>
    each.headers['content-type'] === 'application/pdf'
  // Nobody gets past the ticket while its table is locked.
  const refused: Awaited<ReturnType<typeof take>>[] = []
  const taken = await transaction(owner, async tx => {
    await run(tx, sql`lock table console_export in access exclusive mode`)
    const all = tickets.map(async ticket => {
      const answer = await take(ticket)
      if (!isMade(answer)) refused.push(answer)
      return answer
    })
    await expect.poll(() => refused.length).toBe(4)
    return all
  })
  const answers = await Promise.all(taken)
  expect(answers.filter(isMade)).toHaveLength(4)
  expect(refused[0]!.json()).toMatchObject({
    code: 503,
    message: '正在进行的导出过多，请稍后再试',
  })
  expect(refused[0]!.headers['content-disposition']).toBeUndefined()
  // A place that was given back is taken again, and a ticket that was refused is still good.
  const again = answers.findIndex(each => !isMade(each))
  expect((await take(tickets[again]!)).headers['content-type']).toBe('application/pdf')

  const unknown = await take(await begin({ month: '1999-01', kind: 'venue' }))
  expect(unknown.headers['content-type']).not.toBe('application/pdf')
  expect(unknown.headers['content-disposition']).toBeUndefined()
  const broken = await rows(
    owner,
    sql`select 1 from audit_log where action = 'export.broken' and subject = 'list:months/parties/list'`,
  )
  expect(broken).toHaveLength(1)
})
