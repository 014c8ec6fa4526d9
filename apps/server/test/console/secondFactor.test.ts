import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { createOperator } from '../../src/console/signIn/operators.ts'
import { untilSomeoneWaits } from '../support/locks.ts'
import { productionEnv } from '../support/production.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { Authenticator } from './authenticator.ts'
import { consoleCall, desk, PASSWORD, type Desk } from './support.ts'

const ORIGIN = 'http://localhost:8080'
const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
const site = await openTestSite(url, { clock, publicUrl: ORIGIN })
/**
 * The same data as a production server reads them: roles with power must come in by two factors.
 */
const strict = await openTestSite(url, {
  clock,
  env: productionEnv,
})

const enter = (name: string, password = PASSWORD, at = site, headers = {}) =>
  consoleCall(at, 'POST /api/console/login', { name, password }, headers)
const cookieOf = (answer: Awaited<ReturnType<typeof consoleCall>>) =>
  String(answer.headers['set-cookie']).split(';')[0]!
const second = (ticket: string, code: string, kind = 'totp') =>
  consoleCall(site, 'POST /api/console/login/second', { ticket, kind, code })
const ticketOf = async (name: string) =>
  (await enter(name)).json<{ data: { second: { ticket: string } } }>().data.second.ticket
const codeOf = (secret: string) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now().getTime() })
const nextCode = (secret: string) => {
  clock.advance(30_000)
  return codeOf(secret)
}

async function withTotp(who: Desk) {
  const begun = await who.call('POST /api/console/account/totp/begin', { password: PASSWORD })
  const confirmed = await who.call('POST /api/console/account/totp/confirm', {
    code: nextCode(begun.data.secret),
  })
  return { secret: begun.data.secret, codes: confirmed.data.recovery_codes }
}

async function withPasskey(who: Desk) {
  const authenticator = new Authenticator(ORIGIN)
  const { data } = await who.call('POST /api/console/account/passkeys/begin', {
    password: PASSWORD,
  })
  expect(
    await who.call('POST /api/console/account/passkeys/finish', {
      label: '我的电脑',
      response: authenticator.make(data.options),
    }),
  ).toMatchObject({ code: 200 })
  return authenticator
}

