// A password alone, stolen or reset by staff, neither enters an account with a second factor nor
// changes what guards it.
import { rows, run, sql, transaction } from '@tianping/database'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { waysOf } from '../../src/kernel/secondFactor/secondFactor.ts'
import { bankCard, bind, configure, give, NOON, PAY_PASSWORD } from '../cashier/support.ts'
import { Authenticator } from '../console/authenticator.ts'
import { desk } from '../console/support.ts'
import { untilSomeoneWaits } from '../support/locks.ts'
import { openTestSite, TestClock } from '../support/site.ts'

const ORIGIN = 'http://localhost:8080'
const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock(NOON)
await seedCashier(owner, clock.now())
const site = await openTestSite(url, { clock, publicUrl: ORIGIN })

const PASSWORD = 'secret1'
const SECOND = '该账号已开启双重验证，请刷新或升级后重新登录，并按提示完成验证'
const HOUR_MS = 3_600_000
let addresses = 0
/** At the site's own entrance, from an address of its own. */
const here = () => ({
  host: 'localhost:8080',
  'x-forwarded-for': `10.7.${++addresses >> 8}.${addresses & 255}`,
})

const as =
  (token: string, headers = here()) =>
  <T = Record<string, never>>(name: string, body: object = {}) =>
    site.call<T>(name, body, { token, headers })
const visit = <T = Record<string, never>>(name: string, body: object, headers = here()) =>
  site.call<T>(name, body, { headers })

type Half = { ticket: string; methods: string[]; api_token: string }
const logIn = (name: string, headers = here()) =>
  visit<Half>('POST /api/login', { name, password: PASSWORD, code: 'abcd' }, headers)
const ticketOf = async (name: string) => (await logIn(name)).data.ticket
const second = (ticket: string, code: string, kind = 'totp', headers = here()) =>
  visit<{ api_token: string }>('POST /api/login/second', { ticket, kind, code }, headers)
const nextCode = (secret: string) => {
  clock.advance(30_000)
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now().getTime() })
}
const code = (typed: string, kind = 'totp') => ({ kind, code: typed })

async function withTotp() {
  const member = await site.member()
  const call = as(member.token)
  const begun = await call<{ secret: string; qr: string }>('POST /api/safety/totp/begin', {
    password: PASSWORD,
  })
  const { secret } = begun.data
  const on = await call<{ recovery_codes: string[] }>('POST /api/safety/totp/confirm', {
    code: nextCode(secret),
  })
  expect(on.code).toBe(200)
  return { ...member, call, secret, codes: on.data.recovery_codes }
}

type Options = { options: Record<string, unknown>; ticket: string }
async function withPasskey() {
  const member = await site.member()
  const call = as(member.token)
  const authenticator = new Authenticator(ORIGIN)
  const { data } = await call<Options>('POST /api/safety/passkeys/begin', { password: PASSWORD })
  const on = await call<{ recovery_codes: string[] }>('POST /api/safety/passkeys/finish', {
    label: '我的手机',
    response: authenticator.make(data.options),
  })
  expect(on.code).toBe(200)
  return { ...member, call, authenticator, codes: on.data.recovery_codes }
}

const inboxOf = (memberId: bigint) =>
  rows(
    owner,
    sql<{
      title: string
    }>`select title from message where member_id = ${memberId} order by message_id`,
  )

