// Rules and statements of the cashier at the very amount or moment that they name.
import { LAST_TIER } from '@tianping/contract/verification/facts'
import { run, sql } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import {
  compareStatement,
  readStatement,
  type StatementLine,
} from '../../src/areas/cashier/reconcile.ts'
import { cashierSchema } from '../../src/areas/cashier/setting.ts'
import { refuseTier } from '../../src/areas/cashier/sending/setting.ts'
import { decidedSince } from '../../src/areas/cashier/store/review.sql.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import {
  bankCard,
  bind,
  callBack,
  configure,
  give,
  openCashier,
  order,
  PAY_PASSWORD,
  payment,
} from './support.ts'

const { site, owner, clock } = await openCashier()
afterAll(() => assertBooksHold(owner))

test.each([
  ['below', 500_01, true],
  ['the same as', 500_00, true],
  ['above', 499_99, false],
])('a least that is %s the most', (_name, maxFen, taken) => {
  const range = { minFen: 500_00, maxFen }
  expect(cashierSchema.safeParse({ withdrawal: range }).success).toBe(taken)
  expect(cashierSchema.safeParse({ usdtRanges: { TRC20: range, ERC20: range } }).success).toBe(
    taken,
  )
})

test('payouts without a person ask for a tier that members can have, and for none above', async () => {
  await expect(refuseTier(null, { minTier: LAST_TIER })).resolves.toBeUndefined()
  await expect(refuseTier(null, { minTier: LAST_TIER + 1 })).rejects.toThrow()
})

describe('the statement of a provider', () => {
  test('has three fields a line, and names a line with more', () => {
    expect(readStatement('R1 D1 5')).toEqual({
      payments: [{ reference: 'R1', depositNo: 'D1', amountFen: 5_00n }],
    })
    expect(readStatement('R1 D1 5 6')).toEqual({ wrong: 'R1 D1 5 6' })
  })

  test('is of one day from its first moment to its last, and each amount to the fen', async () => {
    const { token } = await site.member()
    const paidAt = ['T00:00:00.000', 'T23:59:59.999'].map(time => `2026-11-19${time}+08:00`)
    const lines: StatementLine[] = []
    for (const at of [
      ...paidAt,
      '2026-11-18T23:59:59.999+08:00',
      '2026-11-20T00:00:00.000+08:00',
    ]) {
      const depositNo = await order(site, token, 100)
      const paid = payment(site, depositNo, { paid_at: new Date(at).toISOString() })
      expect((await callBack(site, paid)).verdict).toMatch(/^credited/)
      lines.push({ reference: paid.reference, depositNo, amountFen: 100_00n })
    }
    const compared = async (given: typeof lines) => {
      const asked = { provider: 'sandbox', day: '2026-11-19', lines: given }
      const [check] = await compareStatement(owner, asked)
      return check!.differences.map(({ expected, found }) => [expected, found])
    }
    const [first, last, before, after] = lines
    expect(await compared([first!, last!])).toEqual([])
    expect(await compared([before!, first!, last!, after!])).toEqual([
      ['10000', null],
      ['10000', null],
    ])
    for (const amountFen of [99_99n, 100_01n])
      expect(await compared([{ ...first!, amountFen }, last!])).toEqual([[`${amountFen}`, '10000']])
  })
})

test('a callback is genuine for five minutes around its signature, and stale a moment longer', async () => {
  const { token } = await site.member()
  const FIVE_MINUTES_MS = 300_000
  for (const way of [-1, 1]) {
    const told = payment(site, await order(site, token, 100))
    const signed = (ms: number) => new Date(clock.now().getTime() + way * ms)
    expect(await callBack(site, told, { at: signed(FIVE_MINUTES_MS + 1) })).toMatchObject({
      verdict: 'stale',
    })
    expect(await callBack(site, told, { at: signed(FIVE_MINUTES_MS) })).toMatchObject({
      verdict: 'credited',
    })
  }
})

test('a withdrawal says why it waits until the moment that the wait ends', async () => {
  const { token, memberId } = await site.member()
  await give(site, memberId, 500_00n)
  const wish = { amount: 200, password: PAY_PASSWORD, bank: await bind(site, token) }
  const { data } = await site.call<{ out_trade_no: string }>('POST /api/withdraw', wish, { token })
  const remarkUntil = async (ms: number) => {
    const until = new Date(clock.now().getTime() + ms)
    await run(
      owner,
      sql`update withdrawal_order set held_until = ${until}, held_for = '{card}' where withdrawal_no = ${data.out_trade_no}`,
    )
    const asked = await site.call<{ data: { remark: string }[] }>(
      'POST /api/gettransrecord',
      { type: 2 },
      { token },
    )
    return asked.data.data[0]!.remark
  }
  expect(await remarkUntil(1)).toContain('为保障资金安全将于')
  expect(await remarkUntil(0)).toBe('')
})

test('what was decided since a moment includes that moment', async () => {
  await configure(site, setting => void (setting.deposit.turnoverTimes = 0))
  const { token, memberId } = await site.member()
  await give(site, memberId, 500_00n)
  await callBack(site, payment(site, await order(site, token, 100)))
  const wish = {
    amount: 200,
    password: PAY_PASSWORD,
    bank: await bind(site, token, bankCard('6222020011119999')),
  }
  clock.advance(1)
  await callBack(site, payment(site, await order(site, token, 100)))
  const { data } = await site.call<{ out_trade_no: string }>('POST /api/withdraw', wish, { token })
  const out = { out_trade_no: data.out_trade_no }
  await (await desk(site, 'finance')).call('POST /api/console/withdrawals/approve', out)
  const since = (ms: number) => decidedSince(owner, new Date(clock.now().getTime() + ms))
  expect(await since(0)).toEqual({ depositsFen: 100_00n, withdrawalsFen: 200_00n })
  expect(await since(1)).toEqual({ depositsFen: 0n, withdrawalsFen: 0n })
})