describe('an authenticator', () => {
  test('counts only after one of its codes came back, and its secret lies sealed', async () => {
    const who = await desk(site, 'support')
    const begun = await who.call('POST /api/console/account/totp/begin', { password: PASSWORD })
    expect(begun.data).toMatchObject({
      uri: expect.stringContaining('otpauth://totp/'),
      qr: expect.stringContaining('<svg'),
    })
    expect((await enter(who.name)).json()).toMatchObject({
      data: { operator: { name: who.name }, second: null },
    })
    expect(
      await who.call('POST /api/console/account/totp/confirm', { code: '000000' }),
    ).toMatchObject({ code: 400 })
    expect(
      await who.call('POST /api/console/account/totp/confirm', { code: codeOf(begun.data.secret) }),
    ).toMatchObject({ code: 200 })
    const stored = JSON.stringify(
      await rows(owner, sql`select encode(secret_sealed, 'escape') as text from operator_totp`),
    )
    expect(stored).not.toContain(begun.data.secret)
    expect((await enter(who.name)).json()).toMatchObject({
      data: { operator: null, second: { methods: ['totp', 'recovery'] } },
    })
    expect((await enter(who.name)).headers['set-cookie']).toBeUndefined()
  })

  test('asks for the password before anything about it changes', async () => {
    const who = await desk(site, 'support')
    expect(
      await who.call('POST /api/console/account/totp/begin', { password: 'not mine at all' }),
    ).toMatchObject({ code: 400, message: '密码错误' })
  })

  test('a code is taken once, and none of an earlier step after it', async () => {
    const who = await desk(site, 'support')
    const { secret } = await withTotp(who)
    const early = nextCode(secret)
    clock.advance(30_000)
    const code = codeOf(secret)
    const [ticket, again] = [await ticketOf(who.name), await ticketOf(who.name)]
    const entered = await second(ticket, code)
    expect(entered.json()).toMatchObject({ code: 200, data: { operator: { name: who.name } } })
    for (const cookie of [entered.headers['set-cookie'] ?? ''].flat())
      expect(cookie).toMatch(/HttpOnly; SameSite=Strict/)
    expect((await second(again, code)).json()).toMatchObject({ code: 400 })
    expect((await second(again, early)).json()).toMatchObject({ code: 400 })
    expect((await second(again, nextCode(secret))).json()).toMatchObject({ code: 200 })
    expect((await second(again, nextCode(secret))).json(), 'a ticket leads in once').toMatchObject({
      code: 400,
      data: { over: true },
    })
  })

  test('guessing ends: five tries a ticket, ten an operator', async () => {
    const who = await desk(site, 'support')
    const { secret } = await withTotp(who)
    const first = await ticketOf(who.name)
    for (let n = 0; n < 5; n++)
      expect((await second(first, '123456')).json()).toMatchObject({ code: 400 })
    expect((await second(first, nextCode(secret))).json()).toMatchObject({
      code: 400,
      data: { over: true },
    })
    const other = await ticketOf(who.name)
    for (let n = 0; n < 5; n++) await second(other, '123456')
    expect((await second(await ticketOf(who.name), nextCode(secret))).json()).toMatchObject({
      code: 429,
    })
    clock.advance(600_000)
    expect((await second(await ticketOf(who.name), nextCode(secret))).json()).toMatchObject({
      code: 200,
    })
  })

  test('a recovery code opens once; they lie there as hashes', async () => {
    const who = await desk(site, 'support')
    const { codes } = await withTotp(who)
    expect(codes).toHaveLength(10)
    expect(
      (await second(await ticketOf(who.name), codes[0]!.toLowerCase(), 'recovery')).json(),
    ).toMatchObject({ code: 200 })
    expect((await second(await ticketOf(who.name), codes[0]!, 'recovery')).json()).toMatchObject({
      code: 400,
    })
    expect((await who.call('POST /api/console/account/show')).data.recovery_left).toBe(9)
    expect(
      JSON.stringify(await rows(owner, sql`select r::text from operator_recovery r`)),
    ).not.toContain(codes[1]!.replace('-', ''))
  })
})

describe('a passkey', () => {
  test('is the second step after the password, or both steps by itself', async () => {
    const who = await desk(site, 'support')
    const authenticator = await withPasskey(who)
    const ticket = await ticketOf(who.name)
    for (const asked of [ticket, '']) {
      const { data } = (
        await consoleCall(site, 'POST /api/console/login/passkey/begin', { ticket: asked })
      ).json<{ data: { ticket: string; options: Record<string, unknown> } }>()
      const response = authenticator.show(data.options)
      const entered = await consoleCall(site, 'POST /api/console/login/passkey/finish', {
        ticket: data.ticket,
        response,
      })
      expect(entered.json()).toMatchObject({ code: 200, data: { operator: { name: who.name } } })
      expect(
        (
          await consoleCall(site, 'POST /api/console/login/passkey/finish', {
            ticket: data.ticket,
            response,
          })
        ).json(),
        'an answer counts once',
      ).toMatchObject({ code: 400 })
    }
  })

  test('is refused from another origin, without knowing its person, and for somebody else’s password', async () => {
    const [who, other] = [await desk(site, 'support'), await desk(site, 'support')]
    const authenticator = await withPasskey(who)
    await withPasskey(other)
    const ask = async (ticket: string) =>
      (await consoleCall(site, 'POST /api/console/login/passkey/begin', { ticket })).json<{
        data: { ticket: string; options: Record<string, unknown> }
      }>().data
    const finish = async (ticket: string, response: object) =>
      (
        await consoleCall(site, 'POST /api/console/login/passkey/finish', { ticket, response })
      ).json()
    let asked = await ask('')
    expect(
      await finish(
        asked.ticket,
        authenticator.show(asked.options, true, 'https://tianping.example'),
      ),
    ).toMatchObject({ code: 400 })
    asked = await ask('')
    expect(await finish(asked.ticket, authenticator.show(asked.options, false))).toMatchObject({
      code: 400,
    })
    asked = await ask(await ticketOf(other.name))
    expect(await finish(asked.ticket, authenticator.show(asked.options))).toMatchObject({
      code: 400,
      message: '通行密钥验证失败',
    })
  })
})

