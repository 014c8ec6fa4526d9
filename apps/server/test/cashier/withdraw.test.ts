import { rows, run, sql } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { afterAll, describe, expect, test } from 'vitest'
import { contribute } from '../../src/ledger/wagering.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { assertBooksHold } from '../support/books.ts'
import {
  balanceOf,
  bankCard,
  bind,
  callBack,
  configure,
  ETHER,
  give,
  missing,
  NOON,
  openCashier,
  order,
  payment,
  usdtAddress,
} from './support.ts'

const { site, owner, clock } = await openCashier()
afterAll(() => assertBooksHold(owner))

type Refused = { rule: string; missing: number }
const ask = (token: string, body: object, key?: string) =>
  site.call<{ out_trade_no: string } & Refused>(
    'POST /api/withdraw',
    { amount: 200, password: '888888', ...body },
    { token, ...(key ? { key } : {}) },
  )

/** A member with money and a bound card. */
async function rich(amountFen = 1_000_00n, card = bankCard()) {
  const member = await site.member()
  await give(site, member.memberId, amountFen)
  return { ...member, bank: await bind(site, member.token, card) }
}

describe('asking for a withdrawal', () => {
  test('holds the amount at once, and the order waits for review', async () => {
    const { token, memberId, bank } = await rich()
    const asked = await ask(token, { bank, amount: 300 })
    expect(asked).toMatchObject({ code: 200, message: '提交成功，请等待审核' })
    expect(asked.data.out_trade_no).toMatch(/^W261120/)
    expect(await balances(owner, memberId)).toMatchObject({
      cashFen: 1_000_00n,
      cashAvailableFen: 700_00n,
    })
    expect(await balanceOf(site, token)).toBe(700)
    const records = await site.call<{ data: object[] }>(
      'POST /api/gettransrecord',
      { type: 2 },
      { token },
    )
    expect(records.data.data).toEqual([
      expect.objectContaining({
        out_trade_no: asked.data.out_trade_no,
        amount: 300,
        pay_way: '银行卡',
        state: 1,
        remark: '',
      }),
    ])
  })

  test('the documents’ rules come first, in their order', async () => {
    const { token, bank } = await rich()
    expect(await ask(token, { amount: 1, password: '' })).toMatchObject({
      code: 400,
      message: '请选择您要提现到的银行卡',
    })
    expect(await ask(token, { bank, amount: 99.99, password: '' })).toMatchObject({
      message: '单笔取款不能低于100元',
    })
    expect(await ask(token, { bank, amount: '100.001' })).toMatchObject({
      message: '单笔取款不能低于100元',
    })
    expect(await ask(token, { bank, password: '' })).toMatchObject({
      message: '请输入您的支付密码',
    })
  })

  test('another member’s card is no card', async () => {
    const [mine, other] = [await rich(), await rich()]
    expect(await ask(mine.token, { bank: other.bank })).toMatchObject({
      code: 400,
      message: '请选择您要提现到的银行卡',
    })
    expect((await balances(owner, mine.memberId)).cashAvailableFen).toBe(1_000_00n)
  })

  test('a locked card and an unbound one are refused', async () => {
    const { token, memberId, bank } = await rich()
    await run(owner, sql`update card set locked = true where member_id = ${memberId}`)
    expect(await ask(token, { bank })).toMatchObject({
      message: '该卡片已被锁定，请联系客服',
      data: { rule: 'card_locked' },
    })
    await run(owner, sql`update card set locked = false where member_id = ${memberId}`)
    await site.call('POST /api/delcard', { id: bank }, { token })
    expect(await ask(token, { bank })).toMatchObject({ message: '请选择您要提现到的银行卡' })
  })

  test('a wrong payment password is refused and counted', async () => {
    const { token, memberId, bank } = await rich()
    expect(await ask(token, { bank, password: '000000' })).toMatchObject({
      message: '支付密码错误，还可尝试4次',
      data: { rule: 'pay_password' },
    })
    for (let i = 0; i < 4; i++) await ask(token, { bank, password: '000000' })
    expect(await ask(token, { bank })).toMatchObject({ data: { rule: 'pay_password_locked' } })
    expect((await balances(owner, memberId)).cashAvailableFen).toBe(1_000_00n)
  })

  test('more than the balance is refused, and says how much is missing', async () => {
    const { token, bank } = await rich()
    expect(await ask(token, { bank, amount: '1000.01' })).toMatchObject({
      message: '余额不足，可用余额1,000.00元',
      data: { rule: 'balance', available: 1000, missing: 0.01 },
    })
    expect(
      (await site.call<{ total: number }>('POST /api/gettransrecord', { type: 2 }, { token })).data
        .total,
    ).toBe(0)
  })

  test('turnover that is missing is refused, until valid bets have brought it', async () => {
    const { token, memberId, bank } = await rich()
    await callBack(site, payment(site, await order(site, token, 100)))
    expect(await ask(token, { bank })).toMatchObject({
      message: '打码量不足，还需100.00元有效投注方可取款',
      data: {
        rule: 'turnover',
        missing: 100,
        rule_version: expect.any(Number) as number,
        why: {
          rule: 'turnover',
          inputs: [
            { label: '流水要求', value: 100 },
            { label: '已计流水', value: 0 },
            { label: '未完成的要求', unit: 'count', value: 1 },
            { label: '最早一笔开始于', unit: 'time' },
          ],
          missing: [{ name: 'turnover', label: '还需有效投注', unit: 'yuan', value: 100 }],
        },
      },
    })
    const bet = (betId: string, validFen: bigint) =>
      contribute(site.services.db, {
        memberId,
        venueId: 1,
        betId,
        version: 1,
        validFen,
        settledAt: new Date(clock.now().getTime() + 1_000),
      })
    await bet('b1', 60_00n)
    expect(await missing(site, token)).toBe(40)
    expect(await ask(token, { bank })).toMatchObject({ data: { rule: 'turnover', missing: 40 } })
    await bet('b2', 40_00n)
    expect((await ask(token, { bank })).code).toBe(200)
  })

  test.each([
    ['12:00', '12:01', 200],
    ['11:59', '12:00', 400],
    ['12:01', '13:00', 400],
    // From a minute to itself is no minute.
    ['12:00', '12:00', 400],
    // Past midnight.
    ['12:00', '11:59', 200],
    ['12:01', '12:00', 400],
    ['13:00', '12:01', 200],
  ])('at noon the desk that is open from %s to %s answers %i', async (from, to, code) => {
    const { token, bank } = await rich(500_00n)
    expect(beijing(clock.now()).slice(11, 16)).toBe('12:00')
    await configure(site, setting => {
      setting.withdrawal = { minFen: 100_00, maxFen: 1_000_00, perDay: 2, from, to }
    })
    expect((await ask(token, { bank })).code).toBe(code)
  })

  test('the largest amount, the hours and the day’s count are refused as configured', async () => {
    const { token, bank } = await rich(5_000_00n)
    await configure(site, setting => {
      setting.withdrawal = {
        minFen: 100_00,
        maxFen: 1_000_00,
        perDay: 2,
        from: '22:00',
        to: '02:00',
      }
    })
    expect(await ask(token, { bank, amount: 1_000.01 })).toMatchObject({
      message: '单笔取款不能高于1000元',
      data: { rule: 'max' },
    })
    expect(await ask(token, { bank })).toMatchObject({
      message: '取款服务时间为22:00-02:00，请稍后再试',
      data: { rule: 'hours' },
    })
    await configure(site, setting => {
      setting.withdrawal = {
        minFen: 100_00,
        maxFen: 1_000_00,
        perDay: 2,
        from: '00:00',
        to: '24:00',
      }
    })
    expect((await ask(token, { bank })).code).toBe(200)
    expect((await ask(token, { bank })).code).toBe(200)
    expect(await ask(token, { bank })).toMatchObject({
      message: '今日取款次数已达上限2次，请明日再试',
      data: { rule: 'daily_count', used: 2 },
    })
    clock.advance(12 * 3_600_000)
    expect((await ask(token, { bank })).code).toBe(200)
    clock.advance(new Date(NOON).getTime() - clock.now().getTime())
    await configure(site, setting => {
      setting.withdrawal = {
        minFen: 100_00,
        maxFen: 500_000_00,
        perDay: 100,
        from: '00:00',
        to: '24:00',
      }
    })
  })

  test('an operator may ask for more than the documents’ hundred at least, and never for less', async () => {
    const { token, bank } = await rich()
    await configure(site, setting => {
      setting.withdrawal.minFen = 300_00
    })
    expect(await ask(token, { bank, amount: '299.99' })).toMatchObject({
      message: '单笔取款不能低于300元',
      data: {
        rule: 'min',
        field: 'amount',
        why: { missing: [{ label: '还差金额', unit: 'yuan', value: 0.01 }] },
      },
    })
    expect((await site.call('POST /api/app')).data).toMatchObject({
      rules: { withdraw_min: 300, packet_opens: '10:00', packet_closes: '12:00', vip_days: 90 },
    })
    await expect(
      configure(site, setting => {
        setting.withdrawal.minFen = 99_99
      }),
    ).rejects.toThrow('minFen')
    await configure(site, setting => {
      setting.withdrawal.minFen = 100_00
    })
  })

  test('the same action again is the same withdrawal', async () => {
    const { token, memberId, bank } = await rich()
    const answers = await Promise.all([1, 2, 3].map(() => ask(token, { bank }, 'withdraw-once-1')))
    expect(new Set(answers.map(answer => answer.data.out_trade_no)).size).toBe(1)
    expect((await balances(owner, memberId)).cashAvailableFen).toBe(800_00n)
  })

  test('of sixty-four withdrawals of the whole balance at the same time one wins', async () => {
    const { token, memberId, bank } = await rich()
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => ask(token, { bank, amount: 1000 })),
    )
    expect(answers.filter(answer => answer.code === 200)).toHaveLength(1)
    expect(
      new Set(answers.filter(answer => answer.code !== 200).map(answer => answer.data.rule)),
    ).toEqual(new Set(['balance']))
    expect(await balances(owner, memberId)).toMatchObject({
      cashFen: 1_000_00n,
      cashAvailableFen: 0n,
    })
    expect(
      await rows(owner, sql`select 1 from withdrawal_order where member_id = ${memberId}`),
    ).toHaveLength(1)
  })
})

