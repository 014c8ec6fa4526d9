// Sessions, second steps, throttles and kept answers by the millisecond: what ends at a moment has
// ended at it, and a full window counts nothing more.
import { say } from '@tianping/contract/refusals'
import { run, sql, theRow, type Sql } from '@tianping/database'
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { dropTraces } from '../../src/areas/account/account.ts'
import { PAY_LOCK_MS, provePayPassword } from '../../src/areas/account/payPassword.ts'
import {
  createSession,
  extendSession,
  sessionsOf,
  sweepExpired,
} from '../../src/areas/account/store/session.sql.ts'
import { insertTicket, takeTicket } from '../../src/areas/account/store/ticket.sql.ts'
import { closeLost, keptOf, once } from '../../src/kernel/http/once.ts'
import {
  attempt,
  attemptsIn,
  forgive,
  giveBack,
  takeAttempt,
} from '../../src/kernel/http/throttle.ts'
import {
  insertChallenge,
  setChallenge,
  takeChallenge,
  tryChallenge,
} from '../../src/kernel/secondFactor/challenge.sql.ts'
import { openTestSite, TestClock } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock()
const site = await openTestSite(url, { clock })
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const later = (ms: number) => new Date(clock.now().getTime() + ms)
const end = later(10 * MINUTE_MS)
const at = (ms: number) => new Date(end.getTime() + ms)
/** What is answered a millisecond before the end, at it and after it. */
async function around<T>(ask: (now: Date) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (const ms of [-1, 0, 1]) answers.push(await ask(at(ms)))
  return answers
}
const { token, memberId } = await site.member()
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const newHash = () => randomBytes(32).toString('hex')

describe('a session', () => {
  const endsThen = (hash: string) =>
    run(
      owner,
      sql`update session set expires_at = ${end} where token_hash = decode(${hash}, 'hex')`,
    )

  test('opens nothing, is not listed and is not extended from the moment of its end on', async () => {
    await endsThen(hashOf(token))
    const listed = async (now: Date) => (await sessionsOf(owner, memberId, now)).length
    expect(await around(listed)).toEqual([1, 0, 0])
    const extended = (now: Date) => extendSession(owner, hashOf(token), now, end)
    expect(await around(extended)).toEqual([1, 0, 0])
    const other = new TestClock(at(-1).toISOString())
    const twin = await openTestSite(url, { clock: other })
    const code = async () => (await twin.call('POST /api/user', {}, { token })).code
    expect(await code()).toBe(200)
    await endsThen(hashOf(token))
    await twin.close()
    const third = await openTestSite(url, { clock: new TestClock(end.toISOString()) })
    expect((await third.call('POST /api/user', {}, { token })).code).toBe(401)
  })

  test('is not opened by a one-time password that has run out', async () => {
    const { memberId: once } = await site.member()
    await run(
      owner,
      sql`update member set password_hash = 'x', password_once_until = ${end} where member_id = ${once}`,
    )
    const opened = (now: Date) =>
      createSession(owner, {
        hash: newHash(),
        memberId: once,
        passwordHash: 'x',
        now,
        expiresAt: at(MINUTE_MS),
        address: '',
        agent: '',
      })
    expect(await around(opened)).toEqual([true, false, false])
  })

  test('gives a ticket for the agents’ site that ends like it', async () => {
    const { token: own } = await site.member()
    const taken = async (now: Date) => {
      const hash = randomBytes(32)
      await insertTicket(owner, { hash, sessionHash: hashOf(own), now: at(-2), expiresAt: end })
      return (await takeTicket(owner, hash, now)) !== undefined
    }
    expect(await around(taken)).toEqual([true, false, false])
  })
})

test('what has run out is swept at its moment, and not before', async () => {
  const name = newHash()
  await run(
    owner,
    sql`
    insert into session (token_hash, member_id, created_at, last_seen_at, expires_at, address, agent)
    values (decode(${name}, 'hex'), ${memberId}, ${end}, ${end}, ${end}, '', '')`,
  )
  await run(owner, sql`insert into throttle values (${name}, ${end}, 1)`)
  await run(owner, sql`insert into proof_used values (decode(${name}, 'hex'), ${end})`)
  await run(
    owner,
    sql`insert into call_once (member_id, key, endpoint, request_hash, leased_until, expires_at) values (${memberId}, ${name}, '', '',
      ${end}, ${end})`,
  )
  const count = (from: Sql) => sql`(select count(*)::int from ${from})`
  const left = async (now: Date) => {
    await sweepExpired(owner, now)
    return theRow(
      owner,
      sql`
      select ${count(sql`session where token_hash = decode(${name}, 'hex')`)} as sessions,
        ${count(sql`throttle where bucket = ${name}`)} as throttles,
        ${count(sql`proof_used where proof = decode(${name}, 'hex')`)} as proofs,
        ${count(sql`call_once where key = ${name}`)} as answers`,
    )
  }
  const [all, none] = [1, 0].map(n => ({ sessions: n, throttles: n, proofs: n, answers: n }))
  expect(await around(left)).toEqual([all, none, none])
})