describe('a log-in with an authenticator app', () => {
  test('is refused in words after the password, and opens with the code of the app', async () => {
    const { name, secret, codes } = await withTotp()
    expect(codes).toHaveLength(10)
    const half = await logIn(name)
    expect(half).toMatchObject({
      code: 403,
      message: SECOND,
      data: { methods: ['totp', 'recovery'] },
    })
    expect(half.data.api_token).toBeUndefined()
    expect((await second(half.data.ticket, '000000')).message).toBe(
      '验证码错误或已使用，请等待下一个',
    )
    const entered = await second(half.data.ticket, nextCode(secret))
    expect(entered.code).toBe(200)
    expect((await as(entered.data.api_token)('POST /api/user')).code).toBe(200)
  })
  test('takes a code and a ticket once', async () => {
    const { name, secret } = await withTotp()
    const [one, two] = [await ticketOf(name), await ticketOf(name)]
    const typed = nextCode(secret)
    expect((await second(one, typed)).code).toBe(200)
    expect((await second(two, typed)).code).toBe(400)
    expect((await second(one, nextCode(secret))).data).toMatchObject({ over: true })
  })
  test('ends guessing: five tries a ticket, ten a member in an hour', async () => {
    const { name, secret } = await withTotp()
    for (const ticket of [await ticketOf(name), await ticketOf(name)])
      for (let n = 0; n < 5; n++) await second(ticket, '123456')
    expect((await second(await ticketOf(name), nextCode(secret))).code).toBe(429)
    clock.advance(HOUR_MS)
    expect((await second(await ticketOf(name), nextCode(secret))).code).toBe(200)
  })
  test('counts guesses by itself in a browser of the member: thieves lock it not out, nor guess on there', async () => {
    const { name, secret } = await withTotp()
    const own = () => ({ ...here(), cookie: `tianping_device=${'7c'.repeat(16)}` })
    const atHome = async (typed: string) =>
      (await second((await logIn(name, own())).data.ticket, typed, 'totp', own())).code
    expect(await atHome(nextCode(secret))).toBe(200)
    for (let n = 0; n < 10; n++) await second(await ticketOf(name), '123456')
    expect((await second(await ticketOf(name), nextCode(secret))).code, 'elsewhere').toBe(429)
    expect(await atHome(nextCode(secret))).toBe(200)
    for (let n = 0; n < 10; n++) expect(await atHome('123456')).toBe(400)
    expect(await atHome(nextCode(secret))).toBe(429)
  })
  test('opens with a recovery code, once', async () => {
    const { name, codes } = await withTotp()
    const [spare = ''] = codes
    expect((await second(await ticketOf(name), spare, 'recovery')).code).toBe(200)
    expect((await second(await ticketOf(name), spare, 'recovery')).code).toBe(400)
    const stored = JSON.stringify(await rows(owner, sql`select r::text from member_recovery r`))
    expect(stored).not.toContain(spare.replace('-', ''))
  })
  test('between its steps ends with a changed password', async () => {
    const { name, call, secret } = await withTotp()
    const ticket = await ticketOf(name)
    const factor = code(nextCode(secret))
    const changed = { password: PASSWORD, paypassword: 'another-7', factor }
    expect((await call('POST /api/editPassword', changed)).code).toBe(200)
    expect((await second(ticket, nextCode(secret))).data).toMatchObject({ over: true })
  })
  test('between its steps ends with a member who is locked or has closed the account', async () => {
    const closed = sql`closing_at = ${clock.now()}, closed_at = ${clock.now()}`
    for (const change of [sql`state = 'locked'`, closed]) {
      const { name, memberId, secret } = await withTotp()
      const ticket = await ticketOf(name)
      await run(owner, sql`update member set ${change} where member_id = ${memberId}`)
      const { code: refused, message } = await logIn(name)
      expect(await second(ticket, nextCode(secret))).toMatchObject({ code: refused, message })
    }
  })
  test('is asked for before a password that works once, and not again by its replacement', async () => {
    const { name, memberId, secret } = await withTotp()
    const until = new Date(clock.now().getTime() + HOUR_MS)
    await run(
      owner,
      sql`update member set password_once_until = ${until} where member_id = ${memberId}`,
    )
    const { data } = await second(await ticketOf(name), nextCode(secret))
    const changed = { password: PASSWORD, paypassword: 'another-7' }
    expect((await as(data.api_token)('POST /api/editPassword', changed)).code).toBe(200)
  })
  test('is not to be had at the agents’ site by the password alone', async () => {
    const { name, memberId } = await withTotp()
    await rows(owner, sql`update member set isagent = true where member_id = ${memberId}`)
    const entered = await visit('POST /api/agent/login', { name, password: PASSWORD, ticket: '' })
    expect(entered).toMatchObject({ code: 403 })
  })
})

