import { sql, theRow } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { openTestSite, TestClock } from '../support/site.ts'

const database = await freshDatabase('server')
const owner = database.open()
const clock = new TestClock('2026-11-20T15:30:00Z')
const site = await openTestSite(database.url, { clock })
const other = await openTestSite(database.url, { clock })
const HOUR_MS = 3_600_000

const form = {
  name: 'newcomer1',
  password: 'secret1',
  confirmPass: 'secret1',
  realname: '新会员',
  paypassword: '888888',
  code: 'abcd',
}
const user = (token: string, at = site) =>
  at.call<Record<string, unknown>>('POST /api/user', {}, { token })

describe('registration', () => {
  test('a good form opens a session and a VIP1 member with everything the client reads', async () => {
    const made = await site.call<{ api_token: string }>('POST /api/register', form)
    expect(made).toMatchObject({ code: 200 })
    expect(made.data.api_token).toMatch(/^[0-9a-f]{64}$/)
    expect((await user(made.data.api_token)).data).toMatchObject({
      username: 'newcomer1',
      realname: '新会员',
      balance: 0,
      gameblance: 0,
      paysum: 0,
      vip: 1,
      current_vip: 'VIP1',
      joinday: 1,
      isagent: 0,
      transferstatus: 0,
      api_token: made.data.api_token,
    })
  })
  test('the server repeats the rules in their order', async () => {
    expect(
      (await site.call('POST /api/register', { ...form, name: 'ab', password: '1' })).message,
    ).toBe('用户名长度6~11位，以字母或数字组合！')
    expect(
      (await site.call('POST /api/register', { ...form, name: 'another1', password: '1' })).message,
    ).toBe('请输入正确的密码长度，最少6位！')
    expect(
      (await site.call('POST /api/register', { ...form, name: 'another1', code: '' })).message,
    ).toBe('请输入验证码！')
  })
  test('names are unique without regard to case, also for two at once', async () => {
    expect((await site.call('POST /api/register', { ...form, name: 'NEWCOMER1' })).message).toBe(
      '该用户名已被注册',
    )
    const both = await Promise.all(
      [site, other].map(at => at.call('POST /api/register', { ...form, name: 'twinname' })),
    )
    expect(both.map(answer => answer.code).toSorted((a, b) => a - b)).toEqual([200, 400])
  })
  test('pid binds the referrer, by id or invite code; a foreign one stops nobody', async () => {
    const referrer = await site.member()
    const { invite } = await theRow(
      owner,
      sql<{
        invite: string
      }>`select invite_code as invite from member where member_id = ${referrer.memberId}`,
    )
    const referrerOf = async (memberId: bigint) =>
      (
        await theRow(
          owner,
          sql<{
            id: bigint | null
          }>`select referrer_id as id from member where member_id = ${memberId}`,
        )
      ).id
    expect(
      await referrerOf((await site.member({ pid: referrer.memberId.toString() })).memberId),
    ).toBe(referrer.memberId)
    expect(await referrerOf((await site.member({ pid: invite.toLowerCase() })).memberId)).toBe(
      referrer.memberId,
    )
    expect(await referrerOf((await site.member({ pid: '<script>' })).memberId)).toBeNull()
  })
})

