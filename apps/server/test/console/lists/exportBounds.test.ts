// Files of lists that are longer than a file takes.
import { rows, run, sql } from '@tianping/database'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openCashier } from '../../cashier/support.ts'
import { desk } from '../support.ts'

// Pages have ten rows.
const BOUNDS = { rows: 25, pages: 2 }
const { site, owner, clock } = await openCashier({}, BOUNDS)
const admin = await desk(site, 'admin')
const DEPOSITS = 'POST /api/console/deposits/list'
const NOTICES = 'POST /api/console/notices/list'

const { memberId } = await site.member({ name: 'cutmember' })
const deposits = (method: string, count: number) =>
  run(
    owner,
    sql`
    insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, created_at, decided_at, decided_by, action_key)
    select ${memberId}, 'D26CUT' || ${method}::text || lpad(n::text, 10, '0'), ${method}, 10000 + n, 3, '', ${clock.now()},
      ${clock.now()}, 'till', ${method}::text || n
    from generate_series(1, ${count}::int) n`,
  )
const notices = (count: number) =>
  run(
    owner,
    sql`insert into notice (content, created_at) select 'n' || n, ${clock.now()} from generate_series(1, ${count}::int) n`,
  )

async function fileOf(
  list: string,
  filters: Record<string, string | number>,
  columns: string[],
  format: 'csv' | 'xlsx' | 'parquet' = 'csv',
) {
  const { data } = await admin.call('POST /api/console/exports/begin', {
    list,
    filters,
    columns,
    format,
  })
  return site.app.inject({
    url: `/api/console/export/${data.ticket}`,
    headers: { cookie: admin.cookie },
  })
}
const linesOf = ({ body }: { body: string }) => body.replace('\ufeff', '').trim().split('\r\n')
/** The newest record in 导出记录 once its end is written. */
const recorded = async (has: object) => {
  await expect
    .poll(async () => (await admin.call('POST /api/console/exports/list')).data.data[0])
    .toMatchObject(has)
}
const lastInLog = () =>
  rows(owner, sql`select action, after from audit_log order by audit_id desc limit 1`)

test('a list by key that is longer than a file ends with a row that says so, and so do the records', async () => {
  await deposits('alipay', 26)
  const filters = { state: 3, method: 'alipay' }
  const lines = linesOf(await fileOf(DEPOSITS, filters, ['deposit_no', 'amount']))
  expect(lines).toHaveLength(1 + 25 + 1)
  expect(lines.at(-2)).toMatch(/^D26CUTalipay\d{10},\d/)
  expect(lines.at(-1)).toBe('已达上限 25 行，其余未导出，请缩小范围,')
  await recorded({ rows: 25, cut: true })
  await expect
    .poll(lastInLog)
    .toEqual([{ action: 'export.done', after: { filters, rows: 25, cut: true } }])
})

test('a list of exactly as many rows is whole', async () => {
  await deposits('wechat', 25)
  const filters = { state: 3, method: 'wechat' }
  const lines = linesOf(await fileOf(DEPOSITS, filters, ['deposit_no']))
  expect(lines).toHaveLength(1 + 25)
  expect(lines.at(-1)).toMatch(/^D26CUTwechat/)
  await recorded({ rows: 25, cut: false })
  await expect.poll(lastInLog).toEqual([{ action: 'export.done', after: { filters, rows: 25 } }])
})

test('a workbook says it in its last row too', async () => {
  const file = await fileOf(DEPOSITS, { state: 3, method: 'alipay' }, ['amount'], 'xlsx')
  const bytes = file.rawPayload
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const at = bytes.indexOf(name) + name.length
  const sheet = inflateRawSync(bytes.subarray(at), { finishFlush: 2 }).toString()
  const read = [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) => row)
  expect(read).toHaveLength(1 + 25 + 1)
  expect(read.at(-1)).toContain('已达上限 25 行，其余未导出，请缩小范围')
  await recorded({ rows: 25, cut: true })
})

test('a list by page number that has more pages than are read says so', async () => {
  await run(owner, sql`delete from notice`)
  await notices(20)
  const whole = linesOf(await fileOf(NOTICES, {}, ['content']))
  expect(whole).toHaveLength(1 + 20)
  await recorded({ rows: 20, cut: false })
  await notices(1)
  const cut = linesOf(await fileOf(NOTICES, {}, ['content']))
  expect(cut).toHaveLength(1 + 20 + 1)
  expect(cut.at(-1)).toBe('已达上限 20 行，其余未导出，请缩小范围')
  await recorded({ rows: 20, cut: true })
})

test('a Parquet, which no program would read as a part, is refused', async () => {
  const file = await fileOf(DEPOSITS, { state: 3, method: 'alipay' }, ['amount'], 'parquet')
  expect(file.json()).toMatchObject({
    code: 400,
    message: '该列表一次最多导出 25 行，请缩小范围',
  })
  await recorded({ rows: -1, cut: false })
})
