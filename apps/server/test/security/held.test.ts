// Small things of docs/asvs.md and docs/security.md that hold by themselves, until somebody changes
// what they hold by.
import { rows, run, sql, theRow } from '@tianping/database'
import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { newLog } from '../../src/kernel/log.ts'
import { desk } from '../console/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
const lines: string[] = []
const log = newLog('info', { write: line => void lines.push(line) })
const site = await openTestSite(url, { clock, log, publicUrl: 'https://site.example' })
const DAY_MS = 86_400_000

test('over plain http a call is answered where it came, never sent to another place', async () => {
  for (const [method, path] of [
    ['POST', '/api/app'],
    ['POST', '/api/login'],
    ['GET', '/api/getVisitUrl'],
    ['POST', '/api/console/login'],
    ['POST', '/api/nothing-here'],
  ] as const) {
    const answer = await site.app.inject({ method, url: path, headers: { host: 'site.example' } })
    expect([path, answer.statusCode >= 300 && answer.statusCode < 400]).toEqual([path, false])
    expect(answer.headers['location']).toBeUndefined()
  }
})

/** What the server says to raw bytes, until it closes the connection. */
async function said(port: number, head: string[], body: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(['POST /api/app HTTP/1.1', 'Host: x', ...head, '', body].join('\r\n'))
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

test('a message with two lengths is refused, and what is smuggled in it is never answered', async () => {
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  const address = site.app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  const hidden = '0\r\n\r\nGET /api/getVisitUrl HTTP/1.1\r\nHost: x\r\n\r\n'
  for (const head of [
    [`Content-Length: ${hidden.length}`, 'Transfer-Encoding: chunked'],
    ['Content-Length: 3', `Content-Length: ${hidden.length}`],
    ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
  ]) {
    const answers = await said(address.port, head, hidden)
    expect(answers).toMatch(/^HTTP\/1\.1 400 /)
    expect(answers.match(/HTTP\/1\.1/g)).toHaveLength(1)
  }
})

test('a password of long ago still opens: nobody has to change one that is not known to others', async () => {
  const { name } = await site.member()
  clock.advance(800 * DAY_MS)
  const entered = await site.call('POST /api/login', { name, password: 'secret1', code: 'x' })
  expect(entered).toMatchObject({ code: 200, message: '登录成功' })
})

test('sessions of members and operators are 32 random bytes, each another', async () => {
  const made: string[] = []
  for (let n = 0; n < 3; n++) made.push((await site.member()).token)
  for (let n = 0; n < 3; n++) {
    const { cookie } = await desk(site, 'support')
    made.push(cookie.slice(cookie.indexOf('=') + 1))
  }
  for (const token of made) {
    const bytes = Buffer.from(token, /^[\da-f]{64}$/.test(token) ? 'hex' : 'base64url')
    expect(bytes.length).toBe(32)
  }
  expect(new Set(made).size).toBe(6)
})

test('passwords of members and operators are argon2id hashes of 19 MiB and two passes', async () => {
  // A process without the setting that makes hashes cheap in tests.
  const { PASSWORD_MEMORY_KIB: cheap, ...env } = process.env
  const passwords = join(import.meta.dirname, '../../src/kernel/passwords.ts')
  const script = `import(${JSON.stringify(passwords)}).then(async m => console.log(await m.hashPassword('x')))`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { env })
  expect(stdout).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await site.member()
  await desk(site, 'support')
  const stored = await rows(
    owner,
    sql<{ hash: string }>`
    select password_hash as hash from member union all select pay_password_hash from member union all select password_hash from operator`,
  )
  expect(stored.length).toBeGreaterThan(2)
  for (const { hash } of stored)
    expect(hash).toMatch(new RegExp(`^\\$argon2id\\$v=19\\$m=${cheap},t=2,p=1\\$`))
})

test('the browser’s mark opens nothing', async () => {
  const { name } = await site.member()
  const cookie = `tianping_device=${'3e'.repeat(16)}`
  const typed = { name, password: 'secret1', code: 'x' }
  expect((await site.call('POST /api/login', typed, { headers: { cookie } })).code).toBe(200)
  expect((await site.call('POST /api/user', {}, { headers: { cookie } })).code).toBe(401)
})