describe('a role that needs a second factor', () => {
  test('opens nothing but the own account until one is set up: in production every role with power', async () => {
    await createOperator(
      site.services.db,
      { name: 'cashier', password: PASSWORD, role: 'finance' },
      clock.now(),
    )
    const entered = await enter('cashier', PASSWORD, strict)
    expect(entered.json()).toMatchObject({
      data: { operator: { must: 'second_factor', permissions: [] } },
    })
    const cookie = cookieOf(entered)
    const call = async (name: string, body: object = {}) =>
      (await consoleCall(strict, name, body, { cookie })).json()
    expect(await call('POST /api/console/deposits/list')).toMatchObject({
      code: 403,
      message: '您的角色须先设置双重验证',
      data: { must: 'second_factor' },
    })
    expect(await call('POST /api/console/today')).toMatchObject({ code: 403 })
    const begun = await call('POST /api/console/account/totp/begin', { password: PASSWORD })
    expect(
      await call('POST /api/console/account/totp/confirm', { code: nextCode(begun.data.secret) }),
    ).toMatchObject({ code: 200 })
    expect(await call('POST /api/console/deposits/list')).toMatchObject({ code: 200 })
    expect(
      await call('POST /api/console/account/totp/remove', { password: PASSWORD }),
    ).toMatchObject({ code: 400 })
    expect((await enter('cashier', PASSWORD, strict)).json()).toMatchObject({
      data: { operator: null },
    })
  })

  test('any role may be made to need one', async () => {
    const [admin, who] = [await desk(site, 'admin'), await desk(site, 'auditor')]
    const role = (await admin.call('POST /api/console/roles/list')).data.find(
      each => each.role === 'auditor',
    )!
    expect(
      await admin.call('POST /api/console/roles/save', {
        role: 'auditor',
        version: role.version,
        label: role.label,
        permissions: role.permissions,
        second_factor: true,
        remark: '统一要求',
      }),
    ).toMatchObject({ code: 200, data: { waits: false } })
    expect((await who.call('POST /api/console/me')).data).toMatchObject({
      must: 'second_factor',
      permissions: [],
    })
    await withTotp(who)
    expect((await who.call('POST /api/console/me')).data.must).toBe('')
    const staff = { page: 1, q: who.name, role: '', state: '' as const }
    expect((await admin.call('POST /api/console/staff/list', staff)).data.data).toMatchObject([
      { second_factor: 'totp', second_factor_required: true },
    ])
  })
})

/** What stands in the log about an operator, the latest last. */
const logged = (name: string) =>
  rows(
    owner,
    sql<{ action: string; note: string; after: object | null }>`
    select action, note, after from audit_log where subject = ${`operator:${name}`} order by audit_id`,
  )
const lastLogged = async (name: string) => (await logged(name)).at(-1)
/** One address may log in thirty times in ten minutes. */
const freshTries = () => clock.advance(600_000)
/** The very end of ten minutes: still shut a millisecond before it. */
async function tenMinutes(look: () => Promise<number>) {
  expect(await look()).toBe(429)
  clock.advance(599_999)
  expect(await look()).toBe(429)
  clock.advance(1)
  expect(await look()).toBe(200)
}

test('staff see who has which factor, and take all of them with what is open', async () => {
  freshTries()
  const [admin, who] = [await desk(site, 'admin'), await desk(site, 'support')]
  const listed = async () =>
    (
      await admin.call('POST /api/console/staff/list', {
        page: 1,
        q: who.name,
        role: '',
        state: '',
      })
    ).data.data[0]!
  const factor = async () => (await listed()).second_factor
  expect(await factor()).toBe('none')
  await withTotp(who)
  expect(await factor()).toBe('totp')
  await withPasskey(who)
  expect(await factor()).toBe('both')
  await who.call('POST /api/console/account/totp/remove', { password: PASSWORD })
  expect(await factor()).toBe('passkey')
  const { id } = await listed()
  expect(await admin.call('POST /api/console/staff/reset', { id, remark: '丢失' })).toMatchObject({
    message: '已重置双重验证，其登录已全部退出',
  })
  expect(await factor()).toBe('none')
  expect((await who.call('POST /api/console/me')).code).toBe(401)
  expect(await lastLogged(who.name)).toMatchObject({ action: 'staff.reset', note: '丢失' })
})

