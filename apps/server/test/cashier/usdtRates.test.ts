// The rate of USDT from two sources, each a process of its own with faults (docs/usdt.md).
import { rows, sql } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { afterAll, describe, expect, test } from 'vitest'
import { startStub } from '../../../../tooling/providers/start.ts'
import { readRates } from '../../src/areas/rates/rates.ts'
import type { RatesSetting } from '../../src/areas/rates/setting.ts'
import { deskWithFactor } from '../console/support.ts'
import { bind, give, openCashier, PAY_PASSWORD, usdtAddress } from './support.ts'

const [one, two] = [await startStub('rateSource', {}), await startStub('rateSource', {})]
const { site, clock, owner } = await openCashier()
afterAll(() => {
  one.close()
  two.close()
})
const [maker, checker] = [
  await deskWithFactor(site, clock, 'finance'),
  await deskWithFactor(site, clock, 'finance'),
]

const sourceOf = (name: string, stub: { url: string }) => ({
  name,
  url: `${stub.url}/price?of=usdt`,
  path: 'data.0.price',
  timePath: 'data.0.time',
  timeoutMs: 6_000,
})
const rule = {
  fromSources: true,
  sources: [sourceOf('甲', one), sourceOf('乙', two)],
  maxAgeSeconds: 300,
  maxApart: 100,
  depositSpread: 50,
  withdrawSpread: 50,
}
const key = 'usdtRates'

async function propose(value: object) {
  const { data } = await maker.call('POST /api/console/rules/show', { key })
  return maker.call('POST /api/console/rules/propose', {
    key,
    version: data.version,
    note: '汇率',
    value: { ...(data.value as RatesSetting), ...value },
  })
}
async function approve() {
  const { data } = await checker.call('POST /api/console/rules/show', { key })
  return checker.call('POST /api/console/rules/approve', {
    id: data.proposal?.id ?? 0,
    remark: '',
  })
}
const shown = async () => (await maker.call('POST /api/console/rates/show')).data
const price = (stub: typeof one, value: unknown, ageSeconds = 0) =>
  stub.steer('/_price', { price: value, at: clock.now().getTime() - ageSeconds * 1_000 })
/** The sources say these, and are asked. */
async function say(first: [unknown, number?], second: [unknown, number?]) {
  clock.advance(31_000)
  await price(one, ...first)
  await price(two, ...second)
  await readRates(site.services)
}
const { token, memberId } = await site.member()
const deposit = (key: string) =>
  site.call<{ deposit_no: string }>(
    'POST /api/recharge',
    { amount: '730', paytype: 'usdt', catepay: 'TRC20' },
    { token, key },
  )
const ratesOf = async () =>
  (await site.call<{ usdtrate: number; withdrawusdtrate: number }>('POST /api/user', {}, { token }))
    .data

describe('sources count once they were tried, by two persons', () => {
  test('one that has no price is refused, when it is proposed and when it is approved', async () => {
    await price(one, '7.2')
    await price(two, 'soon')
    expect(await propose(rule)).toMatchObject({
      code: 400,
      data: { issues: [{ path: 'sources.1.url', message: expect.stringContaining('乙') }] },
    })
    await price(two, '7.2')
    expect((await propose(rule)).code).toBe(200)
    await two.fault('error')
    expect((await approve()).data).toMatchObject({ issues: [{ path: 'sources.1.url' }] })
    expect(await shown()).toMatchObject({ from: 'rule' })
    expect((await approve()).code).toBe(200)
    expect(await shown()).toMatchObject({ from: 'sources', closed: 'stale' })
  })

  test('one source alone and the same host twice are no two sources', async () => {
    for (const sources of [[sourceOf('甲', one)], [sourceOf('甲', one), sourceOf('乙', one)]])
      expect((await propose({ ...rule, sources })).code).not.toBe(200)
  })
})

