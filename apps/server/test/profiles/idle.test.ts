// Under a profile a session that nobody uses for 30 minutes is over, with the known answer.
import { run, sql } from '@tianping/database'
import { beforeEach, expect, test } from 'vitest'
import { bankTransfer, openCashier } from '../cashier/support.ts'
import { openTestSite } from '../support/site.ts'
import { enable, prove } from './support.ts'

const { site, clock, owner } = await openCashier()
const OVER = { code: 401, message: '登录已过期，请重新登录' }
const minutes = (n: number) => clock.advance(n * 60_000)
const call = (token: string, name = 'POST /api/getcard', body: object = { type: 1 }) =>
  site.call(name, body, { token })

beforeEach(() => enable(site))
/** What a process remembers of the rule is a few seconds old at most. */
const under = async (...names: Parameters<typeof enable>[1][]) => {
  await enable(site, ...names)
  minutes(0.2)
}

test('30 idle minutes end it: nothing is answered, and the log-in begins anew', async () => {
  const { token, name, memberId } = await site.member()
  await prove(owner, memberId, 2)
  await under('MT')
  expect((await call(token)).code).toBe(200)
  minutes(30)
  expect((await call(token)).code, 'to the minute').toBe(200)
  minutes(30.02)
  expect(await call(token, 'POST /api/recharge', { ...bankTransfer, amount: '100' })).toMatchObject(
    OVER,
  )
  expect(
    await call(token, 'POST /api/withdraw', { amount: '1', bank: 1, password: '888888' }),
  ).toMatchObject(OVER)
  expect(await call(token), 'for good').toMatchObject(OVER)
  const again = await site.call<{ api_token: string }>('POST /api/login', {
    name,
    password: 'secret1',
    code: 'abcd',
  })
  expect((await call(again.data.api_token)).code).toBe(200)
  await under()
  expect(await call(token), 'also without the profile').toMatchObject(OVER)
})

test('under base a session slides for days', async () => {
  const { token } = await site.member()
  minutes(60 * 24 * 6)
  expect((await call(token)).code).toBe(200)
})

test('a page that asks by itself keeps nobody logged in, and a game that is played does', async () => {
  const { token, memberId } = await site.member()
  await under('MT')
  await call(token)
  minutes(20)
  expect((await call(token, 'POST /api/balance', {})).code).toBe(200)
  minutes(9)
  await run(
    owner,
    sql`insert into play_stretch (member_id, began_at, last_at) values (${memberId}, ${clock.now()}, ${clock.now()})`,
  )
  minutes(20)
  expect((await call(token, 'POST /api/balance', {})).code, 'played 20 minutes ago').toBe(200)
  minutes(10.1)
  expect(await call(token, 'POST /api/balance', {})).toMatchObject(OVER)
})

test('use at one instance counts at another', async () => {
  const other = await openTestSite(site.services.settings.databaseUrl, { clock })
  const { token } = await site.member()
  await under('MT')
  await call(token)
  minutes(29)
  expect((await call(token)).code).toBe(200)
  minutes(2)
  expect((await other.call('POST /api/getcard', { type: 1 }, { token })).code).toBe(200)
  minutes(29)
  expect((await call(token)).code).toBe(200)
})
