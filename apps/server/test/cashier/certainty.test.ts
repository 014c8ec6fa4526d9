// Money that moves is confirmed or refused with a reason, and nothing is played before it is there
// (docs/protection.md, PR-ACC-08 and PR-DES-02).
import { calls } from '@tianping/contract'
import { consoleCalls } from '@tianping/contract/console'
import { refusals } from '@tianping/contract/refusals'
import { rows, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { assertBooksHold } from '../support/books.ts'
import { bankTransfer, bind, give, openCashier } from './support.ts'
import { seedSite } from '../../src/demo/site.ts'

const { site, owner, clock } = await openCashier()
await seedSite(owner, clock.now())
const bring = (token: string, amount: string) =>
  site.call(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype: 'FG', amount },
    { token },
  )

test('a withdrawal that was asked for cannot be called back, and what it holds cannot be played', async () => {
  const { token, memberId } = await site.member()
  await give(site, memberId, 500_00n)
  const asked = { amount: 400, password: '888888', bank: await bind(site, token) }
  const out = await site.call('POST /api/withdraw', asked, { token })
  expect(out, out.message).toMatchObject({ code: 200 })
  expect(await bring(token, '200')).toMatchObject({ code: 400 })
  const { data } = await site.call<{ balance: number }>('POST /api/balance', {}, { token })
  expect(data.balance).toBe(100)
  // No call of members takes a withdrawal back: only these know the word, and each says its own.
  const about = Object.keys(calls).filter(name => /withdraw|cancel|revoke|undo/i.test(name))
  expect(about.toSorted()).toEqual([
    'POST /api/complaints/withdraw',
    'POST /api/consents/withdraw',
    'POST /api/withdraw',
  ])
  await assertBooksHold(owner)
})

test('an order that nobody has paid is not in the wallet and cannot be played', async () => {
  const { token } = await site.member()
  const paid = { ...bankTransfer, amount: '300' }
  expect((await site.call('POST /api/recharge', paid, { token })).code).toBe(200)
  expect(await bring(token, '100')).toMatchObject({ code: 400 })
  const { data } = await site.call<{ balance: number }>('POST /api/balance', {}, { token })
  expect(data.balance).toBe(0)
})

test('every refused movement of money says its reason in Chinese, and keeps a stable code', async () => {
  const { token, memberId } = await site.member()
  const bank = await bind(site, token)
  const out = { amount: 400, password: '888888', bank }
  const refused = [
    await site.call('POST /api/withdraw', out, { token }),
    await site.call('POST /api/withdraw', { ...out, amount: 1 }, { token }),
    await site.call('POST /api/withdraw', { ...out, password: 'wrong-1' }, { token }),
    await site.call('POST /api/recharge', { ...bankTransfer, amount: '1' }, { token }),
    await bring(token, '100'),
    await bring(token, '-1'),
  ]
  for (const { code, message } of refused) {
    expect(code).toBe(400)
    expect(message).toMatch(/\p{Script=Han}/u)
  }
  await site.services.refusals.settled()
  const kept = await rows(
    owner,
    sql<{ reason: string }>`select reason from refusal where member_id = ${memberId}`,
  )
  expect(kept).toHaveLength(refused.length)
  for (const { reason } of kept) expect(Object.keys(refusals)).toContain(reason)
})

test('operators end a withdrawal by a decision with a name, and by nothing else', () => {
  const ways = Object.keys(consoleCalls).filter(name => name.includes('/withdrawals/'))
  // `release` lets a stopped one go on; `bulk` approves one by one, `check` and `funds` look.
  expect(ways.map(name => name.split('/').at(-1)).toSorted()).toEqual([
    'approve',
    'bulk',
    'check',
    'claim',
    'funds',
    'list',
    'reject',
    'release',
    'show',
  ])
})
