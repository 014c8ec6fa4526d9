// Profiles are data; of the operator's value and of every enabled profile the strictest counts.
import { profileSettingNames, type ProfileName } from '@tianping/contract/profiles/facts'
import type { Given } from '@tianping/contract'
import { run, sql } from '@tianping/database'
import { beforeEach, expect, test } from 'vitest'
import {
  base,
  inForceOf,
  mergeProfiles,
  PROFILES_SETTING,
  profiles,
} from '../../src/areas/profiles/profiles.ts'
import {
  protectionSchema,
  PROTECTION_SETTING,
  protectionSetting,
} from '../../src/areas/protection/protection.ts'
import { ruleSchema } from '../../src/areas/activity/rule.ts'
import { writeRule } from '../../src/areas/activity/writeRule.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { openCashier } from '../cashier/support.ts'
import { desk, type Desk } from '../console/support.ts'
import { clear, enable, prove } from './support.ts'

const { site, clock, owner } = await openCashier()
const [anna, bert] = [await desk(site, 'admin', 'anna'), await desk(site, 'admin', 'bert')]
const rates = { GBP: 900, EUR: 780 }
const known = Object.values(profiles)

const protect = (value: object) =>
  writeSetting(owner, PROTECTION_SETTING, protectionSchema, value, {
    name: 'test',
    at: clock.now(),
  })

beforeEach(async () => {
  await enable(site)
  await protect({})
})

/** Proposes the next version of a rule; answers its number, or the refusal. */
async function propose(by: Desk, key: string, value: unknown) {
  const { version } = (await by.call('POST /api/console/rules/show', { key })).data
  const asked = { key, version, value, note: '辖区要求' }
  const { code, message } = await by.call('POST /api/console/rules/propose', asked)
  const { proposal } = (await by.call('POST /api/console/rules/show', { key })).data
  return { code, message, id: proposal?.id ?? 0 }
}

test('base knows every setting and demands nothing', () => {
  expect(Object.keys(base.settings)).toEqual(profileSettingNames)
  expect(Object.values(base.settings).every(value => value === null)).toBe(true)
  const { enabled, demands } = inForceOf(undefined)
  expect(enabled).toEqual([])
  expect(Object.values(demands).flat().some(Boolean)).toBe(false)
})

test('of several profiles the strictest value counts, in fen by the rates of the site', () => {
  const { GB, MT } = profiles as Record<ProfileName, (typeof known)[number]>
  const both = mergeProfiles([GB, MT], known, rates)
  expect(both).toMatchObject({
    playTier: 2,
    returnForeverHours: 168,
    slotStakeFen: 4_500,
    slotStakeYoungFen: 1_800,
    cddFen: 1_560_000,
    wageringTimes: 10,
    nationalRegister: true,
  })
  expect(both.limitTopics).toEqual([['deposit'], ['deposit', 'stake']])
  expect(mergeProfiles([MT], known, rates)).toMatchObject({ playTier: 1, slotStakeFen: null })
  expect(mergeProfiles([MT], known, { GBP: 900, EUR: 800 }).cddFen).toBe(1_600_000)
})

test('a setting a profile does not know, and a profile nobody knows, take the strictest value', () => {
  const { MT } = profiles as Record<ProfileName, (typeof known)[number]>
  const { slotStakeFen: _, ...settings } = MT.settings
  expect(mergeProfiles([{ ...MT, settings }], known, rates)).toMatchObject({
    slotStakeFen: 4_500,
    wageringTimes: null,
  })
  const { enabled, demands } = inForceOf({ enabled: { ZZ: true } })
  expect(enabled).toEqual(['ZZ'])
  expect(demands).toEqual(mergeProfiles([...known], known, rates))
})

test('two persons enable a profile, and the stricter of it and the site counts from then on', async () => {
  await protect({ reviewMonths: 12, relaxHours: 48, depositPrompt: false })
  const value = { enabled: { GB: true, MT: false }, rates }
  const { id } = await propose(anna, PROFILES_SETTING, value)
  expect((await anna.call('POST /api/console/rules/approve', { id, remark: '' })).code).toBe(409)
  expect(await protectionSetting(owner)).toMatchObject({ reviewMonths: 12, depositPrompt: false })
  expect((await bert.call('POST /api/console/rules/approve', { id, remark: '' })).code).toBe(200)
  expect(await protectionSetting(owner)).toMatchObject({
    reviewMonths: 6,
    relaxHours: 48,
    depositPrompt: true,
    returnForeverHours: 168,
  })
  const { data } = await anna.call('POST /api/console/profiles/inForce', {})
  expect(data.profiles).toEqual([
    { name: 'GB', label: '英国', enabled: true },
    { name: 'MT', label: '马耳他', enabled: false },
  ])
  const rule = (setting: string) => data.rules.find(each => each.setting === setting)
  expect(rule('reviewMonths')).toMatchObject({ own: '12', value: '6', from: ['GB'] })
  expect(rule('relaxHours')).toMatchObject({ own: '48', value: '48', from: ['own'] })
  expect(rule('slotStakeFen')).toMatchObject({
    own: '',
    demanded: ['¥45', ''],
    value: '¥45',
    from: ['GB'],
  })
})

