import { row, rows, run, sql } from '@tianping/database'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { TOTP, URI } from 'otpauth'
import { expect, test } from 'vitest'
import { inRoot } from '../../../../tooling/root.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { startVenue, sandboxMerchants } from '../../server/index.ts'
import { networkOf } from '../../server/operator/networkOf.ts'
import {
  createOperator,
  DEMO_OPERATOR,
  refuseDemoOperators,
  resetOperator,
  switchOperator,
} from '../../server/operator/operators.ts'
import { cookieOf, enter, OPERATOR_KEY } from '../support/operatorSupport.ts'
import { handClock, testVenue } from '../support/support.ts'

const HALF_A_MINUTE_MS = 30_000
const PASSWORD = 'correct horse battery'
const clock = handClock()
const venue = await testVenue({ clock, operatorKey: OPERATOR_KEY, proxies: 1 })
const { db } = venue

/** Each try comes from a network of its own, unless the test is about networks. */
let lastHost = 0
const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${++lastHost}` })

/** An operator with an authenticator; `code` is its next unused code. */
async function operator(name: string) {
  const uri = await createOperator(db, OPERATOR_KEY, { name, password: PASSWORD })
  if (uri === null) throw new Error('the name is taken')
  return { name, password: PASSWORD, code: codes(uri) }
}

function codes(uri: string) {
  const totp = URI.parse(uri)
  if (!(totp instanceof TOTP)) throw new Error('no authenticator')
  return () => {
    clock.move(HALF_A_MINUTE_MS)
    return totp.generate({ timestamp: clock() })
  }
}

async function signedIn(who: Awaited<ReturnType<typeof operator>>, headers = elsewhere()) {
  const answer = await enter(venue, { ...who, code: who.code() }, headers)
  expect(answer.status).toBe(200)
  return cookieOf(answer)
}

const overview = async (cookie: string) =>
  (await fetch(`${venue.url}/operator/api/overview`, { headers: { cookie } })).status

test('password and code of a named operator open a session in a cookie that no script reads', async () => {
  const who = await operator('wang.wu')
  expect(await overview('')).toBe(401)
  expect(await overview(`venue_operator=${'A'.repeat(43)}`)).toBe(401)
  const answer = await enter(venue, { ...who, code: who.code() }, elsewhere())
  expect(answer.headers.get('set-cookie')).toMatch(
    /^venue_operator=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  expect(JSON.stringify(await answer.json())).not.toContain(cookieOf(answer).split('=')[1])
  expect(await overview(cookieOf(answer))).toBe(200)
})

test('over https the cookie belongs to this host alone', async () => {
  const secure = await testVenue({
    operatorKey: OPERATOR_KEY,
    demoOperator: true,
    publicUrl: 'https://games.example',
  })
  const answer = await enter(secure, DEMO_OPERATOR)
  expect(answer.headers.get('set-cookie')).toMatch(/^__Host-venue_operator=.+; Secure$/)
})

test('a shared secret opens nothing any more', async () => {
  const headers = { authorization: `Bearer ${OPERATOR_KEY}`, 'x-operator': 'anybody' }
  expect((await fetch(`${venue.url}/operator/api/overview`, { headers })).status).toBe(401)
})

test('wrong name, wrong password, wrong or missing code get one and the same answer', async () => {
  const who = await operator('same-answer')
  const code = who.code()
  const wrong = [
    { ...who, name: 'nobody-here', code },
    { ...who, password: 'another long password', code },
    { ...who, code: '' },
    { ...who, code: code === '000000' ? '000001' : '000000' },
  ]
  const answers = await Promise.all(wrong.map(typed => enter(venue, typed, elsewhere())))
  const texts = await Promise.all(answers.map(answer => answer.text()))
  expect(new Set(texts)).toEqual(
    new Set(['{"code":401,"message":"用户名、密码或验证码不对","data":null}']),
  )
})

test('a code opens one session, also for two who use it at the same moment', async () => {
  const who = await operator('one-code')
  const typed = { ...who, code: who.code() }
  const both = await Promise.all([1, 2].map(() => enter(venue, typed, elsewhere())))
  expect(both.map(answer => answer.status).toSorted()).toEqual([200, 401])
})

test('tries of one network are slowed down, IPv6 by its /64', async () => {
  const status = async (host: string) =>
    (
      await enter(
        venue,
        { name: 'guessed', password: 'x' },
        { 'x-forwarded-for': `2001:db8:1:2::${host}` },
      )
    ).status
  const seen: number[] = []
  for (let i = 1; i <= 6; i++) seen.push(await status(String(i)))
  expect(seen).toEqual([401, 401, 401, 401, 401, 429])
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0')
})

test('tries of strangers under a name end after ten, and leave the place of the operator open', async () => {
  const who = await operator('attacked')
  const office = { 'x-forwarded-for': '198.51.100.7' }
  await signedIn(who, office)
  const guess = (code: string) => enter(venue, { ...who, code }, elsewhere())
  const guesses = await Promise.all(Array.from({ length: 15 }, () => guess('123456')))
  const stopped = guesses.filter(answer => answer.status === 429)
  expect(stopped.length).toBeGreaterThanOrEqual(5)
  expect((await guess(who.code())).status, 'even with the right code').toBe(429)
  await signedIn(who, office)
})

test('a session ends after 30 idle minutes, and after eight hours in any case', async () => {
  const who = await operator('idle')
  const idle = await signedIn(who)
  await run(
    db,
    sql`update operator_session set last_seen_at = now() - interval '31 minutes' where name = 'idle'`,
  )
  expect(await overview(idle)).toBe(401)
  const old = await signedIn(who)
  await run(
    db,
    sql`update operator_session set created_at = now() - interval '481 minutes' where name = 'idle'`,
  )
  expect(await overview(old)).toBe(401)
  await venue.sweep()
  expect(await rows(db, sql`select 1 from operator_session where name = 'idle'`)).toEqual([])
})

test('a session ends when its operator leaves, is disabled or is reset', async () => {
  const who = await operator('leaving')
  const left = await signedIn(who)
  await fetch(`${venue.url}/operator/api/leave`, {
    method: 'POST',
    headers: { cookie: left, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(await overview(left)).toBe(401)

  const disabled = await signedIn(who)
  expect(await switchOperator(db, who.name, false)).toBe(true)
  expect(await overview(disabled)).toBe(401)
  expect((await enter(venue, { ...who, code: who.code() }, elsewhere())).status).toBe(401)

  await switchOperator(db, who.name, true)
  const before = await signedIn(who)
  const uri = await resetOperator(db, OPERATOR_KEY, { name: who.name, password: 'a new long one' })
  expect(await overview(before)).toBe(401)
  expect((await enter(venue, { ...who, code: who.code() }, elsewhere())).status).toBe(401)
  await signedIn({ ...who, password: 'a new long one', code: codes(uri ?? '') })
})

test('a form of another site, which sends no JSON, changes nothing', async () => {
  const cookie = await signedIn(await operator('forged'))
  const answer = await fetch(`${venue.url}/operator/api/game`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'text/plain' },
    body: JSON.stringify({ code: 'k3', open: false, reason: 'forged' }),
  })
  expect(answer.status).toBe(400)
  expect(await rows(db, sql`select 1 from operator_action where reason = 'forged'`)).toEqual([])
})

test('the log names the operator of the session, whatever the request says', async () => {
  const cookie = await signedIn(await operator('honest'))
  const answer = await fetch(`${venue.url}/operator/api/game`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'x-operator': 'somebody-else' },
    body: JSON.stringify({ code: 'k3', open: true, reason: 'who was it' }),
  })
  expect(answer.status).toBe(200)
  const logged = sql<{ operator: string }>`select operator from operator_action
    where reason = 'who was it'`
  expect((await row(db, logged))?.operator).toBe('honest')
})

test('who tried, came in and left is written down and not rewritten; so are commands', async () => {
  await signedIn(await operator('logged'))
  const events = sql<{ event: string }>`select event from operator_sign_in
    where name = 'logged' order by sign_in_id`
  expect((await rows(db, events)).map(({ event }) => event)).toEqual(['try', 'in'])
  for (const statement of [
    sql`delete from operator_sign_in`,
    sql`update operator_sign_in set name = 'else'`,
    sql`truncate operator_sign_in`,
  ])
    await expect(run(db, statement)).rejects.toThrow(/not rewritten/)
  await switchOperator(db, 'logged', false)
  const commands = sql<{ action: string }>`select action from operator_action
    where target = 'logged' order by action_id`
  expect((await rows(db, commands)).map(({ action }) => action)).toEqual([
    'create-operator',
    'disable-operator',
  ])
})

test.each([
  ['short', 'only-eleven'],
  ['with-name', 'my with-name password'],
  ['repeated', 'abababababababab'],
  ['common', 'Qwerty123456'],
  ['Capital', PASSWORD],
])('an operator is not created with an unfit name or password: %s', async (name, password) => {
  await expect(createOperator(db, OPERATOR_KEY, { name, password })).rejects.toThrow(RangeError)
})

test('passwords are argon2id hashes, and a secret is sealed for its operator under the key', async () => {
  await operator('sealed')
  const stored = await row(
    db,
    sql<{ passwordHash: string; totpSealed: Buffer }>`
    select password_hash, totp_sealed from operator where name = 'sealed'`,
  )
  expect(stored?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(stored?.totpSealed.length).toBe(12 + 16 + 32)
})

test('the command makes an operator, shows the authenticator, and disables', async () => {
  const command = async (...words: string[]) => {
    const script = inRoot('apps/venue/server/operatorCommand.ts')
    const env = {
      ...process.env,
      VENUE_DATABASE_URL: venue.databaseUrl,
      VENUE_OPERATOR_KEY: OPERATOR_KEY,
      OPERATOR_PASSWORD: PASSWORD,
    }
    return (await promisify(execFile)(process.execPath, [script, ...words], { env })).stdout
  }
  const said = await command('create', 'by-command')
  const who = {
    name: 'by-command',
    password: PASSWORD,
    code: codes(said.trim().split('\n').at(-1) ?? ''),
  }
  const cookie = await signedIn(who)
  expect(await command('create', 'by-command')).toContain('already')
  expect(await command('disable', 'by-command')).toBe('Operator by-command: disabled.\n')
  expect(await overview(cookie)).toBe(401)
  await expect(command('promote', 'by-command')).rejects.toThrow('usage')
})

test('a published operator signs in at a sandbox only, and keeps any other venue from starting', async () => {
  const { url, open } = await freshDatabase('venue')
  const options = { databaseUrl: url, merchants: sandboxMerchants(), runTables: false }
  const sandbox = await startVenue({ ...options, operatorKey: OPERATOR_KEY, demoOperator: true })
  expect((await enter(sandbox, DEMO_OPERATOR)).status).toBe(200)
  await sandbox.close()
  const own = open()
  await expect(refuseDemoOperators(own)).rejects.toThrow('demo operators')
  await expect(startVenue({ ...options, operatorKey: OPERATOR_KEY })).rejects.toThrow('(venue)')
  await switchOperator(own, DEMO_OPERATOR.name, false)
  const plain = await startVenue({ ...options, operatorKey: OPERATOR_KEY })
  await switchOperator(own, DEMO_OPERATOR.name, true)
  expect((await enter(plain, DEMO_OPERATOR)).status, 'without an authenticator').toBe(401)
  await plain.close()
})

test('without a key there is no operator page', async () => {
  const plain = await testVenue({ clock })
  for (const path of ['/operator', '/operator/api/overview', '/operator/api/me'])
    expect((await fetch(plain.url + path)).status, path).toBe(404)
})
