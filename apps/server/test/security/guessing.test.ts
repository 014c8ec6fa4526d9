// Wrong passwords from anywhere: who is stopped, who is not, and what it costs to go on.
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { run, sql } from '@tianping/database'
import { beforeEach, describe, expect, test } from 'vitest'
import { openCashier } from '../cashier/support.ts'
import { desk, PASSWORD } from '../console/support.ts'
import { openTestSite } from '../support/site.ts'
import { limits } from '../../src/kernel/http/throttle.ts'
import { SECURITY_SETTING, securitySchema } from '../../src/kernel/security/setting.ts'
import { writeSetting } from '../../src/kernel/setting.ts'

const { site, clock, owner } = await openCashier()
/** Little work, so that the tests are quick. */
await writeSetting(
  site.services.db,
  SECURITY_SETTING,
  securitySchema,
  { proofSteps: 10 },
  {
    name: 'test',
    at: clock.now(),
  },
)

const HOUR_MS = 3_600_000
const RIGHT = 'secret1'
const ofOne = limits.loginFromOne.attempts
let networks = 0
/** An address in a network that nobody used before. */
const elsewhere = () => `10.${100 + (++networks >> 8)}.${networks & 255}.7`

type Entry = { code: number; reason: string; device: string; challenge?: Challenge }
type From = { address?: string; device?: string; proof?: string; path?: string; on?: typeof site }

async function logIn(name: string, password: string, from: From = {}): Promise<Entry> {
  const { address = elsewhere(), device, proof, path = '/api/login', on = site } = from
  const answer = await on.app.inject({
    method: 'POST',
    url: path,
    payload: { name, password, code: 'abcd', ...(proof ? { proof } : {}) },
    headers: { 'x-forwarded-for': address, ...(device ? { cookie: device } : {}) },
  })
  const { code, data } = answer.json<{ code: number; data: { challenge?: Challenge } | null }>()
  return {
    code,
    reason: String(answer.headers['x-refusal'] ?? ''),
    device: String(answer.headers['set-cookie'] ?? '').split(';')[0]!,
    ...(data?.challenge ? { challenge: data.challenge } : {}),
  }
}

async function proofOf(challenge: Challenge | undefined): Promise<string> {
  if (!challenge) throw new Error('no challenge')
  const solution = await solveChallenge({ challenge, deriveKey })
  return JSON.stringify({ challenge, solution })
}

const askedFor = async (name: string) => (await logIn(name, 'x')).challenge
/** Strangers try wrong passwords from many networks until work is asked for. */
async function attack(name: string) {
  const reasons = new Set<string>()
  for (let n = 0; n < ofOne; n++) reasons.add((await logIn(name, `wrong${n}`)).reason)
  expect([...reasons]).toEqual(['login.wrong'])
}

beforeEach(() => clock.advance(2 * HOUR_MS))

describe('strangers’ wrong passwords', () => {
  test('do not lock out a device that the member used before', async () => {
    const { name } = await site.member()
    const { device } = await logIn(name, RIGHT)
    await attack(name)
    expect((await logIn(name, RIGHT)).reason, 'an unknown device').toBe('login.proof_needed')
    expect((await logIn(name, RIGHT, { device })).code).toBe(200)
  })
  test('from one network stop that network and no other', async () => {
    const { name } = await site.member()
    const address = elsewhere()
    for (let n = 0; n < ofOne; n++) await logIn(name, 'wrong', { address })
    expect((await logIn(name, RIGHT, { address })).reason).toBe('request.throttled')
    const { challenge } = await logIn(name, RIGHT)
    expect((await logIn(name, RIGHT, { proof: await proofOf(challenge) })).code).toBe(200)
  })
  test('count together over IPv6 addresses of one /64', async () => {
    const { name } = await site.member()
    for (let n = 0; n < ofOne; n++)
      await logIn(name, 'wrong', { address: `2001:db8:9:9::${n + 1}` })
    expect((await logIn(name, RIGHT, { address: '2001:db8:9:9::ffff' })).reason).toBe(
      'request.throttled',
    )
  })
  test('are forgotten after the window, so that deployed clients come in again', async () => {
    const { name } = await site.member()
    await attack(name)
    clock.advance(limits.loginFree.windowMs)
    expect((await logIn(name, RIGHT)).code).toBe(200)
  })
  test('are asked for work whether the name exists or not', async () => {
    await attack('nobody77')
    expect(await logIn('nobody77', 'x')).toMatchObject({ code: 429, reason: 'login.proof_needed' })
  })
  test('count together with those at the agents’ site', async () => {
    const { name } = await site.member()
    await attack(name)
    const { reason } = await logIn(name, RIGHT, { path: '/api/agent/login' })
    expect(reason).toBe('login.proof_needed')
  })
})

