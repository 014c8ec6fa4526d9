import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import { approveDeposit } from '../../src/areas/cashier/review.ts'
import { cashierSchema } from '../../src/areas/cashier/setting.ts'
import { firstBrokenAudit } from '../../src/kernel/operator/audit.sql.ts'
import { balances } from '../../src/ledger/ledger.ts'
import {
  balanceOf,
  bankCard,
  bind,
  callBack,
  configure,
  give,
  openCashier,
  order,
  payment,
  bankTransfer,
} from '../cashier/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { consoleCall, desk } from './support.ts'

const { site, owner } = await openCashier()
afterAll(async () => {
  await assertBooksHold(owner)
  expect(await firstBrokenAudit(owner)).toBeNull()
})
const [anna, bert, cora, eyes] = [
  await desk(site, 'finance', 'anna'),
  await desk(site, 'finance', 'bert'),
  await desk(site, 'finance', 'cora'),
  await desk(site, 'support', 'eyes'),
]
await run(owner, sql`update operator_session set method = 'totp'`)
await configure(site, setting =>
  setting.methods.forEach(method => {
    method.maxFen = 500_000_00
  }),
)

const LIMIT = 50_000
const said = { code: 200, message: '已确认，金额达到 ¥50,000.00，须由另一位复核' }
const auditOf = (subject: string) =>
  rows(
    owner,
    sql<{
      action: string
      operator: string
      after: { confirmed_by?: string }
    }>`select action, operator, after from audit_log where subject = ${subject} order by audit_id`,
  )
const firstsOn = (subject: string) =>
  rows(
    owner,
    sql<{ operator: string }>`select operator from first_approval where subject = ${subject}`,
  )

async function deposit(amount = LIMIT) {
  const member = await site.member()
  return { ...member, deposit_no: await order(site, member.token, amount, bankTransfer) }
}
async function withdrawal(amount = LIMIT) {
  const member = await site.member()
  await give(site, member.memberId, 100_000_00n)
  const id = await bind(site, member.token, bankCard())
  return {
    ...member,
    out_trade_no: (
      await site.call<{ out_trade_no: string }>(
        'POST /api/withdraw',
        { amount, bank: id, password: '888888' },
        { token: member.token },
      )
    ).data.out_trade_no,
  }
}

test('the limit is fifty thousand until the rule says otherwise', () => {
  expect(cashierSchema.parse({}).review).toEqual({
    secondFromFen: 50_000_00,
    reviewerFromFen: 500_000_00,
    bulk: { mostFen: 2_000_00, dayFen: 200_000_00 },
  })
})

