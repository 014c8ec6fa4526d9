// Payments that their payers take back: who decides, where the money is, and what a member owes
// (docs/payments.md). The provider is a process of its own.
import { rows, run, sql } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import { checkDebts } from '../../src/areas/cashier/cashier.ts'
import { post } from '../../src/ledger/ledger.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { startStub } from '../../../../tooling/providers/start.ts'
import { listening, openProvider } from './providerSupport.ts'
import { balanceOf, bankCard, bind, configure, openCashier, order } from './support.ts'

const { site, owner, clock } = await openCashier()
const KEY = 'a-form-key-of-this-test'
const stub = await startStub('cardPsp', {
  apiKey: KEY,
  webhookKey: 'whsec_of_this_test',
  previousWebhookKey: 'whsec_of_this_test',
})
const origin = await listening(site)
await openProvider(site, owner, {
  code: 'psp',
  stub,
  change: { adapter: 'card-psp', payoutMaxFen: 0, feeRate: 0, priority: 1 },
  keys: { sign: KEY, verify: 'whsec_of_this_test' },
})
await configure(site, setting => void (setting.deposit.turnoverTimes = 0))
const [anna, bert] = [await desk(site, 'finance'), await desk(site, 'finance')]
await run(owner, sql`update operator_session set method = 'totp'`)
afterAll(async () => {
  stub.close()
  expect((await checkDebts(owner)).map(each => each.differences)).toEqual([[], []])
  await assertBooksHold(owner)
})

const said = async (answer: Promise<{ code: number; message: string }>) => {
  const { code, message } = await answer
  return code === 200 ? 'ok' : message
}
type Told = Partial<Parameters<typeof stub.pay>[0]>
let payments = 0
const tell = (depositNo: string, reference: string, told: Told = {}) =>
  stub.pay({
    order: depositNo,
    outcome: 'paid',
    reference,
    at: clock.now().getTime(),
    to: `${origin}/api/callback/psp`,
    ...told,
  })

/** A member whose deposit of ¥500.00 was credited. */
async function credited() {
  const member = await site.member()
  const no = await order(site, member.token, 500, { paytype: 'alipay' })
  const reference = `pi_${++payments}`
  expect((await tell(no, reference)).status).toBe(200)
  expect(await balanceOf(site, member.token)).toBe(500)
  return { ...member, no, reference }
}
const dispute = (one: { no: string; reference: string }, told: Told = {}) =>
  tell(one.no, one.reference, { outcome: 'disputed', ...told })
const listed = async (memberId: bigint) => {
  const q = String(memberId)
  return (await anna.call('POST /api/console/disputes/list', { state: 0, q })).data.data[0]
}
const noOf = async (memberId: bigint) => (await listed(memberId))?.dispute_no ?? ''
const settle = (dispute_no: string, outcome: 'won' | 'lost' | 'accepted', who = anna) =>
  said(who.call('POST /api/console/disputes/settle', { dispute_no, outcome, remark: '依据' }))

/** Posted sums of a member's entries, in yuan, zeros left out. */
async function books(memberId: bigint) {
  const found = await rows(
    owner,
    sql<{ code: number; yuan: number }>`
    select account_code as code, (sum(amount) / 100)::int as yuan from ledger.entry
    where member_id = ${memberId} and layer = 'posted' group by 1 having sum(amount) <> 0 order by 1`,
  )
  return Object.fromEntries(found.map(each => [each.code, each.yuan]))
}
/** Spends money of the wallet: what a game took. */
const spend = async (memberId: bigint, amountFen: bigint) => {
  const spent = await post(site.services.db, {
    memberId,
    key: `spent:${memberId}`,
    code: 'adjustment',
    from: { name: 'memberCash' },
    to: { name: 'adjustment' },
    amountFen,
    source: { type: 'test', id: 'spent' },
    actor: { type: 'system', id: 'test' },
  })
  expect(spent.kind).toBe('done')
}
const letters = async (memberId: bigint) =>
  (
    await rows(
      owner,
      sql<{
        title: string
      }>`select title from message where member_id = ${memberId} order by message_id`,
    )
  ).map(each => each.title)

