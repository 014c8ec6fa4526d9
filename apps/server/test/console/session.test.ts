import { consoleCalls, roles, type ConsoleCallName, type Role } from '@tianping/contract/console'
import type { Call } from '@tianping/contract'
import { rows, run, sql, theRow } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { createOperator } from '../../src/console/signIn/operators.ts'
import { dropRole, writeRole } from '../../src/console/signIn/roles.sql.ts'
import {
  endExpiredSessions,
  findSession,
  sessionsOf,
} from '../../src/console/signIn/session.sql.ts'
import { hashOf } from '../../src/console/signIn/session.ts'
import { staffRows } from '../../src/console/staff/staff.sql.ts'
import { pagingOf } from '../../src/kernel/operator/pages.sql.ts'
import { openCashier } from '../cashier/support.ts'
import { consoleCall, desk, PASSWORD } from './support.ts'

const { site, owner, clock } = await openCashier()
const enter = (name: string, password: string, headers: Record<string, string> = {}) =>
  consoleCall(site, 'POST /api/console/login', { name, password }, headers)

describe('an operator’s session', () => {
  test('opens with name and password, in a cookie that scripts and other sites cannot use', async () => {
    await createOperator(
      site.services.db,
      { name: 'Chief', password: PASSWORD, role: 'admin' },
      clock.now(),
    )
    const entered = await enter('CHIEF', PASSWORD)
    expect(entered.json()).toMatchObject({
      code: 200,
      data: {
        operator: {
          name: 'chief',
          role: 'admin',
          permissions: [...roles.admin.permissions],
          must: '',
        },
        second: null,
      },
    })
    const [session, mark, ...more] = [entered.headers['set-cookie'] ?? []].flat()
    expect(session).toMatch(
      /^tianping_console=[0-9a-f]{64}; Path=\/api\/console; HttpOnly; SameSite=Strict/,
    )
    expect(mark).toMatch(
      /^tianping_desk=[0-9a-f]{32}; Path=\/api\/console; Max-Age=\d+; HttpOnly; SameSite=Strict/,
    )
    expect(more).toEqual([])
    const stored = await rows(
      owner,
      sql<{ text: string }>`select s::text as text from operator_session s`,
    )
    const token = /=([0-9a-f]{64})/.exec(String(entered.headers['set-cookie']))![1]!
    expect(stored.some(row => row.text.includes(token))).toBe(false)
  })

  test('wrong password and unknown name are answered the same, and written down', async () => {
    await createOperator(
      site.services.db,
      { name: 'known', password: PASSWORD, role: 'support' },
      clock.now(),
    )
    const [wrong, unknown] = [
      await enter('known', 'wrong-password'),
      await enter('nobody', 'wrong-password'),
    ]
    expect(wrong.json()).toEqual(unknown.json())
    expect(wrong.headers['set-cookie']).toBeUndefined()
    expect(
      await rows(
        owner,
        sql`select subject from audit_log where action = 'console.login_failed' order by audit_id`,
      ),
    ).toEqual([{ subject: 'operator:known' }, { subject: 'operator:nobody' }])
  })

  test('guessing is throttled by name and by address', async () => {
    await createOperator(
      site.services.db,
      { name: 'target', password: PASSWORD, role: 'support' },
      clock.now(),
    )
    for (let i = 0; i < 10; i++)
      await enter('target', `guess-${i}`, { 'x-forwarded-for': `198.51.100.${i}` })
    expect(
      (await enter('target', PASSWORD, { 'x-forwarded-for': '198.51.100.99' })).json(),
    ).toMatchObject({ code: 429 })
    for (let i = 0; i < 30; i++)
      await enter(`name${i}`, 'guess', { 'x-forwarded-for': '203.0.113.7' })
    expect(
      (await enter('known', PASSWORD, { 'x-forwarded-for': '203.0.113.7' })).json(),
    ).toMatchObject({ code: 429 })
    clock.advance(600_000)
    expect((await enter('target', PASSWORD)).json()).toMatchObject({ code: 200 })
  })

  test('ends by logging out, after an hour away, and twelve hours after it was opened', async () => {
    const out = await desk(site, 'support')
    expect((await out.call('POST /api/console/me')).data.name).toBe(out.name)
    await out.call('POST /api/console/logout')
    expect((await out.call('POST /api/console/me')).code).toBe(401)

    const idle = await desk(site, 'support')
    clock.advance(59 * 60_000)
    expect((await idle.call('POST /api/console/me')).code).toBe(200)
    clock.advance(60 * 60_000)
    expect((await idle.call('POST /api/console/me')).code).toBe(401)

    const long = await desk(site, 'support')
    for (let i = 0; i < 14; i++) {
      clock.advance(50 * 60_000)
      expect((await long.call('POST /api/console/me')).code).toBe(200)
    }
    clock.advance(50 * 60_000)
    expect((await long.call('POST /api/console/me')).code).toBe(401)
  })

  test('a locked operator is out at once', async () => {
    const locked = await desk(site, 'admin')
    await run(owner, sql`update operator set state = 'locked' where name = ${locked.name}`)
    expect((await locked.call('POST /api/console/me')).code).toBe(401)
    expect((await enter(locked.name, PASSWORD)).json()).toMatchObject({
      code: 400,
      message: '账号或密码错误',
    })
  })

  test('a member’s session is none of the back office’s, and the reverse', async () => {
    const { token } = await site.member()
    const asMember = await consoleCall(
      site,
      'POST /api/console/me',
      {},
      { authorization: `Bearer ${token}`, cookie: `tianping_console=${token}` },
    )
    expect(asMember.json()).toMatchObject({ code: 401 })
    const operator = await desk(site, 'admin')
    const asOperator = await site.app.inject({
      method: 'POST',
      url: '/api/user',
      headers: {
        cookie: operator.cookie,
        authorization: `Bearer ${operator.cookie.split('=')[1]}`,
      },
    })
    expect(asOperator.json()).toMatchObject({ code: 401 })
  })
})

