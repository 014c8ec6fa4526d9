import { payoutState } from '@tianping/contract/cashier/facts'
import { rows, run, sql, theRow } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import { balances } from '../../src/ledger/ledger.ts'
import { bankCard, bind, give, openCashier } from '../cashier/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { desk } from './support.ts'

const { site, owner, clock } = await openCashier()
afterAll(() => assertBooksHold(owner))
const [anna, bert, eyes] = [
  await desk(site, 'finance', 'anna'),
  await desk(site, 'finance', 'bert'),
  await desk(site, 'support', 'eyes'),
]
// As production asks of who decides about money: they have shown a second factor.
await run(owner, sql`update operator_session set method = 'totp'`)

/** Outside a sandbox nobody pays by itself: the attempt waits for a person. */
async function approved(amount = 400) {
  const member = await site.member()
  await give(site, member.memberId, 1_000_00n)
  const bank = await bind(site, member.token, bankCard())
  const {
    data: { out_trade_no },
  } = await site.call<{ out_trade_no: string }>(
    'POST /api/withdraw',
    { amount, bank, password: '888888' },
    { token: member.token },
  )
  const { settings } = site.services
  settings.mode = 'production'
  const done = await anna.call('POST /api/console/withdrawals/approve', { out_trade_no })
  settings.mode = 'sandbox'
  expect(done.code).toBe(200)
  return { ...member, out_trade_no }
}
/** What the house owes this member and has paid out, in fen. */
const house = (memberId: bigint) =>
  theRow(
    owner,
    sql<{ owed: bigint; paid: bigint }>`
    select coalesce(sum(amount) filter (where account_code = 210), 0)::bigint as owed, coalesce(sum(amount) filter (where account_code = 220), 0)::bigint as paid
    from ledger.entry where member_id = ${memberId} and layer = 'posted'`,
  )
const auditOf = (no: string) =>
  rows(
    owner,
    sql<{
      action: string
      operator: string
    }>`select action, operator from audit_log where subject = ${`payout:${no}`} order by audit_id`,
  )
const letters = async (token: string) =>
  (
    await site.call<{ data: { title: string }[] }>('POST /api/noticeList', {}, { token })
  ).data.data.map(letter => letter.title)
let made = 0
const reference = () => `BANK${++made}`