const CREDITED = { 100: 500, 200: -500, 230: -500, 240: 500 }
const DISPUTED = { 100: 500, 200: -500, 240: 500, 260: -500 }

describe('a dispute', () => {
  test('is a work item with the money withheld, told once, and stops payouts until it is won', async () => {
    const one = await credited()
    const bank = await bind(site, one.token, bankCard('6222020011110001'))
    const asked = { amount: 200, bank, password: '888888' }
    const { data } = await site.call<{ out_trade_no: string }>('POST /api/withdraw', asked, one)
    const out = { out_trade_no: data.out_trade_no }
    for (const _ of [1, 2]) expect((await dispute(one)).status).toBe(200)
    expect(await books(one.memberId)).toEqual(DISPUTED)
    expect(await listed(one.memberId)).toMatchObject({
      state: 1,
      amount: 500,
      provider: 'psp',
      reason: 'fraudulent',
      due_at: '2026-11-27 12:00:00',
    })
    expect((await anna.call('POST /api/console/counts')).data.disputes_open).toBe(1)
    expect((await letters(one.memberId)).filter(title => title === '存款被提出争议')).toHaveLength(
      1,
    )
    expect(await said(anna.call('POST /api/console/withdrawals/approve', out))).toContain('争议')

    const no = await noOf(one.memberId)
    const evidence = { dispute_no: no, evidence: '登录与投注记录' }
    const answer = () => said(anna.call('POST /api/console/disputes/answer', { dispute_no: no }))
    expect(await answer()).toContain('答辩说明')
    expect(await said(anna.call('POST /api/console/disputes/evidence', evidence))).toBe('ok')
    await stub.fault('silent')
    expect(await answer()).toContain('没有应答')
    expect(await answer()).toBe('ok')
    expect(Object.values(await stub.disputes())).toMatchObject([{ evidence: '登录与投注记录' }])
    expect(await answer()).toContain('已由')

    expect(await settle(no, 'won')).toBe('ok')
    expect(await books(one.memberId)).toEqual(DISPUTED)
    expect(await settle(no, 'won')).toContain('另一位')
    // The provider's word is the other voice.
    await dispute(one, { ends: 'won' })
    expect(await settle(no, 'lost')).toContain('另一种结果')
    expect(await settle(no, 'won')).toBe('ok')
    expect(await books(one.memberId)).toEqual(CREDITED)
    expect(await said(anna.call('POST /api/console/withdrawals/approve', out))).toBe('ok')
  })

  test('lost on spent money empties the wallet to nothing below it, and the rest is owed', async () => {
    const one = await credited()
    await spend(one.memberId, 300_00n)
    await dispute(one)
    const no = await noOf(one.memberId)
    expect(await settle(no, 'lost')).toBe('ok')
    expect(await settle(no, 'lost', bert)).toBe('ok')
    expect(await balanceOf(site, one.token)).toBe(0)
    expect(await books(one.memberId)).toEqual({ 200: -500, 240: 500, 250: -300, 900: 300 })
    expect(await listed(one.memberId)).toMatchObject({ state: 3, taken: 200, debt: 300 })
    expect(await settle(no, 'won', bert)).toContain('已由')
    expect(await letters(one.memberId)).toContain('存款已被退单')

    // Nothing goes out while it is owed, whatever else is credited.
    const again = await order(site, one.token, 500, { paytype: 'alipay' })
    await tell(again, `pi_${++payments}`)
    const bank = await bind(site, one.token, bankCard('6222020011110002'))
    const asked = { amount: 200, bank, password: '888888' }
    expect(await said(site.call('POST /api/withdraw', asked, one))).toContain('尚欠 ¥300.00')

    const member_id = Number(one.memberId)
    const off = { member_id, owed: '300', remark: '核销' }
    expect(
      await said(anna.call('POST /api/console/debts/write-off', { ...off, owed: '1' })),
    ).toContain('有变化')
    expect(await said(anna.call('POST /api/console/debts/write-off', off))).toBe('ok')
    expect(await said(anna.call('POST /api/console/debts/write-off', off))).toContain('另一位')
    expect(await said(anna.call('POST /api/console/debts/collect', { member_id }))).toBe('ok')
    expect(await balanceOf(site, one.token)).toBe(200)
    // What was proposed about the whole is over with it.
    expect(await said(bert.call('POST /api/console/debts/write-off', off))).toContain('没有欠款')
    expect(await said(site.call('POST /api/withdraw', asked, one))).toBe('ok')
  })

  test('that is accepted tells the provider, and a debt is written off by two', async () => {
    const one = await credited()
    await spend(one.memberId, 500_00n)
    await dispute(one)
    const no = await noOf(one.memberId)
    expect(await settle(no, 'accepted')).toBe('ok')
    await stub.fault('silent')
    expect(await settle(no, 'accepted', bert)).toContain('没有应答')
    expect(await listed(one.memberId)).toMatchObject({ state: 1 })
    expect(await settle(no, 'accepted', bert)).toBe('ok')
    expect(await listed(one.memberId)).toMatchObject({ state: 4, taken: 0, debt: 500 })
    const off = { member_id: Number(one.memberId), owed: '500', remark: '核销' }
    expect(
      await said(anna.call('POST /api/console/debts/collect', { member_id: off.member_id })),
    ).toContain('没有可用余额')
    expect(await said(anna.call('POST /api/console/debts/write-off', off))).toBe('ok')
    expect(await said(bert.call('POST /api/console/debts/write-off', off))).toBe('ok')
    expect(await books(one.memberId)).toEqual({ 200: -500, 240: 500, 340: -500, 900: 500 })
  })

  test('of a payment that was never credited keeps its refund back, and takes nothing from the member', async () => {
    const one = await credited()
    const second = { no: one.no, reference: `pi_${++payments}` }
    await tell(second.no, second.reference)
    await dispute(second)
    const q = String(one.memberId)
    const refund = (await anna.call('POST /api/console/refunds/list', { state: 1, q })).data.data[0]
    const record = { refund_no: refund?.refund_no ?? '', voucher: 'BANK-1' }
    expect(await said(anna.call('POST /api/console/refunds/record', record))).toContain('争议')
    const no = await noOf(one.memberId)
    expect(await settle(no, 'lost')).toBe('ok')
    expect(await settle(no, 'lost', bert)).toBe('ok')
    expect(await books(one.memberId)).toEqual(CREDITED)
    expect(await listed(one.memberId)).toMatchObject({ state: 3, taken: 0, debt: 0 })
    expect(await said(anna.call('POST /api/console/refunds/record', record))).not.toBe('ok')
  })

  test('after a refund is the member’s to give back', async () => {
    const one = await credited()
    const second = { no: one.no, reference: `pi_${++payments}` }
    await tell(second.no, second.reference)
    const q = String(one.memberId)
    const refund = (await anna.call('POST /api/console/refunds/list', { state: 1, q })).data.data[0]
    const voucher = { refund_no: refund?.refund_no ?? '', voucher: `BANK-${q}` }
    expect(await said(anna.call('POST /api/console/refunds/record', voucher))).toBe('ok')
    const confirm = { ...voucher, remark: '' }
    expect(await said(bert.call('POST /api/console/refunds/confirm', confirm))).toBe('ok')
    await dispute(second)
    const no = await noOf(one.memberId)
    expect(await settle(no, 'lost')).toBe('ok')
    expect(await settle(no, 'lost', bert)).toBe('ok')
    expect(await balanceOf(site, one.token)).toBe(0)
    expect(await listed(one.memberId)).toMatchObject({ state: 3, taken: 500, debt: 0 })
  })

  test('a provider told of by mail is opened by hand, once', async () => {
    const one = await credited()
    const asked = {
      provider: 'psp',
      reference: one.reference,
      amount: '600',
      reason: '邮件',
      due_at: '',
    }
    const open = (change = {}) =>
      said(anna.call('POST /api/console/disputes/open', { ...asked, ...change }))
    expect(await open()).toContain('不超过')
    expect(await open({ amount: '100', reference: 'pi_none' })).toContain('找不到')
    expect(await open({ amount: '100' })).toBe('ok')
    expect(await open({ amount: '100' })).toContain('已有争议')
    expect(await books(one.memberId)).toEqual({ ...CREDITED, 230: -400, 260: -100 })
  })
})