describe('a passkey', () => {
  test('is the second step of a log-in', async () => {
    const { name, authenticator, codes } = await withPasskey()
    expect(codes).toHaveLength(10)
    const half = await logIn(name)
    expect(half.data.methods).toEqual(['passkey', 'recovery'])
    const { ticket } = half.data
    const asked = await visit<Options>('POST /api/login/passkey/begin', { ticket })
    const response = authenticator.show(asked.data.options)
    const entered = await visit('POST /api/login/passkey/finish', { ticket, response })
    expect(entered.code).toBe(200)
    expect((await visit('POST /api/login/passkey/finish', { ticket, response })).code).toBe(400)
  })
  test('of another member opens nothing', async () => {
    const [mine, other] = [await withPasskey(), await withPasskey()]
    const ticket = await ticketOf(mine.name)
    const asked = await visit<Options>('POST /api/login/passkey/begin', { ticket })
    const response = other.authenticator.show(asked.data.options)
    expect((await visit('POST /api/login/passkey/finish', { ticket, response })).code).toBe(400)
  })
  test('under an id that no database stores opens nothing, and is answered like any other', async () => {
    const { name, call, authenticator } = await withPasskey()
    for (const id of ['a\0b', '\ud800', 'x'.repeat(10_000), '']) {
      const ticket = await ticketOf(name)
      const asked = await visit<Options>('POST /api/login/passkey/begin', { ticket })
      const response = { ...authenticator.show(asked.data.options), id, rawId: id }
      const shown = await visit('POST /api/login/passkey/finish', { ticket, response })
      expect([id.slice(0, 3), shown.code, shown.message]).toEqual([
        id.slice(0, 3),
        400,
        '通行密钥验证失败',
      ])
      const proof = await call<Options>('POST /api/safety/passkeys/ask')
      const factor = { kind: 'passkey', ticket: proof.data.ticket, response }
      const changed = await call('POST /api/safety/recovery', { password: PASSWORD, factor })
      expect(changed.code).toBe(400)
    }
  })
  test('is not offered at another entrance of the site', async () => {
    const { name, token } = await withPasskey()
    const elsewhere = { ...here(), host: 'entrance.example' }
    expect((await logIn(name, elsewhere)).data.methods).toEqual(['recovery'])
    const shown = await as(token, elsewhere)('POST /api/safety/show')
    expect(shown.data).toMatchObject({ passkeys_possible: false, methods: ['recovery'] })
  })
})

describe('a stolen session and password', () => {
  test('cannot switch the factor off, add another or make new recovery codes', async () => {
    const { call, secret } = await withTotp()
    const proofs = { password: PASSWORD }
    for (const [name, more] of [
      ['POST /api/safety/totp/remove', {}],
      ['POST /api/safety/recovery', {}],
      ['POST /api/safety/passkeys/begin', {}],
      ['POST /api/safety/passkeys/remove', { id: 'any' }],
    ] as const) {
      expect(await call(name, { ...proofs, ...more })).toMatchObject({
        code: 403,
        message: '请先完成双重验证',
      })
      const wrong = { ...proofs, ...more, factor: code('000000') }
      expect((await call(name, wrong)).code).toBe(400)
    }
    const shown = { ...proofs, factor: code(nextCode(secret)) }
    expect((await call('POST /api/safety/totp/remove', shown)).code).toBe(200)
  })
  test('and the factor without the password does neither', async () => {
    const { call, secret } = await withTotp()
    const shown = { password: 'not-mine', factor: code(nextCode(secret)) }
    expect((await call('POST /api/safety/totp/remove', shown)).message).toBe('登录密码错误')
    expect((await call('POST /api/safety/totp/begin', { password: 'x' })).code).toBe(400)
  })
  test('cannot finish an authenticator that was begun before the passkey', async () => {
    const { token } = await site.member()
    const call = as(token)
    const begun = await call<{ secret: string }>('POST /api/safety/totp/begin', {
      password: PASSWORD,
    })
    const { data } = await call<Options>('POST /api/safety/passkeys/begin', { password: PASSWORD })
    const response = new Authenticator(ORIGIN).make(data.options)
    await call('POST /api/safety/passkeys/finish', { label: '手机', response })
    const late = { code: nextCode(begun.data.secret) }
    expect((await call('POST /api/safety/totp/confirm', late)).code).toBe(400)
  })
  test('guesses ten codes in an hour', async () => {
    const { call } = await withTotp()
    const guess = { password: PASSWORD, factor: code('000000') }
    for (let n = 0; n < 10; n++) await call('POST /api/safety/totp/remove', guess)
    expect((await call('POST /api/safety/totp/remove', guess)).code).toBe(429)
  })
  test('guesses on after the member has shown both, which forgets wrong ones', async () => {
    const { call, secret } = await withTotp()
    const renew = (typed: string, password = PASSWORD) =>
      call('POST /api/safety/recovery', { password, factor: code(typed) })
    for (const right of [true, false]) {
      for (let n = 0; n < 9; n++) expect((await renew('000000', 'not-mine')).code).toBe(400)
      for (let n = 0; n < 9; n++) expect((await renew('000000')).code).toBe(400)
      if (right) expect((await renew(nextCode(secret))).code).toBe(200)
    }
  })
})

