import { rows, sql } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import { firstBrokenAudit } from '../../src/kernel/operator/audit.sql.ts'
import { balances } from '../../src/ledger/ledger.ts'
import {
  balanceOf,
  bankCard,
  bind,
  callBack,
  give,
  missing,
  openCashier,
  order,
  payment,
  TRON,
  usdtAddress,
  bankTransfer,
} from '../cashier/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { desk } from './support.ts'

const { site, owner, clock } = await openCashier()
afterAll(async () => {
  await assertBooksHold(owner)
  expect(await firstBrokenAudit(owner)).toBeNull()
})

const [anna, bert, eyes] = [
  await desk(site, 'finance', 'anna'),
  await desk(site, 'finance', 'bert'),
  await desk(site, 'support', 'eyes'),
]
const auditOf = (subject: string) =>
  rows(
    owner,
    sql<{
      action: string
      operator: string
      after: { state?: number }
    }>`select action, operator, after from audit_log where subject = ${subject} order by audit_id`,
  )

async function bankDeposit(amount = 500) {
  const member = await site.member()
  return { ...member, deposit_no: await order(site, member.token, amount, bankTransfer) }
}

async function withdrawal(amount = 400, card = bankCard()) {
  const member = await site.member()
  await give(site, member.memberId, 1_000_00n)
  const id = await bind(site, member.token, card)
  const asked = await site.call<{ out_trade_no: string }>(
    'POST /api/withdraw',
    { amount, bank: id, password: '888888' },
    { token: member.token },
  )
  return { ...member, card: id, out_trade_no: asked.data.out_trade_no }
}

