// What the site's defence refuses or notices is counted, shown and alarmed about, beside the calls.
import { rows, run, sql, theRow } from '@tianping/database'
import { beforeEach, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { openCashier } from '../cashier/support.ts'
import { consoleCall, desk } from '../console/support.ts'
import { SecurityEvents } from '../../src/kernel/security/events.ts'
import { newLog } from '../../src/kernel/log.ts'
import { dropSecurity, securityKeepDays } from '../../src/kernel/security/events.ts'
import { SECURITY_SETTING, securitySchema } from '../../src/kernel/security/setting.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { present } from '../../src/kernel/present.ts'

const { site, clock, owner } = await openCashier()
const { events, db } = site.services
const HOUR_MS = 3_600_000
const from = (address: string) => ({ 'x-forwarded-for': address })

type Row = { kind: string; subject: string; address: string; times: number }
/** The events since the test began. */
async function noted(kind: string): Promise<Row[]> {
  await events.settled()
  return rows(
    owner,
    sql<Row>`
    select kind, subject, address, times from security_event
    where kind = ${kind} and minute > ${new Date(clock.now().getTime() - HOUR_MS)} order by times desc, event_id`,
  )
}
const operatorId = async (name: string) =>
  (
    await theRow(
      owner,
      sql<{ operatorId: bigint }>`select operator_id from operator where name = ${name}`,
    )
  ).operatorId
const write = (value: Parameters<typeof securitySchema.parse>[0]) =>
  writeSetting(owner, SECURITY_SETTING, securitySchema, value as object, {
    name: 'test',
    at: clock.now(),
  })

beforeEach(() => clock.advance(25 * HOUR_MS))

describe('an event is noted for', () => {
  test('a wrong password of a member, with the network and without name or address', async () => {
    const { name, memberId } = await site.member()
    for (let n = 0; n < 3; n++)
      await site.call(
        'POST /api/login',
        { name, password: 'wrong', code: 'x' },
        { headers: from('203.0.113.77') },
      )
    await site.call(
      'POST /api/login',
      { name: 'nobody9', password: 'wrong', code: 'x' },
      { headers: from('2001:db8:aa:bb::1') },
    )
    expect(await noted('login_failed')).toEqual([
      { kind: 'login_failed', subject: `member:${memberId}`, address: '203.0.113.0/24', times: 3 },
      { kind: 'login_failed', subject: '', address: '2001:db8:aa:0:0:0:0:0/48', times: 1 },
    ])
  })
  test('a wrong password of an operator', async () => {
    const headers = from('203.0.113.77')
    await consoleCall(site, 'POST /api/console/login', { name: 'nobody', password: 'x' }, headers)
    expect(await noted('operator_login_failed')).toMatchObject([
      { address: '203.0.113.0/24', times: 1 },
    ])
  })
  test('a session that is none, a call that is not permitted, and too many calls', async () => {
    await site.call('POST /api/user', {}, { token: '0'.repeat(64), headers: from('198.51.100.1') })
    await site.app.inject({ url: '/api/console/export/0', headers: from('198.51.100.2') })
    const { cookie, name } = await desk(site, 'support')
    await consoleCall(site, 'POST /api/console/audit/list', { page: 1 }, { cookie })
    for (let n = 0; n < 305; n++)
      await site.call('POST /api/payinfo', { deposit_no: 'D0' }, { headers: from('198.51.100.9') })
    expect(await noted('unauthorized')).toMatchObject([{ address: '198.51.100.0/24', times: 2 }])
    expect(await noted('forbidden')).toMatchObject([
      { subject: `operator:${await operatorId(name)}` },
    ])
    expect(await noted('throttled')).toMatchObject([{ address: '198.51.100.0/24', times: 5 }])
  })
  test('a reset password and a look at what is masked, by operator', async () => {
    const { memberId } = await site.member()
    const about = { id: Number(memberId), remark: 'test' }
    const support = await desk(site, 'support')
    await support.call('POST /api/console/members/password', { ...about, which: 'login' })
    const finance = await desk(site, 'finance')
    await finance.call('POST /api/console/members/unmask', about)
    await finance.call('POST /api/console/unmask', { subject: 'deposit:D1', remark: 'test' })
    expect(await noted('password_reset')).toMatchObject([
      { subject: `operator:${await operatorId(support.name)}`, times: 1 },
    ])
    expect(await noted('unmasked')).toMatchObject([
      { subject: `operator:${await operatorId(finance.name)}`, times: 2 },
    ])
  })
  test('a callback of a provider without a valid signature', async () => {
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/callback/sandbox',
      payload: '{}',
      headers: { 'content-type': 'application/json', ...from('192.0.2.5') },
    })
    expect(answer.statusCode).toBe(403)
    expect(await noted('signature_refused')).toEqual([
      { kind: 'signature_refused', subject: 'provider:sandbox', address: '192.0.2.0/24', times: 1 },
    ])
  })
})

