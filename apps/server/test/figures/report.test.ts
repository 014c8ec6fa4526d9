// Reports from the facts: each figure once, shares that add up, and the way down to the entries.
import {
  dimensions,
  figureFacts,
  isSheet,
  memberFigures,
  sheetFields,
  type Dimension,
  type FunnelStep,
  type MemberFigure,
  type SheetCall,
} from '@tianping/contract/figures/facts'
import type { Role } from '@tianping/contract/console'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { writeRole } from '../../src/console/signIn/roles.sql.ts'
import { seedSite } from '../../src/demo/site.ts'
import { post, type Posting } from '../../src/ledger/ledger.ts'
import { desk } from '../console/support.ts'
import { deposit, withdrawal } from '../ledger/postings.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { duck, testFolder } from './duck.ts'
import { caughtUp, tellBet } from './support.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-01T04:00:00Z')
await seedSite(owner, clock.now())
const site = await openTestSite(url, { clock })

const at = (time: string) => ({ effectiveAt: new Date(`2026-${time}+08:00`) })
const move = (posting: Posting) => post(site.services.db, posting)
const given = (memberId: bigint, fen: bigint, code: 'rebate' | 'activity_bonus') => ({
  ...deposit(memberId, fen),
  code,
  from: { name: code === 'rebate' ? 'rebateExpense' : 'activityBonus' } as const,
})

const [anna, ben, tester] = [await site.member(), await site.member(), await site.member()]
await run(
  owner,
  sql`update member set referrer_id = ${anna.memberId}, vip = 3 where member_id = ${ben.memberId}`,
)
await run(
  owner,
  sql`
  insert into test_account (member_id, reason, state, asked_by, asked_at, decided_by, decided_at)
  values (${tester.memberId}, 'probe', 2, 'a', now(), 'b', now())`,
)
await run(
  owner,
  sql`
  with made as (
    insert into tag (name, note, created_by, created_at, retired_at)
    values ('大客户', '', 'a', now(), null), ('旧', '', 'a', now(), now()) returning tag_id)
  insert into member_tag (tag_id, member_id, set_by, set_at) select tag_id, ${anna.memberId}, 'a', now() from made`,
)
const bet = { game: 'alpha', version: 1, status: 1 }
await move({ ...deposit(anna.memberId, 100_00n), ...at('11-02 10:00:00') })
await move({ ...deposit(anna.memberId, 50_00n), ...at('11-09 10:00:00') })
await move({ ...deposit(ben.memberId, 30_00n), ...at('11-03 00:00:00') })
await move({ ...deposit(tester.memberId, 999_00n), ...at('11-03 10:00:00') })
await move({ ...given(anna.memberId, 1_00n, 'rebate'), ...at('11-03 11:00:00') })
await move({ ...given(ben.memberId, 10n, 'activity_bonus'), ...at('11-05 11:00:00') })
await move({
  ...withdrawal(ben.memberId, 5_00n),
  from: { name: 'withdrawalPayable' },
  to: { name: 'payoutBank' },
  ...at('11-04 10:00:00'),
})
const played = (memberId: bigint, betId: string, stake: bigint, payout: bigint, time: string) =>
  tellBet(owner, { ...bet, memberId, betId, stake, payout, settledAt: `2026-${time}` })
await played(anna.memberId, 'a1', 20_00n, 5_00n, '11-03 12:00:00')
await tellBet(owner, {
  ...bet,
  memberId: anna.memberId,
  betId: 'a2',
  game: 'beta',
  stake: 10_00n,
  payout: 12_00n,
  settledAt: '2026-11-03 12:00:00',
})
await played(ben.memberId, 'b1', 7_00n, 0n, '11-04 12:00:00')
await played(tester.memberId, 't1', 500_00n, 0n, '11-03 12:00:00')
await caughtUp(site.services.db)
clock.advance(20 * 86_400_000)
const finance = await desk(site, 'finance')
const support = await desk(site, 'support')

const span = { from: '2026-11-02', to: '2026-11-10' }
const groups = async (by: Dimension) =>
  (await finance.call('POST /api/console/figures/groups/list', { ...span, by })).data.data