describe('reviewing a deposit', () => {
  test('approving credits it, asks for its turnover, and says who did it', async () => {
    const { token, deposit_no } = await bankDeposit()
    expect(
      await anna.call('POST /api/console/deposits/approve', { deposit_no, remark: '已到账' }),
    ).toMatchObject({ code: 200, message: '已通过' })
    expect(await balanceOf(site, token)).toBe(500)
    expect(await missing(site, token)).toBe(500)
    const shown = await bert.call('POST /api/console/deposits/show', { deposit_no })
    expect(shown.data).toMatchObject({
      state: 2,
      decided_by: 'anna',
      decided_at: '2026-11-20 12:00:00',
      remark: '已到账',
      credits: 500,
      member: { cash: 500, deposits_total: 500, missing_turnover: 500 },
    })
    expect(await auditOf(`deposit:${deposit_no}`)).toMatchObject([
      { action: 'deposit.approve', operator: 'anna', after: { state: 2, credited_fen: '50000' } },
    ])
  })

  test('rejecting needs a reason, which the member reads; nothing is credited', async () => {
    const { token, deposit_no } = await bankDeposit()
    expect(await anna.call('POST /api/console/deposits/reject', { deposit_no })).toMatchObject({
      code: 400,
      message: '请填写拒绝原因',
    })
    expect(
      await anna.call('POST /api/console/deposits/reject', { deposit_no, remark: '未收到款项' }),
    ).toMatchObject({ code: 200, message: '已拒绝' })
    const records = await site.call<{ data: object[] }>(
      'POST /api/gettransrecord',
      { type: 1 },
      { token },
    )
    expect(records.data.data).toMatchObject([{ state: 3, remark: '未收到款项' }])
    expect(await balanceOf(site, token)).toBe(0)
  })

  test('a double click, or many, credits once and is written down once', async () => {
    const { token, deposit_no } = await bankDeposit()
    const clicks = await Promise.all(
      Array.from({ length: 12 }, () =>
        anna.call('POST /api/console/deposits/approve', { deposit_no }),
      ),
    )
    expect(clicks.map(click => click.code)).toEqual(Array<number>(12).fill(200))
    expect(await balanceOf(site, token)).toBe(500)
    expect(await auditOf(`deposit:${deposit_no}`)).toHaveLength(1)
  })

  test('of two operators who decide at the same time one does, and the other is told who', async () => {
    for (let round = 0; round < 5; round++) {
      const { token, deposit_no } = await bankDeposit()
      const [yes, no] = await Promise.all([
        anna.call('POST /api/console/deposits/approve', { deposit_no }),
        bert.call('POST /api/console/deposits/reject', { deposit_no, remark: '未收到款项' }),
      ])
      expect([yes.code, no.code].toSorted()).toEqual([200, 409])
      expect(yes.code === 200 ? no.message : yes.message).toBe(
        yes.code === 200 ? '该订单已由anna通过' : '该订单已由bert拒绝',
      )
      expect(await balanceOf(site, token)).toBe(yes.code === 200 ? 500 : 0)
    }
  })

  test('an item that somebody has claimed is theirs for ten minutes', async () => {
    const { deposit_no } = await bankDeposit()
    expect((await anna.call('POST /api/console/deposits/claim', { deposit_no })).code).toBe(200)
    for (const call of ['claim', 'approve'] as const) {
      expect(await bert.call(`POST /api/console/deposits/${call}`, { deposit_no })).toMatchObject({
        code: 409,
        message: '该订单正由anna处理',
      })
    }
    expect(
      await bert.call('POST /api/console/deposits/reject', { deposit_no, remark: '否' }),
    ).toMatchObject({ code: 409 })
    clock.advance(9 * 60_000)
    expect((await anna.call('POST /api/console/deposits/claim', { deposit_no })).code).toBe(200)
    clock.advance(9 * 60_000)
    expect((await bert.call('POST /api/console/deposits/claim', { deposit_no })).code).toBe(409)
    const holder = async () =>
      (await bert.call('POST /api/console/deposits/list', { q: deposit_no })).data.data[0]
        ?.claimed_by
    clock.advance(59_999)
    expect(await holder()).toBe('anna')
    clock.advance(1)
    expect(await holder()).toBe('')
    expect((await bert.call('POST /api/console/deposits/claim', { deposit_no })).code).toBe(200)
    expect((await anna.call('POST /api/console/deposits/approve', { deposit_no })).message).toBe(
      '该订单正由bert处理',
    )
    expect((await bert.call('POST /api/console/deposits/approve', { deposit_no })).code).toBe(200)
    expect(
      (await auditOf(`deposit:${deposit_no}`)).map(deed => [deed.action, deed.operator]),
    ).toEqual([
      ['deposit.claim', 'anna'],
      ['deposit.claim', 'bert'],
      ['deposit.approve', 'bert'],
    ])
  })

  test('of many who claim at the same time one gets it', async () => {
    const { deposit_no } = await bankDeposit()
    const claims = await Promise.all(
      [anna, bert, anna, bert].map(one =>
        one.call('POST /api/console/deposits/claim', { deposit_no }),
      ),
    )
    const winner = (await eyes.call('POST /api/console/deposits/show', { deposit_no })).data
      .claimed_by
    expect(claims.map(claim => claim.code)).toEqual(
      [anna, bert, anna, bert].map(one => (one.name === winner ? 200 : 409)),
    )
  })

  test('a wrong amount waits in the queue; approving credits what was really paid', async () => {
    const { token } = await site.member()
    const deposit_no = await order(site, token, 100)
    await callBack(site, payment(site, deposit_no, { amount_fen: '3000' }))
    await callBack(site, payment(site, deposit_no, { amount_fen: '4500' }))
    const queue = await anna.call('POST /api/console/deposits/list', { state: 1, q: deposit_no })
    expect(queue.data.data).toMatchObject([{ deposit_no, waits_for: 'person' }])
    const { data } = await anna.call('POST /api/console/deposits/show', { deposit_no })
    expect(data).toMatchObject({ amount: 100, paid_amount: 75, credits: 75 })
    expect(data.callbacks.map(callback => callback.verdict)).toEqual(['in_review', 'wrong_amount'])
    expect((await anna.call('POST /api/console/deposits/approve', { deposit_no })).code).toBe(200)
    expect(await balanceOf(site, token)).toBe(75)
    expect(await missing(site, token)).toBe(75)
  })

  test('a payment after an operator’s no comes back to the queue, and a second look may credit it', async () => {
    const { token } = await site.member()
    const deposit_no = await order(site, token, 100)
    await anna.call('POST /api/console/deposits/reject', { deposit_no, remark: '会员要求取消' })
    expect((await callBack(site, payment(site, deposit_no))).verdict).toBe('after_rejection')
    expect(await balanceOf(site, token)).toBe(0)
    expect((await bert.call('POST /api/console/deposits/approve', { deposit_no })).code).toBe(200)
    expect(await balanceOf(site, token)).toBe(100)
  })

  test('crediting by hand what nobody has paid yet needs a word; the payment that follows is not credited again', async () => {
    const { token } = await site.member()
    const deposit_no = await order(site, token, 100)
    expect(await anna.call('POST /api/console/deposits/approve', { deposit_no })).toMatchObject({
      code: 400,
      message: '该订单尚无付款记录，人工入账请填写备注',
    })
    expect(
      (
        await anna.call('POST /api/console/deposits/approve', {
          deposit_no,
          remark: '已核对通道后台',
        })
      ).code,
    ).toBe(200)
    expect((await callBack(site, payment(site, deposit_no))).verdict).toBe('already_credited')
    expect((await callBack(site, payment(site, deposit_no))).verdict).toBe('paid_again')
    expect(await balanceOf(site, token)).toBe(100)
  })

  test('an operator and the provider at the same time credit once', async () => {
    for (let round = 0; round < 5; round++) {
      const { token } = await site.member()
      const deposit_no = await order(site, token, 100)
      await Promise.all([
        callBack(site, payment(site, deposit_no)),
        anna.call('POST /api/console/deposits/approve', { deposit_no, remark: '核对' }),
      ])
      expect(await balanceOf(site, token)).toBe(100)
    }
  })

  test('orders that nobody has paid do not fill the queue', async () => {
    const { token, name } = await site.member()
    const deposit_no = await order(site, token, 100)
    expect(
      (await anna.call('POST /api/console/deposits/list', { state: 1, q: name })).data.total,
    ).toBe(0)
    expect(
      (await anna.call('POST /api/console/deposits/list', { state: 0, q: name })).data.data,
    ).toMatchObject([{ deposit_no, waits_for: 'provider' }])
  })

  test('who pays is shown in full only to who may see it and says why, for ten minutes, and the look is written down', async () => {
    const { deposit_no } = await bankDeposit()
    const subject = `deposit:${deposit_no}`
    const seen = async (who: typeof anna) =>
      (await who.call('POST /api/console/deposits/show', { deposit_no })).data.payer
    const [masked, whole] = [
      { bank_owner: '测**', bank_no: '************2222' },
      { bank_owner: '测试员', bank_no: '6222020011112222' },
    ]
    expect(await seen(anna)).toMatchObject(masked)
    expect(await anna.call('POST /api/console/unmask', { subject, remark: '' })).toMatchObject({
      code: 400,
      message: '请填写查看原因',
    })
    expect(await eyes.call('POST /api/console/unmask', { subject, remark: '好奇' })).toMatchObject({
      code: 403,
    })
    expect(
      await anna.call('POST /api/console/unmask', { subject, remark: '核对付款人' }),
    ).toMatchObject({ code: 200 })
    expect(await seen(anna)).toMatchObject(whole)
    expect(await seen(bert), 'another has to say why as well').toMatchObject(masked)
    clock.advance(10 * 60_000)
    expect(await seen(anna)).toMatchObject(masked)
    expect(await auditOf(subject)).toMatchObject([{ action: 'deposit.unmask', operator: 'anna' }])
  })

  test('an unknown order is refused', async () => {
    for (const call of ['show', 'claim', 'approve'] as const) {
      expect(
        await anna.call(`POST /api/console/deposits/${call}`, { deposit_no: 'D0' }),
      ).toMatchObject({ code: 404, message: '订单不存在' })
    }
  })
})