describe('log-in and sessions', () => {
  test('by name and password; neither text nor data tells an unknown name from a wrong password', async () => {
    const { name } = await site.member()
    expect(
      await site.call('POST /api/login', {
        name: name.toUpperCase(),
        password: 'secret1',
        code: 'x',
      }),
    ).toMatchObject({ code: 200 })
    expect(
      await site.call('POST /api/login_pc', { name, password: 'secret1', code: 'x' }),
      'the alias of deployed clients',
    ).toMatchObject({ code: 200 })
    const wrong = await site.call('POST /api/login', { name, password: 'secret2', code: 'x' })
    const unknown = await site.call('POST /api/login', {
      name: 'nobody123',
      password: 'secret2',
      code: 'x',
    })
    expect(wrong).toEqual(unknown)
    expect(wrong).toMatchObject({ code: 400, message: '账号或密码错误' })
  })
  test('guessing one name is throttled over all instances, and a success forgets the failures', async () => {
    const { name } = await site.member()
    const tries = async (count: number, password: string) => {
      let last = 0
      for (let i = 0; i < count; i++)
        last = (
          await [site, other][i % 2]!.call(
            'POST /api/login',
            { name, password, code: 'x' },
            { headers: { 'x-forwarded-for': `192.0.2.${i}` } },
          )
        ).code
      return last
    }
    expect(await tries(9, 'wrong-one')).toBe(400)
    expect(await tries(1, 'secret1')).toBe(200)
    expect(await tries(10, 'wrong-one')).toBe(400)
    expect(await tries(1, 'secret1'), 'even with the right password').toBe(429)
    clock.advance(11 * 60_000)
    expect(await tries(1, 'secret1')).toBe(200)
  })
  test.each(['', 'x', '0'.repeat(64), 'Bearer', "' or 1=1 --"])(
    'a forged token %j is 401 in the envelope',
    async token => {
      expect(await user(token)).toEqual({
        code: 401,
        message: '登录已过期，请重新登录',
        data: null,
      })
    },
  )
  test('a browser keeps a random mark that no script reads; the database keeps its hash with the session, and no other call touches it', async () => {
    const { name } = await site.member()
    const enter = async (cookie = '') => {
      const answer = await site.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { name, password: 'secret1', code: 'x' },
        headers: { cookie },
      })
      return {
        token: answer.json<{ data: { api_token: string } }>().data.api_token,
        cookie: String(answer.headers['set-cookie']),
      }
    }
    const deviceOf = async (token: string) =>
      (
        await theRow(
          owner,
          sql<{
            device: string
          }>`select device from session where token_hash = sha256(${Buffer.from(token)})`,
        )
      ).device
    const first = await enter()
    expect(first.cookie).toMatch(
      /^tianping_device=[0-9a-f]{32}; Path=\/api; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    )
    const mark = first.cookie.slice('tianping_device='.length).split(';')[0]!
    const again = await enter(`other=1; tianping_device=${mark}`)
    expect(again.cookie, 'the same mark, renewed').toContain(mark)
    expect(await deviceOf(again.token)).toBe(await deviceOf(first.token))
    expect(await deviceOf(first.token)).not.toBe(mark)
    expect(
      await deviceOf((await enter('tianping_device=<script>')).token),
      'what is no mark is replaced',
    ).not.toBe(await deviceOf(first.token))
    const polled = await site.app.inject({
      method: 'POST',
      url: '/api/balance',
      payload: {},
      headers: { authorization: `Bearer ${first.token}` },
    })
    expect(polled.headers['set-cookie']).toBeUndefined()
    expect(
      (
        await site.app.inject({
          method: 'POST',
          url: '/api/login',
          payload: { name, password: 'wrong12', code: 'x' },
        })
      ).headers['set-cookie'],
      'nobody is marked by trying',
    ).toBeUndefined()
  })
  test('a session lasts seven days from its last use, and no longer', async () => {
    const { token } = await site.member()
    for (let day = 0; day < 10; day++) {
      clock.advance(24 * HOUR_MS)
      expect((await user(token)).code).toBe(200)
    }
    clock.advance(7 * 24 * HOUR_MS + 1)
    expect((await user(token)).code).toBe(401)
  })
  test('logoff ends the session on every instance', async () => {
    const { token } = await site.member()
    expect((await user(token, other)).code).toBe(200)
    expect((await site.call('POST /api/logoff', {}, { token })).code).toBe(200)
    expect((await user(token)).code).toBe(401)
    // The other instance hears of it by the news; ask until it has, not for a fixed time.
    await expect.poll(async () => (await user(token, other)).code).toBe(401)
  })
  test('a changed login password ends all sessions of the member', async () => {
    const { token, name } = await site.member()
    const second = (
      await site.call<{ api_token: string }>('POST /api/login', {
        name,
        password: 'secret1',
        code: 'x',
      })
    ).data.api_token
    expect(
      (
        await site.call(
          'POST /api/editPassword',
          { password: 'wrong-1', paypassword: 'secret2' },
          { token },
        )
      ).message,
    ).toBe('旧密码错误')
    const weak = { password: 'secret1', paypassword: '111111' }
    const refused = await site.call('POST /api/editPassword', weak, { token })
    expect(refused.message).toBe('密码过于简单，请更换一个')
    expect((await user(second)).code).toBe(200)
    expect(
      await site.call(
        'POST /api/editPassword',
        { password: 'secret1', paypassword: 'secret2' },
        { token },
      ),
    ).toMatchObject({ code: 200, message: '密码修改成功！' })
    expect((await user(token)).code).toBe(401)
    expect((await user(second)).code).toBe(401)
    expect(
      (await site.call('POST /api/login', { name, password: 'secret2', code: 'x' })).code,
    ).toBe(200)
  })
  test('the pay password is changed with the old one, 6 to 18 characters', async () => {
    const { token } = await site.member()
    const change = (password: string, paypassword: string) =>
      site.call('POST /api/editPayPassword', { password, paypassword }, { token })
    expect(
      (await change('111111', '999999')).message,
      'it counts towards the lock of withdrawals',
    ).toBe('支付密码错误，还可尝试4次')
    expect((await change('888888', '9'.repeat(19))).message).toBe('请输人支付密码长度')
    expect((await change('888888', '999999')).message).toBe('密码过于简单，请更换一个')
    expect((await change('888888', '748201')).code).toBe(200)
    expect((await user(token)).code, 'the session stays').toBe(200)
  })
})

test('profile rules and their effect', async () => {
  const { token } = await site.member()
  const save = (mobile: string, email: string, birthday: string) =>
    site.call('POST /api/updateuserinfo', { mobile, email, birthday }, { token })
  expect((await save('1', 'a@b.cn', '1990-01-01')).message).toBe('请输入正确手机号')
  expect((await save('13800138000', 'a', '1990-01-01')).message).toBe('请输入正确邮箱号')
  expect((await save('13800138000', 'a@b.cn', '1990-02-31')).message).toBe(
    '请输入正确的日期格式：YYYY-MM-DD',
  )
  expect(await save('13800138000', 'a@b.cn', '1990-02-28')).toMatchObject({
    code: 200,
    message: '操作成功',
  })
  expect((await user(token)).data).toMatchObject({
    mobile: '13800138000',
    email: 'a@b.cn',
    birthday: '1990-02-28',
  })
})

test('joinday counts whole Beijing days, 1 on the first', async () => {
  clock.advance((24 - clock.now().getUTCHours() + 15) * HOUR_MS) // 23:xx in Beijing
  const { token } = await site.member()
  expect((await user(token)).data).toMatchObject({ joinday: 1 })
  clock.advance(HOUR_MS)
  expect((await user(token)).data).toMatchObject({ joinday: 2 })
})