describe('coming in', () => {
  beforeEach(freshTries)

  test('asks for a name and a password', async () => {
    for (const [name, password] of [
      ['', PASSWORD],
      ['anybody', ''],
    ] as const)
      expect((await enter(name, password)).json()).toMatchObject({ message: '请输入账号和密码' })
  })

  test('a right password forgets the wrong ones before it', async () => {
    const who = await desk(site, 'support')
    for (let n = 0; n < 9; n++) await enter(who.name, 'guess')
    for (let n = 0; n < 2; n++) expect((await enter(who.name)).json()).toMatchObject({ code: 200 })
  })

  test('strangers with made-up devices lock each other out, and not a device used before', async () => {
    const who = await desk(site, 'support')
    const from = (n: number, device: string) => ({
      'x-forwarded-for': `198.51.100.${n}`,
      cookie: `tianping_desk=${device}`,
    })
    const [, mark] = [(await enter(who.name)).headers['set-cookie'] ?? []].flat()
    const device = /tianping_desk=([0-9a-f]{32})/.exec(String(mark))![1]!
    const made = (n: number) => n.toString(16).padStart(32, '0')
    for (let n = 0; n < 10; n++) await enter(who.name, 'guess', site, from(n, made(n)))
    const coming = async (used: string) =>
      (await enter(who.name, PASSWORD, site, from(99, used))).json()
    expect(await coming(made(99))).toMatchObject({ code: 429 })
    expect(await coming(device)).toMatchObject({ code: 200 })
  })

  test('and going stand in the log, with the method and the moment', async () => {
    const who = await desk(site, 'support')
    expect(await lastLogged(who.name)).toMatchObject({
      action: 'console.login',
      after: { method: 'password' },
    })
    expect(
      await theRow(owner, sql`select last_login_at as at from operator where name = ${who.name}`),
    ).toEqual({ at: clock.now() })
    const { cookie } = who
    const out = await consoleCall(site, 'POST /api/console/logout', {}, { cookie })
    expect(String(out.headers['set-cookie'])).toMatch(/^tianping_console=;/)
    expect(await lastLogged(who.name)).toMatchObject({ action: 'console.logout' })
  })

  test.each(['without', 'with'])(
    'a password that is replaced while it is read leads nowhere, %s a second factor',
    async how => {
      const who = await desk(site, 'support')
      if (how === 'with') await withTotp(who)
      const { coming } = await transaction(owner, async tx => {
        await run(tx, sql`update operator set password_hash = 'x' where name = ${who.name}`)
        const coming = enter(who.name)
        await untilSomeoneWaits(owner)
        return { coming }
      })
      const answer = await coming
      expect(answer.json()).toMatchObject({ code: 400, message: '账号或密码错误' })
      expect(answer.headers['set-cookie']).toBeUndefined()
    },
  )

  test('half-way, who was locked meanwhile is told no more than a stranger', async () => {
    const who = await desk(site, 'support')
    const { secret } = await withTotp(who)
    const ticket = await ticketOf(who.name)
    await run(
      owner,
      sql`update operator set state = 'locked', password_expires_at = ${clock.now()} where name = ${who.name}`,
    )
    expect((await second(ticket, nextCode(secret))).json()).toMatchObject({
      code: 400,
      message: '账号或密码错误',
    })
  })

  test('by a wrong code is said and written down by its kind', async () => {
    const who = await desk(site, 'support')
    await withTotp(who)
    for (const [kind, message] of [
      ['totp', '验证码错误或已使用，请等待下一个'],
      ['recovery', '恢复码错误或已使用'],
    ] as const) {
      const answer = await second(await ticketOf(who.name), '123456', kind)
      expect(answer.json()).toMatchObject({ message, data: { field: 'code' } })
      const failed = { action: 'console.second_failed', note: kind }
      expect(await lastLogged(who.name)).toMatchObject(failed)
    }
  })

  test('by a code has ten tries in ten minutes, forgotten by a right one', async () => {
    const who = await desk(site, 'support')
    const { secret } = await withTotp(who)
    const wrong = async (times: number) => {
      for (let n = 0; n < times; n++) await second(await ticketOf(who.name), '123456')
    }
    const right = async () =>
      (await second(await ticketOf(who.name), codeOf(secret))).json<{ code: number }>().code
    clock.advance(30_000)
    // The code that set it up was the first try.
    await wrong(8)
    expect(await right()).toBe(200)
    clock.advance(30_000)
    await wrong(10)
    await tenMinutes(right)
  })

  test('by a passkey may be asked for thirty times in ten minutes from one address', async () => {
    const begin = async (ticket = '') =>
      (
        await consoleCall(
          site,
          'POST /api/console/login/passkey/begin',
          { ticket },
          { 'x-forwarded-for': '203.0.113.77' },
        )
      ).json()
    for (let n = 0; n < 29; n++) await begin()
    expect(await begin('0'.repeat(64))).toMatchObject({ code: 400, data: { over: true } })
    await tenMinutes(async () => (await begin()).code)
  })

  test('by a passkey is not offered at an address that has none', async () => {
    const { settings } = site.services
    const { publicUrl } = settings
    const who = await desk(site, 'support')
    Object.assign(settings, { publicUrl: 'http://127.0.0.1:8080' })
    const asked = [
      (await consoleCall(site, 'POST /api/console/login/passkey/begin', { ticket: '' })).json(),
      await who.call('POST /api/console/account/passkeys/begin', { password: PASSWORD }),
    ]
    Object.assign(settings, { publicUrl })
    for (const answer of asked)
      expect(answer).toMatchObject({ code: 400, message: '此地址不支持通行密钥' })
  })

  test('by a passkey that fails is written down', async () => {
    const who = await desk(site, 'support')
    const authenticator = await withPasskey(who)
    const { data } = (
      await consoleCall(site, 'POST /api/console/login/passkey/begin', { ticket: '' })
    ).json<{ data: { ticket: string; options: Record<string, unknown> } }>()
    const response = authenticator.show(data.options, false)
    await consoleCall(site, 'POST /api/console/login/passkey/finish', {
      ticket: data.ticket,
      response,
    })
    expect(await lastLogged(who.name)).toMatchObject({
      action: 'console.second_failed',
      note: 'passkey',
    })
  })
})

