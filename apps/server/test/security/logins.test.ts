// What was opened with a password ends with it, also what is being opened meanwhile.
import { run, sql, theRow } from '@tianping/database'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { openCashier } from '../cashier/support.ts'
import { consoleCall, desk, PASSWORD } from '../console/support.ts'

const { site, clock, owner } = await openCashier()
const OLD = 'secret1'
const NEW = 'secret2'
const AT_ONCE = 8
const ROUNDS = 6

const codeOf = (secret: string) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now().getTime() })
const addresses = (n: number) => ({ 'x-forwarded-for': `10.9.${n >> 8}.${n & 255}` })
let from = 0

async function logIn(name: string, password: string) {
  const { code, data } = await site.call<{ api_token: string }>(
    'POST /api/login',
    { name, password, code: 'abcd' },
    { headers: addresses(++from) },
  )
  return code === 200 ? data.api_token : null
}

const isOpen = async (token: string) =>
  (await site.call('POST /api/user', {}, { token })).code === 200

/** The tokens of log-ins with the old password that are still open after `change` was done. */
async function survivors(name: string, change: () => Promise<{ code: number }>) {
  const [tokens, changed] = await Promise.all([
    Promise.all(Array.from({ length: AT_ONCE }, () => logIn(name, OLD))),
    change(),
  ])
  expect(changed.code).toBe(200)
  const opened = tokens.filter(token => token !== null)
  const open = await Promise.all(opened.map(isOpen))
  return opened.filter((_token, n) => open[n])
}

const support = await desk(site, 'support')
const rounds = Array.from({ length: ROUNDS }, (_, n) => n)

describe('a member’s log-in under way does not survive', () => {
  test.each(rounds)('a changed password (%i)', async () => {
    const { name, token } = await site.member()
    const edit = () =>
      site.call('POST /api/editPassword', { password: OLD, paypassword: NEW }, { token })
    expect(await survivors(name, edit)).toEqual([])
    expect(await logIn(name, NEW)).not.toBeNull()
  })
  test.each(rounds)('a reset by staff (%i)', async () => {
    const { name, memberId } = await site.member()
    const reset = () =>
      support.call('POST /api/console/members/password', {
        id: Number(memberId),
        which: 'login',
        remark: 'test',
      })
    expect(await survivors(name, reset)).toEqual([])
  })
  test('a lock, also after the lock has ended', async () => {
    const { name, memberId } = await site.member()
    const about = { id: Number(memberId), remark: 'test' }
    const lock = () => support.call('POST /api/console/members/lock', about)
    const locked = await survivors(name, lock)
    await support.call('POST /api/console/members/unlock', about)
    expect(await Promise.all(locked.map(isOpen))).toEqual(locked.map(() => false))
  })
  test('of two changes from the same old password one is refused', async () => {
    const { token } = await site.member()
    const edit = (next: string) =>
      site.call('POST /api/editPassword', { password: OLD, paypassword: next }, { token })
    const both = await Promise.all([edit('first-1'), edit('second-2')])
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)[0]).toBe(200)
    expect(both.filter(({ code }) => code === 200)).toHaveLength(1)
  })
})

async function approvePayReset() {
  const second = await desk(site, 'support')
  const { data } = await second.call('POST /api/console/members/pay-requests/list', {
    page: 1,
    state: 1,
  })
  const { request_id: id } = data.data[0]!
  const made = await second.call('POST /api/console/members/pay-requests/approve', {
    id,
    remark: '',
  })
  expect(made.code).toBe(200)
}

