// One scenario for each rule that may be laundering, with its near miss.
import { families, methods as methodsOf, payMethods } from '@tianping/contract/payments'
import { rows, run, sql } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedSite } from '../../src/demo/site.ts'
import { raiseFlags, raiseFlagsOf } from '../../src/areas/risk/flags.ts'
import { explained } from '../../src/areas/risk/risk.ts'
import { RISK_SETTING, riskSchema } from '../../src/areas/risk/setting.ts'
import type { Flag } from '../../src/areas/risk/store/flag.sql.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { past } from '../cases/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
await seedSite(owner, clock.now())
const site = await openTestSite(url, { clock })
const { deposit, withdrawal, played, sharedDevice } = past(owner, clock)
const member = async () => (await site.member()).memberId
const flagsOf = (memberId: bigint, kind: Flag['kind']) =>
  rows(
    owner,
    sql<Pick<Flag, 'kind' | 'subject' | 'inputs'>>`
    select kind, subject, inputs from risk_flag where member_id = ${memberId} and kind = ${kind} order by flag_id`,
  )
const raise = () => raiseFlags(site.services.db, clock.now())

test('large sums: deposits that together reach the sum within the days, once while that flag is young', async () => {
  const [large, slow] = [await member(), await member()]
  for (const hours of [150, 100, 50, 2]) await deposit(large, 60_000_00n, hours)
  for (const hours of [700, 500, 300, 2]) await deposit(slow, 60_000_00n, hours)
  await raise()
  const [flag] = await flagsOf(large, 'large_sum')
  expect(flag && explained(flag)).toBe('7 天内存款 ¥240,000.00（4 笔）、取款 ¥0.00（0 笔）')
  expect(await flagsOf(slow, 'large_sum')).toEqual([])
  clock.advance(86_400_000)
  await raise()
  expect(await flagsOf(large, 'large_sum'), 'the next day').toHaveLength(1)
})

test('structuring: three deposits a little below the sum within the hours, not smaller ones and not over a week', async () => {
  const [split, small, rare, single] = [
    await member(),
    await member(),
    await member(),
    await member(),
  ]
  for (const [n, fen] of [45_000_00n, 48_000_00n, 49_900_00n].entries())
    await deposit(split, fen, 3 + n * 20)
  for (let n = 0; n < 5; n++) await deposit(small, 20_000_00n, 3 + n)
  for (let n = 0; n < 3; n++) await deposit(rare, 45_000_00n, 3 + n * 80)
  await deposit(single, 150_000_00n, 3)
  await raise()
  const [flag] = await flagsOf(split, 'structuring')
  expect(flag && explained(flag)).toBe(
    '72 小时内存款 3 笔，每笔略低于 ¥50,000.00，合计 ¥142,900.00',
  )
  for (const each of [small, rare, single]) expect(await flagsOf(each, 'structuring')).toEqual([])
})

test('third-party payment: another name paid; spaces, width and an unknown payer are nobody else', async () => {
  const [other, same, unknown] = [await member(), await member(), await member()]
  await deposit(other, 2_000_00n, 5, '李四')
  await deposit(same, 2_000_00n, 5, '测 试·员')
  await deposit(unknown, 2_000_00n, 5)
  await raise()
  expect(await flagsOf(other, 'third_party')).toMatchObject([
    { inputs: { deposits: 1, deposits_fen: 2_000_00 } },
  ])
  for (const each of [same, unknown]) expect(await flagsOf(each, 'third_party')).toEqual([])
})