test('a span has every figure once, without test accounts, and the span before beside it', async () => {
  const { data } = await finance.call('POST /api/console/figures/report', span)
  expect(data).toMatchObject({ before_from: '2026-10-24', before_to: '2026-11-01' })
  expect(data.now).toEqual({
    registrations: 0,
    first_deposits: 2,
    active: 2,
    deposits: 3,
    deposit: 180,
    withdrawals: 1,
    withdrawal: 5,
    net_cash: 175,
    bets: 3,
    stake: 37,
    valid: 37,
    payout: 17,
    ggr: 20,
    bonus: 0.1,
    packet: 0,
    rebate: 1,
    commission: 0,
    adjustment: 0,
    fee: 0,
    rail_fee: 0,
    ngr: 18.9,
  })
  expect(data.before).toMatchObject({ registrations: 2, deposit: 0, ngr: 0 })
  expect(data.days).toHaveLength(9)
  expect(data.days.find(each => each.day === '2026-11-03')).toMatchObject({
    deposit: 30,
    ggr: 13,
    active: 2,
    first_deposits: 1,
  })
  const month = await finance.call('POST /api/console/figures/report', {
    ...span,
    compare: 'month',
  })
  expect(month.data).toMatchObject({ before_from: '2026-10-02', before_to: '2026-10-10' })
})

test('costs are shared by the turnover of their day, and the shares add up to the fen', async () => {
  const games = await groups('game')
  expect(games.map(each => [each.group_key, each.ggr, each.rebate, each.bonus, each.ngr])).toEqual([
    // ¥1.00 of rebates on a day with ¥20 and ¥10 of turnover.
    ['1:alpha', 22, 0.67, 0, 21.33],
    ['', 0, 0, 0.1, -0.1],
    ['1:beta', -2, 0.33, 0, -2.33],
  ])
  expect(games[1]).toMatchObject({ group_name: '未分摊' })
  expect((await groups('venue')).map(each => [each.group_key, each.ngr])).toEqual([
    ['1', 19],
    ['', -0.1],
  ])
})

test('members are told apart by who invited them, level and name', async () => {
  const told = async (by: 'agent' | 'channel' | 'level' | 'member') =>
    (await groups(by)).map(each => [each.group_name, each.deposit, each.ngr])
  expect(await told('channel')).toEqual([
    ['自行注册', 150, 12],
    ['好友推荐', 30, 6.9],
  ])
  expect(await told('agent')).toEqual([
    ['无推荐人', 150, 12],
    [anna.name, 30, 6.9],
  ])
  expect(await told('level')).toEqual([
    ['VIP 1', 150, 12],
    ['VIP 3', 30, 6.9],
  ])
  expect(await told('member')).toEqual([
    [anna.name, 150, 12],
    [ben.name, 30, 6.9],
  ])
  expect((await groups('day')).map(each => each.group_key)).toEqual([
    '2026-11-09',
    '2026-11-05',
    '2026-11-04',
    '2026-11-03',
    '2026-11-02',
  ])
})

test('a figure opens the movements it is made of', async () => {
  const call = 'POST /api/console/figures/entries/list'
  const { data } = await finance.call(call, { ...span, figure: 'deposit' })
  expect(data.total).toBe(3)
  expect(data.data.map(row => [row.day, row.username, row.amount])).toEqual([
    ['2026-11-09', anna.name, 50],
    ['2026-11-03', ben.name, 30],
    ['2026-11-02', anna.name, 100],
  ])
  const paid = await finance.call(call, { ...span, figure: 'withdrawal' })
  expect(paid.data.data.map(row => row.amount)).toEqual([5])
  const own = { ...span, figure: 'deposit', by: 'member', group_key: `${ben.memberId}` } as const
  expect((await finance.call(call, own)).data.total).toBe(1)
  const level = { ...span, figure: 'deposit', by: 'level', group_key: '1' } as const
  expect((await finance.call(call, level)).data.data.map(row => row.amount)).toEqual([50, 100])
  const day = { ...span, figure: 'deposit', by: 'day', group_key: '2026-11-09' } as const
  expect((await finance.call(call, day)).data.data.map(row => row.amount)).toEqual([50])
  // A cost of a venue is a share, so that its movements are those of everybody.
  const shared = { ...span, figure: 'rebate', by: 'venue', group_key: '1' } as const
  expect((await finance.call(call, shared)).data.data.map(row => row.amount)).toEqual([1])
  const [line] = data.data
  const entries = await finance.call('POST /api/console/ledger/entries', {
    member_id: line!.member_id,
    source_id: line!.source_id,
  })
  expect(entries.data.map(each => each.lines.length)).toEqual([2])
})

const behind = async (figure: MemberFigure, group: object = {}) => {
  const call = 'POST /api/console/figures/members/list'
  const { data } = await finance.call(call, { ...span, figure, ...group })
  return data.data.map(row => [row.username, row.value])
}