describe('an agent’s ticket dies with', () => {
  const agent = async () => {
    const member = await site.member()
    await run(owner, sql`update member set isagent = true where member_id = ${member.memberId}`)
    return member
  }
  const ticketOf = async (token: string) => {
    const { data } = await site.call<{ url: string }>('GET /api/getAgentLoginUrl', {}, { token })
    return data.url.split('#ticket=')[1]!
  }
  const enter = async (ticket: string) =>
    (await site.call('POST /api/agent/login', { ticket, name: '', password: '' })).code

  test('the password', async () => {
    const { token } = await agent()
    const ticket = await ticketOf(token)
    await site.call('POST /api/editPassword', { password: OLD, paypassword: NEW }, { token })
    expect(await enter(ticket)).not.toBe(200)
  })
  test.each(['login', 'pay'] as const)('a reset of the %s password', async which => {
    const { token, memberId } = await agent()
    const ticket = await ticketOf(token)
    const about = { id: Number(memberId), which, remark: 'test' }
    expect((await support.call('POST /api/console/members/password', about)).code).toBe(200)
    if (which === 'pay') await approvePayReset()
    expect(await enter(ticket)).not.toBe(200)
  })
  test('a lock, also after the lock has ended', async () => {
    const { token, memberId } = await agent()
    const ticket = await ticketOf(token)
    const about = { id: Number(memberId), remark: 'test' }
    await support.call('POST /api/console/members/lock', about)
    await support.call('POST /api/console/members/unlock', about)
    expect(await enter(ticket)).not.toBe(200)
  })
  test('the log-off', async () => {
    const { token } = await agent()
    const ticket = await ticketOf(token)
    await site.call('POST /api/logoff', {}, { token })
    expect(await enter(ticket)).not.toBe(200)
  })
  test('none of these: it opens the site once', async () => {
    const { token } = await agent()
    const ticket = await ticketOf(token)
    expect([await enter(ticket), await enter(ticket)]).toEqual([200, 401])
  })
})

describe('an operator’s log-in under way does not survive', () => {
  const enter = async (name: string) => {
    const answer = await consoleCall(
      site,
      'POST /api/console/login',
      { name, password: PASSWORD },
      addresses(++from),
    )
    return answer.json<{ code: number }>().code === 200
      ? String(answer.headers['set-cookie']).split(';')[0]!
      : null
  }
  const meets = async (cookie: string) =>
    (await consoleCall(site, 'POST /api/console/me', {}, { cookie })).json<{ code: number }>().code

  test.each(rounds)('a changed password (%i)', async () => {
    const { name, call } = await desk(site, 'support')
    const [cookies, changed] = await Promise.all([
      Promise.all(Array.from({ length: AT_ONCE }, () => enter(name))),
      call('POST /api/console/account/password', { old: PASSWORD, password: 'another-secret-9' }),
    ])
    expect(changed.code).toBe(200)
    const met = await Promise.all(cookies.filter(cookie => cookie !== null).map(meets))
    expect(met.filter(code => code === 200)).toEqual([])
  })
  test('a password that was replaced after it was verified', async () => {
    const { name } = await desk(site, 'support')
    const { operators } = site.services
    const found = await theRow(
      owner,
      sql<{ operatorId: bigint; passwordHash: string }>`
      select operator_id, password_hash from operator where name = ${name}`,
    )
    const at = { address: '', agent: '' }
    expect(await operators.open(found, at, 'password')).toMatch(/^[0-9a-f]{64}$/)
    await run(owner, sql`update operator set password_hash = 'another' where name = ${name}`)
    expect(await operators.open(found, at, 'password')).toBeNull()
  })
  test('between the password and the second step', async () => {
    const { name, call } = await desk(site, 'support')
    const begun = await call('POST /api/console/account/totp/begin', { password: PASSWORD })
    const { secret } = begun.data
    await call('POST /api/console/account/totp/confirm', { code: codeOf(secret) })
    clock.advance(60_000)
    const half = await consoleCall(
      site,
      'POST /api/console/login',
      { name, password: PASSWORD },
      addresses(++from),
    )
    const { ticket } = half.json<{ data: { second: { ticket: string } } }>().data.second
    await call('POST /api/console/account/password', {
      old: PASSWORD,
      password: 'another-secret-9',
    })
    const second = await consoleCall(site, 'POST /api/console/login/second', {
      ticket,
      kind: 'totp',
      code: codeOf(secret),
    })
    expect(second.json<{ code: number }>().code).not.toBe(200)
  })
})