test('traces of log-ins and devices are forgotten when they are older than the limit, not at it', async () => {
  const device = newHash().slice(0, 32)
  await run(
    owner,
    sql`insert into login_trace (member_id, address, agent, first_at, last_at) values (${memberId}, ${device}, 'x', ${end}, ${end})`,
  )
  await run(
    owner,
    sql`insert into device_trace (member_id, device, address, agent, first_at, last_at) values (${memberId}, ${device}, '', '', ${end},
      ${end})`,
  )
  const left = async (before: Date) => {
    await dropTraces(owner, before, 1_000)
    return theRow(
      owner,
      sql`
      select (select count(*)::int from login_trace where address = ${device}) as logins,
        (select count(*)::int from device_trace where device = ${device}) as devices`,
    )
  }
  const [kept, gone] = [1, 0].map(n => ({ logins: n, devices: n }))
  expect(await around(left)).toEqual([kept, kept, gone])
})

describe('a window of attempts', () => {
  const limit = { attempts: 2, windowMs: 10 * MINUTE_MS }
  let made = 0
  const bucket = () => `moments:${++made}`
  const start = at(-limit.windowMs)

  test('is full after its number, and empty from its end on', async () => {
    const counted = bucket()
    const passes = (now: Date) =>
      attempt(owner, counted, limit, now).then(
        () => true,
        () => false,
      )
    for (const expected of [true, true, false]) expect(await passes(start)).toBe(expected)
    expect(await around(passes)).toEqual([false, true, true])
    expect(await passes(at(1)), 'the next window lasts as long').toBe(false)
    const taken = bucket()
    const takes = (now: Date) => takeAttempt(owner, taken, limit, now)
    for (const expected of [true, true, false]) expect(await takes(start)).toBe(expected)
    expect((await attemptsIn(owner, taken, at(-1))).attempts).toBe(2)
    expect(await attemptsIn(owner, taken, end)).toEqual({ attempts: 0, endsAt: end })
    expect(await around(takes)).toEqual([false, true, true])
    expect(await takes(at(1)), 'the same').toBe(false)
  })

  test('gives back no more than it has counted', async () => {
    const [one, other] = [bucket(), bucket()]
    for (const each of [one, other]) await takeAttempt(owner, each, limit, start)
    for (let n = 0; n < 2; n++) {
      await giveBack(owner, [one])
      await forgive(owner, { all: [], one: [other] })
    }
    for (const each of [one, other]) expect((await attemptsIn(owner, each, start)).attempts).toBe(0)
  })
})

test('the payment password locks at its fifth wrong try, and opens again at the moment of its end', async () => {
  const { memberId: payer } = await site.member()
  const proves = (password: string, now: Date) =>
    provePayPassword({ db: owner, clock: new TestClock(now.toISOString()) }, payer, password).then(
      () => true,
      () => false,
    )
  const locked = async () =>
    (
      await theRow(
        owner,
        sql<{
          until: Date | null
        }>`select pay_locked_until as until from member where member_id = ${payer}`,
      )
    ).until
  const start = at(-PAY_LOCK_MS)
  const wrongOnes = async (count: number, now: Date) => {
    for (let n = 0; n < count; n++) expect(await proves('000000', now)).toBe(false)
  }
  await wrongOnes(4, start)
  expect(await locked()).toBe(null)
  await wrongOnes(1, start)
  expect(await locked()).toEqual(end)
  expect(await proves('888888', at(-1))).toBe(false)
  await wrongOnes(4, end)
  expect(await locked(), 'the count begins anew').toBe(null)
  expect(await proves('888888', end)).toBe(true)
})

describe('a second step', () => {
  const begun = async () => {
    const ticketHash = newHash()
    const of = { ticketHash, kind: 'second', now: at(-MINUTE_MS) } as const
    await insertChallenge(owner, 'member', {
      ...of,
      ownerId: memberId,
      challenge: '',
      expiresAt: end,
    })
    return (now: Date) => ({ ...of, now })
  }

  test('is over at its moment, for a try, for a challenge and for its end', async () => {
    const of = await begun()
    const tried = async (now: Date) =>
      (await tryChallenge(owner, 'member', { ...of(now), most: 9 })) !== undefined
    expect(await around(tried)).toEqual([true, false, false])
    const set = (now: Date) => setChallenge(owner, 'member', { ...of(now), challenge: 'x' })
    expect(await around(set)).toEqual([true, false, false])
    const taken = async (now: Date) => (await takeChallenge(owner, 'member', of(now))) !== undefined
    for (const [ms, expected] of [
      [0, false],
      [-1, true],
    ] as const)
      expect(await taken(at(ms))).toBe(expected)
  })

  test('is tried no more often than is said', async () => {
    const of = await begun()
    const tried = async () =>
      (await tryChallenge(owner, 'member', { ...of(at(-1)), most: 2 })) !== undefined
    expect([await tried(), await tried(), await tried()]).toEqual([true, true, false])
  })
})

