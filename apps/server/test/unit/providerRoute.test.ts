import { expect, test } from 'vitest'
import { sandboxValue, type Provider } from '../../src/areas/providers/registry.ts'
import { route, type Asked } from '../../src/areas/providers/route.ts'

const provider = (code: string, change: Partial<Provider['value']>): Provider => ({
  code,
  version: 1,
  value: { ...sandboxValue, ...change },
  testedHash: '',
  openedAt: null,
  failures: 0,
  restsUntil: null,
})
const asked = (change: Partial<Asked> = {}): Asked => ({
  depositNo: 'D1',
  method: 'alipay',
  amountFen: 100_00n,
  tier: 0,
  // 23:30 in Beijing.
  now: new Date('2026-11-20T15:30:00Z'),
  ...change,
})
const codes = (providers: Provider[], change?: Partial<Asked>) =>
  route(providers, asked(change)).map(({ code }) => code)

test('among equals orders are shared by weight, the same for every repetition, and 0 comes last', () => {
  const all = [
    provider('heavy', { weight: 75 }),
    provider('light', { weight: 25 }),
    provider('dear', { weight: 0, feeRate: 100 }),
    provider('cheap', { weight: 0, feeFen: 10 }),
  ]
  const orders = Array.from({ length: 4_000 }, (_, n) => `D${n}`)
  const firsts = orders.map(depositNo => codes(all, { depositNo })[0])
  expect(firsts).toEqual(orders.map(depositNo => codes(all, { depositNo })[0]))
  const heavy = firsts.filter(first => first === 'heavy').length
  expect(heavy).toBeGreaterThan(2_850)
  expect(heavy).toBeLessThan(3_150)
  expect(firsts.filter(first => first === 'light')).toHaveLength(4_000 - heavy)
  for (const depositNo of orders.slice(0, 50))
    expect(codes(all, { depositNo }).slice(2)).toEqual(['cheap', 'dear'])
})

test('priority, method, range, tier and hours over midnight decide who takes an order', () => {
  const all = [
    provider('second', { priority: 2 }),
    provider('first', { priority: 1 }),
    provider('closed', { live: false }),
    provider('other', { methods: ['wechat'] }),
    provider('large', { minFen: 100_01 }),
    provider('small', { maxFen: 99_99 }),
    provider('known', { minTier: 1, priority: 3 }),
    provider('night', { from: '23:00', until: '06:00', priority: 4 }),
    provider('day', { from: '09:00', until: '23:30' }),
  ]
  expect(codes(all)).toEqual(['first', 'second', 'night'])
  expect(codes(all, { tier: 2 })).toEqual(['first', 'second', 'known', 'night'])
  const noon = new Date('2026-11-20T04:00:00Z')
  expect(codes(all, { now: noon }).toSorted()).toEqual(['day', 'first', 'second'])
})