test('a Maltese profile needs limits of deposits or of stakes, whichever is saved last', async () => {
  const offering = (deposit: boolean, stake: boolean) =>
    protectionSchema.parse({ limitTopics: { deposit, stake, loss: true, time: true } })
  const malta = { enabled: { GB: false, MT: true }, rates }
  await protect(offering(false, false))
  expect(await propose(anna, PROFILES_SETTING, malta)).toMatchObject({
    code: 409,
    message: '马耳他要求至少提供其中一种限额：存款、投注额，请先调整“玩家保护”',
  })
  await protect(offering(false, true))
  const { id } = await propose(anna, PROFILES_SETTING, malta)
  expect((await bert.call('POST /api/console/rules/approve', { id, remark: '' })).code).toBe(200)
  expect(await propose(anna, PROTECTION_SETTING, offering(false, false))).toMatchObject({
    code: 409,
  })
  // Written past the check, what is demanded is offered all the same.
  await protect(offering(false, false))
  expect((await protectionSetting(owner)).limitTopics).toMatchObject({ deposit: true, stake: true })
})

test('a kind of limit that is not offered is neither listed nor set, and one that is set goes on', async () => {
  const member = await site.member()
  const { token } = member
  const set = (kind: string, amount: string) =>
    site.call('POST /api/protection/limit', { kind, amount }, { token })
  expect((await set('loss_day', '500')).code).toBe(200)
  await protect({ limitTopics: { loss: false, time: false } })
  const { data } = await site.call<Given<'POST /api/protection/show'>>(
    'POST /api/protection/show',
    {},
    { token },
  )
  const kinds = data.limits.map(({ kind }) => kind)
  expect(kinds).toContain('loss_day')
  expect(kinds).not.toContain('loss_week')
  expect(kinds).not.toContain('time_day')
  expect((await set('time_day', '60')).message).toBe('平台目前不提供这种限额')
  expect((await set('loss_day', '400')).code).toBe(200)
})

test('under a profile a bonus asks for no more turnover than it allows, at saving and at applying', async () => {
  await run(
    owner,
    sql`insert into activity_type (type_id, name) overriding system value values (91, '活动')`,
  )
  await run(
    owner,
    sql`insert into activity (activity_id, type_id, title, banner, content) overriding system value values (91, 91, '优惠', '', '')`,
  )
  const bonus = (turnoverTimes: number) => ({
    apply: true,
    conditions: [],
    bonus: { kind: 'fixed', fen: 1_000 },
    turnoverTimes,
    limit: { times: 1, per: 'ever' },
    review: 'auto',
  })
  const { id } = await propose(anna, 'activity:91', bonus(11))
  await enable(site, 'GB')
  const approved = await bert.call('POST /api/console/rules/approve', { id, remark: '' })
  expect(approved.message).toBe('英国规定优惠流水不超过 10 倍')
  await enable(site)
  expect((await bert.call('POST /api/console/rules/approve', { id, remark: '' })).code).toBe(200)
  const apply = async (...names: Parameters<typeof enable>[1][]) => {
    await enable(site)
    const { token, memberId } = await site.member()
    await prove(owner, memberId, 2)
    await clear(owner, memberId, clock.now())
    await enable(site, ...names)
    return site.call('POST /api/doactivityapply', { activityid: 91 }, { token })
  }
  expect((await apply()).code).toBe(200)
  expect((await apply('MT', 'GB')).message).toBe('该活动的流水要求超过规定，暂不能申请')
  expect(await propose(anna, 'activity:91', bonus(12))).toMatchObject({ code: 409 })
  await writeRule(owner, 91, ruleSchema.parse(bonus(10)), { name: 'test', at: clock.now() })
  expect((await apply('MT', 'GB')).code, 'as much as it allows').toBe(200)
})
