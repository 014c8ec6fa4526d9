// The national register of excluded persons: a process of its own, asked over real HTTP at
// registration and each log-in. Without its word nobody plays; money goes out all the same.
import { rows, run, sql } from '@tianping/database'
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { repeatRegister } from '../../src/areas/protection/nationalRegister.ts'
import { isLeaving } from '../../src/areas/protection/protection.ts'
import { bankCard, bankTransfer, bind, give, NOON, PAY_PASSWORD } from '../cashier/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { enable, prove } from './support.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'

const KEY = { id: 'register-1', secret: 'a-secret-of-the-register' }

async function openStub() {
  const child = fork(join(import.meta.dirname, 'stubRegister.ts'), [KEY.id, KEY.secret])
  const port = await new Promise<number>(resolve =>
    child.once('message', (said: { port: number }) => resolve(said.port)),
  )
  atEnd(() => void child.kill())
  const post = async (path: string, body: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body })).json()
  return {
    url: `http://127.0.0.1:${port}/person`,
    mode: async (mode: string) => ((await post('/mode', mode)) as { asked: number }).asked,
    list: (person: string) => post('/list', person),
  }
}

const stub = await openStub()
const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock(NOON)
await seedCashier(owner, clock.now())
/** Each test has a site of its own, so that no open circuit is left from the one before. */
const openSite = () =>
  openTestSite(url, {
    clock,
    env: {
      REGISTER_URL: stub.url,
      REGISTER_KEY_ID: KEY.id,
      REGISTER_SECRET: KEY.secret,
      RUN_JOBS: '0',
    },
  })
let site = await openSite()

type Member = Awaited<ReturnType<typeof site.member>>
const UNKNOWN = '暂时无法查询国家自我排除名册，请稍后再试；取款不受影响'
const EXCLUDED = '您已在国家自我排除名册登记，不能存款与游戏，余额可以取出'

let born = 0
const register = (birthday = `1985-01-${String(++born).padStart(2, '0')}`) =>
  site.call<{ api_token: string }>(
    'POST /api/register',
    {
      name: `r${Math.random().toString(36).slice(2, 10)}`,
      password: 'secret1',
      confirmPass: 'secret1',
      realname: '测试员',
      paypassword: PAY_PASSWORD,
      code: 'abcd',
      birthday,
    },
    { headers: { 'x-forwarded-for': `10.9.9.${++born}` } },
  )
const login = async ({ name }: Member) =>
  (
    await site.call<{ api_token: string }>('POST /api/login', {
      name,
      password: 'secret1',
      code: 'abcd',
    })
  ).data.api_token
const deposit = (token: string) =>
  site.call('POST /api/recharge', { ...bankTransfer, amount: '100' }, { token })
/** A proven member, whose birthday is known. */
async function member(birthday: string) {
  const made = await site.member({ birthday })
  await prove(owner, made.memberId, 2)
  return made
}

beforeEach(async () => {
  await stub.mode('honest')
  site = await openSite()
  await enable(site)
})

test('who is on the register opens no account, and under base nobody is asked about', async () => {
  const before = await stub.mode('honest')
  expect((await register()).code).toBe(200)
  expect(await stub.mode('honest'), 'base asks nobody').toBe(before)
  await enable(site, 'GB')
  expect((await register('')).message).toBe('请填写出生日期')
  await stub.list('测试员 1984-05-05')
  expect((await register('1984-05-05')).message).toBe('暂时无法开户，请联系客服')
  const { data } = await register()
  expect(await stub.mode('honest'), 'one question for each registration').toBe(before + 2)
  // What was answered before the account was made counts for its first session.
  expect((await deposit(data.api_token)).message).toContain('请先完成身份认证')
})

test.each(['forged', 'replayed', 'failing', 'silent'])(
  'a register that is %s lets nobody register or play, and lets money go out',
  async mode => {
    const found = await member(
      `1983-0${['forged', 'replayed', 'failing', 'silent'].indexOf(mode) + 1}-09`,
    )
    await give(site, found.memberId, 100_000n)
    const bank = await bind(site, found.token, bankCard(`62220200111133${born}`.slice(0, 16)))
    await enable(site, 'GB')
    await stub.mode(mode)
    expect((await register()).message).toBe(UNKNOWN)
    const token = await login(found)
    expect((await deposit(token)).message).toBe(UNKNOWN)
    const out = { amount: '100', bank, password: PAY_PASSWORD }
    expect((await site.call('POST /api/withdraw', out, { token })).code).toBe(200)
    // Once it answers again, the job asks for who is waiting, without another log-in.
    await stub.mode('honest')
    site = await openSite()
    expect(await repeatRegister(site.services), 'not before its time').toBe(0)
    clock.advance(20_000)
    expect(await repeatRegister(site.services)).toBeGreaterThan(0)
    expect((await deposit(token)).code).toBe(200)
  },
)

test('after five failures the register is left alone for a while, and nobody waits for it', async () => {
  await enable(site, 'GB')
  await stub.mode('failing')
  for (let n = 0; n < 5; n++) expect((await register()).message).toBe(UNKNOWN)
  const asked = await stub.mode('honest')
  expect((await register()).message).toBe(UNKNOWN)
  expect(await stub.mode('honest')).toBe(asked)
})

test('who is put on the register meanwhile logs in, plays no more, and takes all money out', async () => {
  const found = await member('1982-02-02')
  const bank = await bind(site, found.token, bankCard('6222020011119999'))
  await enable(site, 'GB')
  expect((await deposit(await login(found))).code).toBe(200)
  await stub.list('测试员 1982-02-02')
  const token = await login(found)
  expect((await deposit(token)).message).toBe(EXCLUDED)
  expect(await isLeaving(owner, found.memberId, clock.now())).toBe(true)
  expect((await site.call('POST /api/dofanshui', {}, { token })).code).not.toBe(200)
  await give(site, found.memberId, 100_000n)
  const out = { amount: '1000', bank, password: PAY_PASSWORD }
  expect((await site.call('POST /api/withdraw', out, { token })).code).toBe(200)
  await run(owner, sql`delete from register_check where member_id = ${found.memberId}`)
  expect((await deposit(token)).message, 'nothing known is no yes').toBe(UNKNOWN)
})

test('the job asks about twenty at a time, about nobody under base, and never without a birthday', async () => {
  await run(owner, sql`delete from register_check`)
  const members = await Promise.all(
    Array.from({ length: 21 }, (_, n) => site.member({ birthday: n === 0 ? '' : '1981-01-01' })),
  )
  const unknown = async () =>
    (await rows(owner, sql`select from register_check where outcome = 'unknown'`)).length
  for (const { memberId } of members)
    await run(
      owner,
      sql`
      insert into register_check (member_id, asked_at, outcome, next_at) values (${memberId}, ${clock.now()}, 'unknown', ${clock.now()})
      on conflict (member_id) do update set outcome = excluded.outcome, next_at = excluded.next_at`,
    )
  const before = await stub.mode('honest')
  expect(await repeatRegister(site.services), 'base asks nobody').toBe(0)
  await enable(site, 'GB')
  const turns = [await repeatRegister(site.services), await repeatRegister(site.services)]
  expect(turns).toEqual([20, 1])
  expect(await stub.mode('honest'), 'one has no birthday to ask with').toBe(before + 20)
  expect(await unknown()).toBe(1)
})