describe('reviewing a withdrawal', () => {
  test('approving posts what was held and pays it out', async () => {
    const { token, memberId, out_trade_no } = await withdrawal()
    expect((await anna.call('POST /api/console/withdrawals/approve', { out_trade_no })).code).toBe(
      200,
    )
    expect(await balances(owner, memberId)).toMatchObject({
      cashFen: 600_00n,
      cashAvailableFen: 600_00n,
    })
    expect(await balanceOf(site, token)).toBe(600)
    expect(
      await rows(
        owner,
        sql`select state, provider from payout_attempt where withdrawal_no = ${out_trade_no}`,
      ),
    ).toEqual([{ state: 'paid', provider: 'sandbox' }])
    const { data } = await anna.call('POST /api/console/withdrawals/show', { out_trade_no })
    expect(data).toMatchObject({
      state: 2,
      decided_by: 'anna',
      amount: 400,
      member: { withdrawals_total: 400, withdrawals_count: 1 },
    })
  })

  test('rejecting needs a reason and gives the amount back', async () => {
    const { token, memberId, out_trade_no } = await withdrawal()
    expect(
      (await anna.call('POST /api/console/withdrawals/reject', { out_trade_no })).message,
    ).toBe('请填写拒绝原因')
    expect(
      (
        await anna.call('POST /api/console/withdrawals/reject', {
          out_trade_no,
          remark: '持卡人姓名不符',
        })
      ).code,
    ).toBe(200)
    expect(await balances(owner, memberId)).toMatchObject({
      cashFen: 1_000_00n,
      cashAvailableFen: 1_000_00n,
    })
    const records = await site.call<{ data: object[] }>(
      'POST /api/gettransrecord',
      { type: 2 },
      { token },
    )
    expect(records.data.data).toMatchObject([{ state: 3, remark: '持卡人姓名不符' }])
  })

  test('many clicks of many operators settle or release it once', async () => {
    for (let round = 0; round < 5; round++) {
      const { memberId, out_trade_no } = await withdrawal()
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () =>
          anna.call('POST /api/console/withdrawals/approve', { out_trade_no }),
        ),
        ...Array.from({ length: 4 }, () =>
          bert.call('POST /api/console/withdrawals/reject', { out_trade_no, remark: '否' }),
        ),
      ])
      const approved = answers[0]!.code === 200
      expect(answers.map(answer => answer.code)).toEqual(
        approved
          ? [200, 200, 200, 200, 409, 409, 409, 409]
          : [409, 409, 409, 409, 200, 200, 200, 200],
      )
      expect((await balances(owner, memberId)).cashAvailableFen).toBe(
        approved ? 600_00n : 1_000_00n,
      )
      expect(
        await rows(owner, sql`select 1 from payout_attempt where withdrawal_no = ${out_trade_no}`),
      ).toHaveLength(approved ? 1 : 0)
    }
  })

  test('a claimed one is refused to others', async () => {
    const { out_trade_no } = await withdrawal()
    expect((await anna.call('POST /api/console/withdrawals/claim', { out_trade_no })).code).toBe(
      200,
    )
    expect(
      await bert.call('POST /api/console/withdrawals/approve', { out_trade_no }),
    ).toMatchObject({ code: 409, message: '该订单正由anna处理', data: { claimed_by: 'anna' } })
  })

  test('where it goes is shown in full only to who may see it and says why; what arrives stands beside', async () => {
    const { out_trade_no, name } = await withdrawal(400, usdtAddress())
    const seen = (await eyes.call('POST /api/console/withdrawals/show', { out_trade_no })).data
    expect(seen).toMatchObject({
      method: 'USDT-TRC20',
      usdt_amount: 56.33,
      fee_usdt: 1,
      receives: '55.33 USDT',
      card: { bank: 'USDT', bank_owner: 'TRC20', bank_no: `************${TRON.slice(-4)}` },
    })
    await anna.call('POST /api/console/unmask', {
      subject: `withdrawal:${out_trade_no}`,
      remark: '核对地址',
    })
    expect(
      (await anna.call('POST /api/console/withdrawals/show', { out_trade_no })).data.card.bank_no,
    ).toBe(TRON)
    expect(
      (
        await anna.call('POST /api/console/withdrawals/list', {
          state: 1,
          method: 'USDT-TRC20',
          q: name,
        })
      ).data.data,
    ).toMatchObject([{ out_trade_no, receives: '55.33 USDT' }])
  })

  test('says who else has bound one of the member’s numbers', async () => {
    const [one, two] = [
      await withdrawal(400, bankCard('6222020044443333')),
      await withdrawal(400, bankCard('6222020044443333')),
    ]
    expect(
      (await anna.call('POST /api/console/withdrawals/show', { out_trade_no: one.out_trade_no }))
        .data.shared_with,
    ).toEqual([{ id: Number(two.memberId), username: two.name }])
  })
})

