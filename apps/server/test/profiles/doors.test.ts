// What only a profile asks for before deposits, play and gifts; money always goes out.
import type { Given } from '@tianping/contract'
import { FUNDS_SETTING, fundsSchema } from '../../src/areas/protection/protection.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { run, sql } from '@tianping/database'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { ask } from '../verification/support.ts'
import { bankCard, bankTransfer, bind, NOON, PAY_PASSWORD } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addVenues, fund, openTestVenue } from '../support/venue.ts'
import { enable, prove } from './support.ts'

const venue = await openTestVenue()
const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock(NOON)
await seedCashier(owner, clock.now())
await addVenues(owner)
const site = await openTestSite(url, { clock, venueUrl: venue.url })

type Member = Awaited<ReturnType<typeof site.member>>
const call = <T = unknown>({ token }: Member, name: string, body: object = {}) =>
  site.call<T>(name, body, { token })
const deposit = (member: Member, amount = '100') =>
  call(member, 'POST /api/recharge', { ...bankTransfer, amount })
const launch = (member: Member) =>
  call(member, 'POST /api/getGameUrl', {
    plat_name: 'FG',
    game_type: 0,
    game_code: 'fortune3',
    is_mobile_url: 1,
  })
const bring = (member: Member) =>
  call(member, 'POST /api/transfer', { sourcetype: 'userbalance', targettype: 'FG', amount: '10' })
const due = async (member: Member) =>
  (await call<Given<'POST /api/protection/due'>>(member, 'POST /api/protection/due')).data
/** The last rule of a launch: the test's venues have no games. */
const CLOSED = '该游戏暂未开放'

/** A funded member whom nothing but the tested rule stops. */
async function funded(tier: number) {
  const member = await site.member()
  await fund(owner, member.memberId, 100_000n)
  if (tier > 0) await prove(owner, member.memberId, tier)
  return member
}

beforeEach(async () => {
  await enable(site)
  await ask(site, {})
})

describe('who a member is comes first', () => {
  test('a tier is asked for before deposits, play, transfers and gifts, and under base not', async () => {
    await ask(site, { depositTier: 1, playTier: 2 })
    const member = await funded(0)
    const first = '请先完成身份认证，可在“我的-身份认证”办理'
    expect((await deposit(member)).message).toBe(first)
    await prove(owner, member.memberId, 1)
    expect((await deposit(member)).code).toBe(200)
    const second = '请先完成高级认证，可在“我的-身份认证”办理'
    for (const door of [launch, bring]) expect((await door(member)).message).toBe(second)
    expect((await call(member, 'POST /api/dofanshui')).message).toBe(second)
    await prove(owner, member.memberId, 2)
    expect((await bring(member)).code).toBe(200)
    expect((await launch(member)).message).toBe(CLOSED)
    await ask(site, {})
    const other = await funded(0)
    for (const door of [deposit, bring]) expect((await door(other)).code).toBe(200)
    expect((await launch(other)).message).toBe(CLOSED)
  })

  test('a tier that ran out is asked for again', async () => {
    await ask(site, { depositTier: 1 })
    const member = await funded(1)
    expect((await deposit(member)).code).toBe(200)
    await run(
      owner,
      sql`update member_tier set valid_until = '2020-01-01' where member_id = ${member.memberId}`,
    )
    expect((await deposit(member)).message).toContain('请先完成身份认证')
  })

  test('each profile asks by itself, and the stricter of two', async () => {
    const [member, nobody] = [await funded(1), await funded(0)]
    await enable(site, 'MT')
    expect((await bring(member)).code).toBe(200)
    await enable(site, 'MT', 'GB')
    expect((await bring(member)).code).not.toBe(200)
    expect((await bring(member)).message).toContain('国家自我排除名册')
    await enable(site, 'MT')
    expect((await deposit(nobody)).message).toContain('请先完成身份认证')
  })

  test('what was to be asked for before play is not asked for at a withdrawal', async () => {
    await ask(site, { firstWithdrawalTier: 2 })
    const member = await funded(1)
    const cardId = await bind(site, member.token, bankCard())
    const withdrawn = async () => {
      const asked = { amount: '100', bank: cardId, password: PAY_PASSWORD }
      const { code, data } = await call(member, 'POST /api/withdraw', asked)
      return [code, (data as { needs_tier?: number }).needs_tier]
    }
    expect(await withdrawn()).toEqual([200, 2])
    await enable(site, 'MT')
    expect(await withdrawn()).toEqual([200, 0])
    expect((await bring(member)).message, 'asked for before play instead').toContain('高级认证')
  })

  test('which papers are asked for, when and how is said before, and that it was read is kept', async () => {
    const member = await funded(0)
    expect((await due(member)).papers).toBeNull()
    await ask(site, { depositSum: { tier1AboveFen: 500_000 }, answerHours: 12 })
    expect((await due(member)).papers).toEqual({
      tier: 0,
      deposit: 0,
      play: 0,
      withdrawal: 0,
      tier1_above: 5_000,
      tier2_above: 0,
      answer_hours: 12,
      read: false,
    })
    expect((await call(member, 'POST /api/protection/papers')).code).toBe(200)
    expect((await due(member)).papers?.read).toBe(true)
  })
})