describe('crediting by hand from the limit on', () => {
  test('takes another person: the first moves nothing and gives the item back to the queue, the second credits it', async () => {
    const { token, deposit_no } = await deposit()
    const item = { deposit_no }
    expect((await anna.call('POST /api/console/deposits/show', item)).data.confirmation).toEqual({
      takes_two: true,
      from: LIMIT,
      by: '',
      at: '',
      remark: '',
    })
    await anna.call('POST /api/console/deposits/claim', item)
    expect(
      await anna.call('POST /api/console/deposits/approve', { ...item, remark: '流水已核' }),
    ).toMatchObject(said)
    expect(await balanceOf(site, token)).toBe(0)
    expect(
      (await eyes.call('POST /api/console/deposits/list', { state: 1, q: deposit_no })).data.data,
    ).toMatchObject([{ state: 1, claimed_by: '', confirmed_by: 'anna' }])
    expect((await bert.call('POST /api/console/deposits/show', item)).data).toMatchObject({
      state: 1,
      confirmed_by: 'anna',
      confirmation: { takes_two: true, by: 'anna', at: '2026-11-20 12:00:00', remark: '流水已核' },
    })
    expect(
      await anna.call('POST /api/console/deposits/approve', { ...item, remark: '再次' }),
    ).toMatchObject({
      code: 409,
      message: '您已确认过该订单，金额达到 ¥50,000.00，须由另一位复核',
      data: { rule: 'two_persons', confirmed_by: 'anna' },
    })
    expect(await eyes.call('POST /api/console/deposits/approve', item)).toMatchObject({ code: 403 })
    expect(await bert.call('POST /api/console/deposits/approve', item)).toMatchObject({
      code: 200,
      message: '已通过',
    })
    expect(await balanceOf(site, token)).toBe(LIMIT)
    expect(await auditOf(`deposit:${deposit_no}`)).toMatchObject([
      { action: 'deposit.claim', operator: 'anna' },
      { action: 'deposit.confirm', operator: 'anna', after: { state: 1, confirmed_by: 'anna' } },
      { action: 'deposit.approve', operator: 'bert', after: { state: 2, confirmed_by: 'anna' } },
    ])
    await expect(
      run(
        owner,
        sql`update first_approval set second_id = operator_id where subject = ${`deposit:${deposit_no}`}`,
      ),
    ).rejects.toThrow('check constraint')
  })

  test('takes one person a fen below it', async () => {
    const { token, deposit_no } = await deposit(49_999.99)
    expect(
      (await anna.call('POST /api/console/deposits/show', { deposit_no })).data.confirmation
        .takes_two,
    ).toBe(false)
    expect(await anna.call('POST /api/console/deposits/approve', { deposit_no })).toMatchObject({
      code: 200,
      message: '已通过',
    })
    expect(await balanceOf(site, token)).toBe(49_999.99)
    expect(await firstsOn(`deposit:${deposit_no}`)).toEqual([])
  })

  test('credits once under many second approvals at once, and a repeated first gets its answer again', async () => {
    const { token, deposit_no } = await deposit()
    const request = () =>
      consoleCall(
        site,
        'POST /api/console/deposits/approve',
        { deposit_no },
        { cookie: anna.cookie, 'idempotency-key': '7d0c2a54-0000-4000-8000-000000000001' },
      )
    for (let i = 0; i < 3; i++) expect((await request()).json()).toMatchObject(said)
    const all = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        (i % 2 ? bert : cora).call('POST /api/console/deposits/approve', { deposit_no }),
      ),
    )
    const { decided_by } = (await eyes.call('POST /api/console/deposits/show', { deposit_no })).data
    expect(all.map(answer => answer.code)).toEqual(
      all.map((_, i) => ((i % 2 ? 'bert' : 'cora') === decided_by ? 200 : 409)),
    )
    expect((await request()).json()).toMatchObject(said)
    expect(await balanceOf(site, token)).toBe(LIMIT)
    expect((await auditOf(`deposit:${deposit_no}`)).map(deed => deed.action)).toEqual([
      'deposit.confirm',
      'deposit.approve',
    ])
  })

  test('of two who come first at once one is the first and the other the second; one person twice is never both', async () => {
    const [two, one] = [await deposit(), await deposit()]
    const both = await Promise.all(
      [anna, bert].map(who =>
        who.call('POST /api/console/deposits/approve', { deposit_no: two.deposit_no }),
      ),
    )
    expect(both.map(answer => answer.message).toSorted()).toEqual(
      [said.message, '已通过'].toSorted(),
    )
    expect(await balanceOf(site, two.token)).toBe(LIMIT)
    const same = await Promise.all(
      [anna, anna].map(who =>
        who.call('POST /api/console/deposits/approve', { deposit_no: one.deposit_no }),
      ),
    )
    expect(same.map(answer => answer.code).toSorted()).toEqual([200, 409])
    expect(await balanceOf(site, one.token)).toBe(0)
  })

  test('one person rejects it, and the first approval is forgotten', async () => {
    const { token } = await site.member()
    const deposit_no = await order(site, token, LIMIT)
    expect(await anna.call('POST /api/console/deposits/approve', { deposit_no })).toMatchObject({
      code: 400,
      message: '该订单尚无付款记录，人工入账请填写备注',
    })
    await anna.call('POST /api/console/deposits/approve', { deposit_no, remark: '核对' })
    expect(
      (await bert.call('POST /api/console/deposits/list', { state: 1, q: deposit_no })).data.total,
      'nobody has paid it, and it waits for the second',
    ).toBe(1)
    expect(
      await anna.call('POST /api/console/deposits/reject', { deposit_no, remark: '未收到款项' }),
    ).toMatchObject({ code: 200, message: '已拒绝' })
    expect(await firstsOn(`deposit:${deposit_no}`)).toEqual([])
    await callBack(site, payment(site, deposit_no, { amount_fen: '5000000' }))
    expect(
      await bert.call('POST /api/console/deposits/approve', { deposit_no }),
      'back in the queue it begins anew',
    ).toMatchObject(said)
    await callBack(site, payment(site, deposit_no, { amount_fen: '100' }))
    expect((await cora.call('POST /api/console/deposits/show', { deposit_no })).data).toMatchObject(
      { credits: 50_001, confirmation: { by: '' } },
    )
    expect(
      await cora.call('POST /api/console/deposits/approve', { deposit_no }),
      'as does another amount',
    ).toMatchObject(said)
    expect(await balanceOf(site, token)).toBe(0)
  })

  test('that breaks off leaves nothing of either approval, nor does one about oneself', async () => {
    const { token, memberId, deposit_no } = await deposit()
    const subject = `deposit:${deposit_no}`
    const breaking = (operatorId: bigint, name: string) =>
      transaction(site.services.db, async tx => {
        await approveDeposit(tx, deposit_no, {
          reviewer: { operatorId, name },
          remark: '',
          key: name,
          now: site.services.clock.now(),
        })
        throw new Error('broken off')
      })
    await expect(breaking(901n, 'one')).rejects.toThrow('broken off')
    expect(await firstsOn(subject)).toEqual([])
    await run(owner, sql`update operator set member_id = ${memberId} where name = 'cora'`)
    expect(await cora.call('POST /api/console/deposits/approve', { deposit_no })).toMatchObject({
      code: 403,
      message: '不能处理本人会员账号的业务',
    })
    expect(await firstsOn(subject)).toEqual([])
    expect(await anna.call('POST /api/console/deposits/approve', { deposit_no })).toMatchObject(
      said,
    )
    await expect(breaking(902n, 'two')).rejects.toThrow('broken off')
    expect(await cora.call('POST /api/console/deposits/approve', { deposit_no })).toMatchObject({
      code: 403,
    })
    expect(await balanceOf(site, token)).toBe(0)
    expect(await firstsOn(subject)).toEqual([{ operator: 'anna' }])
    expect((await bert.call('POST /api/console/deposits/approve', { deposit_no })).message).toBe(
      '已通过',
    )
    await run(owner, sql`update operator set member_id = null where name = 'cora'`)
  })
})

