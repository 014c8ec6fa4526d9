import { rows, sql } from '@tianping/database'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { createOperator } from '../../src/console/signIn/operators.ts'
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

const enter = (name: string, password = PASSWORD, at = site) =>
  consoleCall(at, 'POST /api/console/login', { name, password })
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
  })
})