test('a figure opens the members it is made of, in a group and in the whole', async () => {
  expect(await behind('active')).toEqual([
    [ben.name, 1],
    [anna.name, 1],
  ])
  expect(await behind('ggr')).toEqual([
    [anna.name, 13],
    [ben.name, 7],
  ])
  expect(await behind('bets', { by: 'game', group_key: '1:beta' })).toEqual([[anna.name, 1]])
  expect(await behind('active', { by: 'venue', group_key: '' })).toEqual([])
  expect(await behind('stake', { by: 'agent', group_key: String(anna.memberId) })).toEqual([
    [ben.name, 7],
  ])
  expect(await behind('first_deposits', { by: 'month', group_key: '2026-11' })).toHaveLength(2)
  expect(await behind('stake', { by: 'month', group_key: '2026-10' })).toEqual([])
  const wrong = { ...span, figure: 'stake', by: 'day', group_key: '2026-11-31' } as const
  expect((await finance.call('POST /api/console/figures/members/list', wrong)).message).toBe(
    '没有这个分组，请从报表打开',
  )
})

const everyDimension = Object.keys(dimensions) as Dimension[]
test.each(everyDimension)('what the groups by %s come to is what they open', async by => {
  const { data } = await finance.call('POST /api/console/figures/groups/list', { ...span, by })
  expect(data.data.length).toBeGreaterThan(0)
  const gamely = by === 'venue' || by === 'game'
  const figures = memberFigures.filter(each => !gamely || !/registrations|first/.test(each))
  for (const row of data.data)
    for (const figure of figures) {
      const parts = await behind(figure, { by, group_key: row.group_key })
      const sum = parts.reduce((fen, [, value]) => fen + Math.round(Number(value) * 100), 0)
      expect(sum / 100, `${figure} of ${row.group_name}`).toBe(row[figure])
    }
})

test('a member counts under each tag in use, and without one under none', async () => {
  expect((await groups('tag')).map(each => [each.group_name, each.stake, each.active])).toEqual([
    ['大客户', 30, 1],
    ['无标签', 7, 1],
  ])
  expect(await behind('stake', { by: 'tag', group_key: '0' })).toEqual([[ben.name, 7]])
})

test('who has a tag is not told to an operator who may not read members', async () => {
  const role = { role: 'books', label: '账务', secondFactor: false, changedBy: 'a' }
  const permissions = ['figure.read', 'ledger.read'] as const
  await writeRole(owner, { ...role, permissions: [...permissions], changedAt: clock.now() })
  const clerk = await desk(site, 'books' as Role)
  const asked = { ...span, by: 'tag', group_key: '0' } as const
  const lists = async (more: { by?: 'level' } = {}) => [
    (
      await clerk.call('POST /api/console/figures/members/list', {
        ...asked,
        ...more,
        figure: 'stake',
      })
    ).code,
    (
      await clerk.call('POST /api/console/figures/entries/list', {
        ...asked,
        ...more,
        figure: 'deposit',
      })
    ).code,
  ]
  expect(await lists()).toEqual([403, 403])
  expect(await lists({ by: 'level' })).toEqual([200, 200])
})

test('a day of the year 0, which the database does not know, is refused', async () => {
  const cohort = { begins: '0000-01-01' }
  expect((await finance.call('POST /api/console/figures/cohort/list', cohort)).code).toBe(400)
  const key = ['', false, '0000-01-01T00:00:00.000000Z', 'x']
  const cursor = Buffer.from(JSON.stringify(key)).toString('base64url')
  const entries = { figure: 'deposit', cursor } as const
  expect((await finance.call('POST /api/console/figures/entries/list', entries)).code).toBe(400)
})

test('steps of the funnel and cells of a cohort open their members', async () => {
  const asked = { from: '2026-11-01', to: '2026-11-20' }
  const step = async (name: FunnelStep) =>
    (await finance.call('POST /api/console/figures/funnel/list', { ...asked, step: name })).data
  expect((await step('registered')).total).toBe(2)
  expect((await step('second_deposit')).data.map(row => row.username)).toEqual([anna.name])
  const cohort = async (more: { measure?: 'deposit' | 'ngr'; at?: number }) => {
    const call = 'POST /api/console/figures/cohort/list'
    const { data } = await finance.call(call, { ...asked, begins: '2026-11-02', ...more })
    return data.data.map(row => [row.username, row.value])
  }
  expect(await cohort({})).toHaveLength(2)
  expect(await cohort({ measure: 'deposit', at: 1 })).toEqual([[anna.name, 1]])
  expect(await cohort({ measure: 'ngr', at: 1 })).toEqual([
    [anna.name, 12],
    [ben.name, 6.9],
  ])
})

test('cohorts follow members from the week of the first deposit', async () => {
  const asked = { from: '2026-11-01', to: '2026-11-20' }
  const retention = (measure: 'active' | 'deposit' | 'ngr') =>
    finance.call('POST /api/console/figures/retention', { ...asked, measure })
  const { data } = await retention('deposit')
  expect(data.funnel.map(each => each.members)).toEqual([2, 0, 2, 2, 1])
  expect(data.cohorts).toEqual([{ begins: '2026-11-02', members: 2, values: [2, 1] }])
  expect((await retention('ngr')).data.cohorts).toEqual([
    { begins: '2026-11-02', members: 2, values: [9.45, 9.45] },
  ])
})