test('the database itself refuses that one approves an own adjustment or request', async () => {
  const [finance, boss] = [await desk(site, 'finance'), await desk(site, 'admin')]
  const { memberId } = await site.member()
  const proposed = await finance.call('POST /api/console/adjustments/propose', {
    member: String(memberId),
    direction: 'give',
    amount: '100',
    reason: 'test',
  })
  expect(proposed.code).toBe(200)
  await expect(
    run(owner, sql`update adjustment set state = 2, decided_by = proposed_by, decided_at = now()`),
  ).rejects.toThrow('check')
  const asked = await boss.call('POST /api/console/staff/create', {
    name: 'second.boss',
    role: 'admin',
    allowed: [],
    member: '',
    remark: 'test',
  })
  expect(asked.code).toBe(200)
  for (const decider of [boss.name, 'second.boss'])
    await expect(
      run(
        owner,
        sql`update staff_request set state = 2, decided_by = ${decider}, decided_at = now()`,
      ),
    ).rejects.toThrow('check')
})

test('no administrator locks or changes the own account, so that one stays', async () => {
  const boss = await desk(site, 'admin')
  const { id } = await theRow(
    owner,
    sql<{ id: bigint }>`select operator_id as id from operator where lower(name) = ${boss.name}`,
  )
  const about = { id: Number(id), remark: 'test' }
  expect(await boss.call('POST /api/console/staff/lock', about)).toMatchObject({ code: 403 })
  const lesser = { ...about, role: 'support' as const, allowed: [], member: '' }
  expect(await boss.call('POST /api/console/staff/save', lesser)).toMatchObject({ code: 403 })
})

test('every moment in the database is one with a time zone', async () => {
  const bare = await rows(
    owner,
    sql<{ place: string }>`
    select table_schema || '.' || table_name || '.' || column_name as place from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema') and data_type in ('timestamp without time zone', 'time without time zone')`,
  )
  expect(bare).toEqual([])
})

test('what nobody expected is in the log under the number that was answered, in one line', async () => {
  await run(owner, sql`alter table bank rename to bank_elsewhere`)
  const { token } = await site.member()
  lines.length = 0
  const answer = await site.call<{ request_id: string }>('POST /api/banklist', {}, { token })
  await run(owner, sql`alter table bank_elsewhere rename to bank`)
  expect(answer.code).toBe(500)
  const told = lines.map(line => JSON.parse(line) as Record<string, unknown>)
  expect(told).toContainEqual(
    expect.objectContaining({
      level: 50,
      request: answer.data.request_id,
      msg: 'call failed',
      time: expect.any(Number),
    }),
  )
  for (const line of lines) expect(line.indexOf('\n')).toBe(line.length - 1)
})

test('a line break in what is logged begins no line of its own', () => {
  lines.length = 0
  const forged = 'x\r\n{"level":30,"msg":"all is well"}\u2028\u0085'
  log.warn({ name: forged }, forged)
  expect(lines).toHaveLength(1)
  expect(lines[0]!.trimEnd()).not.toMatch(/[\r\n]/)
  expect(JSON.parse(lines[0]!)).toMatchObject({ name: forged, msg: forged })
})

test('passwords, sessions, numbers of cards, names and contacts are left out of what is logged', () => {
  lines.length = 0
  const secrets = [
    'geheim-7',
    'Bearer abcdef',
    'tianping_device=1',
    '6222020011',
    '测试员',
    '13800',
  ]
  const [password, authorization, cookie, bank_no, realname, mobile] = secrets
  log.info({
    body: { password, paypassword: password, pay_pass: password, bank_no, realname, mobile },
    profile: { email: mobile },
    req: { headers: { authorization, cookie } },
  })
  expect(lines).toHaveLength(1)
  for (const secret of secrets) expect(lines[0]).not.toContain(secret)
})
