import { reportFigures, type FigureKey } from '@tianping/contract/compliance/facts'
import { row, rows, run, sql, theRow } from '@tianping/database'
import { addDays, beijingDay } from '@tianping/money/day'
import { describe, expect, test } from 'vitest'
import { closeDay, runReports } from '../../src/areas/compliance/compliance.ts'
import { setLimit, addBlock } from '../../src/areas/protection/protection.ts'
import { transaction } from '@tianping/database'
import { desk, type Desk } from '../console/support.ts'
import { fund } from '../support/venue.ts'
import { openCompliance, openIncident } from './support.ts'

const { site, clock, owner, at } = await openCompliance()
const { db } = site.services
const DAY_MS = 86_400_000

const tomorrow = () => clock.advance(DAY_MS)
const risk = () => desk(site, 'risk')

async function report(by: Desk, from: string, to: string): Promise<number> {
  const asked = await by.call('POST /api/console/reports/ask', { from, to })
  if (asked.code !== 200) throw new Error(asked.message)
  while ((await runReports(site.services)) > 0);
  return asked.data.report_id
}
async function figuresOf(by: Desk, report_id: number) {
  const { data } = await by.call('POST /api/console/reports/show', { report_id })
  return Object.fromEntries(
    data.groups.flatMap(({ figures }) => figures).map(each => [each.figure, each]),
  )
}
const deposit = (memberId: bigint, no: string, fen: bigint, when: Date) =>
  run(
    owner,
    sql`
    insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, credited_fen, created_at, decided_at, action_key)
    values (${memberId}, ${no}, 'bank', ${fen}, 2, '', ${fen}, ${when}, ${when}, ${no})`,
  )

test('a report counts what happened in its days, and every figure opens exactly its rows', async () => {
  const day = beijingDay(clock.now())
  const me = await site.member()
  const { memberId } = me
  await deposit(memberId, 'D-report-1', 100_00n, clock.now())
  await deposit(memberId, 'D-report-2', 50_50n, clock.now())
  await deposit(memberId, 'D-report-0', 70_00n, new Date(clock.now().getTime() - DAY_MS))
  await run(
    owner,
    sql`insert into venue_day (day, venue_id, slot, bets, stake_fen, valid_fen, payout_fen) values (${day}::date, 1, 0, 3, 3000, 3000, 1200)`,
  )
  await transaction(db, async tx => {
    const limit = { memberId, kind: 'deposit_day', now: clock.now(), by: '' } as const
    await setLimit(tx, { ...limit, amount: 500_00n })
    await setLimit(tx, { ...limit, amount: 400_00n })
    await setLimit(tx, { ...limit, amount: 900_00n })
    const until = new Date(clock.now().getTime() + DAY_MS)
    const block = { memberId, term: '24h', until, reason: '', setBy: '', setAt: clock.now() }
    await addBlock(tx, { ...block, kind: 'timeout' })
  })
  await run(
    owner,
    sql`
    insert into complaint (complaint_no, member_id, kind, created_at, answer_by, waits_for, state, outcome, decided_at, action_key)
    values ('C20261120-ABCDEF', ${memberId}, 'game', ${clock.now()}, ${clock.now()}, '', 2, 'partly', ${clock.now()}, 'k')`,
  )
  const officer = await risk()
  await openIncident(officer, { kind: 'mispay', found_at: at(0) })
  tomorrow()
  const id = await report(await risk(), day, day)
  const found = await figuresOf(await risk(), id)
  expect(found).toMatchObject({
    members_joined: { times: 1, amount: null },
    deposits: { times: 2, amount: 150.5 },
    withdrawals: { times: 0, amount: 0 },
    stakes: { times: null, amount: 30 },
    gross: { amount: 18 },
    limits_set: { times: 1 },
    limits_lowered: { times: 1 },
    limits_raised: { times: 1 },
    breaks: { times: 1 },
    exclusions: { times: 0 },
    complaints_received: { times: 1 },
    complaints_upheld: { times: 1 },
    incidents_opened: { times: 1 },
    reports_filed: { times: 0 },
  })
  expect(Object.keys(found).toSorted()).toEqual(Object.keys(reportFigures).toSorted())
  const reader = await risk()
  for (const [figure, { times }] of Object.entries(found)) {
    const { code, data } = await reader.call('POST /api/console/reports/rows/list', {
      report_id: id,
      figure,
    })
    expect([figure, code]).toEqual([figure, 200])
    if (times !== null) expect([figure, data.total]).toEqual([figure, times])
  }
  const rowsOf = async (figure: FigureKey) =>
    (await reader.call('POST /api/console/reports/rows/list', { report_id: id, figure })).data.data
  expect((await rowsOf('deposits')).map(each => each.reference).toSorted()).toEqual([
    'D-report-1',
    'D-report-2',
  ])
  expect(await rowsOf('complaints_upheld')).toMatchObject([
    { link: '/complaints?q=C20261120-ABCDEF&state=0', username: me.name },
  ])
  const shown = await reader.call('POST /api/console/reports/show', { report_id: id })
  expect(shown.data.venues).toMatchObject([{ bets: 3, gross: 18, actual_return: '40.00' }])
})

test('who may not know of cases sees neither their figures nor their rows', async () => {
  tomorrow()
  const day = addDays(beijingDay(clock.now()), -1)
  const id = await report(await risk(), day, day)
  const reader = await desk(site, 'auditor')
  expect(await figuresOf(await risk(), id)).toHaveProperty('reports_filed')
  expect(await figuresOf(reader, id)).not.toHaveProperty('reports_filed')
  const asked = { report_id: id, figure: 'cases_opened' }
  expect((await reader.call('POST /api/console/reports/rows/list', asked)).message).toBe(
    '没有这个数字',
  )
  const file = (cookie: string) =>
    site.app.inject({ url: `/api/console/reports/file/${id}/csv`, headers: { cookie } })
  expect((await file(reader.cookie)).body).not.toContain('可疑交易报告')
  expect((await file((await risk()).cookie)).body).toContain('可疑交易报告')
})

