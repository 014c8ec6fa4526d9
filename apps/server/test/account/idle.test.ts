// An account that nobody has used for long is opened by no password alone.
import { run, sql } from '@tianping/database'
import { monthsLater } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { SECURITY_SETTING, securitySchema } from '../../src/kernel/security/setting.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { desk } from '../console/support.ts'
import { fund } from '../support/venue.ts'
import { openTestSite, TestClock } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock()
const site = await openTestSite(url, { clock })
const YEAR_MS = 366 * 86_400_000

const login = (name: string, password = 'secret1') =>
  site.call<{ api_token: string }>(
    'POST /api/login',
    { name, password, code: 'abcd' },
    { headers: { 'x-forwarded-for': '192.0.2.9' } },
  )
const guard = (idleMonths: number) =>
  writeSetting(
    owner,
    SECURITY_SETTING,
    securitySchema,
    { idleMonths },
    {
      name: 'test',
      at: clock.now(),
    },
  )

test('after its months the password opens nothing, the money stays, and staff or the contact let the member in', async () => {
  const member = await site.member()
  await fund(owner, member.memberId, 88_00n)
  expect((await login(member.name)).code).toBe(200)
  clock.advance(YEAR_MS)
  expect((await login(member.name)).code, 'off unless it is set').toBe(200)
  await guard(12)
  clock.advance(YEAR_MS)
  const refused = await login(member.name)
  expect(refused.message).toBe(
    '账户超过 12 个月未登录，请先找回密码或联系客服验证身份，余额不受影响',
  )
  expect(
    (await login(member.name, 'wrong-one')).message,
    'says nothing to a stranger',
  ).not.toContain('12 个月')

  const support = await desk(site, 'support')
  const { data } = await support.call('POST /api/console/members/password', {
    id: Number(member.memberId),
    which: 'login',
    remark: '电话核实身份',
  })
  const entered = await login(member.name, data.password)
  expect(entered.code, entered.message).toBe(200)
  const token = await site.enter(member.memberId)
  const money = await site.call<{ balance: number }>('POST /api/balance', {}, { token })
  expect(money.data.balance).toBe(88)
})

test('a password recovered by a proved contact counts as use', async () => {
  await guard(12)
  const member = await site.member()
  await login(member.name)
  clock.advance(YEAR_MS)
  expect((await login(member.name)).message).toContain('未登录')
  await run(
    owner,
    sql`insert into account_change (member_id, kind, at) values (${member.memberId}, 'password_recovered', ${clock.now()})`,
  )
  expect((await login(member.name)).code).toBe(200)
})

test('its months are over at the moment itself, and not a millisecond before', async () => {
  await guard(6)
  const [early, late] = [await site.member(), await site.member()]
  for (const { name } of [early, late]) expect((await login(name)).code).toBe(200)
  clock.advance(monthsLater(clock.now(), 6).getTime() - clock.now().getTime() - 1)
  expect((await login(early.name)).code).toBe(200)
  clock.advance(1)
  expect((await login(late.name)).message).toContain('超过 6 个月未登录')
})
