// Targets of months: what is due by the days that have passed in Beijing, who may set what, when.
import { rows, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedSite } from '../../src/demo/site.ts'
import { post } from '../../src/ledger/ledger.ts'
import { desk } from '../console/support.ts'
import { deposit } from '../ledger/postings.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { caughtUp, tellBet } from './support.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
// The tenth of June has ended in Beijing: ten days of thirty.
const clock = new TestClock('2027-06-10T16:00:00Z')
await seedSite(owner, clock.now())
const site = await openTestSite(url, { clock })
const [finance, chief, auditor] = [
  await desk(site, 'finance'),
  await desk(site, 'admin'),
  await desk(site, 'auditor'),
]
const anna = await site.member()
await post(site.services.db, {
  ...deposit(anna.memberId, 400_00n),
  effectiveAt: new Date('2027-06-02T12:00:00+08:00'),
})
await tellBet(owner, {
  memberId: anna.memberId,
  game: 'alpha',
  status: 1,
  version: 1,
  betId: 'a',
  stake: 50_00n,
  payout: 20_00n,
  settledAt: '2027-06-03 12:00:00',
})
await caughtUp(site.services.db)

type Figure = 'ngr' | 'ggr' | 'deposit' | 'registrations' | 'first_deposits' | 'active'
const set = (figure: Figure, target: string, seen: number | null = null, month = '2027-06') =>
  finance.call('POST /api/console/figures/targets/set', {
    month,
    targets: [{ figure, target, seen }],
  })
const shown = async (month = '2027-06') =>
  (await auditor.call('POST /api/console/figures/targets', { month })).data
const row = async (figure: Figure, month?: string) =>
  (await shown(month)).rows.find(each => each.figure === figure)!

test('a figure stands beside its target, and beside what is due by the days that have passed', async () => {
  expect(await set('deposit', '900')).toMatchObject({ code: 200 })
  expect(await set('ggr', '120.50')).toMatchObject({ code: 200 })
  expect(await set('first_deposits', '1')).toMatchObject({ code: 200 })
  expect(await shown()).toMatchObject({ month: '2027-06', days: 30, passed: 10, open: true })
  expect(await row('deposit')).toMatchObject({
    target: 900,
    reached: 400,
    due: 300,
    expected: 1_200,
    pace: 'ahead',
    set_by: finance.name,
    set_at: '2027-06-11 00:00:00',
  })
  expect(await row('ggr')).toMatchObject({ target: 120.5, reached: 30, due: 40.17, pace: 'behind' })
  expect(await row('first_deposits')).toMatchObject({ target: 1, reached: 1, pace: 'reached' })
  expect(await row('ngr')).toMatchObject({ target: null, due: null, pace: 'none', set_by: '' })
})

test('what lies ahead is neither reached nor due', async () => {
  expect(await set('active', '50', null, '2027-07')).toMatchObject({ code: 200 })
  const july = { target: 50, reached: 0, due: 0, expected: null, pace: 'future' }
  expect(await row('active', '2027-07')).toMatchObject(july)
  expect(await shown('2027-07')).toMatchObject({ days: 31, passed: 0, open: true })
})

test('a target is a number above zero, and each change is written down with what was before', async () => {
  for (const [figure, typed] of [
    ['ngr', '0'],
    ['ngr', '-5'],
    ['ngr', '1.234'],
    ['ngr', 'viel'],
    ['ngr', '9999999999999999'],
    ['active', '1.5'],
  ] as const)
    expect(await set(figure, typed), typed).toMatchObject({ code: 400, data: { field: figure } })
  expect(await set('registrations', '20')).toMatchObject({ code: 200 })
  expect(await set('registrations', '30', 20)).toMatchObject({ code: 200 })
  expect(await set('registrations', '30', 30)).toMatchObject({ message: '没有修改任何目标' })
  expect(await set('registrations', '', 30)).toMatchObject({ code: 200 })
  expect(await row('registrations')).toMatchObject({ target: null })
  const log = await rows<{ operator: string; before: object; after: object }>(
    owner,
    sql`select operator, before, after from audit_log
    where subject = 'target:2027-06' and after ? 'registrations' order by audit_id`,
  )
  expect(log.map(each => [each.operator, each.before, each.after])).toEqual([
    [finance.name, { registrations: null }, { registrations: 20 }],
    [finance.name, { registrations: 20 }, { registrations: 30 }],
    [finance.name, { registrations: 30 }, { registrations: null }],
  ])
})

test('nobody writes over what another set meanwhile', async () => {
  const both = await Promise.all(
    [finance, chief].map((who, n) =>
      who.call('POST /api/console/figures/targets/set', {
        month: '2027-08',
        targets: [{ figure: 'ngr', target: String(100 + n), seen: null }],
      }),
    ),
  )
  expect(both.map(each => each.code).toSorted()).toEqual([200, 409])
  expect(both.find(each => each.code === 409)!.message).toBe(
    '“净收入 NGR”的目标已被他人修改，请刷新后重试',
  )
})

test('a month that is over keeps its targets; who may only read sets none', async () => {
  expect(await set('ngr', '100', null, '2027-05')).toMatchObject({
    code: 409,
    message: '该月已结束，目标不能再修改',
  })
  expect(await set('ngr', '100', null, '2028-07')).toMatchObject({
    message: '最多提前 12 个月设定目标',
  })
  expect(
    (
      await auditor.call('POST /api/console/figures/targets/set', {
        month: '2027-06',
        targets: [],
      })
    ).code,
  ).toBe(403)
  // The first of July begins in Beijing while it is still June elsewhere.
  clock.advance(20 * 86_400_000)
  const later = await desk(site, 'finance')
  const targets = (month: string) => later.call('POST /api/console/figures/targets', { month })
  const june = (await targets('2027-06')).data
  expect(june).toMatchObject({ passed: 30, open: false })
  expect(june.rows.find(each => each.figure === 'deposit')).toMatchObject({
    target: 900,
    reached: 400,
    due: 900,
    pace: 'missed',
  })
  expect(
    await later.call('POST /api/console/figures/targets/set', {
      month: '2027-06',
      targets: [{ figure: 'deposit', target: '300', seen: 900 }],
    }),
  ).toMatchObject({ code: 409 })
  expect((await targets('2027-07')).data).toMatchObject({ passed: 0, open: true })
})

test('a month that no clock of this century shows is refused, not computed', async () => {
  const late = await desk(site, 'finance')
  for (const month of ['9999-12', '0000-01', '2027-13', '2027-1'])
    expect((await late.call('POST /api/console/figures/targets', { month })).code, month).toBe(400)
})