test('a day without activity says so, in files that open', async () => {
  clock.advance(30 * DAY_MS)
  const day = addDays(beijingDay(clock.now()), -2)
  const by = await risk()
  const id = await report(by, day, day)
  const file = (format: string, cookie = by.cookie) =>
    site.app.inject({ url: `/api/console/reports/file/${id}/${format}`, headers: { cookie } })
  const csv = await file('csv')
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.body).toContain('本期间没有投注活动')
  expect(csv.body).toContain('毛收入（GGR）,,0.00')
  const pdf = await file('pdf')
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.rawPayload.subarray(-6).toString().trim()).toBe('%%EOF')
  expect((await file('html')).json()).toMatchObject({ code: 400 })
  const support = await desk(site, 'support')
  expect((await file('csv', support.cookie)).json()).toMatchObject({ code: 403 })
  expect(
    (await site.app.inject({ url: `/api/console/reports/file/${id}/csv` })).json(),
  ).toMatchObject({ code: 401 })
  const line = await row(
    owner,
    sql`select after ->> 'format' as format from audit_log where action = 'report.download' order by audit_id desc limit 1`,
  )
  expect(line).toEqual({ format: 'pdf' })
})

test('days that are not over, turned round or too many are refused; an auditor asks for none', async () => {
  const by = await risk()
  const today = beijingDay(clock.now())
  const say = async (from: string, to: string) =>
    (await by.call('POST /api/console/reports/ask', { from, to })).message
  const wrong = '开始日期不能晚于结束日期，结束日期不能晚于昨天，最长 366 天'
  expect(await say(today, today)).toBe(wrong)
  expect(await say(addDays(today, -1), addDays(today, -2))).toBe(wrong)
  expect(await say(addDays(today, -367), addDays(today, -1))).toBe(wrong)
  expect(await say('', '')).toBe(wrong)
  const days = { from: addDays(today, -1), to: addDays(today, -1) }
  const auditor = await desk(site, 'auditor')
  expect((await auditor.call('POST /api/console/reports/ask', days)).code).toBe(403)
})

describe('each day', () => {
  test('is closed once: its own report, its refusals for age, and what is owed to members', async () => {
    const { memberId } = await site.member()
    const day = beijingDay(clock.now())
    await fund(owner, memberId, 300_00n)
    for (const reason of ['protection.under_age', 'protection.under_age', 'wallet.other'])
      await run(
        owner,
        sql`insert into refusal (member_id, call, reason, request_id, refused_at) values (${memberId}, 'x', ${reason}, 'r', ${clock.now()})`,
      )
    tomorrow()
    await closeDay(site.services, day)
    await closeDay(site.services, day)
    while ((await runReports(site.services)) > 0);
    const made = await rows(
      owner,
      sql<{ reportId: bigint; state: string }>`
      select report_id, state from compliance_report where asked_by = '' and from_day = ${day}::date`,
    )
    expect(made).toMatchObject([{ state: 'done' }])
    const { times, fen } = await theRow(
      owner,
      sql<{ times: bigint; fen: bigint }>`
      select (select f.times from compliance_figure f where f.report_id = ${made[0]!.reportId} and figure = 'refused_age') as times,
        (select f.fen from compliance_figure f where f.report_id = ${made[0]!.reportId} and figure = 'liability') as fen`,
    )
    const books = await theRow(
      owner,
      sql<{ fen: bigint }>`select sum(posted_balance)::bigint as fen from ledger.account`,
    )
    expect([times, fen]).toEqual([2n, books.fen])
  })

  test('the account for members’ money covers what is owed, or an alarm is raised', async () => {
    const by = await risk()
    const list = async () => (await by.call('POST /api/console/funds/list', {})).data.data
    const { day, liability, state } = (await list())[0]!
    expect([state, liability > 0]).toEqual(['open', true])
    const add = (balance: string, reference = '对账单 1') =>
      by.call('POST /api/console/funds/add', { day, balance, reference })
    expect((await add('12.345')).message).toBe('请输入正确的余额，最多两位小数')
    expect((await add('1', '')).message).toBe('请填写对账单编号')
    const counted = async () => (await by.call('POST /api/console/counts')).data.compliance_alarms
    const before = await counted()
    expect((await add((liability - 0.01).toFixed(2))).message).toContain('不足')
    await site.services.events.settled()
    expect((await list())[0]).toMatchObject({ state: 'short', difference: -0.01 })
    expect(await counted()).toBe(before + 1)
    const alarm = await row(
      owner,
      sql`select kind from security_event where kind = 'funds_short' and subject = ${`funds:${day}`}`,
    )
    expect(alarm).toEqual({ kind: 'funds_short' })
    expect((await add(liability.toFixed(2), '对账单 2')).message).toBe('已填报')
    expect((await list())[0]).toMatchObject({
      state: 'covered',
      difference: 0,
      entered_by: by.name,
    })
    expect(await counted()).toBe(before)
    const kept = await rows(
      owner,
      sql`select reference from funds_balance where day = ${day}::date order by entry_id`,
    )
    expect(kept).toEqual([{ reference: '对账单 1' }, { reference: '对账单 2' }])
    const change = run(db, sql`update funds_balance set balance_fen = 0 where day = ${day}::date`)
    await expect(change).rejects.toThrow('permission denied')
  })
})