describe('a call under a key', () => {
  /** One whose process died: its lease ends then. */
  async function died(endpoint: string) {
    const request = { memberId, key: newHash(), endpoint, body: {} }
    const hash = hashOf(`${endpoint}\n{}`)
    await run(
      owner,
      sql`insert into call_once (member_id, key, endpoint, request_hash, leased_until, expires_at)
        values (${memberId}, ${request.key}, ${endpoint}, ${hash}, ${end}, ${at(MINUTE_MS)})`,
    )
    return request
  }
  const by = (now: Date) => new TestClock(now.toISOString())
  const answer = { code: 200, message: '', data: null }
  const asked = () => ({ memberId, key: newHash(), endpoint: 'x', body: { amount: '1' } })
  const never = () => Promise.reject(new Error('runs a second time'))
  const storedOf = (key: string) =>
    theRow(
      owner,
      sql<{ leasedUntil: Date; expiresAt: Date; answer: unknown }>`
        select leased_until, expires_at, answer from call_once where member_id = ${memberId} and key = ${key}`,
    )

  test('is run again from the end of the lease on', async () => {
    expect(await once(owner, by(end), await died('x'), async () => answer)).toEqual(answer)
  })

  test('has six seconds, which it renews while it runs, and an answer for seven days', async () => {
    const every = vi.spyOn(globalThis, 'setInterval')
    const ended = vi.spyOn(globalThis, 'clearInterval')
    onTestFinished(() => [every, ended].forEach(each => each.mockRestore()))
    const now = by(end)
    const request = asked()
    const leased = async () => (await storedOf(request.key)).leasedUntil
    let renewal: unknown
    await once(owner, now, request, async () => {
      expect(await storedOf(request.key)).toEqual({
        leasedUntil: at(6_000),
        expiresAt: at(7 * DAY_MS),
        answer: null,
      })
      const n = every.mock.calls.findIndex(([, ms]) => ms === 2_000)
      renewal = every.mock.results[n]?.value
      now.advance(2_000)
      every.mock.calls[n]?.[0]()
      await expect.poll(leased).toEqual(at(8_000))
      now.advance(1_000)
      return answer
    })
    expect(await storedOf(request.key)).toMatchObject({ expiresAt: at(7 * DAY_MS + 3_000), answer })
    expect(ended).toHaveBeenCalledWith(renewal)
  })

  test('that fails is free to be tried again at once', async () => {
    const now = by(end)
    const request = asked()
    const failing = once(owner, now, request, () => {
      now.advance(1_000)
      return Promise.reject(new Error('fails'))
    })
    await expect(failing).rejects.toThrow('fails')
    expect(await storedOf(request.key)).toMatchObject({ leasedUntil: at(1_000), answer: null })
    expect(await once(owner, now, request, async () => answer)).toEqual(answer)
  })

  test('has one answer, which another request under its key does not get', async () => {
    const request = asked()
    await once(owner, by(end), request, async () => answer)
    expect(await once(owner, by(at(MINUTE_MS)), request, never)).toEqual(answer)
    expect(await keptOf(owner, by(end), request)).toEqual({ kind: 'answered', answer })
    for (const other of [{ endpoint: 'y' }, { body: { amount: '2' } }])
      await expect(once(owner, by(end), { ...request, ...other }, never)).rejects.toThrow(
        say('request.key_reused').text,
      )
    expect(await closeLost(owner, by(at(DAY_MS)), request), 'an answer stands').toBe(0)
  })

  test('that never came is refused when it comes, for seven days', async () => {
    const request = asked()
    expect(await keptOf(owner, by(end), request)).toEqual({ kind: 'closed' })
    expect((await storedOf(request.key)).expiresAt).toEqual(at(7 * DAY_MS))
    await expect(once(owner, by(end), request, never)).rejects.toThrow(say('request.given_up').text)
  })

  test('waits for the first at most 300 times a tenth of a second', async () => {
    const request = asked()
    await once(owner, by(end), request, async () => {
      const wait = globalThis.setTimeout
      const waits = vi.spyOn(globalThis, 'setTimeout')
      waits.mockImplementation(((done: () => void, ms?: number) =>
        wait(done, ms === 100 ? 0 : ms)) as typeof setTimeout)
      onTestFinished(() => waits.mockRestore())
      await expect(once(owner, by(end), request, never)).rejects.toThrow(
        say('request.still_running').text,
      )
      expect(waits.mock.calls.filter(([, ms]) => ms === 100)).toHaveLength(300)
      return answer
    })
  })

  test('counts as lost a minute after its lease, and is closed from then on', async () => {
    const request = await died('x')
    const kind = async (now: Date) =>
      (await keptOf(owner, by(new Date(now.getTime() + MINUTE_MS)), request)).kind
    expect(await around(kind)).toEqual(['running', 'lost', 'lost'])
    const closed = (now: Date) => closeLost(owner, by(new Date(now.getTime() + MINUTE_MS)), request)
    expect([await closed(at(-1)), await closed(end)]).toEqual([0, 1])
  })
})