describe('how far money is protected', () => {
  const state = (value: object) =>
    writeSetting(owner, FUNDS_SETTING, fundsSchema, value, { name: 'test', at: clock.now() })
  const read = (member: Member, version: number) =>
    call(member, 'POST /api/protection/funds', { version })

  test('is read before the first game and after each change; nobody is asked under base', async () => {
    const member = await funded(0)
    expect((await due(member)).funds).toBeNull()
    await state({ fundsNotice: true, level: 'medium' })
    const { funds } = await due(member)
    expect(funds).toMatchObject({ level: 'medium', held: 1_000, why: 'first', needed: true })
    const unread = '请先阅读并确认资金保护说明，可在“我的-理性博彩”确认'
    for (const door of [bring, launch]) expect((await door(member)).message).toBe(unread)
    expect((await deposit(member)).code).toBe(200)
    expect((await read(member, funds!.version)).code).toBe(200)
    expect((await due(member)).funds).toBeNull()
    expect((await bring(member)).code).toBe(200)
    await state({ fundsNotice: true, level: 'medium', text: '资金存放于独立的客户资金账户。' })
    expect((await read(member, funds!.version)).message).toBe('资金保护说明已更新，请重新阅读')
    expect((await due(member)).funds).toMatchObject({ why: 'changed', needed: true })
    expect((await launch(member)).message).toBe(unread)
  })

  test('unprotected members are reminded every six months of what is held, and go on playing', async () => {
    await state({ fundsNotice: true, level: 'unprotected' })
    const member = await funded(0)
    const { version } = (await due(member)).funds!
    await read(member, version)
    clock.advance(185 * 86_400_000)
    const later = { ...member, token: await site.enter(member.memberId) }
    expect((await due(later)).funds).toMatchObject({ why: 'reminder', needed: false, held: 1_000 })
    expect((await bring(later)).code).toBe(200)
    await read(later, version)
    expect((await due(later)).funds).toBeNull()
    await state({ fundsNotice: true, level: 'high' })
    await read(later, version + 1)
    clock.advance(185 * 86_400_000)
    const last = { ...member, token: await site.enter(member.memberId) }
    expect((await due(last)).funds, 'protected money needs no reminder').toBeNull()
    await state({})
  })
})

describe('limits that the platform sets', () => {
  test('are announced with their first moment and count from then on', async () => {
    const member = await funded(2)
    await enable(site, 'GB', 'MT')
    const support = await desk(site, 'support')
    const limited = await support.call('POST /api/console/members/limit/set', {
      id: Number(member.memberId),
      kind: 'deposit_day',
      amount: '500',
      remark: '负担能力核查',
    })
    const limits = async () => {
      const { data } = await call<Given<'POST /api/protection/show'>>(
        member,
        'POST /api/protection/show',
      )
      return data.limits.find(({ kind }) => kind === 'deposit_day')
    }
    const shown = await limits()
    expect(shown).toMatchObject({ operator: null, amount: null, announced: { amount: 500 } })
    expect(limited.message).toBe(`已通知会员，新限额自 ${shown?.announced?.from} 起生效`)
    const letters = await call<{ data: { title: string; content: string }[] }>(
      member,
      'POST /api/noticeList',
      { page: 1, type: 2 },
    )
    expect(JSON.stringify(letters.data)).toContain(shown?.announced?.from)
    await enable(site)
    expect((await deposit(member, '501')).code).toBe(200)
    clock.advance(24 * 3_600_000)
    expect(await limits()).toMatchObject({ operator: 500, amount: 500, announced: null })
    expect((await deposit(member, '501')).message).toContain('超过您的每日存款限额 ¥500.00')
  })
})
