// Payments that their payers take back: who decides, where the money is, and what a member owes
// (docs/payments.md). The provider is a process of its own.
import { DISPUTE_FILE_BYTES, DISPUTE_FILES_MAX } from '@tianping/contract/cashier/facts'
import type { ConsoleCallName } from '@tianping/contract/console'
import { rows, run, sql, transaction } from '@tianping/database'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { DAY_MS, beijingDay } from '@tianping/money/day'
import { friendsWithDeposits } from '../../src/areas/activity/store/activity.sql.ts'
import {
  checkDebts,
  creditedBetween,
  creditedOf,
  firstCredited,
  liftUnconfirmed,
} from '../../src/areas/cashier/cashier.ts'
import { runClosing } from '../../src/areas/closing/job.ts'
import { doneAmong } from '../../src/areas/giveaways/store/mission.sql.ts'
import { lockMember, post } from '../../src/ledger/ledger.ts'
import { consoleCall, desk } from '../console/support.ts'
import { untilSomeoneWaits } from '../support/locks.ts'
import { photograph } from '../verification/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { startStub } from '../../../../tooling/providers/start.ts'
import { listening, openProvider } from './providerSupport.ts'
import { balanceOf, bankCard, bind, configure, give, openCashier, order } from './support.ts'

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

const confirm = (dispute_no: string, who = anna) =>
  said(who.call('POST /api/console/disputes/confirm', { dispute_no, remark: '' }))

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

const lastLetter = async (memberId: bigint) =>
  (
    await rows(
      owner,
      sql<{
        content: string
      }>`select content from message where member_id = ${memberId} order by message_id desc limit 1`,
    )
  )[0]?.content