describe('a flood', () => {
  test('from many addresses fills no table, and hides nothing of another kind', async () => {
    for (let n = 0; n < 5_000; n++)
      events.note({ kind: 'unauthorized', subject: '', address: `10.${n >> 8}.${n & 255}.1` })
    events.note({ kind: 'lookup_missed', subject: 'operator:1', address: '192.0.2.1' })
    const flood = await noted('unauthorized')
    expect(flood.length).toBeLessThanOrEqual(101)
    expect(flood.reduce((sum, { times }) => sum + times, 0)).toBe(5_000)
    expect(await noted('lookup_missed')).toMatchObject([{ subject: 'operator:1' }])
  })
  test('adds to the row of its minute, from every instance', async () => {
    const other = new SecurityEvents(db, clock, newLog('silent'))
    const event = { kind: 'forbidden', subject: 'member:1', address: '192.0.2.1' } as const
    for (const instance of [events, other, events, other]) {
      instance.note(event)
      await instance.settled()
    }
    expect(await noted('forbidden')).toMatchObject([{ times: 4 }])
  })
})

test('a call neither waits for its event nor fails by it', async () => {
  const { name } = await site.member()
  await run(owner, sql`alter table security_event rename to security_event_away`)
  const { code } = await site.call('POST /api/login', { name, password: 'wrong', code: 'x' })
  await events.settled()
  await run(owner, sql`alter table security_event_away rename to security_event`)
  expect(code).toBe(400)
  await site.call('POST /api/login', { name, password: 'wrong', code: 'x' })
  expect(await noted('login_failed'), 'and later events are written').toHaveLength(1)
})

test('events are log lines without personal data', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const logged = new SecurityEvents(db, clock, log)
  logged.note({ kind: 'login_failed', subject: 'member:7', address: '203.0.113.77' })
  logged.note({ kind: 'login_failed', subject: 'member:7', address: '203.0.113.78' })
  await logged.settled()
  expect(lines.map(line => JSON.parse(line) as object)).toMatchObject([
    { security: 'login_failed', subject: 'member:7', address: '203.0.113.0/24', times: 2 },
  ])
  expect(lines.join()).not.toMatch(/203\.0\.113\.7/)
})

