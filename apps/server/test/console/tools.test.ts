import { sealContacts } from '../../src/sealedColumns.ts'
import { columnLabels } from '@tianping/contract/columns'
import { everyState } from '@tianping/contract/facts'
import { consoleCalls } from '@tianping/contract/console'
import type { Call } from '@tianping/contract'
import { rows, run, sql } from '@tianping/database'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/kernel/http/refusal.ts'
import { findMember } from '../../src/kernel/operator/findMember.ts'
import { maskedMobile } from '../../src/kernel/operator/mask.ts'
import { refuseIssues } from '../../src/kernel/operator/settingForm.ts'
import { bind, callBack, give, openCashier, order, payment } from '../cashier/support.ts'
import { consoleCall, desk, PASSWORD } from './support.ts'

const { site, owner, clock } = await openCashier()
const [admin, finance, support] = [
  await desk(site, 'admin'),
  await desk(site, 'finance', 'till'),
  await desk(site, 'support'),
]
const bank = {
  paytype: 'bank',
  bank: '沙盒商业银行',
  bank_owner: '测试员',
  bank_no: '6222020011112222',
  bank_address: '朝阳支行',
}
const begin = (who: typeof admin, list: string, filters: object, columns: string[]) =>
  who.call('POST /api/console/exports/begin', { list, filters: filters as never, columns })
const fetchFile = (ticket: string, cookie: string) =>
  site.app.inject({ url: `/api/console/export/${ticket}`, headers: { cookie } })
/** Over a real line, which is only written to as fast as it is read from. */
await site.app.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://127.0.0.1:${(site.app.server.address() as { port: number }).port}`
const DEPOSITS = 'POST /api/console/deposits/list'

