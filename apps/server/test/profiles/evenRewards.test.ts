// PR-MKT-04 at the rules of the back office: rewards grow no faster than the spend.
import { beforeEach, expect, test } from 'vitest'
import { PROFILES_SETTING } from '../../src/areas/profiles/profiles.ts'
import {
  PROTECTION_SETTING,
  protectionSchema,
  protectionSetting,
} from '../../src/areas/protection/protection.ts'
import { REDPACKET_SETTING, redPacketSchema } from '../../src/areas/redpacket/redpacket.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { enable } from './support.ts'

const { site, clock, owner } = await openCashier()
const anna = await desk(site, 'admin', 'anna')
const bert = await desk(site, 'admin', 'bert')
const by = () => ({ name: 'test', at: clock.now() })
const protect = (value: object) =>
  writeSetting(owner, PROTECTION_SETTING, protectionSchema, value, by())

const packets = (claims: number) =>
  redPacketSchema.parse({
    tiers: [
      { minFen: 100_000, maxFen: 499_999, claims: 1 },
      { minFen: 500_000, maxFen: null, claims },
    ].map(tier => ({
      startDay: '2026-01-01',
      endDay: '2026-12-31',
      drawMinFen: 500,
      drawMaxFen: 500,
      turnoverTimes: 1,
      ...tier,
    })),
  })

async function propose(key: string, value: unknown) {
  const { version } = (await anna.call('POST /api/console/rules/show', { key })).data
  const asked = { key, version, value, note: '调整奖励' }
  const { code, message } = await anna.call('POST /api/console/rules/propose', asked)
  const { proposal } = (await anna.call('POST /api/console/rules/show', { key })).data
  return { code, message, id: proposal?.id ?? 0 }
}
const UNEVEN = '存款满 ¥5,000.00 的红包高于下一级相对消费的奖励，奖励增幅不能超过消费增幅'

beforeEach(async () => {
  await enable(site)
  await protect({})
})

test('a table that grows faster is refused with its tier, also when the rule began while it waited', async () => {
  await protect({ evenRewards: true })
  expect(await propose(REDPACKET_SETTING, packets(6))).toMatchObject({ code: 409, message: UNEVEN })
  await protect({})
  const { code, id } = await propose(REDPACKET_SETTING, packets(6))
  expect(code, 'free under base').toBe(200)
  await protect({ evenRewards: true })
  const decide = (way: 'approve' | 'reject') =>
    bert.call(`POST /api/console/rules/${way}`, { id, remark: '奖励增长过快' })
  expect((await decide('approve')).message).toBe(UNEVEN)
  expect((await decide('reject')).code).toBe(200)
  expect((await propose(REDPACKET_SETTING, packets(5))).code).toBe(200)
})

test('neither the rule nor a profile that asks for it begins while a table grows faster', async () => {
  await writeSetting(owner, REDPACKET_SETTING, redPacketSchema, packets(6), by())
  const even = protectionSchema.parse({ evenRewards: true })
  expect((await propose(PROTECTION_SETTING, even)).message).toBe(UNEVEN)
  const profiles = (name: 'GB' | 'MT') => ({
    enabled: { GB: name === 'GB', MT: name === 'MT' },
    rates: { GBP: 900, EUR: 780 },
  })
  expect((await propose(PROFILES_SETTING, profiles('GB'))).message).toBe(UNEVEN)
  expect((await propose(PROFILES_SETTING, profiles('MT'))).code, 'Malta has no such rule').toBe(200)
  await enable(site, 'GB')
  expect((await protectionSetting(owner)).evenRewards).toBe(true)
})