describe('permissions', () => {
  const payloads: Partial<Record<ConsoleCallName, object>> = {
    'POST /api/console/members/show': { id: 1 },
    'POST /api/console/members/unmask': { id: 1 },
    'POST /api/console/members/ledger': { id: 1 },
  }
  const guarded = Object.entries<Call>(consoleCalls).filter(
    ([, spec]) => spec.by === 'operator',
  ) as [ConsoleCallName, Call][]

  test.each(Object.keys(roles) as Role[])(
    '%s may do what its role says and nothing else',
    async role => {
      const { call } = await desk(site, role)
      const allowed = new Set<string>(roles[role].permissions)
      for (const [name, spec] of guarded.filter(([each]) => each !== 'POST /api/console/logout')) {
        const { code } = await call(name, payloads[name] as never)
        expect([name, code === 403]).toEqual([
          name,
          spec.permission !== '' && !allowed.has(spec.permission!),
        ])
      }
    },
  )

  let chief: Promise<string> | undefined
  const anyAdmin = () => (chief ??= desk(site, 'admin').then(each => each.cookie))

  test.each(guarded.map(([name]) => name))(
    '%s is for nobody without a session, and for no form of another site',
    async name => {
      expect((await consoleCall(site, name, payloads[name] ?? {})).json()).toMatchObject({
        code: 401,
      })
      const cookie = await anyAdmin()
      expect(
        (
          await consoleCall(site, name, payloads[name] ?? {}, { cookie, 'x-tianping-console': '' })
        ).json(),
      ).toMatchObject({ code: 403 })
    },
  )
})