test('ways lead through the second step by what there is at least one of', () => {
  const ways = (passkeys: number, recovery: number) =>
    waysOf({ totp: false, passkeys, recovery }, true)
  expect([ways(0, 0), ways(1, 0), ways(0, 1)]).toEqual([[], ['passkey'], ['recovery']])
})

test('a member has ten passkeys at most, also of two made at once, with names of four hundred letters at most', async () => {
  const { call, memberId, secret } = await withTotp()
  const begin = () =>
    call<Options>('POST /api/safety/passkeys/begin', {
      password: PASSWORD,
      factor: code(nextCode(secret)),
    })
  const finish = ({ options }: Options, idBytes = 32) => {
    const response = new Authenticator(ORIGIN, idBytes).make(options)
    return call('POST /api/safety/passkeys/finish', { label: '手机', response })
  }
  const finished = async (idBytes: number) => (await finish((await begin()).data, idBytes)).code
  expect([await finished(301), await finished(300)]).toEqual([400, 200])
  await run(
    owner,
    sql`insert into member_passkey (credential_id, member_id, public_key, counter, transports, label, created_at)
      select ${`k${memberId}-`}::text || n, ${memberId}::bigint, '', 0, '{}', 'x', ${clock.now()}::timestamptz from generate_series(1, 8) n`,
  )
  const full = { code: 400, message: '最多10个通行密钥' }
  const both = [await begin(), await begin()]
  const held = await transaction(owner, async tx => {
    await run(tx, sql`select 1 from member where member_id = ${memberId} for no key update`)
    const finishing = Promise.all(both.map(({ data }) => finish(data)))
    await untilSomeoneWaits(owner, 2)
    return { finishing }
  })
  const [taken, left] = (await held.finishing).toSorted((a, b) => a.code - b.code)
  expect([taken, left]).toMatchObject([{ code: 200 }, full])
  expect(await begin()).toMatchObject(full)
})

test('the member is told when a factor goes on and off', async () => {
  const { call, memberId, secret } = await withTotp()
  const proven = async () => ({ password: PASSWORD, factor: code(nextCode(secret)) })
  await call('POST /api/safety/recovery', await proven())
  await call('POST /api/safety/totp/remove', await proven())
  expect(await inboxOf(memberId)).toEqual([
    { title: '验证器已启用' },
    { title: '恢复码已更新' },
    { title: '验证器已关闭' },
  ])
  const { data } = await call<{ recovery_left: number }>('POST /api/safety/show')
  expect(data.recovery_left).toBe(0)
})

describe('staff', () => {
  const about = (memberId: bigint, which: 'login' | 'factor') => ({
    id: Number(memberId),
    which,
    remark: '会员来电',
  })
  test('who reset the login password leave the factor as it is', async () => {
    const { name, memberId } = await withTotp()
    const support = await desk(site, 'support')
    const reset = await support.call('POST /api/console/members/password', about(memberId, 'login'))
    const { password } = reset.data
    const entered = await visit('POST /api/login', { name, password, code: 'abcd' })
    expect(entered).toMatchObject({ code: 403, message: SECOND })
  })
  test('take the factor away by two persons; payouts wait and the member is told', async () => {
    const { name, memberId, token, secret } = await withTotp()
    const [asks, does] = [await desk(site, 'support'), await desk(site, 'support')]
    const ask = () => asks.call('POST /api/console/members/password', about(memberId, 'factor'))
    expect((await ask()).data).toEqual({ password: '', sent_to: '', waits: true })
    expect((await ask()).message).toBe('该会员已有一项待批准的双重验证解除')
    const { data } = await asks.call('POST /api/console/members/pay-requests/list', { page: 1 })
    const { request_id: id, kind } = data.data.find(each => each.username === name)!
    expect(kind).toBe('factor')
    const approve = (who: typeof asks) =>
      who.call('POST /api/console/members/pay-requests/approve', { id, remark: '' })
    expect((await approve(asks)).message).toBe('您提出的申请须由另一位同事批准')
    expect((await second(await ticketOf(name), nextCode(secret))).code).toBe(200)
    expect(await approve(does)).toMatchObject({ code: 200, data: { password: '' } })

    expect((await as(token)('POST /api/user')).code).toBe(401)
    expect((await inboxOf(memberId)).at(-1)).toEqual({ title: '双重验证已解除' })
    const entered = await logIn(name)
    expect(entered.code).toBe(200)
    await configure(site, setting => {
      setting.withdrawal.waitHours = 24
    })
    const mine = entered.data.api_token
    const bank = await bind(site, mine)
    await give(site, memberId, 1_000_00n)
    const asked = await as(mine)('POST /api/withdraw', {
      amount: 100,
      bank,
      password: PAY_PASSWORD,
    })
    expect(asked.message).toContain('双重验证已由客服解除')
    await configure(site, setting => {
      setting.withdrawal.waitHours = 0
    })
  })
  test('cannot ask for it where there is none', async () => {
    const { memberId } = await site.member()
    const support = await desk(site, 'support')
    const asked = await support.call(
      'POST /api/console/members/password',
      about(memberId, 'factor'),
    )
    expect(asked).toMatchObject({ code: 409, message: '该会员没有启用双重验证' })
  })
})

