import { run, sql } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import { settingsWritten } from '../../src/kernel/settingMemory.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { assertBooksHold } from '../support/books.ts'
import { productionEnv } from '../support/production.ts'
import { openTestSite } from '../support/site.ts'
import {
  balanceOf,
  bankCard,
  bankTransfer,
  bind,
  callBack,
  give,
  order,
  payment,
  usdtAddress,
} from './support.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
await seedCashier(owner, new Date())
const [site, other] = [await openTestSite(url), await openTestSite(url)]
afterAll(() => assertBooksHold(owner))

/** As if the instance had died after its work and before its answer was kept. */
const forgetAnswers = () =>
  run(owner, sql`update call_once set answer = null, leased_until = '-infinity'`)

describe('an instance that died before it answered', () => {
  test('a deposit asked for again with its key is the one that was begun', async () => {
    const { token } = await site.member()
    const ask = (from = site) =>
      from.call<{ deposit_no: string }>(
        'POST /api/recharge',
        { paytype: 'zh_wxgue', amount: 300 },
        { token, key: 'deposit-key-1' },
      )
    const first = await ask()
    await forgetAnswers()
    // Not even the provider's page had been kept.
    await run(owner, sql`update deposit_order set pay_url = ''`)
    expect(await ask(other)).toEqual(first)
  })

  test('a withdrawal asked for again with its key holds once', async () => {
    const { token, memberId } = await site.member()
    await give(site, memberId, 500_00n)
    const bank = await bind(site, token)
    const ask = (from = site) =>
      from.call(
        'POST /api/withdraw',
        { bank, amount: 200, password: '888888' },
        { token, key: 'withdraw-key-1' },
      )
    const first = await ask()
    await forgetAnswers()
    expect(await ask(other)).toEqual(first)
    expect((await balances(owner, memberId)).cashAvailableFen).toBe(300_00n)
  })

  test('a card bound again with its key is bound once, also when it was unbound since', async () => {
    const { token } = await site.member()
    const ask = (from = site) =>
      from.call('POST /api/bindcard', bankCard(), { token, key: 'bind-key-01' })
    await ask()
    const cards = await site.call<{ id: number }[]>('POST /api/getcard', { type: 1 }, { token })
    await site.call('POST /api/delcard', { id: cards.data[0]!.id }, { token })
    await forgetAnswers()
    expect((await ask(other)).code).toBe(200)
    expect(
      (await site.call<unknown[]>('POST /api/getcard', { type: 1 }, { token })).data,
    ).toHaveLength(0)
  })
})

test('two instances that hear the same callback credit once, and both show the new balance', async () => {
  const { token } = await site.member()
  const paid = payment(site, await order(site, token, 100))
  const told = await Promise.all([site, other, site, other].map(each => callBack(each, paid)))
  expect(told.map(answer => answer.verdict).toSorted()).toEqual([
    'credited',
    'duplicate',
    'duplicate',
    'duplicate',
  ])
  expect([await balanceOf(site, token), await balanceOf(other, token)]).toEqual([100, 100])
})

describe('in production', () => {
  test('the default card key is refused', async () => {
    await expect(
      openTestSite(url, {
        env: { ...productionEnv, CARD_KEY: 'sandbox-card-key-not-for-production' },
      }),
    ).rejects.toThrow('CARD_KEY must be set')
  })

  test('nothing of the sandbox provider is served, and its methods are not offered', async () => {
    const real = await openTestSite(url, { env: productionEnv })
    const { token } = await real.member({ paypassword: '748201' })
    const depositNo = await order(site, (await site.member()).token, 100)
    expect(
      (await real.app.inject({ method: 'GET', url: `/sandbox-pay/${depositNo}` })).statusCode,
    ).toBe(404)
    expect((await callBack(real, payment(real, depositNo))).status).toBe(404)
    const offered = async () =>
      Object.entries(
        (await real.call<Record<string, number>>('GET /api/get_pay_way', {}, { token })).data,
      )
        .filter(([, on]) => on === 1)
        .map(([method]) => method)
    const transfer = () =>
      real.call('POST /api/recharge', { ...bankTransfer, amount: 300 }, { token })
    // Nobody has named an account that members pay to, or a rate.
    await run(owner, sql`update receiving_account set enabled = false`)
    settingsWritten()
    await run(owner, sql`delete from site_setting where key = 'cashier'`)
    expect(await offered()).toEqual(['rengong'])
    expect(await transfer()).toMatchObject({ message: '该存款方式维护中，请选择其他方式' })
    const { data: shown } = await real.call<{ methods: unknown[] }>(
      'POST /api/depositoptions',
      {},
      { token },
    )
    expect(shown.methods).toEqual([])
    const address = await bind(real, token, { ...usdtAddress(), pay_pass: '748201' })
    const out = { bank: address, amount: 100, password: '748201' }
    expect(await real.call('POST /api/withdraw', out, { token })).toMatchObject({
      message: 'USDT取款尚未开放，请选择银行卡',
      data: { why: { rule: 'usdt_unset' } },
    })
    await run(owner, sql`update receiving_account set enabled = true`)
    await seedCashier(owner, new Date())
    expect(await offered()).toEqual(['card', 'rengong'])
    expect(await transfer()).toMatchObject({ code: 200 })
    expect((await real.call('POST /api/withdraw', out, { token })).message).toContain('余额不足')
    expect(
      (await real.call('POST /api/recharge', { paytype: 'alipay', amount: 300 }, { token }))
        .message,
    ).toBe('该存款方式维护中，请选择其他方式')
  })
})
