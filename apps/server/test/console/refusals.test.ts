import { rows, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { dropRefusals } from '../../src/kernel/http/refusalJournal.ts'
import { bankCard, bind, give, openCashier } from '../cashier/support.ts'
import { consoleCall, desk } from './support.ts'

const { site, owner, clock } = await openCashier()
const support = await desk(site, 'support')

const refusalsOf = async (memberId: bigint, page = 1) => {
  await site.services.refusals.settled()
  const asked = { id: Number(memberId), page }
  return (await support.call('POST /api/console/members/refusals', asked)).data
}

/** One call as a browser makes it, with the headers of its answer. */
const sent = (path: string, payload: object, headers: Record<string, string> = {}) =>
  site.app.inject({ method: 'POST', url: path, payload, headers })

test('support finds why a withdrawal was refused: call, code, sentence and request', async () => {
  const { token, memberId } = await site.member()
  await give(site, memberId, 500_00n)
  const bank = await bind(site, token, bankCard())
  const wish = { bank, amount: 10, password: '888888' }
  const { message } = await site.call('POST /api/withdraw', wish, { token })
  clock.advance(1_000)
  await site.call('POST /api/withdraw', { ...wish, amount: 900 }, { token })
  const found = await refusalsOf(memberId)
  expect(found.total).toBe(2)
  expect(found.data).toMatchObject([
    {
      call: 'POST /api/withdraw',
      reason: 'withdrawal.balance',
      text: '余额不足，可用余额500.00元',
    },
    { call: 'POST /api/withdraw', reason: 'withdrawal.below_minimum', text: message },
  ])
  expect(found.data[0]!.request_id).toMatch(/^[0-9a-f]{8}-\w+$/)
  expect(found.data[0]!.at > found.data[1]!.at).toBe(true)
})

test('the code of a refusal is a header beside the envelope, also when a key is repeated', async () => {
  const { token, memberId } = await site.member()
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'refused-once' }
  const ask = () =>
    sent('/api/transfer', { sourcetype: 'a', targettype: 'a', amount: '1' }, headers)
  const [first, again] = [await ask(), await ask()]
  expect(first.json()).toEqual({
    code: 400,
    message: '同平台不支持互转',
    data: { field: 'targettype' },
  })
  expect(again.json()).toEqual(first.json())
  expect([first.headers['x-refusal'], again.headers['x-refusal']]).toEqual(
    Array(2).fill('transfer.same_wallet'),
  )
  expect((await refusalsOf(memberId)).total).toBe(1)
  const done = await sent('/api/balance', {}, headers)
  expect(done.headers['x-refusal']).toBeUndefined()
})

test('what the HTTP layer refuses has a code too', async () => {
  const codes = [
    await sent('/api/balance', {}),
    await sent('/api/login', { name: ['x'] }),
    await sent('/api/nothing', {}),
    await consoleCall(site, 'POST /api/console/members/show', { id: 1 }),
  ].map(answer => answer.headers['x-refusal'])
  expect(codes).toEqual(['session.over', 'request.invalid', 'request.not_found', 'session.over'])
})

test('a log-in that failed stands at its member, and holds neither name nor password', async () => {
  const { memberId, name } = await site.member()
  await sent('/api/login', { name, password: 'wrong-one', code: 'abcd' })
  expect((await refusalsOf(memberId)).data).toMatchObject([
    { call: 'POST /api/login', reason: 'login.wrong', text: '账号或密码错误' },
  ])
  const stored = JSON.stringify(await rows(owner, sql`select call, reason, given from refusal`))
  expect(stored).not.toContain(name)
  expect(stored).not.toContain('wrong-one')
})

test('twenty a minute are kept for a member, ten on a page, until their time is over', async () => {
  const { token, memberId } = await site.member()
  for (let n = 0; n < 25; n++)
    await site.call('POST /api/delcard', { id: 1_000_000 + n }, { token })
  const first = await refusalsOf(memberId)
  expect([first.total, first.data.length]).toEqual([20, 10])
  clock.advance(60_000)
  await site.call('POST /api/delcard', { id: 1 }, { token })
  expect((await refusalsOf(memberId)).total).toBe(21)
  const days = (n: number) => new Date(clock.now().getTime() + n * 86_400_000)
  await dropRefusals(owner, days(-1), 500)
  expect((await refusalsOf(memberId)).total).toBe(21)
  await dropRefusals(owner, days(0.01), 500)
  expect((await refusalsOf(memberId)).total).toBe(0)
})