describe('what the sources say decides', () => {
  test('two fresh prices make the middle, less and more by the spread', async () => {
    await say(['7.2000'], ['7.2100'])
    // The middle is 7.2050; half a percent less, floored, and half a percent more, raised.
    expect(await ratesOf()).toMatchObject({ usdtrate: 7.1689, withdrawusdtrate: 7.2411 })
    expect(await shown()).toMatchObject({ closed: '', sources: [{ fresh: true }, { fresh: true }] })
  })

  test('one that is old, away or out of bounds counts no more; the other one is enough', async () => {
    await say(['7.2000', 301], ['7.3000'])
    expect(await shown()).toMatchObject({ closed: '', deposit: 7.2635 })
    await say(['72.000'], ['7.3000'])
    expect((await shown()).sources[0]).toMatchObject({ said: '价格 72.0000 超出允许范围' })
    for (const fault of ['error', 'truncated', 'garbage'] as const) {
      await one.fault(fault)
      await say(['7.2'], ['7.3'])
      expect((await shown()).sources[0]?.said, fault).not.toBe('')
    }
    // Five times in a row without a price: it rests, and is not asked.
    await say([null], ['7.3'])
    expect((await shown()).sources[0]?.rests_until).not.toBe('')
    clock.advance(61_000)
    await say(['7.2900'], ['7.3000'])
    expect((await shown()).sources[0]).toMatchObject({ said: '', rate: '7.2900', fresh: true })
  })

  test('too far apart, or both old: no order in USDT, and the member reads why', async () => {
    await say(['7.2000'], ['7.2800'])
    expect(await deposit('apart-of-this-test')).toMatchObject({
      message: '各汇率来源相差过大，USDT存款暂停，请稍后再试或选择其他方式',
    })
    const { data } = await site.call<{ methods: { method: string; why: string }[] }>(
      'POST /api/depositoptions',
      {},
      { token },
    )
    expect(data.methods.find(each => each.method === 'usdt')).toMatchObject({
      maintenance: 1,
      why: '各汇率来源相差过大',
    })
    clock.advance(400_000)
    expect(await deposit('stale-of-this-test')).toMatchObject({
      message: '暂时取不到最新汇率，USDT存款暂停，请稍后再试或选择其他方式',
    })
    const bank = await bind(site, token, usdtAddress())
    await give(site, memberId, 1_000_00n)
    expect(
      await site.call(
        'POST /api/withdraw',
        { bank, amount: '500', password: PAY_PASSWORD },
        { token, key: 'stale-out-of-this-test' },
      ),
    ).toMatchObject({ message: '暂时取不到最新汇率，USDT取款暂停，请稍后再试或选择银行卡' })
  })

  test('a rate by hand takes two persons, goes before the sources, and ends at its minute', async () => {
    const until = beijing(new Date(clock.now().getTime() + 600_000)).slice(0, 16)
    await one.fault('error', 3)
    expect((await propose({ byHand: { rate: 7, until } })).code).toBe(200)
    const { data } = await maker.call('POST /api/console/rules/show', { key })
    expect(
      (
        await maker.call('POST /api/console/rules/approve', {
          id: data.proposal?.id ?? 0,
          remark: '',
        })
      ).code,
    ).not.toBe(200)
    expect((await shown()).closed).toBe('stale')
    expect((await approve()).code).toBe(200)
    expect(await shown()).toMatchObject({ from: 'hand', deposit: 6.965, by_hand_until: until })
    clock.advance(600_000)
    expect(await shown()).toMatchObject({ from: 'sources', closed: 'stale' })
  })

  test('what was read is kept, and nobody rewrites it', async () => {
    const kept = await rows(owner, sql<{ rate: string }>`select rate from rate_reading`)
    expect(kept.length).toBeGreaterThan(4)
    await expect(
      rows(site.services.db, sql`update rate_reading set rate = 9 returning 1`),
    ).rejects.toThrow('permission denied')
  })
})