describe('a list as a file', () => {
  test('has the rows of its filters in full length, masked as on the screen, and is in the log with both', async () => {
    const one = await site.member({ name: 'filemember' })
    for (let n = 0; n < 10; n++) {
      clock.advance(1_000)
      await order(site, one.token, 100 + n, bank)
    }
    const { data } = await begin(finance, DEPOSITS, { state: 1, q: 'filemember' }, [
      'deposit_no',
      'username',
      'amount',
      'method',
      'state',
      'nonsense',
    ])
    const file = await fetchFile(data.ticket, finance.cookie)
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="deposits-list-(\d+)\.csv"; filename\*=UTF-8''%E5%AD%98%E6%AC%BE-\1\.csv$/,
      ),
    })
    const lines = file.body.replace('\ufeff', '').trim().split('\r\n')
    expect(lines[0]).toBe('存款单号,会员名,金额,方式,状态')
    expect(lines).toHaveLength(11)
    // In the order of the screen: the queue oldest first.
    expect(lines[1]).toMatch(/^D\w{26},filemember,100,银行卡,待审核$/)
    // The end is written down when the last line has left.
    await expect
      .poll(() =>
        rows(
          owner,
          sql`select action, operator, after from audit_log where action like 'export.%' order by audit_id`,
        ),
      )
      .toEqual([
        {
          action: 'export.begin',
          operator: 'till',
          after: {
            filters: { state: 1, q: 'filemember' },
            columns: ['deposit_no', 'username', 'amount', 'method', 'state'],
          },
        },
        {
          action: 'export.done',
          operator: 'till',
          after: { filters: { state: 1, q: 'filemember' }, rows: 10 },
        },
      ])
    const withdrawing = await site.member()
    await give(site, withdrawing.memberId, 500_00n)
    await site.call(
      'POST /api/withdraw',
      { amount: 100, bank: await bind(site, withdrawing.token), password: '888888' },
      { token: withdrawing.token },
    )
    const masked = await fetchFile(
      (await begin(finance, 'POST /api/console/withdrawals/list', { state: 1 }, ['receives'])).data
        .ticket,
      finance.cookie,
    )
    expect(masked.body).toContain('************2222')
    await expect
      .poll(async () => (await finance.call('POST /api/console/exports/list')).data.data)
      .toMatchObject([{ rows: 1 }, { rows: 10, operator: 'till' }])
  })

  test('says who decided an order, the system where no operator did, and is kept with its filters in words', async () => {
    const decided = await site.member({ name: 'decided' })
    const waits = await order(site, decided.token, 150, bank)
    const closed = await order(site, decided.token, 100)
    expect((await callBack(site, payment(site, closed))).verdict).toBe('credited')
    const filters = { state: everyState, states: '1,2', sort: '-amount', q: 'decided' }
    const { data } = await begin(finance, DEPOSITS, filters, ['deposit_no', 'decided_by'])
    const lines = (await fetchFile(data.ticket, finance.cookie)).body.trim().split('\r\n')
    expect(lines.slice(1)).toEqual([`${waits},`, `${closed},系统`])
    const { data: listed } = await finance.call(DEPOSITS, { ...filters, per: 20 })
    expect(listed.data.map(row => `${row.deposit_no},${row.decided_by}`)).toEqual(lines.slice(1))
    const [kept] = (await finance.call('POST /api/console/exports/list')).data.data
    expect(kept?.filters).toBe('搜索 decided，排序 金额降序，状态 待审核、已通过')
  })

  test('is taken once, within a minute, by who asked for it, of lists that they may see', async () => {
    const { data } = await begin(finance, DEPOSITS, { state: 1 }, ['amount'])
    expect((await fetchFile(data.ticket, admin.cookie)).json()).toMatchObject({ code: 404 })
    expect((await fetchFile(data.ticket, finance.cookie)).statusCode).toBe(200)
    expect((await fetchFile(data.ticket, finance.cookie)).json()).toMatchObject({ code: 404 })
    const late = await begin(finance, DEPOSITS, { state: 1 }, ['amount'])
    clock.advance(60_000)
    expect((await fetchFile(late.data.ticket, finance.cookie)).json()).toMatchObject({ code: 404 })
    expect(await begin(finance, 'POST /api/console/audit/list', {}, ['at'])).toMatchObject({
      code: 403,
    })
    expect(await begin(support, DEPOSITS, {}, ['amount'])).toMatchObject({ code: 403 })
    for (const list of [
      'POST /api/console/deposits/approve',
      'POST /api/console/members/unmask',
      'nothing',
    ])
      expect(await begin(admin, list, {}, ['id'])).toMatchObject({ code: 400 })
  })

  test('carries no formula', async () => {
    await run(
      owner,
      sql`select audit_append(${clock.now()}, null, 'system', 'system', 'test.formula', 'test:f', '', '{}', '{}', ${'=HYPERLINK("https://example.com")'})`,
    )
    await run(
      owner,
      sql`select audit_append(${clock.now()}, null, 'system', 'system', 'test.formula', 'test:g', '', '{}', '{}', ${'@SUM(1)'})`,
    )
    const { data } = await begin(
      admin,
      'POST /api/console/audit/list',
      { action: 'test.formula' },
      ['note'],
    )
    const lines = (await fetchFile(data.ticket, admin.cookie)).body
      .replace('\ufeff', '')
      .trim()
      .split('\r\n')
    expect(lines).toEqual(['说明', `'@SUM(1)`, `"'=HYPERLINK(""https://example.com"")"`])
  })

  test('of a hundred thousand rows reads on from page to page, in the memory of one', async () => {
    await run(
      owner,
      sql`
      insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, created_at, decided_at, decided_by, action_key)
      select m.member_id, 'D251120' || lpad(n::text, 20, '0'), 'alipay', 10000 + n, 3, '', ${clock.now()}::timestamptz - make_interval(secs => n / 3), ${clock.now()}, 'till', 'bulk' || n
      from generate_series(1, 100000) n, (select min(member_id) as member_id from member) m`,
    )
    const { data } = await begin(admin, DEPOSITS, { state: 3, method: 'alipay' }, [
      'deposit_no',
      'username',
      'method',
      'amount',
      'created_at',
      'decided_by',
    ])
    const file = await fetch(`${origin}/api/console/export/${data.ticket}`, {
      headers: { cookie: admin.cookie },
    })
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const heap = () => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const before = heap()
    let [lines, sum, squares, most, weighed, last] = [0, 0, 0, 0, 0, '']
    for await (const chunk of file.body!.pipeThrough(new TextDecoderStream())) {
      const whole = (last + chunk).split('\r\n')
      last = whole.pop()!
      for (const line of whole) {
        const n = Number(/^D251120(\d{20}),/.exec(line)?.[1] ?? 0)
        lines++
        sum += n
        squares += n * n
      }
      if (lines - weighed < 20_000) continue
      weighed = lines
      most = Math.max(most, heap() - before)
    }
    expect(lines).toBe(100_001)
    expect([sum, squares], 'none twice and none left out, though three share each moment').toEqual([
      5_000_050_000, 333_338_333_350_000,
    ])
    expect(most, 'what is held while it is written, in bytes').toBeLessThan(16 * 2 ** 20)
  })

  test('of any list names its fields', () => {
    const lists = Object.entries<Call>(consoleCalls).filter(
      ([name, spec]) => spec.permission && name.endsWith('/list'),
    )
    for (const [name, spec] of lists) {
      const shape = (
        spec.gives as unknown as { shape?: { data?: { element?: { shape?: object } } } }
      ).shape?.data?.element?.shape
      if (shape)
        expect(
          Object.keys(shape).some(key => key in columnLabels),
          name,
        ).toBe(true)
    }
  })
})

