// What docs/security.md says of the server beside its table.
import { consoleCalls } from '@tianping/contract/console'
import { calls, type Call } from '@tianping/contract'
import { say } from '@tianping/contract/refusals'
import { rows, run, sql, theRow } from '@tianping/database'
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openSite } from '../../src/compose.ts'
import { openNumber, sealNumber } from '../../src/kernel/cardNumber.ts'
import { readSettings } from '../../src/kernel/environment.ts'
import { Busy, turns } from '../../src/kernel/http/turns.ts'
import { newLog } from '../../src/kernel/log.ts'
import { hashPassword, PASSWORD_HASHES } from '../../src/kernel/passwords.ts'
import { PATIENCE } from '../../../../tooling/test/database.ts'
import { bankCard, bankTransfer, bind, give, openCashier, order } from '../cashier/support.ts'
import { consoleCall, desk, PASSWORD, type Desk } from '../console/support.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'

const { site, owner, clock } = await openCashier()
const [admin, second, finance, support] = [
  await desk(site, 'admin'),
  await desk(site, 'admin'),
  await desk(site, 'finance'),
  await desk(site, 'support'),
]
const MINUTE_MS = 60_000

describe('passwords', () => {
  /** How many hashes a call computes, and of which kind. */
  async function hashesOf(work: () => Promise<unknown>) {
    const heard: unknown[] = []
    const hear = (what: unknown) => void heard.push(what)
    subscribe(PASSWORD_HASHES, hear)
    await work()
    unsubscribe(PASSWORD_HASHES, hear)
    return heard
  }

  test('an unknown name computes the one hash that a wrong password does', async () => {
    const { name } = await site.member()
    const password = 'not-the-one'
    const typed = (who: string) => ({ name: who, password, code: 'x' })
    for (const call of ['POST /api/login', 'POST /api/agent/login']) {
      const of = (who: string) => hashesOf(() => site.call(call, typed(who)))
      expect([call, await of(name), await of('nobody-here')]).toEqual([
        call,
        ['verify'],
        ['verify'],
      ])
    }
    const enter = (who: string) =>
      hashesOf(() => consoleCall(site, 'POST /api/console/login', { name: who, password }))
    expect([await enter(admin.name), await enter('nobody.here')]).toEqual([['verify'], ['verify']])
  })

  test('hashes wait in a bounded queue; beyond it the answer is that the server is busy', async () => {
    const inTurn = turns({ atOnce: 1, maxWaiting: 2 })
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const asked = [1, 2, 3, 4].map(n => inTurn(() => gate.then(() => n)))
    await expect(asked[3]).rejects.toBeInstanceOf(Busy)
    open()
    expect(await Promise.all(asked.slice(0, 3))).toEqual([1, 2, 3])
    const flood = await Promise.allSettled(Array.from({ length: 400 }, () => hashPassword('x')))
    const busy = flood.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
    expect(busy.length).toBeGreaterThan(0)
    for (const refusal of busy) expect(refusal).toBeInstanceOf(Busy)
  })
})

describe('sealed values', () => {
  const [KEY, OWNER, NUMBER] = ['a-card-key-of-a-test-2026-11-23-aa', 7n, '6222020011112222']

  test('open with AES-256-GCM and nothing else', () => {
    const sealed = sealNumber([KEY], OWNER, NUMBER)
    const [nonce, tag, text] = [
      sealed.subarray(8, 20),
      sealed.subarray(20, 36),
      sealed.subarray(36),
    ]
    const key = Buffer.from(hkdfSync('sha256', KEY, 'tianping', 'card number, sealed', 32))
    expect(key).toHaveLength(256 / 8)
    const opening = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(String(OWNER)))
    opening.setAuthTag(tag)
    expect(opening.update(text, undefined, 'utf8') + opening.final('utf8')).toBe(NUMBER)
  })

  test('do not open when any one bit was changed', () => {
    const sealed = sealNumber([KEY], OWNER, NUMBER)
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => openNumber([KEY], OWNER, changed), `bit ${bit}`).toThrow()
    }
  })
})

test('a look that cannot be written into the audit log shows nothing', async () => {
  const member = await site.member()
  await bind(site, member.token)
  const deposit_no = await order(site, member.token, 100, bankTransfer)
  const [subject, id, remark] = [`deposit:${deposit_no}`, Number(member.memberId), '核对付款人']
  const payer = async () =>
    (await finance.call('POST /api/console/deposits/show', { deposit_no })).data.payer
  await run(owner, sql`revoke execute on function audit_append from tianping_app`)
  const look = await finance.call('POST /api/console/unmask', { subject, remark })
  const person = await finance.call('POST /api/console/members/unmask', { id, remark })
  const still = await payer()
  await run(owner, sql`grant execute on function audit_append to tianping_app`)
  expect([look.code, person.code]).toEqual([500, 500])
  expect(JSON.stringify([look, person])).not.toMatch(/测试员|6222020011112222/)
  expect(still).toMatchObject({ bank_owner: '测**' })
  expect((await finance.call('POST /api/console/unmask', { subject, remark })).code).toBe(200)
  expect(await payer()).toMatchObject({ bank_owner: '测试员' })
})

