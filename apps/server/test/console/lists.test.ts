import { rows, run, sql } from '@tianping/database'
import { crc32, inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/kernel/http/refusal.ts'
import { pagingOf } from '../../src/kernel/operator/pages.sql.ts'
import { openCashier } from '../cashier/support.ts'
import { desk } from './support.ts'

const { site, owner, clock } = await openCashier()
const finance = await desk(site, 'finance')
const [member, other] = [await site.member({ name: 'listmember' }), await site.member()]
const LIST = 'POST /api/console/deposits/list'
type Filters = Parameters<typeof finance.call<typeof LIST>>[1]

/** Three of one moment each, so that numbers tell them apart; amounts repeat. */
await run(
  owner,
  sql`
  insert into deposit_order (member_id, deposit_no, method, amount_fen, credited_fen, state, waits_for, created_at, decided_at, decided_by, action_key)
  select ${member.memberId}, 'D26LIST' || lpad(n::text, 20, '0'), 'alipay', 10000 + (n * 7919) % 50 * 100, case when n % 10 <> 0 then 10000 end, case when n % 10 = 0 then 3 else 2 end, '',
    ${clock.now()}::timestamptz - make_interval(days => n / 3), ${clock.now()}::timestamptz - make_interval(days => n / 3), 'till', 'list' || n
  from generate_series(1, 260) n`,
)
await run(
  owner,
  sql`
  insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, created_at, action_key)
  select ${other.memberId}, 'D26WAIT' || lpad(n::text, 20, '0'), 'card', 5000, 1, case when n = 1 then 'provider' else 'person' end, ${clock.now()}, 'wait' || n
  from generate_series(1, 3) n`,
)
/** Five deposits at each moment around a day, each of a member of its own. */
const DAY = '2026-10-05'
const around = {
  listexact1: '2026-10-04 23:59:59.999',
  listexact2: '2026-10-05 00:00:00',
  listexact3: '2026-10-05 23:59:59.999',
  listexact4: '2026-10-06 00:00:00',
}
for (const [name, moment] of Object.entries(around)) {
  const { memberId } = await site.member({ name })
  await run(
    owner,
    sql`
    insert into deposit_order (member_id, deposit_no, method, amount_fen, credited_fen, state, waits_for, created_at, decided_at, decided_by, action_key)
    select ${memberId}, 'D26' || upper(md5(${name} || n)), 'alipay', 100, 100, 2, '', at, at, 'till', ${name} || n
    from (select ${`${moment}+08`}::timestamptz as at) moment, generate_series(1, 5) n`,
  )
}
const page = async (filters: Filters) => (await finance.call(LIST, filters)).data
const numbers = (rows: { deposit_no: string }[]) => rows.map(row => row.deposit_no)

/** Every page of a list by its cursors, forward. */
async function walked(filters: Filters) {
  const seen: string[] = []
  let cursor = ''
  for (let at = 1; ; at++) {
    const { data, next, current_page } = await page({ ...filters, page: at, cursor })
    expect(current_page).toBe(at)
    seen.push(...numbers(data))
    if (next === '') return seen
    cursor = next
  }
}

describe('a list that is paged by key', () => {
  test.each(['', 'created_at', '-created_at', '-decided_at', 'amount', '-amount'])(
    'sorted by "%s" shows every row once, forward and back, as page numbers do',
    async sort => {
      const filters = { state: 2, q: 'listmember', per: 50, sort }
      const seen = await walked(filters)
      expect(new Set(seen).size).toBe(234)
      expect(seen).toHaveLength(234)
      const byNumber = await Promise.all(
        [1, 2, 3, 4, 5].map(async at => numbers((await page({ ...filters, page: at })).data)),
      )
      expect(seen).toEqual(byNumber.flat())
      // From the last page back.
      const back: string[] = []
      let last = await page({ ...filters, page: 5 })
      for (;;) {
        back.unshift(...numbers(last.data))
        if (last.prev === '') break
        last = await page({ ...filters, page: 2, cursor: last.prev })
      }
      expect(back).toEqual(seen)
    },
  )

  test('is in the order it was asked for', async () => {
    const { data } = await page({ state: 2, q: 'listmember', per: 100, sort: '-amount' })
    const amounts = data.map(row => row.amount)
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
    expect(amounts[0]).toBeGreaterThan(amounts.at(-1)!)
  })

  test('reads on behind a row although rows have come before it', async () => {
    const first = await page({ q: 'listmember', per: 20, sort: '-created_at' })
    await run(
      owner,
      sql`
      insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, created_at, action_key)
      values (${member.memberId}, 'D26LISTNEW', 'alipay', 100, 1, 'provider', ${clock.now()}::timestamptz + interval '1 second', 'listnew')`,
    )
    const second = await page({
      q: 'listmember',
      per: 20,
      page: 2,
      cursor: first.next,
      sort: '-created_at',
    })
    const seen = [...numbers(first.data), ...numbers(second.data)]
    expect(new Set(seen).size).toBe(40)
    await run(owner, sql`delete from deposit_order where deposit_no = 'D26LISTNEW'`)
  })

  test('takes several states, a span of days, a range of amounts, and each alone', async () => {
    const states = await page({ states: '1,3', per: 100 })
    expect(new Set(states.data.map(row => row.state))).toEqual(new Set([1, 3]))
    // What the provider has not been paid yet waits for nobody.
    expect(states.total).toBe(26 + 2)
    const span = { from: '2026-11-10', to: '2026-11-12' }
    const days = await page({ state: 2, q: 'listmember', per: 100, ...span })
    const found = await rows(
      owner,
      sql<{
        no: string
      }>`select deposit_no as no from deposit_order where member_id = ${member.memberId} and state = 2 and (decided_at at time zone 'Asia/Shanghai')::date between ${span.from}::date and ${span.to}::date`,
    )
    expect(found.length).toBeGreaterThan(5)
    expect(numbers(days.data).toSorted()).toEqual(found.map(each => each.no).toSorted())
    const one = await page({ state: 2, q: 'listmember', per: 100, day: '2026-11-11' })
    expect(numbers(one.data)).toEqual(
      numbers(
        (await page({ state: 2, q: 'listmember', per: 100, from: '2026-11-11', to: '2026-11-11' }))
          .data,
      ),
    )
    const open = await page({ state: 2, q: 'listmember', from: '2026-11-20' })
    expect(open.total).toBeGreaterThan(0)
    const amounts = await page({ state: 2, q: 'listmember', per: 100, least: '120', most: '130.5' })
    expect(amounts.total).toBeGreaterThan(10)
    expect(amounts.data.every(row => row.amount >= 120 && row.amount <= 130.5)).toBe(true)
  })

  test('a day is from its first moment to before the next day’s; a full page may be the last', async () => {
    const asked = { state: 2, q: 'listexact' }
    const day = await page({ ...asked, day: DAY })
    expect(new Set(day.data.map(row => row.username))).toEqual(
      new Set(['listexact3', 'listexact2']),
    )
    expect([day.total, day.data.length, day.next, day.prev]).toEqual([10, 10, '', ''])
    expect((await page({ ...asked, from: '2026-10-04', to: DAY })).total).toBe(15)
    expect((await page({ ...asked, least: '1', most: '1' })).total).toBe(20)
    const members = 'POST /api/console/members/list'
    for (const q of ['listexact', ''])
      expect(
        (await finance.call(members, { q, played: DAY, per: 100 })).data.data
          .map(row => row.username)
          .filter(name => name.startsWith('listexact')),
        q,
      ).toEqual(['listexact3', 'listexact2'])
  })

  test('has ten rows where nobody says how many, and no other sizes than 20, 50 and 100', async () => {
    expect((await page({})).per_page).toBe(10)
    expect((await page({ per: 100 })).data).toHaveLength(100)
    for (const per of [0, 11, 1_000])
      expect(await finance.call(LIST, { per } as never)).toMatchObject({ code: 400 })
  })

  test('refuses what it does not know instead of leaving it out', async () => {
    for (const wrong of [
      { colour: 'red' },
      { sort: 'remark' },
      { sort: '--amount' },
      { states: '1;2' },
      { states: '1,9' },
      { from: '2026-13-01' },
      { from: '2026-11-12', to: '2026-11-11' },
      { least: '1.234' },
      { least: '5', most: '4' },
    ])
      expect(await finance.call(LIST, wrong as never), JSON.stringify(wrong)).toMatchObject({
        code: 400,
      })
    expect(await finance.call(LIST, { colour: 'red' } as never)).toMatchObject({
      data: { fields: ['colour'] },
    })
    expect(
      await finance.call('POST /api/console/risk/list', { colour: 'red' } as never),
    ).toMatchObject({ code: 400 })
    const file = { list: LIST, filters: { colour: 'red' }, columns: ['amount'] }
    expect(await finance.call('POST /api/console/exports/begin', file)).toMatchObject({ code: 400 })
  })

  test('refuses a cursor of another order or of nobody’s making, and depth by number', async () => {
    const { next } = await page({ state: 2, per: 20, sort: '-amount' })
    expect(await finance.call(LIST, { cursor: next, sort: 'amount' })).toMatchObject({ code: 400 })
    const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    for (const parts of [
      ['', false, '2026-02-30T00:00:00.000000Z', 'x'],
      ['', false, '9', 'x'],
      ['-amount', false, '99999999999999999999', 'x'],
      ['-amount', false, '1', "x'\u0000"],
      ['-amount', 1, '1', 'x'],
      { a: 1 },
      null,
    ])
      expect(
        await finance.call(LIST, { cursor: forged(parts), sort: '-amount' }),
        JSON.stringify(parts),
      ).toMatchObject({ code: 400 })
    expect((await finance.call(LIST, { page: 500, per: 20 })).code).toBe(200)
    expect(await finance.call(LIST, { page: 501, per: 20 })).toMatchObject({
      code: 400,
      message: '页码太靠后，请逐页翻到，或缩小筛选范围',
    })
  })
})

/** The parts of a ZIP by its directory, each with its checksum proved. */
function unzipped(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const parts = new Map<string, string>()
  let at = file.readUInt32LE(end + 16)
  for (let n = file.readUInt16LE(end + 10); n > 0; n--) {
    const [nameLength, local] = [file.readUInt16LE(at + 28), file.readUInt32LE(at + 42)]
    const name = file.toString('utf8', at + 46, at + 46 + nameLength)
    const begin = local + 30 + nameLength
    const content = inflateRawSync(file.subarray(begin, begin + file.readUInt32LE(at + 20)))
    expect([crc32(content), content.length]).toEqual([
      file.readUInt32LE(at + 16),
      file.readUInt32LE(at + 24),
    ])
    parts.set(name, content.toString())
    at += 46 + nameLength
  }
  return parts
}

test('a first page is never too deep, however long it is', () => {
  const asked = { per: 20_000, cursor: '', sort: '' }
  expect(pagingOf({ ...asked, page: 1 }, [])).toMatchObject({ offset: 0, limit: 20_000 })
  expect(() => pagingOf({ ...asked, page: 2 }, [])).toThrow(Refusal)
})

test('a workbook has the rows of the screen in its order, numbers as numbers and formulas as text', async () => {
  await run(
    owner,
    sql`update deposit_order set remark = '=1+1 <&>' where deposit_no = 'D26LIST00000000000000000010'`,
  )
  const filters = { state: 3, q: 'listmember', sort: '-amount' }
  const { data } = await finance.call('POST /api/console/exports/begin', {
    list: LIST,
    filters,
    columns: ['deposit_no', 'amount', 'remark'],
    format: 'xlsx',
  })
  const file = await site.app.inject({
    url: `/api/console/export/${data.ticket}`,
    headers: { cookie: finance.cookie },
  })
  expect(file.headers['content-disposition']).toMatch(/deposits-list-\d+\.xlsx";/)
  const parts = unzipped(file.rawPayload)
  expect([...parts.keys()]).toContain('xl/workbook.xml')
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  const read = [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<v>(.*?)<\/v>|<t[^>]*>(.*?)<\/t>/gs)].map(([, number, words]) =>
      number === undefined ? words : Number(number),
    ),
  )
  expect(read[0]).toEqual(['存款单号', '金额', '备注'])
  const shown = await page({ ...filters, per: 100 })
  expect(read.slice(1)).toEqual(
    shown.data.map(row => [row.deposit_no, row.amount, row.remark.replace('<&>', '&lt;&amp;&gt;')]),
  )
  expect(sheet).toContain('=1+1 &lt;&amp;&gt;')
})

test('the other money rooms are paged by key alike', async () => {
  const [payouts, withdrawals, transfers, bets] = await Promise.all([
    finance.call('POST /api/console/payouts/list', { per: 20, states: '1,3', least: '1' }),
    finance.call('POST /api/console/withdrawals/list', { per: 20, sort: '-amount' }),
    finance.call('POST /api/console/transfers/list', { per: 20, sort: 'amount', states: '0,1' }),
    finance.call('POST /api/console/bets/list', {
      per: 20,
      sort: '-net',
      states: '1,2',
      most: '9',
    }),
  ])
  for (const each of [payouts, withdrawals, transfers, bets])
    expect(each).toMatchObject({ code: 200, data: { per_page: 20, next: '', prev: '' } })
})
