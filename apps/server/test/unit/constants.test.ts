import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { agentSchema } from '../../src/areas/agent/setting.ts'
import { cashierSchema, rangeOf } from '../../src/areas/cashier/setting.ts'
import { rebateSchema } from '../../src/areas/rebate/rebateSetting.ts'
import { levelsSchema } from '../../src/areas/vip/vipLevels.ts'
import { vipSchema } from '../../src/areas/vip/vipSetting.ts'
import { redPacketSchema } from '../../src/areas/redpacket/setting.ts'
import { appSchema } from '../../src/kernel/appSetting.ts'

/** Refused by its schema: what an operator writes never reaches an engine outside these limits. */
const refuses = (schema: z.ZodType, ...values: unknown[]) => {
  for (const value of values)
    expect(schema.safeParse(value).success, JSON.stringify(value)).toBe(false)
}
const takes = (schema: z.ZodType, ...values: unknown[]) => {
  for (const value of values)
    expect(schema.safeParse(value).success, JSON.stringify(value)).toBe(true)
}
const level = (n: number) => ({
  vipname: `VIP${n + 1}`,
  rechargeFen: n,
  flowFen: n,
  keepFen: 0,
  realperson: 0.5,
  sport: 0.5,
  e_sport: 0.5,
  joker: 0.5,
  electron: 0.5,
  lottery: 0.1,
})
const ten = Array.from({ length: 10 }, (_, n) => level(n))

describe('promotions: what an operator may change is data with limits', () => {
  test('ten VIP levels: their names, figures and percentages', () => {
    takes(levelsSchema, ten)
    refuses(
      levelsSchema,
      ten.slice(1),
      [...ten, level(10)],
      ten.toReversed(),
      ten.map(each => ({ ...each, sport: 5.01 })),
    )
  })
  test('relegation window 90 days', () => {
    expect(vipSchema.parse({})).toEqual({
      runAt: '00:30',
      windowDays: 90,
      winBack: true,
      releaseFrom: null,
      releaseDays: 90,
    })
    takes(vipSchema, { windowDays: 1 }, { windowDays: 366 })
    refuses(
      vipSchema,
      { windowDays: 0 },
      { windowDays: 367 },
      { windowDays: 1.5 },
      { runAt: '24:00' },
    )
  })
  test('rebates: granted within 24 h after the day ends, 1x turnover', () => {
    expect(rebateSchema.parse({})).toEqual({ runAt: '01:00', turnoverTimes: 1 })
    refuses(rebateSchema, { runAt: '1:00' }, { turnoverTimes: -1 }, { turnoverTimes: 51 })
  })
  test('red packet window 10:00-12:00 Beijing time; deposit counting from 12:00 previous day to 10:00', () => {
    expect(redPacketSchema.parse({})).toMatchObject({
      opens: '10:00',
      closes: '12:00',
      maxTimes: 10,
    })
    takes(redPacketSchema, { opens: '09:00', closes: '23:59' })
    refuses(
      redPacketSchema,
      { opens: '12:00', closes: '12:00' },
      { opens: '25:00' },
      { maxTimes: 0 },
      { maxTimes: 101 },
    )
  })
  test('index_modal 1 enables the popup; redpacket_switch, site_state and their texts', () => {
    expect(appSchema.parse({})).toMatchObject({
      index_modal: 0,
      redpacket_switch: 1,
      site_state: 1,
    })
    refuses(
      appSchema,
      { index_modal: 2 },
      { redpacket_switch: -1 },
      { site_state: 2 },
      { repair_tips: 'x'.repeat(501) },
    )
  })
})

describe('cashier: what an operator may change is data with limits', () => {
  const withdrawal = (change: object) => ({ withdrawal: change })
  test('minimum withdrawal per transaction 100: may rise, never fall', () => {
    expect(cashierSchema.parse({}).withdrawal).toEqual({
      minFen: 100_00,
      maxFen: 500_000_00,
      perDay: 10,
      from: '00:00',
      to: '24:00',
    })
    takes(cashierSchema, withdrawal({ minFen: 500_00 }))
    refuses(
      cashierSchema,
      withdrawal({ minFen: 99_99 }),
      withdrawal({ minFen: 200_00, maxFen: 100_00 }),
      withdrawal({ perDay: 0 }),
      withdrawal({ from: '24:30' }),
    )
  })
  test('deposit limits: min 100, max 10000 unless a method has its own', () => {
    const setting = cashierSchema.parse({})
    expect(rangeOf(setting, 'wechat', null)).toEqual({ minFen: 100_00n, maxFen: 10_000_00n })
    expect(rangeOf(setting, 'usdt', 'ERC20')).toEqual({ minFen: 100_00n, maxFen: 10_000_00n })
    refuses(
      cashierSchema,
      { methods: [{ method: 'wechat', enabled: true, minFen: 200_00, maxFen: 100_00 }] },
      { methods: [{ method: 'cash', enabled: true, minFen: 1, maxFen: 2 }] },
    )
  })
  test('USDT: both rates, and each protocol’s own fee', () => {
    expect(cashierSchema.parse({})).toMatchObject({
      usdtrate: 7.3,
      withdrawusdtrate: 7.1,
      withdrawcashfee: 5,
      withdrawfeeusdttrc: 1,
    })
    refuses(
      cashierSchema,
      { usdtrate: 0 },
      { usdtrate: 7.12345 },
      { withdrawcashfee: -1 },
      { withdrawfeeusdttrc: 0.001 },
    )
  })
  test('deposits: how many may wait, and the turnover they ask for (1x)', () => {
    expect(cashierSchema.parse({}).deposit).toEqual({ maxOpen: 10, turnoverTimes: 1 })
    refuses(cashierSchema, { deposit: { maxOpen: 0 } }, { deposit: { turnoverTimes: 51 } })
  })
  test('the agents’ formula', () => {
    expect(agentSchema.parse({})).toMatchObject({
      basis: 'net_result',
      carryNegative: true,
      turnoverTimes: 0,
    })
    refuses(
      agentSchema,
      { basis: 'luck' },
      { tiers: [] },
      {
        tiers: [
          { fromFen: 2, minActive: 1, hundredths: 1 },
          { fromFen: 1, minActive: 1, hundredths: 2 },
        ],
      },
    )
  })
})