describe('sessions of operators', () => {
  /** Another session of an operator, from a place of its own. */
  async function enter({ name }: Desk, address: string, agent: string) {
    const entered = await consoleCall(
      site,
      'POST /api/console/login',
      { name, password: PASSWORD },
      { 'x-forwarded-for': address, 'user-agent': agent },
    )
    return String(entered.headers['set-cookie']).split(';')[0]!
  }
  const idOf = async ({ name }: Desk) =>
    Number(
      (
        await theRow(
          owner,
          sql<{ id: bigint }>`select operator_id as id from operator where name = ${name}`,
        )
      ).id,
    )

  test('are listed with device and address, and an administrator ends another’s', async () => {
    const cookie = await enter(support, '203.0.113.9', 'Mozilla/5.0 (Macintosh) Firefox/140.0')
    const { data: own } = await support.call('POST /api/console/account/show')
    expect(own.sessions).toContainEqual(
      expect.objectContaining({ address: '203.0.113.9', agent: expect.stringMatching(/Firefox/) }),
    )
    const id = await idOf(support)
    const { data: listed } = await admin.call('POST /api/console/staff/sessions', { id })
    const one = listed.find(({ address }) => address === '203.0.113.9')!
    const end = { id, session: one.id, remark: '设备遗失' }
    expect((await admin.call('POST /api/console/staff/sessions/end', end)).code).toBe(200)
    expect((await consoleCall(site, 'POST /api/console/me', {}, { cookie })).json()).toMatchObject({
      code: 401,
    })
    expect((await support.call('POST /api/console/me')).code).toBe(200)
  })
})

test('banks change by two persons', async () => {
  const shown = async () =>
    (await finance.call('POST /api/console/rules/show', { key: 'banks' })).data
  const { version, value } = await shown()
  const next = [
    ...(value as object[]),
    { bank_name: '天平试验银行', kind: 'bank', ico: '/art/bank-1.svg', enabled: true },
  ]
  const asked = { key: 'banks', version, value: next, note: '新增银行' }
  const proposed = await finance.call('POST /api/console/rules/propose', asked)
  expect(proposed, proposed.message).toMatchObject({ code: 200 })
  const { id } = (await shown()).proposal!
  const names = async () => {
    const { token } = await site.member()
    return JSON.stringify((await site.call('POST /api/banklist', {}, { token })).data)
  }
  expect((await finance.call('POST /api/console/rules/approve', { id })).code).toBe(409)
  expect(await names()).not.toContain('天平试验银行')
  expect((await admin.call('POST /api/console/rules/approve', { id })).code).toBe(200)
  expect(await names()).toContain('天平试验银行')
})

describe('the flags of a member', () => {
  /** Every review that shows a member beside what is decided. */
  const shows = (Object.entries(consoleCalls) as [string, Call][]).filter(([name, { gives }]) => {
    const shape = gives instanceof z.ZodObject ? (gives.shape as Record<string, unknown>) : {}
    return name.endsWith('/show') && 'member' in shape
  })

  test('stand in the answer of every review', () => {
    const names = shows.map(([name]) => name.split('/')[3])
    for (const queue of ['deposits', 'withdrawals', 'payouts', 'applications', 'agents'])
      expect(names).toContain(queue)
    for (const [name, { gives }] of shows) {
      const { member } = (gives as unknown as { shape: { member: z.ZodType } }).shape
      if (member instanceof z.ZodObject) expect(Object.keys(member.shape), name).toContain('flags')
    }
  })

  test('are shown to who may read them, and to nobody else', async () => {
    const member = await site.member()
    await give(site, member.memberId, 500_00n)
    await run(
      owner,
      sql`insert into risk_flag (member_id, kind, subject, weight, inputs, rule_version, raised_at, seen_at)
      values (${member.memberId}, 'shared_address', 'x', 1, '{"address":"203.0.113.9","members":2,"days":1}', 0, ${clock.now()}, ${clock.now()})`,
    )
    const deposit_no = await order(site, member.token, 100, bankTransfer)
    const card = bankCard('6222020077771234')
    const paid = { amount: 100, bank: await bind(site, member.token, card), password: '888888' }
    const { data } = await site.call<{ out_trade_no: string }>('POST /api/withdraw', paid, member)
    const flags = async (who: Desk) => [
      (await who.call('POST /api/console/deposits/show', { deposit_no })).data.member.flags.length,
      (await who.call('POST /api/console/withdrawals/show', { out_trade_no: data.out_trade_no }))
        .data.member.flags.length,
    ]
    expect(await flags(finance)).toEqual([1, 1])
    expect(await flags(support)).toEqual([0, 0])
  })
})