describe('an approved withdrawal', () => {
  test('waits to be paid, owed by the house; where to is shown in full only to who may see it and says why', async () => {
    const { out_trade_no, memberId } = await approved()
    expect(await house(memberId)).toEqual({ owed: 400_00n, paid: 0n })
    expect(
      (await eyes.call('POST /api/console/payouts/list', { state: 1, q: out_trade_no })).data.data,
    ).toMatchObject([{ amount: 400, attempt: 1, state: 1 }])
    expect(
      (await eyes.call('POST /api/console/payouts/show', { out_trade_no })).data,
    ).toMatchObject({
      card: { bank_owner: '测**', bank_no: '************2222' },
      approved_by: 'anna',
    })
    expect(
      (await anna.call('POST /api/console/payouts/show', { out_trade_no })).data.card.bank_no,
    ).toBe('************2222')
    await anna.call('POST /api/console/unmask', {
      subject: `payout:${out_trade_no}`,
      remark: '核对后付款',
    })
    expect(
      (await anna.call('POST /api/console/payouts/show', { out_trade_no })).data.card.bank_no,
    ).toBe('6222020011112222')
    expect(await auditOf(out_trade_no)).toEqual([{ action: 'payout.unmask', operator: 'anna' }])
    expect((await eyes.call('POST /api/console/today')).data.payouts_open).toBeGreaterThan(0)
  })

  test('is among the open payouts of its member, and of nobody else, until it is paid', async () => {
    const { out_trade_no, memberId } = await approved(300)
    await approved(200)
    const open = async () =>
      (
        await anna.call('POST /api/console/payouts/list', {
          state: payoutState.open,
          q: String(memberId),
        })
      ).data.data.map(row => [row.out_trade_no, row.amount])
    expect(await open()).toEqual([[out_trade_no, 300]])
    const paid = { out_trade_no, attempt: 1, reference: reference() }
    expect((await anna.call('POST /api/console/payouts/pay', paid)).code).toBe(200)
    expect(await open()).toEqual([])
  })

  test('marked as paid is booked from what is owed to what is paid out, once, with the payment’s number', async () => {
    const { out_trade_no, memberId, token } = await approved()
    expect(
      await anna.call('POST /api/console/payouts/pay', { out_trade_no, attempt: 1 }),
    ).toMatchObject({ code: 400, message: '请填写付款流水号' })
    const paid = { out_trade_no, attempt: 1, reference: reference() }
    const clicks = await Promise.all(
      Array.from({ length: 6 }, () => anna.call('POST /api/console/payouts/pay', paid)),
    )
    expect(clicks.map(click => click.code)).toEqual(Array<number>(6).fill(200))
    expect(await house(memberId)).toEqual({ owed: 0n, paid: 400_00n })
    expect((await balances(owner, memberId)).cashFen).toBe(600_00n)
    expect(await auditOf(out_trade_no)).toEqual([{ action: 'payout.pay', operator: 'anna' }])
    expect(await letters(token)).toContain('取款已汇出')
    expect(
      (await eyes.call('POST /api/console/payouts/show', { out_trade_no })).data,
    ).toMatchObject({ state: 2, reference: paid.reference, member: { withdrawals_total: 400 } })
  })

  test('is not paid under a number that another withdrawal was paid under', async () => {
    const [one, two] = [await approved(), await approved()]
    const same = reference()
    const answers = await Promise.all(
      [one, two].map(({ out_trade_no }) =>
        anna.call('POST /api/console/payouts/pay', { out_trade_no, attempt: 1, reference: same }),
      ),
    )
    expect(answers.map(answer => answer.code).toSorted()).toEqual([200, 409])
    const unpaid = answers[0]!.code === 409 ? one : two
    expect(answers.find(answer => answer.code === 409)!.message).toContain('该流水号已用于订单')
    expect(await house(unpaid.memberId)).toEqual({ owed: 400_00n, paid: 0n })
  })

  test('whose attempt failed stays owed and is tried again; the member’s money does not move', async () => {
    const { out_trade_no, memberId, token } = await approved()
    expect(
      await anna.call('POST /api/console/payouts/fail', { out_trade_no, attempt: 1 }),
    ).toMatchObject({ code: 400, message: '请填写失败原因' })
    const failed = { out_trade_no, attempt: 1, remark: '银行退汇' }
    for (let i = 0; i < 3; i++)
      expect((await anna.call('POST /api/console/payouts/fail', failed)).code).toBe(200)
    expect(await house(memberId)).toEqual({ owed: 400_00n, paid: 0n })
    expect((await balances(owner, memberId)).cashFen).toBe(600_00n)
    expect(
      (await eyes.call('POST /api/console/payouts/show', { out_trade_no })).data,
    ).toMatchObject({
      attempt: 2,
      state: 1,
      attempts: [
        { attempt: 1, state: 3, reason: '银行退汇' },
        { attempt: 2, state: 1 },
      ],
    })
    expect(await letters(token)).not.toContain('取款未能汇出')
    // A screen that still shows the first attempt pays nothing.
    expect(
      await bert.call('POST /api/console/payouts/pay', {
        out_trade_no,
        attempt: 1,
        reference: reference(),
      }),
    ).toMatchObject({ code: 409, message: '该付款已由anna标记为失败' })
    expect(
      (
        await bert.call('POST /api/console/payouts/pay', {
          out_trade_no,
          attempt: 2,
          reference: reference(),
        })
      ).code,
    ).toBe(200)
    expect(await house(memberId)).toEqual({ owed: 0n, paid: 400_00n })
  })

  test('given back returns the amount to the wallet, once, and counts as refused with its reason', async () => {
    const { out_trade_no, memberId, token } = await approved()
    const back = { out_trade_no, attempt: 1, remark: '收款账户已注销' }
    const clicks = await Promise.all(
      Array.from({ length: 5 }, () => anna.call('POST /api/console/payouts/return', back)),
    )
    expect(clicks.map(click => click.code)).toEqual([200, 200, 200, 200, 200])
    expect(await balances(owner, memberId)).toMatchObject({
      cashFen: 1_000_00n,
      cashAvailableFen: 1_000_00n,
    })
    expect(await house(memberId)).toEqual({ owed: 0n, paid: 0n })
    const records = await site.call<{ data: object[] }>(
      'POST /api/gettransrecord',
      { type: 2 },
      { token },
    )
    expect(records.data.data).toMatchObject([{ state: 3, remark: '收款账户已注销' }])
    expect(await letters(token)).toContain('取款未能汇出')
    expect(
      (await eyes.call('POST /api/console/payouts/show', { out_trade_no })).data.member,
    ).toMatchObject({ cash: 1000, withdrawals_total: 0, withdrawals_count: 0 })
    expect((await anna.call('POST /api/console/payouts/claim', { out_trade_no })).code).toBe(409)
  })

  test('is paid or given back, never both, whoever presses what at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { out_trade_no, memberId } = await approved()
      const [pay, back, fail] = await Promise.all([
        anna.call('POST /api/console/payouts/pay', {
          out_trade_no,
          attempt: 1,
          reference: reference(),
        }),
        bert.call('POST /api/console/payouts/return', { out_trade_no, attempt: 1, remark: '否' }),
        bert.call('POST /api/console/payouts/fail', { out_trade_no, attempt: 1, remark: '否' }),
      ])
      expect([pay.code, back.code, fail.code].filter(code => code === 200)).toHaveLength(1)
      const { cashFen } = await balances(owner, memberId)
      const { owed, paid } = await house(memberId)
      expect(cashFen + owed + paid).toBe(1_000_00n)
      expect(cashFen).toBe(back.code === 200 ? 1_000_00n : 600_00n)
      expect(paid).toBe(pay.code === 200 ? 400_00n : 0n)
    }
  })

  test('is not paid to an account that was locked meanwhile: neither approved, nor taken, nor noted as paid; it can be given back', async () => {
    const { out_trade_no, memberId, token } = await approved()
    const { cards } = (await eyes.call('POST /api/console/members/show', { id: Number(memberId) }))
      .data
    const again = await site.call<{ out_trade_no: string }>(
      'POST /api/withdraw',
      { amount: 100, bank: cards[0]!.id, password: '888888' },
      { token },
    )
    await eyes.call('POST /api/console/members/card/set', {
      id: Number(memberId),
      card_id: cards[0]!.id,
      locked: 1,
      remark: '涉嫌盗用',
    })
    for (const answer of [
      await anna.call('POST /api/console/withdrawals/approve', {
        out_trade_no: again.data.out_trade_no,
      }),
      await anna.call('POST /api/console/payouts/claim', { out_trade_no }),
      await anna.call('POST /api/console/payouts/pay', {
        out_trade_no,
        attempt: 1,
        reference: reference(),
      }),
    ])
      expect(answer).toMatchObject({ code: 409, data: { rule: 'card_locked' } })
    expect(await house(memberId)).toEqual({ owed: 400_00n, paid: 0n })
    expect(
      await anna.call('POST /api/console/payouts/return', {
        out_trade_no,
        attempt: 1,
        remark: '账号被锁定',
      }),
    ).toMatchObject({ code: 200 })
    expect(
      await anna.call('POST /api/console/withdrawals/reject', {
        out_trade_no: again.data.out_trade_no,
        remark: '账号被锁定',
      }),
    ).toMatchObject({ code: 200 })
    expect((await balances(owner, memberId)).cashAvailableFen).toBe(1_000_00n)
  })

  test('claimed by one is refused to another', async () => {
    const { out_trade_no } = await approved()
    expect((await anna.call('POST /api/console/payouts/claim', { out_trade_no })).code).toBe(200)
    for (const call of ['fail', 'return'] as const) {
      expect(
        await bert.call(`POST /api/console/payouts/${call}`, {
          out_trade_no,
          attempt: 1,
          remark: '否',
        }),
      ).toMatchObject({ code: 409, message: '该项正由anna处理' })
    }
    clock.advance(10 * 60_000)
    expect(
      (
        await bert.call('POST /api/console/payouts/fail', {
          out_trade_no,
          attempt: 1,
          remark: '通道维护',
        })
      ).code,
    ).toBe(200)
  })
})

test('a sandbox pays at once, and books it as paid', async () => {
  const member = await site.member()
  await give(site, member.memberId, 1_000_00n)
  const bank = await bind(site, member.token, bankCard('6222020055556666'))
  const {
    data: { out_trade_no },
  } = await site.call<{ out_trade_no: string }>(
    'POST /api/withdraw',
    { amount: 300, bank, password: '888888' },
    { token: member.token },
  )
  expect((await anna.call('POST /api/console/withdrawals/approve', { out_trade_no })).code).toBe(
    200,
  )
  expect(await house(member.memberId)).toEqual({ owed: 0n, paid: 300_00n })
  expect((await eyes.call('POST /api/console/payouts/show', { out_trade_no })).data).toMatchObject({
    state: 2,
    provider: 'sandbox',
  })
})