describe('a session by the millisecond', () => {
  const later = (at: Date, ms: number) => new Date(at.getTime() + ms)
  async function opened() {
    const { cookie, name, call } = await desk(site, 'support')
    const token = cookie.split('=')[1]!
    const tokenHash = hashOf(token)
    const stored = () =>
      theRow(
        owner,
        sql<{ operatorId: bigint; expiresAt: Date; lastSeenAt: Date }>`
          select operator_id, expires_at, last_seen_at from operator_session where token_hash = decode(${tokenHash}, 'hex')`,
      )
    return { name, call, token, tokenHash, stored }
  }

  test('is found and listed until its end, and while it was seen within the hour', async () => {
    const { name, tokenHash, stored } = await opened()
    const { operatorId, expiresAt, lastSeenAt } = await stored()
    for (const [now, seenSince, found] of [
      [later(expiresAt, -1), later(lastSeenAt, -1), 1],
      [expiresAt, later(lastSeenAt, -1), 0],
      [later(expiresAt, -1), lastSeenAt, 0],
    ] as const) {
      const asked = { q: name, role: '', state: '', now, seenSince }
      const paging = pagingOf({ page: 1, per: 20, cursor: '', sort: '' }, [])
      const listed = await staffRows(owner, { ...asked, paging })
      expect([
        (await findSession(owner, tokenHash, now, seenSince)) === undefined ? 0 : 1,
        (await sessionsOf(owner, operatorId, now, seenSince)).length,
        listed.rows[0]?.sessions,
      ]).toEqual([found, found, found])
    }
  })

  test('is written down as seen more than a minute later, by a call and not by a look', async () => {
    const { call, token, stored } = await opened()
    const { lastSeenAt } = await stored()
    const seen = async () => (await stored()).lastSeenAt.getTime() - lastSeenAt.getTime()
    clock.advance(60_000)
    await call('POST /api/console/me')
    expect(await seen()).toBe(0)
    clock.advance(1)
    expect(await site.services.operators.of(token, '127.0.0.1', true)).toMatchObject({ must: '' })
    expect(await seen()).toBe(0)
    await call('POST /api/console/me')
    expect(await seen()).toBe(60_001)
  })

  test('is swept from its end on', async () => {
    const { stored } = await opened()
    const { expiresAt } = await stored()
    await endExpiredSessions(owner, later(expiresAt, -1))
    expect(await stored()).toMatchObject({ expiresAt })
    expect(await endExpiredSessions(owner, expiresAt)).toBe(1)
    const next = await opened()
    clock.advance((await next.stored()).expiresAt.getTime() - clock.now().getTime())
    await desk(site, 'support')
    await expect(next.stored(), 'by whoever comes in after it').rejects.toThrow()
  })

  test('is not opened with a password that was replaced while it was read', async () => {
    const { stored } = await opened()
    const { operatorId } = await stored()
    const from = { address: '127.0.0.1', agent: '' }
    const read = { operatorId, passwordHash: 'replaced' }
    expect(await site.services.operators.open(read, from, 'password')).toBeNull()
  })
})

describe('a role', () => {
  test('that is gone lets nobody in, and a permission that is gone is nobody’s', async () => {
    const who = await desk(site, 'support')
    const changed = { label: '旧角色', secondFactor: false, changedBy: 'test' }
    await writeRole(owner, {
      ...changed,
      role: 'gone',
      permissions: ['member.read', 'no.longer'],
      changedAt: clock.now(),
    })
    await run(owner, sql`update operator set role = 'gone' where name = ${who.name}`)
    expect((await who.call('POST /api/console/me')).data).toMatchObject({
      role: 'gone',
      role_label: '旧角色',
      permissions: ['member.read'],
    })
    expect(await site.services.operators.allowed('member.read')).toContain(who.name)
    expect(await site.services.operators.allowed('deposit.read')).not.toContain(who.name)
    await dropRole(owner, 'gone')
    expect((await who.call('POST /api/console/me')).code).toBe(401)
    expect((await enter(who.name, PASSWORD)).json()).toMatchObject({ code: 403 })
    expect(await site.services.operators.allowed('member.read')).not.toContain(who.name)
  })
})