describe('a saved view', () => {
  test('is one’s own until it is shared; the same name again is the same view', async () => {
    const list = DEPOSITS
    const save = (who: typeof admin, name: string, search: string, shared: boolean) =>
      who.call('POST /api/console/views/save', { list, name, search, hidden: ['remark'], shared })
    await save(finance, '大额', 'state=2', false)
    await save(finance, '大额', 'state=2&method=bank', false)
    await save(finance, '今日', 'state=1', true)
    expect((await finance.call('POST /api/console/views/list', { list })).data).toMatchObject([
      { name: '今日', own: true, shared: true },
      { name: '大额', search: 'state=2&method=bank', hidden: ['remark'] },
    ])
    const seen = (await support.call('POST /api/console/views/list', { list })).data
    expect(seen).toMatchObject([{ name: '今日', owner: 'till', own: false }])
    await support.call('POST /api/console/views/remove', { id: seen[0]!.id })
    expect((await support.call('POST /api/console/views/list', { list })).data).toHaveLength(1)
  })
})

describe('the search of everything', () => {
  const find = async (who: typeof admin, q: string) =>
    (await who.call('POST /api/console/search', { q })).data.found
  test('finds a member by whatever is known of them, and shows it masked', async () => {
    const { token, memberId, name } = await site.member({ name: 'seekme01' })
    await site.call('POST /api/uploadimg', {}, { token })
    await run(
      owner,
      sql`update member set mobile = '13912345678', email = 'Seek@Example.com', realname = '寻人甲', last_login_address = '198.51.100.77' where member_id = ${memberId}`,
    )
    while ((await sealContacts(site.services)) > 0) continue
    await bind(site, token, {
      bank: '沙盒商业银行',
      bank_owner: '寻人甲',
      bank_no: '6222020087654321',
      bank_address: '13912345678',
      pay_pass: '888888',
    })
    for (const q of [
      name,
      'SEEKME',
      String(memberId),
      '13912345678',
      '5678',
      'seek@example.com',
      '寻人甲',
      '4321',
      '6222 0200 8765 4321',
      '198.51.100.77',
    ]) {
      const hits = await find(support, q)
      expect([
        q,
        hits.some(hit => hit.kind === 'member' && hit.member_id === Number(memberId)),
      ]).toEqual([q, true])
      expect(JSON.stringify(hits)).not.toMatch(/13912345678|寻人甲|6222020087654321/)
    }
  })

  test('masks a short number whole, and all but seven digits of a longer one', () => {
    expect(['123456', '1234567', '12345678'].map(maskedMobile)).toEqual([
      '******',
      '123****4567',
      '123****5678',
    ])
  })

  test('a form names one member, by id or name, or nobody, and refuses what names two', async () => {
    const { memberId, name } = await site.member()
    const named = async (typed: string) => (await findMember(owner, typed))?.memberId
    expect(await named(name)).toBe(memberId)
    expect(await named(String(memberId))).toBe(memberId)
    expect(await named('nobody-at-all')).toBeUndefined()
    const other = await site.member()
    await run(
      owner,
      sql`update member_directory set handle = ${String(memberId)} where kind = 'name' and member_id = ${other.memberId}`,
    )
    await expect(named(String(memberId))).rejects.toThrow(Refusal)
  })

  test('a form without an issue is not refused', () => {
    expect(() => refuseIssues([])).not.toThrow()
    expect(() => refuseIssues([{ path: 'x', message: '错' }])).toThrow(Refusal)
  })

  test('finds orders by their numbers, for who may see them', async () => {
    const { token } = await site.member()
    const no = await order(site, token, 300, bank)
    expect(await find(finance, no.toLowerCase())).toMatchObject([
      { kind: 'deposit', title: no, state: 1, note: expect.stringContaining('¥300.00') },
    ])
    await run(
      owner,
      sql`insert into console_role (role, label, permissions, second_factor, version, changed_by, changed_at) values ('onlybets', '注单', '{bet.read}', false, 1, 'test', now())`,
    )
    const narrow = await desk(site, 'support')
    await run(owner, sql`update operator set role = 'onlybets' where name = ${narrow.name}`)
    expect(await find(narrow, no)).toEqual([])
    expect(await find(narrow, 'seekme')).toEqual([])
  })
})

test('the queues tell how long they are as they change, under the session alone', async () => {
  const entered = await consoleCall(site, 'POST /api/console/login', {
    name: 'till',
    password: PASSWORD,
  })
  const stop = new AbortController()
  const response = await fetch(`${origin}/api/console/live`, {
    headers: {
      cookie: String(entered.headers['set-cookie']).split(';')[0]!,
      'x-tianping-console': '1',
    },
    signal: stop.signal,
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const told = async (about: (counts: Record<string, number>) => boolean) => {
    for (;;) {
      const event = text.indexOf('\n\n')
      if (event < 0) {
        text += (await reader.read()).value ?? ''
        continue
      }
      const counts = JSON.parse(/^data: (.*)$/m.exec(text.slice(0, event))![1]!) as Record<
        string,
        number
      >
      text = text.slice(event + 2)
      if (about(counts)) return counts
    }
  }
  const before = await told(() => true)
  expect(before['staff_open'], 'not for finance to know').toBe(0)
  const { token } = await site.member()
  await order(site, token, 300, bank)
  await told(counts => counts['deposits_pending'] === before['deposits_pending']! + 1)
  stop.abort()
})