/** What gifts count of a member's deposits of these days. */
async function countedOf(memberId: bigint, inviter: bigint) {
  const now = clock.now()
  const [from, until] = [new Date(now.getTime() - DAY_MS), new Date(now.getTime() + DAY_MS)]
  const first = await firstCredited(owner, memberId)
  const days = { fromDay: beijingDay(from), untilDay: beijingDay(until) }
  const mission = { from, until, ...days, places: [], tier: 0, now }
  const friends = { memberId: inviter, activityId: 1, from, until, minFen: 500_00, limit: 9 }
  return {
    activity: (await creditedBetween(owner, memberId, from, until)).fen,
    packet: (await creditedOf(owner, [memberId], from, until)).get(memberId)?.fen,
    first: first && { fen: first.fen, kept: first.kept },
    sum: (await doneAmong(owner, [memberId], { goal: 'deposit', ...mission })).get(memberId),
    times: (await doneAmong(owner, [memberId], { goal: 'deposits', ...mission })).get(memberId),
    friends: (await friendsWithDeposits(owner, friends)).length,
  }
}
const COUNTED = {
  activity: 500_00n,
  packet: 500_00n,
  first: { fen: 500_00n, kept: true },
  sum: 500_00n,
  times: 1n,
  friends: 1,
}
const NOT_COUNTED = {
  activity: 0n,
  packet: undefined,
  first: { fen: 500_00n, kept: false },
  sum: undefined,
  times: undefined,
  friends: 0,
}

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
      provider: '通道psp',
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

  test('the provider’s word on one that ended opens no other; a new one does', async () => {
    const one = await credited()
    await dispute(one)
    const no = await noOf(one.memberId)
    expect(await settle(no, 'won')).toBe('ok')
    await dispute(one, { ends: 'won' })
    expect(await settle(no, 'won')).toBe('ok')
    await dispute(one, { ends: 'won' })
    expect(await noOf(one.memberId)).toBe(no)
    expect(await books(one.memberId)).toEqual(CREDITED)
    // The newest of two at one moment is either.
    clock.advance(1)
    await dispute(one)
    expect(await noOf(one.memberId)).not.toBe(no)
    expect(await listed(one.memberId)).toMatchObject({ state: 1, amount: 500 })
    expect(await books(one.memberId)).toEqual(DISPUTED)
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
    expect(await lastLetter(one.memberId)).toContain(
      '已从中心钱包扣回 ¥200.00。尚欠 ¥300.00，结清前不能取款，请联系客服。',
    )

    // Nothing goes out while it is owed, whatever else is credited.
    const again = await order(site, one.token, 500, { paytype: 'alipay' })
    await tell(again, `pi_${++payments}`)
    const bank = await bind(site, one.token, bankCard('6222020011110002'))
    const asked = { amount: 200, bank, password: '888888' }
    expect(await said(site.call('POST /api/withdraw', asked, one))).toContain('尚欠 ¥300.00')

    const member_id = Number(one.memberId)
    const off = { member_id, owed: '300', remark: '核销' }
    const owing = async () => {
      const { data } = await anna.call('POST /api/console/debts/list', {})
      const mine = data.data.filter(each => each.member_id === member_id)
      return [mine.map(each => each.owed), data.total === data.data.length]
    }
    expect(await owing()).toEqual([[300], true])
    for (const owed of ['299.99', '300.01'])
      expect(
        await said(anna.call('POST /api/console/debts/write-off', { ...off, owed })),
      ).toContain('有变化')
    expect(await said(anna.call('POST /api/console/debts/write-off', off))).toBe('ok')
    expect(await said(anna.call('POST /api/console/debts/write-off', off))).toContain('另一位')
    expect(await said(anna.call('POST /api/console/debts/collect', { member_id }))).toBe('ok')
    expect(await balanceOf(site, one.token)).toBe(200)
    expect(await lastLetter(one.memberId)).toContain(
      '已从您的中心钱包收回退单欠款 ¥300.00，欠款已结清，取款恢复正常。',
    )
    expect(await owing()).toEqual([[], true])
    // What was proposed about the whole is over with it.
    expect(await said(bert.call('POST /api/console/debts/write-off', off))).toContain('没有欠款')
    expect(await said(site.call('POST /api/withdraw', asked, one))).toBe('ok')
  })

  test('keeps its deposit out of activities, packets and missions until it is won', async () => {
    const [inviter, one] = [await site.member(), await credited()]
    await run(
      owner,
      sql`update member set referrer_id = ${inviter.memberId} where member_id = ${one.memberId}`,
    )
    expect(await countedOf(one.memberId, inviter.memberId)).toEqual(COUNTED)
    await dispute(one)
    const no = await noOf(one.memberId)
    expect(await countedOf(one.memberId, inviter.memberId)).toEqual(NOT_COUNTED)
    await dispute(one, { ends: 'won' })
    expect(await settle(no, 'won')).toBe('ok')
    expect(await countedOf(one.memberId, inviter.memberId)).toEqual(COUNTED)

    clock.advance(1)
    await dispute(one)
    const lost = await noOf(one.memberId)
    for (const who of [anna, bert]) expect(await settle(lost, 'lost', who)).toBe('ok')
    expect(await countedOf(one.memberId, inviter.memberId)).toEqual(NOT_COUNTED)
    // Another deposit counts, and is still not the first one.
    const next = await order(site, one.token, 500, { paytype: 'alipay' })
    await tell(next, `pi_${++payments}`)
    const after = await countedOf(one.memberId, inviter.memberId)
    expect(after).toEqual({ ...COUNTED, first: { fen: 500_00n, kept: false } })
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
    expect(await lastLetter(one.memberId)).toMatch(/订单号 \w+。尚欠 ¥500\.00，/)
    const off = { member_id: Number(one.memberId), owed: '500', remark: '核销' }
    expect(
      await said(anna.call('POST /api/console/debts/collect', { member_id: off.member_id })),
    ).toContain('没有可用余额')
    expect(await said(anna.call('POST /api/console/debts/write-off', off))).toBe('ok')
    expect(await said(bert.call('POST /api/console/debts/write-off', off))).toBe('ok')
    expect(await books(one.memberId)).toEqual({ 200: -500, 240: 500, 340: -500, 900: 500 })
  })

  test('a debt that two collect at the same time is collected once', async () => {
    const one = await credited()
    await spend(one.memberId, 500_00n)
    await dispute(one)
    const no = await noOf(one.memberId)
    for (const who of [anna, bert]) expect(await settle(no, 'lost', who)).toBe('ok')
    await give(site, one.memberId, 500_00n)
    const { answers } = await transaction(owner, async tx => {
      await lockMember(tx, one.memberId)
      const member_id = Number(one.memberId)
      const both = [anna, bert].map(who =>
        said(who.call('POST /api/console/debts/collect', { member_id })),
      )
      // Both have seen the debt and wait for the member.
      await untilSomeoneWaits(owner, 2)
      return { answers: Promise.all(both) }
    })
    expect((await answers).toSorted()).toEqual(['ok', '该会员没有欠款'])
    expect(await balanceOf(site, one.token)).toBe(0)
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
    // What a provider calls a payment or a refund is as short as a member's name.
    const byVoucher = { state: 0, q: voucher.voucher }
    const refunds = (await anna.call('POST /api/console/refunds/list', byVoucher)).data.data
    expect(refunds.map(each => each.refund_no)).toEqual([voucher.refund_no])
    const byReference = { state: 0, q: second.reference }
    const disputes = (await anna.call('POST /api/console/disputes/list', byReference)).data.data
    expect(disputes.map(each => each.dispute_no)).toEqual([no])
    expect(await settle(no, 'lost')).toBe('ok')
    expect(await settle(no, 'lost', bert)).toBe('ok')
    expect(await balanceOf(site, one.token)).toBe(0)
    expect(await listed(one.memberId)).toMatchObject({ state: 3, taken: 500, debt: 0 })
    // Nothing is owed, and nothing is said of a debt.
    expect(await lastLetter(one.memberId)).toContain('已从中心钱包扣回 ¥500.00。</p>')
    expect(
      await rows(owner, sql`select 1 from member_debt where member_id = ${one.memberId}`),
    ).toEqual([])
  })

  test('of less or more than the refund of its payment waits for that refund', async () => {
    // Paid once more, of which the payer takes back a part.
    const one = await credited()
    const second = { ...one, reference: `pi_${++payments}` }
    await tell(second.no, second.reference)
    await dispute(second, { amount: 400_00 })
    // Credited by hand as ordered, then paid with more: the rest of it goes back.
    const member = await site.member()
    const no = await order(site, member.token, 500, { paytype: 'alipay' })
    const by = { deposit_no: no, remark: '已核对银行流水' }
    expect(await said(anna.call('POST /api/console/deposits/approve', by))).toBe('ok')
    const paid = { ...member, no, reference: `pi_${++payments}` }
    await tell(paid.no, paid.reference, { amount: 700_00 })
    await dispute(paid, { amount: 700_00 })
    for (const { memberId } of [second, paid]) {
      const before = await books(memberId)
      const dispute_no = await noOf(memberId)
      const both = [await settle(dispute_no, 'lost'), await settle(dispute_no, 'lost', bert)]
      expect(both.at(-1)).toBe('待退款的金额与争议金额不同，请联系通道按整笔处理')
      expect(await books(memberId)).toEqual(before)
      expect(await listed(memberId)).toMatchObject({ state: 1 })
    }
  })

  test('that takes a payment from an order under review changes what two persons credit, to nothing at last', async () => {
    await configure(site, setting => void (setting.review.secondFromFen = 300_00))
    const member = await site.member()
    const no = await order(site, member.token, 500, { paytype: 'alipay' })
    const [one, two] = [400_00, 300_00].map(fen => ({ no, fen, reference: `pi_${++payments}` }))
    for (const { reference, fen } of [one!, two!]) await tell(no, reference, { amount: fen })
    const approve = (who: typeof anna) =>
      said(who.call('POST /api/console/deposits/approve', { deposit_no: no, remark: '按实付' }))
    const message = async (who: typeof anna) =>
      (await who.call('POST /api/console/deposits/approve', { deposit_no: no, remark: '按实付' }))
        .message
    expect(await message(anna)).toContain('须由另一位复核')
    const lose = async ({ reference, fen }: NonNullable<typeof one>) => {
      clock.advance(1)
      await dispute({ no, reference }, { amount: fen })
      const dispute_no = await noOf(member.memberId)
      for (const who of [anna, bert]) expect(await settle(dispute_no, 'lost', who)).toBe('ok')
    }
    await lose(two!)
    // The first person said yes to more.
    expect(await message(bert)).toContain('须由另一位复核')
    expect(await balanceOf(site, member.token)).toBe(0)
    await lose(one!)
    expect(await approve(anna)).toContain('已进入退款，不能入账')
    const no_ = { deposit_no: no, remark: '已退回付款人' }
    expect(await said(anna.call('POST /api/console/deposits/reject', no_))).toBe('ok')
    // The payments went back before: none waits for a refund.
    expect(await lastLetter(member.memberId)).not.toContain('待退款')
    await configure(site, setting => void (setting.review.secondFromFen = 50_000_00))
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
    expect(await open({ amount: '100', provider: 'psp2' })).toContain('找不到')
    expect(await open({ amount: '100', provider: '' })).toContain('请填写通道名称')
    // Another provider of that name may give the same number: then the code says which.
    await run(
      owner,
      sql`
      insert into provider_payment
      select (jsonb_populate_record(p, '{"provider": "通道psp"}')).* from provider_payment p
      where reference = ${one.reference}`,
    )
    expect(await open({ amount: '100', provider: '通道psp' })).toContain('psp、通道psp')
    expect(await open({ amount: '100' })).toBe('ok')
    await run(owner, sql`delete from provider_payment where provider = '通道psp'`)
    expect(await open({ amount: '100', provider: '通道psp' })).toContain('已有争议')
    // Until another person confirms it, it is a hold and nothing else.
    expect(await books(one.memberId)).toEqual(CREDITED)
    expect(await letters(one.memberId)).toContain('存款被提出争议')
    const no = await noOf(one.memberId)
    expect(await listed(one.memberId)).toMatchObject({
      state: 1,
      provider: '通道psp',
      opened_by: anna.name,
      confirm_by: '2026-11-21 12:00:00',
    })
    expect(await settle(no, 'won')).toContain('先由另一位')
    expect(await settle(no, 'lost', bert)).toContain('先由另一位')
    expect(await confirm(no)).toContain('登记人不能确认')
    expect(await confirm(no, bert)).toBe('ok')
    expect(await confirm(no, bert)).toBe('ok')
    expect(await confirm(no)).toContain('已确认')
    expect(await listed(one.memberId)).toMatchObject({ state: 1, confirm_by: '' })
    expect(await books(one.memberId)).toEqual({ ...CREDITED, 230: -400, 260: -100 })
  })

  test('of the own account is left to colleagues, from its note to its files', async () => {
    const one = await credited()
    await dispute(one)
    const other = await credited()
    const dispute_no = await noOf(one.memberId)
    const file = {
      name: '证明.pdf',
      content: Buffer.from('%PDF-1.4 a paper %%EOF').toString('base64'),
    }
    expect(await said(anna.call('POST /api/console/disputes/file', { dispute_no, ...file }))).toBe(
      'ok',
    )
    const { data } = await anna.call('POST /api/console/disputes/show', { dispute_no })
    const isBert = (memberId: bigint | null) =>
      run(owner, sql`update operator set member_id = ${memberId} where name = ${bert.name}`)
    await isBert(one.memberId)
    const own = { code: 403, message: '不能处理本人会员账号的业务' }
    const calls: [ConsoleCallName, object][] = [
      ['POST /api/console/disputes/claim', { dispute_no }],
      ['POST /api/console/disputes/evidence', { dispute_no, evidence: '已送达' }],
      ['POST /api/console/disputes/file', { dispute_no, ...file }],
      ['POST /api/console/disputes/answer', { dispute_no }],
      ['POST /api/console/disputes/settle', { dispute_no, outcome: 'won', remark: '依据' }],
    ]
    for (const [name, body] of calls)
      expect(
        (await consoleCall(site, name, body, { cookie: bert.cookie })).json(),
        name,
      ).toMatchObject(own)
    const looked = await site.app.inject({
      method: 'GET',
      url: `/api/console/disputes/file/${data.files[0]?.file_id ?? 0}`,
      headers: { cookie: bert.cookie, 'x-tianping-console': '1' },
    })
    expect(looked.json()).toMatchObject(own)
    await isBert(other.memberId)
    const note = {
      provider: 'psp',
      reference: other.reference,
      amount: '400',
      reason: '来信',
      due_at: '',
    }
    expect(await said(bert.call('POST /api/console/disputes/open', note))).toBe(own.message)
    await isBert(null)
    expect(await listed(other.memberId)).toBeUndefined()
    expect(await listed(one.memberId)).toMatchObject({ state: 1 })
    expect(await said(anna.call('POST /api/console/disputes/open', note))).toBe('ok')
    await isBert(other.memberId)
    expect(await confirm(await noOf(other.memberId), bert)).toBe(own.message)
    await isBert(null)
    expect(await confirm(await noOf(other.memberId), bert)).toBe('ok')
  })

  test('has evidence as files: kept sealed, without what a picture says besides, and each look told', async () => {
    const one = await credited()
    await dispute(one)
    const dispute_no = await noOf(one.memberId)
    const add = (content: Buffer, name = '聊天记录.png', who = anna) =>
      said(
        who.call('POST /api/console/disputes/file', {
          dispute_no,
          name,
          content: content.toString('base64'),
        }),
      )
    const picture = await photograph()
    const pdf = Buffer.from('%PDF-1.4 a paper of this test %%EOF')
    expect(await add(Buffer.from('<svg onload="x"/>'))).toContain('仅支持')
    expect(await add(picture.subarray(0, 400))).toContain('无法读取')
    expect(await add(Buffer.from('%PDF-1.4 cut'))).toContain('无法读取')
    expect(await add(Buffer.alloc(DISPUTE_FILE_BYTES + 3, picture))).not.toBe('ok')
    const afterFiles = (count: number) =>
      run(
        owner,
        sql`update throttle set attempts = ${count} where starts_with(bucket, 'dispute_file:')`,
      )
    await afterFiles(60)
    expect(await add(picture)).toBe('尝试次数过多，请60分钟后再试')
    await afterFiles(59)
    expect(await add(picture)).toBe('ok')
    await afterFiles(0)
    expect(await add(pdf, '证明.pdf', bert)).toBe('ok')
    const { data } = await bert.call('POST /api/console/disputes/show', { dispute_no })
    expect(data.files).toMatchObject([
      { name: '聊天记录.png', type: 'webp', added_by: anna.name },
      { name: '证明.pdf', type: 'pdf', bytes: pdf.length, added_by: bert.name },
    ])
    const stored = await rows(
      owner,
      sql<{ content: Buffer }>`select content from dispute_file where dispute_no = ${dispute_no}`,
    )
    for (const { content } of stored) expect(content.includes('a paper of this test')).toBe(false)

    const view = (id: number, cookie: string, header = '1') =>
      site.app.inject({
        method: 'GET',
        url: `/api/console/disputes/file/${id}`,
        headers: { cookie, 'x-tianping-console': header },
      })
    const [first, second] = data.files.map(file => file.file_id)
    const codes = [
      view(first!, ''),
      view(first!, anna.cookie, ''),
      view(first! + 999, anna.cookie),
    ].map(async answer => (await answer).json<{ code: number }>().code)
    expect(await Promise.all(codes)).toEqual([401, 403, 404])
    const shown = await view(first!, anna.cookie)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined()
    const saved = await view(second!, anna.cookie)
    expect(saved.rawPayload.equals(pdf)).toBe(true)
    expect(saved.headers['content-disposition']).toContain('attachment')
    const looks = await rows(
      owner,
      sql<{ operator: string }>`
      select operator from audit_log where action = 'dispute.view_file' and subject = ${`dispute:${dispute_no}`}`,
    )
    expect(looks.map(each => each.operator)).toEqual([anna.name, anna.name])

    for (let n = 2; n < DISPUTE_FILES_MAX; n += 1) expect(await add(pdf, `${n}.pdf`)).toBe('ok')
    expect(await add(pdf, 'more.pdf')).toContain('最多')
    expect(await settle(dispute_no, 'won')).toBe('ok')
    expect(await settle(dispute_no, 'won', bert)).toBe('ok')
    expect(await add(pdf)).toContain('已由')
  })

  describe('of a member who goes', () => {
    const look = async () => {
      await run(
        owner,
        sql`update member set closing_checked_at = null where closing_at is not null`,
      )
      return runClosing(site.services)
    }
    const password = 'secret1'
    const ask = (token: string) =>
      site.call('POST /api/closing/ask', { password, paypassword: '888888', reason: '' }, { token })

    test('keeps its evidence from an erasure until it is decided and nothing is owed', async () => {
      const one = await credited()
      await spend(one.memberId, 500_00n)
      const wish = { kind: 'erase', content: '', password }
      expect((await site.call('POST /api/dataRights/ask', wish, one)).code).toBe(200)
      expect((await ask(one.token)).code).toBe(200)
      expect(await look()).toBe(1)
      // The payer takes the money back only now.
      expect((await dispute(one)).status).toBe(200)
      const no = await noOf(one.memberId)
      await run(
        owner,
        sql`insert into dispute_file (dispute_no, member_id, name, type, bytes, content, key_sealed, added_by, added_at)
        values (${no}, ${one.memberId}, 'x', 'pdf', 1, 'x', 'k', 'x', ${clock.now()})`,
      )
      const [first, second] = [await desk(site, 'admin'), await desk(site, 'admin')]
      await run(owner, sql`update operator_session set method = 'totp'`)
      const { data } = await first.call('POST /api/console/data-requests/list', {
        q: String(one.memberId),
      })
      const request = { id: data.data[0]?.request_id ?? 0, answer: '已删除', remark: '' }
      const approve = (who: typeof first) =>
        said(who.call('POST /api/console/data-requests/approve', request))
      expect(await approve(first)).toBe('该会员仍有处理中的支付争议，结束后才能删除个人信息')
      expect(await settle(no, 'lost')).toBe('ok')
      expect(await settle(no, 'lost', bert)).toBe('ok')
      expect(await approve(first)).toBe('该会员仍有未结清的欠款，结束后才能删除个人信息')
      const files = () =>
        rows(owner, sql`select 1 as one from dispute_file where member_id = ${one.memberId}`)
      expect(await files()).toHaveLength(1)
      const off = { member_id: Number(one.memberId), owed: 500, remark: '无法追回' }
      for (const who of [anna, bert])
        expect(await said(who.call('POST /api/console/debts/write-off', off))).toBe('ok')
      expect(await approve(first)).toBe('ok')
      expect(await approve(second)).toBe('ok')
      expect(await files()).toEqual([])
    })

    test('keeps the account from closing until it is decided', async () => {
      const one = await credited()
      await spend(one.memberId, 500_00n)
      expect((await dispute(one)).status).toBe(200)
      expect((await ask(one.token)).code).toBe(200)
      expect(await look()).toBe(0)
      const shown = await site.call('POST /api/closing', {}, { token: one.token })
      expect(shown.data).toMatchObject({ pending: [{ what: '处理中的支付争议', count: 1 }] })
      const no = await noOf(one.memberId)
      expect(await settle(no, 'won')).toBe('ok')
      expect(await settle(no, 'won', bert)).toBe('ok')
      expect(await look()).toBe(1)
    })
  })

  test('by hand is lifted when nobody confirms it, and not noted again by the same person', async () => {
    const one = await credited()
    const bank = await bind(site, one.token, bankCard('6222020011110003'))
    const wish = { amount: 200, bank, password: '888888' }
    const { data } = await site.call<{ out_trade_no: string }>('POST /api/withdraw', wish, one)
    const out = { out_trade_no: data.out_trade_no }
    const again = { ...one, no: await order(site, one.token, 500, { paytype: 'alipay' }) }
    again.reference = `pi_${++payments}`
    await tell(again.no, again.reference)
    const asked = { provider: 'psp', amount: '100', reason: '邮件', due_at: '' }
    const open = ({ reference }: { reference: string }, who = anna) =>
      said(who.call('POST /api/console/disputes/open', { ...asked, reference }))
    expect(await open(one)).toBe('ok')
    const no = await noOf(one.memberId)
    expect(await said(anna.call('POST /api/console/withdrawals/approve', out))).toContain('争议')
    clock.advance(24 * 3_600_000 - 1)
    expect(await liftUnconfirmed(site.services)).toBe(0)
    clock.advance(1)
    expect(await liftUnconfirmed(site.services)).toBe(1)
    expect(await liftUnconfirmed(site.services)).toBe(0)
    const [carl, dora] = [await desk(site, 'finance'), await desk(site, 'finance')]
    await run(owner, sql`update operator_session set method = 'totp'`)
    const rows = async () => {
      const q = String(one.memberId)
      return (await carl.call('POST /api/console/disputes/list', { state: 0, q })).data.data
    }
    expect(await rows()).toMatchObject([{ state: 5, confirm_by: '' }])
    expect((await letters(one.memberId)).at(-1)).toBe('存款争议已结束')
    expect(await confirm(no, carl)).toContain('已由系统处理')
    expect(await books(one.memberId)).toMatchObject({ 230: -1000 })
    expect(await said(carl.call('POST /api/console/withdrawals/approve', out))).toBe('ok')

    await run(
      owner,
      sql`update payment_dispute set opened_by = ${carl.name} where dispute_no = ${no}`,
    )
    expect(await open(again, carl)).toContain('由另一位同事登记')
    expect(await open(again, dora)).toBe('ok')
    // The provider's own word confirms it, with the provider's figures.
    await dispute(again)
    expect(await rows()).toMatchObject([{ state: 1, amount: 500, confirm_by: '' }, { state: 5 }])
    expect(await books(one.memberId)).toMatchObject({ 230: -300, 260: -500 })
    // What was lifted opens anew by the provider's word.
    await dispute(one, { ends: 'lost' })
    expect((await rows()).map(({ state }) => state).toSorted()).toEqual([1, 1, 5])
  })

  test('of a payment that nobody knows is kept as told; told twice at once it is one', async () => {
    const one = await credited()
    const verdicts = async () =>
      (
        await rows(
          owner,
          sql<{ verdict: string }>`
          select verdict from provider_callback order by callback_id desc limit 1`,
        )
      )[0]?.verdict
    expect((await dispute({ no: one.no, reference: 'pi_of_nobody' })).status).toBe(404)
    expect(await verdicts()).toBe('unknown_order')
    const told = await Promise.all([dispute(one), dispute(one), dispute(one)])
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await books(one.memberId)).toEqual(DISPUTED)
  })
})