test('mules: accounts on one device through which money passes unplayed; a family that plays is none', async () => {
  const mules = [await member(), await member(), await member()]
  const family = [await member(), await member(), await member()]
  await sharedDevice('d1'.repeat(16), mules)
  await sharedDevice('d2'.repeat(16), family)
  for (const each of [...mules, ...family]) {
    await deposit(each, 10_000_00n, 40)
    await withdrawal(each, 9_800_00n, 20)
  }
  for (const each of family) await played(each, 30_000_00n, '2026-11-20')
  await raise()
  for (const each of mules)
    expect(await flagsOf(each, 'mule')).toMatchObject([
      {
        inputs: {
          members: 3,
          others: mules.filter(one => one !== each).map(Number),
          group_in_fen: 30_000_00,
          group_out_fen: 29_400_00,
          group_valid_fen: 0,
        },
      },
    ])
  for (const each of family) expect(await flagsOf(each, 'mule')).toEqual([])
  const everybody = async () =>
    rows(
      owner,
      sql`select member_id, kind, subject, inputs from risk_flag where kind in ('structuring', 'third_party', 'mule') order by 1, 2, 3`,
    )
  const found = await everybody()
  await run(owner, sql`delete from risk_flag`)
  for (const { memberId } of await rows(
    owner,
    sql<{ memberId: bigint }>`select member_id from member`,
  ))
    await raiseFlagsOf(site.services, memberId)
  expect(await everybody(), 'one by one the same').toEqual(found)
})

test('mules: play of the first day that is looked at counts as the deposits of that day do', async () => {
  const FIRST = 30 * 24
  const day = beijingDay(new Date(clock.now().getTime() - FIRST * 3_600_000))
  const family = [await member(), await member(), await member()]
  await sharedDevice('d3'.repeat(16), family)
  for (const each of family) {
    await deposit(each, 10_000_00n, FIRST)
    await played(each, 30_000_00n, day)
    await withdrawal(each, 9_800_00n, 20)
  }
  await raise()
  for (const each of family) expect(await flagsOf(each, 'mule')).toEqual([])
})

test('many ways: five methods or four payers within a week, not over a month and not one payer again', async () => {
  const [methods, payers, wallets, slow, same] = [
    await member(),
    await member(),
    await member(),
    await member(),
    await member(),
  ]
  for (const [n, method] of payMethods.slice(0, 5).entries()) {
    await deposit(methods, 100_00n, 2 + n, '', method)
    await deposit(slow, 100_00n, 2 + n * 100, '', method)
  }
  for (const [n, payer] of ['测试员', '李四', '王五', '赵六'].entries()) {
    await deposit(payers, 100_00n, 2 + n, payer)
    await deposit(same, 100_00n, 2 + n, '测试员')
    await run(
      owner,
      sql`
      insert into provider_payment (provider, reference, member_id, deposit_no, amount_fen, paid_at, received_at, from_address)
      values ('sandbox', ${`WAYS-${n}`}, ${wallets}, ${`WAYS-${n}`}, 10000, ${clock.now()}, ${clock.now()}, ${`TSender${n}`})`,
    )
  }
  await raise()
  const [flag] = await flagsOf(methods, 'many_methods')
  expect(flag && explained(flag)).toBe('7 天内以 5 种方式、0 个付款账户或地址存款 ¥500.00（5 笔）')
  for (const each of [payers, wallets])
    expect(await flagsOf(each, 'many_methods')).toMatchObject([{ inputs: { accounts: 4 } }])
  for (const each of [slow, same]) expect(await flagsOf(each, 'many_methods')).toEqual([])
  clock.advance(86_400_000)
  await raise()
  expect(await flagsOf(payers, 'many_methods'), 'the next day').toHaveLength(1)
})

test('no way of paying is a voucher: every family names an account or a wallet of its own', () => {
  expect(Object.keys(families)).toEqual(['bank', 'usdt', 'wechat', 'alipay', 'unionpay'])
  expect(new Set(payMethods.map(method => methodsOf[method].family))).toEqual(
    new Set(Object.keys(families)),
  )
})

test('each rule follows its setting: switched off it raises nothing', async () => {
  await run(owner, sql`delete from risk_flag`)
  const off = { enabled: false }
  const rule = riskSchema.parse({
    largeSum: off,
    structuring: off,
    thirdParty: off,
    mule: off,
    manyMethods: off,
  })
  await writeSetting(owner, RISK_SETTING, riskSchema, rule, { name: 'test', at: clock.now() })
  await raise()
  expect(
    await rows(
      owner,
      sql`select 1 from risk_flag where kind in ('large_sum', 'structuring', 'third_party', 'mule', 'many_methods')`,
    ),
  ).toEqual([])
})