describe('a payout above the site’s amount', () => {
  const NEEDED = '24小时内取款达到500.00元须完成双重验证，请刷新或升级后重新提交，并按提示完成验证'
  const ready = async <T extends { token: string; memberId: bigint; codes?: string[] }>(
    member: T,
  ) => {
    await configure(site, setting => {
      setting.withdrawal.factorFromFen = 500_00
    })
    const factor = member.codes && code(member.codes[0] ?? '', 'recovery')
    const bank = await bind(site, member.token, { ...bankCard(), factor })
    await give(site, member.memberId, 5_000_00n)
    const withdraw = (amount: number, factor?: object, key?: string) =>
      site.call(
        'POST /api/withdraw',
        { amount, bank, password: PAY_PASSWORD, factor },
        { token: member.token, headers: here(), ...(key ? { key } : {}) },
      )
    return { ...member, withdraw }
  }

  test('asks for the code, also of several small ones together', async () => {
    const { withdraw, secret } = await ready(await withTotp())
    expect((await withdraw(300)).code).toBe(200)
    expect(await withdraw(300)).toMatchObject({ code: 403, message: NEEDED })
    expect((await withdraw(300, code('000000'))).code).toBe(400)
    const typed = nextCode(secret)
    expect((await withdraw(300, code(typed))).code).toBe(200)
    expect((await withdraw(300, code(typed))).code, 'a code counts once').toBe(400)
  })
  test('takes a passkey', async () => {
    const { withdraw, call, authenticator } = await ready(await withPasskey())
    const { data } = await call<Options>('POST /api/safety/passkeys/ask')
    const factor = {
      kind: 'passkey',
      ticket: data.ticket,
      response: authenticator.show(data.options),
    }
    expect((await withdraw(600, factor)).code).toBe(200)
    expect((await withdraw(600, factor)).code, 'what was shown counts once').toBe(400)
  })
  test('leaves the code to be used when it fails for another reason', async () => {
    const { withdraw, secret } = await ready(await withTotp())
    const typed = code(nextCode(secret))
    expect((await withdraw(9_000, typed)).message).toContain('余额不足')
    expect((await withdraw(600, typed)).code).toBe(200)
  })
  test('that is sent again with another code, after an answer was lost, is made once', async () => {
    const { withdraw, secret, memberId } = await ready(await withTotp())
    const send = () => withdraw(600, code(nextCode(secret)), 'the-same-action')
    expect([(await send()).code, (await send()).code]).toEqual([200, 409])
    const orders = sql`select 1 from withdrawal_order where member_id = ${memberId}`
    expect(await rows(owner, orders)).toHaveLength(1)
  })
  test('below it forgets no guesses of the code that it carries, since nobody looks at that', async () => {
    const { withdraw, call } = await ready(await withTotp())
    const guess = () =>
      call('POST /api/safety/totp/remove', { password: PASSWORD, factor: code('000000') })
    for (let n = 0; n < 9; n++) expect((await guess()).code).toBe(400)
    expect((await withdraw(100, code('000000'))).code).toBe(200)
    expect((await guess()).code).toBe(429)
  })
  test('asks nothing of a member without a factor, nor below it', async () => {
    const [without, with_] = [await ready(await site.member()), await ready(await withTotp())]
    expect((await without.withdraw(600)).code).toBe(200)
    expect((await with_.withdraw(499)).code).toBe(200)
  })
})