describe('an alert', () => {
  const flood = async (times: number, subject = '') => {
    for (let n = 0; n < times; n++)
      events.note({ kind: 'signature_refused', subject, address: '192.0.2.1' })
    await events.settled()
  }
  const raised = () =>
    rows(
      owner,
      sql<{ subject: string; times: number }>`
      select subject, times from security_alert
      where kind = 'signature_refused' and raised_at > ${new Date(clock.now().getTime() - HOUR_MS)} order by alert_id`,
    )
  const rule = (more: object) =>
    write({ alerts: { signature_refused: { times: 4, minutes: 10, each: false, ...more } } })

  test('is raised when the rule is met, once in its window', async () => {
    await rule({})
    await flood(3)
    expect(await raised()).toEqual([])
    await Promise.all([flood(1), flood(1)])
    expect(await raised()).toHaveLength(1)
    await flood(10)
    expect(await raised(), 'the same window').toHaveLength(1)
    clock.advance(11 * 60_000)
    await flood(4)
    expect(await raised(), 'the next window').toHaveLength(2)
  })
  test('counts only what happened within the minutes', async () => {
    await rule({})
    await flood(3)
    clock.advance(11 * 60_000)
    await flood(3)
    expect(await raised()).toEqual([])
  })
  test('counts each subject by itself where the rule says so, and not at all when it is off', async () => {
    await rule({ each: true })
    await flood(3, 'operator:1')
    await flood(3, 'operator:2')
    expect(await raised()).toEqual([])
    await flood(1, 'operator:2')
    expect(await raised()).toMatchObject([{ subject: 'operator:2', times: 4 }])
    await rule({ enabled: false })
    await flood(9, 'operator:3')
    expect(await raised()).toHaveLength(1)
  })
  test('waits for a person, who is never the one it is about', async () => {
    const [one, other, auditor] = [
      await desk(site, 'risk'),
      await desk(site, 'risk'),
      await desk(site, 'auditor'),
    ]
    await rule({ each: true })
    await flood(4, `operator:${await operatorId(one.name)}`)
    const { data } = await auditor.call('POST /api/console/security/alerts/list', {
      page: 1,
      state: 'open',
    })
    const { id } = present(data.data[0], 'alert')
    const open = async () => (await auditor.call('POST /api/console/counts')).data.alerts_open
    const before = await open()
    const seen = { id, remark: '' }
    expect((await auditor.call('POST /api/console/security/alerts/confirm', seen)).code).toBe(403)
    expect((await one.call('POST /api/console/security/alerts/confirm', seen)).code).toBe(403)
    expect((await other.call('POST /api/console/security/alerts/confirm', seen)).code).toBe(200)
    expect((await other.call('POST /api/console/security/alerts/confirm', seen)).code).toBe(409)
    expect(await open()).toBe(before - 1)
  })
})

test('the list is filtered by kind, subject, network and day', async () => {
  const auditor = await desk(site, 'auditor')
  events.note({ kind: 'forbidden', subject: 'member:4711', address: '192.0.2.1' })
  events.note({ kind: 'throttled', subject: 'member:4711', address: '198.51.100.1' })
  await events.settled()
  const list = async (more: object) =>
    (
      await auditor.call('POST /api/console/security/list', {
        page: 1,
        kind: '',
        day: '',
        q: '',
        ...more,
      })
    ).data.data.map(({ kind }) => kind)
  expect(await list({ q: 'member:4711' })).toEqual(['throttled', 'forbidden'])
  expect(await list({ q: 'member:4711', kind: 'forbidden' })).toEqual(['forbidden'])
  expect(await list({ q: '198.51.100.0/24', kind: 'throttled' })).toContain('throttled')
  expect(await list({ q: 'member:4711', day: '2020-01-01' })).toEqual([])
})

test('old events and seen alerts are swept after the days of the setting', async () => {
  await write({ keepDays: 7 })
  const old = new Date(clock.now().getTime() - 8 * 24 * HOUR_MS)
  await run(
    owner,
    sql`insert into security_event (kind, subject, address, minute, times, first_at, last_at) values ('forbidden', 'member:2', '', ${old}, 1, ${old}, ${old})`,
  )
  const keep = await securityKeepDays(db)
  await dropSecurity(db, new Date(clock.now().getTime() - keep * 24 * HOUR_MS), 500)
  const { left } = await theRow(
    owner,
    sql<{ left: number }>`select count(*)::int as left from security_event where minute <= ${old}`,
  )
  expect(left).toBe(0)
})

test('only roles with the permission see events', async () => {
  const support = await desk(site, 'support')
  expect((await support.call('POST /api/console/security/list', { page: 1 })).code).toBe(403)
})