describe('a withdrawal from the limit on', () => {
  test('is approved by two, once, and paid by another than who approved it last', async () => {
    const { memberId, out_trade_no } = await withdrawal()
    expect(
      await anna.call('POST /api/console/withdrawals/approve', { out_trade_no }),
    ).toMatchObject(said)
    expect(await balances(owner, memberId)).toMatchObject({
      cashFen: 100_000_00n,
      cashAvailableFen: 50_000_00n,
    })
    expect((await anna.call('POST /api/console/withdrawals/approve', { out_trade_no })).code).toBe(
      409,
    )
    expect(
      (await bert.call('POST /api/console/withdrawals/list', { state: 1, q: out_trade_no })).data
        .data,
    ).toMatchObject([{ confirmed_by: 'anna' }])
    const { settings } = site.services
    settings.mode = 'production'
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        bert.call('POST /api/console/withdrawals/approve', { out_trade_no }),
      ),
    )
    settings.mode = 'sandbox'
    expect(answers.map(answer => answer.code)).toEqual(Array<number>(16).fill(200))
    expect(await balances(owner, memberId)).toMatchObject({
      cashFen: 50_000_00n,
      cashAvailableFen: 50_000_00n,
    })
    expect(
      (await bert.call('POST /api/console/withdrawals/show', { out_trade_no })).data,
    ).toMatchObject({ state: 2, decided_by: 'bert', confirmed_by: 'anna' })
    expect(
      (await bert.call('POST /api/console/payouts/show', { out_trade_no })).data,
    ).toMatchObject({ approved_by: 'bert', not_payer: 'bert' })
    const paid = { out_trade_no, attempt: 1, reference: 'LARGE1' }
    expect(await bert.call('POST /api/console/payouts/pay', paid)).toMatchObject({
      code: 409,
      message: '该取款由您审核通过，金额较大，须由另一位标记付款',
      data: { rule: 'two_persons' },
    })
    expect(await anna.call('POST /api/console/payouts/pay', paid)).toMatchObject({ code: 200 })
    expect(
      await theRow(
        owner,
        sql`select count(*)::int as paid from ledger.entry where member_id = ${memberId} and account_code = 220`,
      ),
    ).toEqual({ paid: 1 })
  })

  test('is rejected by one, who may be the first, and what was held comes back', async () => {
    const { memberId, out_trade_no } = await withdrawal()
    expect(
      await anna.call('POST /api/console/withdrawals/approve', { out_trade_no }),
    ).toMatchObject(said)
    expect(
      await anna.call('POST /api/console/withdrawals/reject', {
        out_trade_no,
        remark: '资料待核实',
      }),
    ).toMatchObject({ code: 200 })
    expect(await balances(owner, memberId)).toMatchObject({
      cashFen: 100_000_00n,
      cashAvailableFen: 100_000_00n,
    })
    expect(await firstsOn(`withdrawal:${out_trade_no}`)).toEqual([])
  })
})