describe('a withdrawal in USDT', () => {
  test.each([
    ['TRC20', undefined, 1000, 14084n, 100n, 13984n],
    ['ERC20', ETHER, 1000, 14084n, 500n, 13584n],
    ['TRC20', undefined, 100, 1408n, 100n, 1308n],
  ])(
    '%s: worth is floored to two decimals, the fee is the protocol’s, what arrives is the difference',
    async (protocol, address, amount, worth, fee, receives) => {
      const { token, memberId, bank } = await rich(1_000_00n, usdtAddress(address, protocol))
      expect((await ask(token, { bank, amount })).code).toBe(200)
      expect(
        await rows(
          owner,
          sql`select usdt_cents as worth, fee_cents as fee, receives_cents as receives, method from withdrawal_order where member_id = ${memberId}`,
        ),
      ).toEqual([{ worth, fee, receives, method: `USDT-${protocol}` }])
    },
  )

  test('an amount that the fee would eat up is refused', async () => {
    await configure(site, setting => {
      setting.withdrawfeeusdttrc = 14.08
    })
    const { token, bank } = await rich(1_000_00n, usdtAddress())
    expect(await ask(token, { bank, amount: 100 })).toMatchObject({
      message: '取款金额不足以支付手续费14.08 USDT',
      data: { rule: 'fee', worth: 14.08, fee: 14.08 },
    })
    await configure(site, setting => {
      setting.withdrawfeeusdttrc = 1
    })
  })
})

test('a card bound to Alipay is labelled 支付宝', async () => {
  const { token, bank } = await rich(1_000_00n, { ...bankCard('13800138000'), bank: '支付宝' })
  await ask(token, { bank })
  const records = await site.call<{ data: { pay_way: string }[] }>(
    'POST /api/gettransrecord',
    { type: 2 },
    { token },
  )
  expect(records.data.data[0]?.pay_way).toBe('支付宝')
})