describe('a device that the member used before', () => {
  test('has tries of its own, and no more than these', async () => {
    const { name } = await site.member()
    const { device } = await logIn(name, RIGHT)
    for (let n = 0; n < ofOne; n++)
      expect((await logIn(name, 'wrong', { device })).reason).toBe('login.wrong')
    expect((await logIn(name, RIGHT, { device })).reason).toBe('request.throttled')
    expect((await logIn(name, RIGHT)).code, 'another device').toBe(200)
  })
  test('is known for its own member only, and only when it logged in', async () => {
    const [one, other] = [await site.member(), await site.member()]
    const { device } = await logIn(one.name, RIGHT)
    await attack(other.name)
    expect((await logIn(other.name, RIGHT, { device })).reason).toBe('login.proof_needed')
    const made = `tianping_device=${'ab'.repeat(16)}`
    expect((await logIn(other.name, RIGHT, { device: made })).reason).toBe('login.proof_needed')
  })
  test('is one of the last ten: nobody collects devices to guess with', async () => {
    const { name } = await site.member()
    const { device } = await logIn(name, RIGHT)
    for (let n = 0; n < 10; n++) {
      clock.advance(1_000)
      await logIn(name, RIGHT)
    }
    await attack(name)
    expect((await logIn(name, RIGHT, { device })).reason).toBe('login.proof_needed')
  })
})

describe('a proof of work', () => {
  test('lets the right password in, and a wrong one only be tried', async () => {
    const { name } = await site.member()
    await attack(name)
    const wrong = await logIn(name, 'wrong', { proof: await proofOf(await askedFor(name)) })
    expect(wrong.reason).toBe('login.wrong')
    const right = await logIn(name, RIGHT, { proof: await proofOf(await askedFor(name)) })
    expect(right.code).toBe(200)
  })
  test('counts once, also on another instance and at the same moment', async () => {
    const { name } = await site.member()
    await attack(name)
    const proof = await proofOf(await askedFor(name))
    const second = await openTestSite(site.services.settings.databaseUrl, { clock })
    const reasons = await Promise.all(
      [site, second, site, second].map(
        async on => (await logIn(name, 'wrong', { proof, on })).reason,
      ),
    )
    expect(reasons.toSorted()).toEqual([
      'login.proof_needed',
      'login.proof_needed',
      'login.proof_needed',
      'login.wrong',
    ])
  })
  test('is for one name, for five minutes, and of our own making', async () => {
    const [one, other] = [await site.member(), await site.member()]
    await attack(one.name)
    await attack(other.name)
    const foreign = await proofOf(await askedFor(one.name))
    expect((await logIn(other.name, RIGHT, { proof: foreign })).reason).toBe('login.proof_needed')
    const late = await proofOf(await askedFor(one.name))
    clock.advance(5 * 60_000)
    expect((await logIn(one.name, RIGHT, { proof: late })).reason).toBe('login.proof_needed')
    const challenge = (await askedFor(one.name))!
    const easier = structuredClone(challenge)
    easier.parameters.keyPrefix = '00'
    delete easier.parameters.keySignature
    for (const proof of [await proofOf(easier), '{}', 'null', '[', JSON.stringify({ challenge })])
      expect((await logIn(one.name, RIGHT, { proof })).reason).toBe('login.proof_needed')
    const lied = { challenge, solution: { counter: 1, derivedKey: '00'.repeat(32) } }
    const { reason } = await logIn(one.name, RIGHT, { proof: JSON.stringify(lied) })
    expect(reason).toBe('login.proof_needed')
  })
  test('does not help beyond a hundred tries an hour, and gets dearer on the way', async () => {
    const { name } = await site.member()
    await attack(name)
    const most = limits.loginByName.attempts
    const cost: number[] = []
    for (let n = ofOne; n < most; n++) {
      const challenge = (await askedFor(name))!
      const proof = await proofOf(challenge)
      const { counter } = (JSON.parse(proof) as { solution: { counter: number } }).solution
      cost.push(counter)
      expect((await logIn(name, `wrong${n}`, { proof })).reason).toBe('login.wrong')
    }
    expect(Math.max(...cost.slice(0, 10))).toBeLessThanOrEqual(10)
    expect(Math.min(...cost.slice(-10))).toBeGreaterThanOrEqual(40)
    const last = await logIn(name, RIGHT, { proof: await proofOf(await askedFor(name)) })
    expect(last.reason).toBe('request.throttled')
    clock.advance(HOUR_MS)
    expect((await logIn(name, RIGHT)).code).toBe(200)
  })
})