describe('members', () => {
  test('are found by name, id or mobile, with their balances', async () => {
    const { memberId, name } = await withdrawal()
    for (const q of [name.slice(0, 7).toUpperCase(), String(memberId)]) {
      expect((await eyes.call('POST /api/console/members/list', { q })).data.data).toContainEqual(
        expect.objectContaining({
          id: Number(memberId),
          username: name,
          realname: '测**',
          cash: 1000,
        }),
      )
    }
    expect(
      (await eyes.call('POST /api/console/members/list', { q: name, state: 'locked' })).data.total,
    ).toBe(0)
  })

  test('are shown with figures, cards, turnover and sessions, personal data masked', async () => {
    const { memberId, deposit_no, token } = await bankDeposit()
    await anna.call('POST /api/console/deposits/approve', { deposit_no })
    await bind(site, token)
    const { data } = await eyes.call('POST /api/console/members/show', { id: Number(memberId) })
    expect(data).toMatchObject({
      realname: '测**',
      cash: 500,
      cards: [{ bank_owner: '测**', bank_no: '************2222' }],
      requirements: [
        { source: `deposit:${deposit_no}`, required: 500, contributed: 0, state: 'open' },
      ],
    })
    expect(data.sessions).toHaveLength(1)
  })

  test('are unmasked for a reason only, and each look is written down', async () => {
    const { memberId, token } = await site.member()
    await bind(site, token)
    const id = Number(memberId)
    expect(await anna.call('POST /api/console/members/unmask', { id })).toMatchObject({
      code: 400,
      message: '请填写查看原因',
    })
    expect(
      (await anna.call('POST /api/console/members/unmask', { id, remark: '会员来电核实身份' }))
        .data,
    ).toMatchObject({ realname: '测试员', cards: [{ bank_no: '6222020011112222' }] })
    expect(
      await rows(
        owner,
        sql`select operator, note from audit_log where subject = ${`member:${id}`}`,
      ),
    ).toEqual([{ operator: 'anna', note: '会员来电核实身份' }])
  })

  test('their ledger reads newest first, with the balance after each line', async () => {
    const { memberId, out_trade_no } = await withdrawal()
    await anna.call('POST /api/console/withdrawals/approve', { out_trade_no })
    const { data } = await anna.call('POST /api/console/members/ledger', { id: Number(memberId) })
    expect(data.data.map(row => [row.code, row.phase, row.layer, row.amount])).toEqual([
      ['withdrawal', 'post', 'posted', -400],
      ['withdrawal', 'post', 'pending', 400],
      ['withdrawal', 'pending', 'pending', -400],
      ['adjustment', 'single', 'posted', 1000],
    ])
    expect(data.data[0]).toMatchObject({
      account: '中心钱包',
      balance_after: 600,
      source_id: out_trade_no,
    })
  })

  test('one that is not there is refused', async () => {
    expect(await anna.call('POST /api/console/members/show', { id: 999_999_999 })).toMatchObject({
      code: 404,
      message: '会员不存在',
    })
  })
})

test('today says what waits and for how long, and the day’s figures to whoever may see figures', async () => {
  const before = (await anna.call('POST /api/console/today')).data
  const { deposit_no } = await bankDeposit(321)
  await withdrawal()
  clock.advance(7 * 60_000)
  const waiting = (await anna.call('POST /api/console/today')).data
  expect(waiting.deposits_pending).toBe(before.deposits_pending + 1)
  expect(waiting.withdrawals_pending).toBe(before.withdrawals_pending + 1)
  expect(waiting.withdrawals_oldest_minutes).toBeGreaterThanOrEqual(7)
  expect(waiting.new_members_today).toBe(before.new_members_today + 2)
  await anna.call('POST /api/console/deposits/approve', { deposit_no })
  expect((await anna.call('POST /api/console/today')).data.deposits_today).toBeCloseTo(
    before.deposits_today + 321,
  )
  expect((await eyes.call('POST /api/console/today')).data).toMatchObject({
    deposits_pending: waiting.deposits_pending - 1,
    deposits_today: 0,
    bets_today: 0,
    new_members_today: 0,
    flags_pending: 0,
  })
})