describe('overload', () => {
  test('a statement and a lock that take too long are ended by the database', async () => {
    const { db } = site.services
    const [limits] = await rows(
      db,
      sql<{ statement: string; lock: string; idle: string }>`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`,
    )
    expect(Object.values(limits!)).not.toContain('0')
    for (const limit of Object.values(limits!)) expect(limit).toMatch(/^\d+(ms|s|min)$/)
  })

  test('calls are answered 503 while the event loop is late, and pages as ever', async () => {
    const { databaseUrl } = site.services.settings
    const env = {
      TIANPING_MODE: 'sandbox',
      DATABASE_URL: databaseUrl,
      PORT: '0',
      BUSY_AFTER_MS: '25',
    }
    const late = await openSite(readSettings(env), { log: newLog('silent'), patience: PATIENCE })
    atEnd(() => late.close())
    await late.app.ready()
    const answers = async () => {
      const asked = ['/api/getVisitUrl', '/%61pi/getVisitUrl', '/readyz', '/livez', '/service'].map(
        url => late.app.inject({ url }),
      )
      return (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    }
    const hold = () => {
      for (const end = performance.now() + 60; performance.now() < end;);
      return answers()
    }
    const busy = async () => expect(await hold()).toEqual([503, 503, 503, 200, 200])
    await vi.waitFor(busy, { timeout: 30_000, interval: 1 })
    expect((await site.app.inject({ url: '/api/getVisitUrl' })).statusCode).toBe(200)
  })
})

describe('what is sent', () => {
  test('is decoded once, and stays as it was written after that', async () => {
    const { memberId } = await site.member()
    const written = '%3Cb%3E %2525 &lt;b&gt; \\u003cb\\u003e =?utf-8?q?x?='
    const id = Number(memberId)
    expect(
      (await support.call('POST /api/console/members/note/add', { id, content: written })).code,
    ).toBe(200)
    const [kept] = await rows(
      owner,
      sql<{ content: string }>`select content from member_note where member_id = ${memberId}`,
    )
    expect(kept).toEqual({ content: written })
  })

  test('fills a place of a sentence, and is no pattern or format there', () => {
    const lines: string[] = []
    const log = newLog('info', { write: line => void lines.push(line) })
    const typed = '%s %d {how} ${1} $& $1'
    const { text } = say('rule.proposal_decided', { by: typed, how: '批准' })
    expect(text).toBe(`该提案已由${typed}批准`)
    log.warn({ typed }, typed)
    expect(JSON.parse(lines[0]!)).toMatchObject({ typed, msg: typed })
  })

  test('asks for no secret question', async () => {
    const named = Object.values(calls).flatMap(({ takes }: Call) =>
      Object.keys((takes as unknown as { shape?: object }).shape ?? {}),
    )
    expect(named.length).toBeGreaterThan(100)
    const columns = await rows(
      owner,
      sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns where table_schema in ('public', 'ledger')`,
    )
    expect(columns.length).toBeGreaterThan(500)
    const asked = /question|secret_?answer|hint|mother|maiden/i
    expect([...named, ...columns.map(({ name }) => name)].filter(each => asked.test(each))).toEqual(
      [],
    )
  })
})

test('a file is named by its list and its time, whatever was asked for in its filters', async () => {
  const { data } = await second.call('POST /api/console/exports/begin', {
    list: 'POST /api/console/deposits/list',
    filters: { q: '"; filename="evil.exe\r\nx-evil: 1' } as never,
    columns: ['amount'],
  })
  const { cookie } = second
  const file = await site.app.inject({
    url: `/api/console/export/${data.ticket}`,
    headers: { cookie },
  })
  expect(file.statusCode).toBe(200)
  const named =
    /^attachment; filename="deposits-list-(\d{14})\.csv"; filename\*=UTF-8''%E5%AD%98%E6%AC%BE-\1\.csv$/
  expect(file.headers['content-disposition']).toMatch(named)
  expect(file.headers['x-evil']).toBeUndefined()
})

// What follows lets hours pass.

test('an operator begins 60 files an hour', async () => {
  const person = await desk(site, 'finance')
  const begin = (who: Desk) =>
    who.call('POST /api/console/exports/begin', {
      list: 'POST /api/console/deposits/list',
      filters: {},
      columns: ['amount'],
    })
  for (let n = 0; n < 60; n++) expect((await begin(person)).code).toBe(200)
  expect((await begin(person)).code).toBe(429)
  expect((await begin(await desk(site, 'finance'))).code).toBe(200)
})

test('a session of an operator ends after an hour without a call, whatever their live stream does', async () => {
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = site.app.server.address() as { port: number }
  const person = await desk(site, 'support')
  const stop = new AbortController()
  atEnd(() => stop.abort())
  const listen = async () =>
    fetch(`http://127.0.0.1:${port}/api/console/live`, {
      headers: { cookie: person.cookie, 'x-tianping-console': '1' },
      signal: stop.signal,
    })
  const seen = () =>
    theRow(
      owner,
      sql<{ at: Date }>`
        select last_seen_at as at from operator_session join operator using (operator_id) where name = ${person.name}`,
    )
  const before = await seen()
  clock.advance(30 * MINUTE_MS)
  expect((await listen()).status).toBe(200)
  expect(await seen()).toEqual(before)
  clock.advance(31 * MINUTE_MS)
  expect((await person.call('POST /api/console/me')).code).toBe(401)
})