describe('right passwords', () => {
  test('use up no tries, so that a busy member is asked for nothing', async () => {
    const { name } = await site.member()
    for (let n = 0; n < 3 * ofOne; n++) expect((await logIn(name, RIGHT)).code).toBe(200)
  })
})

/** Who is asked for work now; the window of the free tries goes on for `leftMs`. */
async function tried(name: string, { tries = 10, leftMs = 600_000 } = {}) {
  const at = (ms: number) => new Date(clock.now().getTime() + ms)
  await run(owner, sql`delete from throttle`)
  await run(
    owner,
    sql`insert into throttle (bucket, window_ends_at, attempts)
      values (${`login:free:${name}`}, ${at(leftMs)}, 10), (${`login:name:${name}`}, ${at(HOUR_MS)}, ${tries})`,
  )
}

test.each([
  [0, 10],
  [24, 10],
  [25, 20],
  [49, 20],
  [50, 40],
  [74, 40],
  [75, 80],
  [99, 80],
])('after %i tries of a name the answer lies in the upper half of %i', async (tries, steps) => {
  const { name } = await site.member()
  await tried(name, { tries })
  const solution = await solveChallenge({ challenge: (await askedFor(name))!, deriveKey })
  expect(solution!.counter).toBeGreaterThanOrEqual(steps / 2)
  expect(solution!.counter).toBeLessThanOrEqual(steps)
})

test.each([
  [600_000, 10],
  [60_001, 2],
  [60_000, 1],
  [1, 1],
])('with %i ms of the window left it says %i minutes', async (leftMs, minutes) => {
  const { name } = await site.member()
  await tried(name, { leftMs })
  const fields = { name, password: 'x', code: 'abcd' }
  const { message } = await site.call('POST /api/login', fields)
  expect(message).toContain(`${minutes}分钟后`)
})

test('strangers’ tries do not lock an operator out of a device used before', async () => {
  const { name } = await desk(site, 'support')
  const enter = async (password: string, device = '') => {
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/console/login',
      payload: { name, password },
      headers: {
        'x-tianping-console': '1',
        'x-forwarded-for': elsewhere(),
        ...(device ? { cookie: device } : {}),
      },
    })
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    const mark = cookies.find(each => each.startsWith('tianping_desk='))?.split(';')[0] ?? ''
    return { code: answer.json<{ code: number }>().code, mark }
  }
  const { mark } = await enter(PASSWORD)
  for (let n = 0; n < limits.operatorByName.attempts; n++) await enter('wrong')
  expect((await enter(PASSWORD)).code, 'an unknown device').toBe(429)
  expect((await enter(PASSWORD, mark)).code).toBe(200)
  for (let n = 0; n < limits.operatorByName.attempts; n++) await enter('wrong', mark)
  expect((await enter(PASSWORD, mark)).code).toBe(429)
})