test('what is owed is the sum of the balances', async () => {
  const { data } = await finance.call('POST /api/console/figures/liability', {})
  const of = (key: string) => data.items.find(each => each.key === key)!.amount
  // Deposits, gifts and the test account's; the payout came from 210 alone.
  expect(of('wallets')).toBe(180 + 999 + 1.1)
  expect(of('payable')).toBe(-5)
  const owed = await finance.call('POST /api/console/figures/owed/list', { item: 'wallets' })
  expect(owed.data.data.map(row => [row.username, row.value])).toEqual([
    [tester.name, 999],
    [anna.name, 151],
    [ben.name, 30.1],
  ])
})

test('a span that cannot be, and an operator without the permission, are refused', async () => {
  const refused = async (from: string, to: string) =>
    (await finance.call('POST /api/console/figures/report', { from, to })).message
  const text = '开始日期不能晚于结束日期，结束日期不能晚于今天，最长 400 天'
  expect(await refused('2026-11-03', '2026-11-02')).toBe(text)
  expect(await refused('2026-11-03', '2026-12-30')).toBe(text)
  expect(await refused('2025-01-01', '2026-11-02')).toBe(text)
  expect((await support.call('POST /api/console/figures/report', span)).code).toBe(403)
})

const fileOf = async (list: string, filters: object, format: 'csv' | 'parquet') => {
  const columns = isSheet(list)
    ? [...sheetFields[list]]
    : ['group_key', 'group_name', 'ggr', 'bets']
  const { data } = await finance.call('POST /api/console/exports/begin', {
    list,
    filters: filters as Record<string, string>,
    columns,
    format,
  })
  const { cookie } = finance
  const url = `/api/console/export/${data.ticket}`
  return site.app.inject({ url, headers: { cookie } })
}
const linesOf = async (list: SheetCall, filters: object = {}) =>
  (await fileOf(list, filters, 'csv')).body.replace('\ufeff', '').trim().split('\r\n')

test('the comparison, the funnel with the cohorts, what is owed and the targets leave as files', async () => {
  const compared = await linesOf('POST /api/console/figures/report', { ...span, compare: 'before' })
  expect(compared.slice(0, 4)).toEqual([
    '指标,本期,对比期,变化（%）',
    '注册,0,2,-100',
    '首存,2,0,',
    '活跃,2,0,',
  ])
  expect(compared).toHaveLength(1 + Object.keys(figureFacts).length)
  const asked = { from: '2026-11-01', to: '2026-11-20', measure: 'deposit' }
  expect(await linesOf('POST /api/console/figures/retention', asked)).toEqual([
    '部分,分组,第几期,会员数,数值',
    '转化漏斗,注册,,2,2',
    '转化漏斗,绑定收款账户,,0,0',
    '转化漏斗,首次存款,,2,2',
    '转化漏斗,首次投注,,2,2',
    '转化漏斗,第二次存款,,1,1',
    '留存,2026-11-02,0,2,2',
    '留存,2026-11-02,1,2,1',
  ])
  const owed = await linesOf('POST /api/console/figures/liability')
  expect(owed[1]).toBe('会员中心钱包,1180.1,科目 100 余额之和，含冻结')
  const targets = await linesOf('POST /api/console/figures/targets', { month: '2026-11' })
  expect(targets.slice(0, 2)).toEqual([
    '指标,目标,至今,应达,预计,进度',
    '净收入 NGR,,18.9,,27.65,未设目标',
  ])
})

test('a report leaves as Parquet, which DuckDB reads to the fen, with codes for programs', async () => {
  const folder = testFolder()
  const read = async (list: string, filters: object, query: string) => {
    const file = await fileOf(list, filters, 'parquet')
    expect(file.headers['content-type']).toBe('application/vnd.apache.parquet')
    const path = join(folder, 'file.parquet')
    writeFileSync(path, file.rawPayload)
    return duck(query.replace('FILE', `'${path}'`))
  }
  const groups = 'POST /api/console/figures/groups/list'
  expect(
    await read(
      groups,
      { ...span, by: 'game' },
      'select group_key, ggr, bets, typeof(ggr) as kind from FILE order by ggr desc',
    ),
  ).toEqual([
    { group_key: '1:alpha', ggr: '22.00', bets: '2', kind: 'DECIMAL(18,2)' },
    { group_key: '', ggr: '0.00', bets: '0', kind: 'DECIMAL(18,2)' },
    { group_key: '1:beta', ggr: '-2.00', bets: '1', kind: 'DECIMAL(18,2)' },
  ])
  const report = 'POST /api/console/figures/report'
  expect(await read(report, span, "select now from FILE where figure = 'ngr'")).toEqual([
    { now: 18.9 },
  ])
})