describe('one’s own account', () => {
  beforeEach(freshTries)

  const wrong = { code: 400, message: '密码错误', data: { field: 'password' } }
  const right = { password: PASSWORD }
  const show = async (who: Desk) => (await who.call('POST /api/console/account/show')).data
  const left = async (who: Desk) => (await show(who)).recovery_left
  const again = async (who: Desk) => cookieOf(await enter(who.name))
  const isIn = async (cookie: string) =>
    (await consoleCall(site, 'POST /api/console/me', {}, { cookie })).json().code === 200

  test('a new password takes the old one, differs from it, and ends what else is open', async () => {
    const who = await desk(site, 'support')
    const other = await again(who)
    const change = (old: string, password: string) =>
      who.call('POST /api/console/account/password', { old, password })
    expect(await change('wrong', 'a better one 42')).toMatchObject(wrong)
    expect(await change(PASSWORD, PASSWORD)).toMatchObject({ message: '新密码不能与原密码相同' })
    expect(await isIn(other)).toBe(true)
    expect(await change(PASSWORD, 'a better one 42')).toMatchObject({ code: 200 })
    expect([await isIn(other), await isIn(who.cookie)]).toEqual([false, true])
    expect(await lastLogged(who.name)).toMatchObject({ action: 'account.password' })
  })

  test('shows which session one looks from, and ends another or all others', async () => {
    const who = await desk(site, 'finance')
    const others = [await again(who), await again(who), await again(who)]
    const { sessions, second_factor_required } = await show(who)
    expect(sessions.map(each => each.current).toSorted()).toEqual([false, false, false, true])
    expect(second_factor_required, 'in a sandbox').toBe(false)
    const first = Math.min(...sessions.filter(each => !each.current).map(each => each.id))
    const end = (id: number) => who.call('POST /api/console/account/sessions/end', { id })
    const open = () => Promise.all([who.cookie, ...others].map(isIn))
    await end(first)
    expect(await open()).toEqual([true, false, true, true])
    await end(0)
    expect(await open()).toEqual([true, false, false, false])
    expect(await lastLogged(who.name)).toMatchObject({ action: 'account.sessions_ended' })
  })

  test('takes ten wrong passwords in ten minutes, forgotten by a right one', async () => {
    const who = await desk(site, 'support')
    const prove = async (password: string) =>
      (await who.call('POST /api/console/account/totp/begin', { password })).code
    for (let n = 0; n < 9; n++) await prove('wrong')
    expect(await prove(PASSWORD)).toBe(200)
    for (let n = 0; n < 10; n++) expect(await prove('wrong')).toBe(400)
    await tenMinutes(() => prove(PASSWORD))
  })

  test('takes ten wrong codes of a new authenticator in ten minutes', async () => {
    const who = await desk(site, 'support')
    const begun = await who.call('POST /api/console/account/totp/begin', right)
    const confirm = async (code: string) =>
      (await who.call('POST /api/console/account/totp/confirm', { code })).code
    for (let n = 0; n < 10; n++) expect(await confirm('123456')).toBe(400)
    await tenMinutes(() => confirm(codeOf(begun.data.secret)))
  })

  test('has one authenticator, taken off by the password alone', async () => {
    const who = await desk(site, 'support')
    await withTotp(who)
    expect((await show(who)).sessions.map(each => each.method)).toEqual(['totp'])
    expect(await who.call('POST /api/console/account/totp/begin', right)).toMatchObject({
      code: 409,
      message: '已设置验证器，如需更换请先移除',
    })
    expect(await who.call('POST /api/console/account/totp/confirm', { code: '1' })).toMatchObject({
      code: 409,
      message: '验证器已启用',
    })
    const remove = (password: string) =>
      who.call('POST /api/console/account/totp/remove', { password })
    expect(await remove('wrong')).toMatchObject(wrong)
    expect(await left(who)).toBe(10)
    expect(await remove(PASSWORD)).toMatchObject({ code: 200 })
    expect(await lastLogged(who.name)).toMatchObject({ action: 'account.totp_removed' })
    expect(await left(who)).toBe(0)
    expect((await enter(who.name)).json()).toMatchObject({ data: { second: null } })
  })

  test('in production keeps one factor of a role with power, and the codes while one is there', async () => {
    const who = await desk(site, 'finance')
    await withTotp(who)
    await withPasskey(who)
    await withPasskey(who)
    const cookie = `__Host-${who.cookie}`
    const strictly = async (name: string, body: object) =>
      (await consoleCall(strict, name, { ...right, ...body }, { cookie })).json()
    const off = (kind: 'totp' | 'passkeys', id = '') =>
      strictly(`POST /api/console/account/${kind}/remove`, { id })
    expect((await strictly('POST /api/console/account/show', {})).data).toMatchObject({
      second_factor_required: true,
    })
    const [one, two] = (await show(who)).passkeys.map(each => each.id)
    expect(await off('passkeys', one)).toMatchObject({ code: 200 })
    expect(await off('totp')).toMatchObject({ code: 200 })
    expect(await left(who)).toBe(10)
    expect(await off('passkeys', two)).toMatchObject({
      code: 400,
      message: '您的角色须使用双重验证，请先添加另一种方式',
    })
    await run(
      owner,
      sql`delete from operator_recovery where ctid not in (
        select min(ctid) from operator_recovery group by operator_id)
        and operator_id = (select operator_id from operator where name = ${who.name})`,
    )
    expect((await withTotp(who)).codes, 'those one has go on').toEqual([])
    expect(await off('passkeys', two)).toMatchObject({ code: 200 })
    expect(await lastLogged(who.name)).toMatchObject({ action: 'account.passkey_removed' })
    expect(await left(who)).toBe(1)
    expect(
      await who.call('POST /api/console/account/totp/remove', right),
      'where none is needed',
    ).toMatchObject({ code: 200 })
    expect(await left(who)).toBe(0)
  })

  test('in production loses one of two factors, where both are taken off at the same moment', async () => {
    const who = await desk(site, 'finance')
    await withTotp(who)
    await withPasskey(who)
    const cookie = `__Host-${who.cookie}`
    const off = async (kind: 'totp' | 'passkeys', id = '') =>
      (
        await consoleCall(
          strict,
          `POST /api/console/account/${kind}/remove`,
          { ...right, id },
          { cookie },
        )
      ).json().code as number
    const [key] = (await show(who)).passkeys.map(each => each.id)
    const both = await Promise.all([off('totp'), off('passkeys', key)])
    expect(both.toSorted((one, other) => one - other)).toEqual([200, 400])
    expect(await left(who)).toBe(10)
  })

  test('has recovery codes beside a factor only, and the new ones end the old', async () => {
    const who = await desk(site, 'support')
    const renew = (password: string) => who.call('POST /api/console/account/recovery', { password })
    expect(await renew(PASSWORD)).toMatchObject({ message: '请先设置验证器或通行密钥' })
    await withPasskey(who)
    await withPasskey(who)
    expect(await renew('wrong')).toMatchObject(wrong)
    const [old] = (await renew(PASSWORD)).data.recovery_codes
    expect(await lastLogged(who.name)).toMatchObject({ action: 'account.recovery' })
    const { recovery_codes: codes } = (await renew(PASSWORD)).data
    const by = async (code: string) =>
      (await second(await ticketOf(who.name), code, 'recovery')).json().code
    expect([await by(old!), await by(codes[0]!)]).toEqual([400, 200])
    const remove = (id: string, password = PASSWORD) =>
      who.call('POST /api/console/account/passkeys/remove', { id, password })
    const [one, two] = (await show(who)).passkeys.map(each => each.id)
    expect(await remove(one!, 'wrong')).toMatchObject(wrong)
    expect(await remove('unknown')).toMatchObject({ code: 404, message: '该通行密钥已不存在' })
    expect(await remove(one!)).toMatchObject({ code: 200 })
    expect(await left(who)).toBe(9)
    expect(await remove(two!)).toMatchObject({ code: 200 })
    expect([await left(who), (await show(who)).passkeys]).toEqual([0, []])
  })

  test('has ten passkeys at most, each with a name, made here and added once', async () => {
    const who = await desk(site, 'support')
    const begin = (password = PASSWORD) =>
      who.call('POST /api/console/account/passkeys/begin', { password })
    const finish = (response: object, label = '钥匙') =>
      who.call('POST /api/console/account/passkeys/finish', { label, response } as never)
    expect(await begin('wrong')).toMatchObject(wrong)
    const authenticator = new Authenticator(ORIGIN)
    const made = async () => authenticator.make((await begin()).data.options)
    expect(await finish(await made(), '')).toMatchObject({ code: 400, data: { field: 'label' } })
    expect(await finish({ id: 'x' })).toMatchObject({ message: '通行密钥添加失败，请重试' })
    expect(await finish(await made())).toMatchObject({ code: 200 })
    expect(await lastLogged(who.name)).toMatchObject({
      action: 'account.passkey_added',
      after: { label: '钥匙' },
    })
    expect((await show(who)).sessions.map(each => each.method)).toEqual(['passkey'])
    expect(await finish(await made())).toMatchObject({ code: 409, message: '该通行密钥已添加' })
    for (let n = 1; n < 9; n++) await withPasskey(who)
    const late = new Authenticator(ORIGIN).make((await begin()).data.options)
    await withPasskey(who)
    expect(await finish(late), 'begun before the tenth').toMatchObject({
      code: 400,
      message: '最多 10 个通行密钥',
    })
    expect((await show(who)).passkeys).toHaveLength(10)
    expect(await begin()).toMatchObject({ code: 400, message: '最多 10 个通行密钥' })
  })
})
