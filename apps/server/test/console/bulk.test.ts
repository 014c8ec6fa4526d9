import { rows, run, sql } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { bankCard, bind, give, openCashier } from '../cashier/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { desk } from './support.ts'

const { site, owner, clock } = await openCashier()
const [finance, second, support] = [
  await desk(site, 'finance', 'one'),
  await desk(site, 'finance', 'two'),
  await desk(site, 'support'),
]
const auditOf = (action: string) =>
  rows(
    owner,
    sql<{ operator: string; after: Record<string, unknown> }>`
    select operator, after from audit_log where action = ${action} order by audit_id`,
  )

let cards = 0
/** A withdrawal of a member who has nothing against them. */
async function asked(amount: number) {
  const member = await site.member()
  await give(site, member.memberId, BigInt(amount) * 100n)
  const bank = await bind(site, member.token, bankCard(`62220200${String(10_000_000 + ++cards)}`))
  const { data } = await site.call(
    'POST /api/withdraw',
    { amount, bank, password: '888888' },
    { token: member.token },
  )
  const [order] = await rows(
    owner,
    sql<{
      no: string
    }>`select withdrawal_no as no from withdrawal_order where member_id = ${member.memberId}`,
  )
  expect(data, 'asked for').toBeDefined()
  return { ...member, no: order!.no }
}
const stateOf = async (no: string) =>
  (
    await rows(
      owner,
      sql<{ state: number }>`select state from withdrawal_order where withdrawal_no = ${no}`,
    )
  )[0]?.state
const outcomes = (items: { out_trade_no: string; outcome: string }[]) =>
  Object.fromEntries(items.map(each => [each.out_trade_no, each.outcome]))

describe('bulk approval', () => {
  test('approves what is harmless and leaves the rest, with one summary', async () => {
    const [good, also, large, flagged, claimed, watched] = [
      await asked(200),
      await asked(300),
      await asked(2_500),
      await asked(400),
      await asked(500),
      await asked(600),
    ]
    await run(
      owner,
      sql`insert into member_watch (member_id, reason, set_by, set_at) values (${watched.memberId}, '观察', 'risk', now())`,
    )
    await run(
      owner,
      sql`
      insert into risk_flag (member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at, state)
      values (${flagged.memberId}, 'shared_address', 'bulk', 1, '{"members": 2, "address": "203.0.113.7"}', 50, now(), now(), 1)`,
    )
    await second.call('POST /api/console/withdrawals/claim', { out_trade_no: claimed.no })
    const numbers = [good, also, large, flagged, claimed, watched].map(each => each.no)
    const looked = (await finance.call('POST /api/console/withdrawals/check', { numbers })).data
    expect(looked).toMatchObject({ count: 2, total: 500 })
    expect(await stateOf(good.no), 'looking approves nothing').toBe(1)
    const { data } = await finance.call('POST /api/console/withdrawals/bulk', { numbers })
    expect(outcomes(data.items)).toEqual({
      [good.no]: 'approved',
      [also.no]: 'approved',
      [large.no]: 'left',
      [flagged.no]: 'left',
      [claimed.no]: 'left',
      [watched.no]: 'left',
    })
    expect(data.items.map(each => each.why)).toEqual([
      '',
      '',
      '超过单笔 ¥2,000.00',
      '须逐笔审核',
      'two 正在处理',
      '须逐笔审核',
    ])
    expect(await Promise.all(numbers.map(stateOf))).toEqual([2, 2, 1, 1, 1, 1])
    expect(await auditOf('withdrawal.bulk')).toMatchObject([
      { operator: 'one', after: { count: 2, total: 500, numbers: [good.no, also.no] } },
    ])
    expect(await auditOf('withdrawal.approve')).toHaveLength(2)
    // The same again does nothing.
    expect(await finance.call('POST /api/console/withdrawals/bulk', { numbers })).toMatchObject({
      code: 409,
      message: '所选取款均须逐笔审核',
    })
  })

  test('is bounded by the day, however many sessions ask at once', async () => {
    await run(
      owner,
      sql`insert into bulk_approval (operator_id, begun_at, orders, total_fen)
      select operator_id, ${clock.now()}, 1, 19930000 from operator where name = 'one'`,
    )
    const [a, b] = [await asked(150), await asked(160)]
    const both = await Promise.all(
      [a, b].map(each =>
        finance.call('POST /api/console/withdrawals/bulk', { numbers: [each.no] }),
      ),
    )
    expect(both.map(each => each.code).toSorted()).toEqual([200, 409])
    expect(both.find(each => each.code === 409)?.message).toMatch(/^24小时内批量通过合计不得超过/)
    expect((await Promise.all([a.no, b.no].map(stateOf))).toSorted()).toEqual([1, 2])
  })

  test('is for who may review, and never about one’s own account', async () => {
    const own = await asked(170)
    expect(
      await support.call('POST /api/console/withdrawals/bulk', { numbers: [own.no] }),
    ).toMatchObject({ code: 403 })
    await run(owner, sql`update operator set member_id = ${own.memberId} where name = 'two'`)
    expect(
      await second.call('POST /api/console/withdrawals/bulk', { numbers: [own.no] }),
    ).toMatchObject({ code: 409 })
    expect(await stateOf(own.no)).toBe(1)
    await run(owner, sql`update operator set member_id = null where name = 'two'`)
  })
})

describe('a claim', () => {
  test('is given back by who has it, and by nobody else', async () => {
    const { no } = await asked(180)
    const claim = (who: typeof finance, release = false) =>
      who.call('POST /api/console/withdrawals/claim', { out_trade_no: no, release })
    expect(await claim(finance)).toMatchObject({ code: 200 })
    expect(await claim(second, true)).toMatchObject({ code: 200 })
    expect(await claim(second)).toMatchObject({ code: 409 })
    expect(await claim(finance, true)).toMatchObject({ code: 200 })
    expect(await claim(second)).toMatchObject({ code: 200 })
    expect((await auditOf('withdrawal.claim.release')).map(each => each.operator)).toEqual(['one'])
  })
})

describe('the money of a withdrawal', () => {
  test('is explained to the fen: what came since the one before it, and what it consists of', async () => {
    const { no, memberId } = await asked(700)
    const { data } = await finance.call('POST /api/console/withdrawals/funds', { out_trade_no: no })
    const sum = (all: { amount: number }[]) =>
      all.reduce((total, each) => total + Math.round(each.amount * 100), 0) / 100
    expect(sum(data.lines)).toBe(data.total)
    expect(sum(data.consists)).toBe(700)
    expect(data).toMatchObject({ since: '', whole: true, total: 700 })
    await finance.call('POST /api/console/withdrawals/approve', { out_trade_no: no, remark: '' })
    // What comes later does not change what it was made of.
    await give(site, memberId, 900_00n)
    expect(
      (await finance.call('POST /api/console/withdrawals/funds', { out_trade_no: no })).data,
    ).toEqual(data)
  })

  test('is what earlier withdrawals of the member do not hold, unless they are rejected', async () => {
    const first = await asked(300)
    await give(site, first.memberId, 500_00n)
    const bank = await bind(site, first.token, bankCard('6222020099990001'))
    const ask = async () => {
      clock.advance(60_000)
      const { data } = await site.call<{ out_trade_no: string }>(
        'POST /api/withdraw',
        { amount: 200, bank, password: '888888' },
        { token: first.token },
      )
      return data.out_trade_no
    }
    const [next, third] = [await ask(), await ask()]
    const fundsOf = async (no: string) =>
      (await finance.call('POST /api/console/withdrawals/funds', { out_trade_no: no })).data
    expect(await fundsOf(first.no)).toMatchObject({ held: 0, total: 300 })
    expect(await fundsOf(next)).toMatchObject({
      held: 300,
      total: 800,
      consists: [{ kind: 'adjustment', amount: 200 }],
    })
    expect(await fundsOf(third)).toMatchObject({ held: 500 })
    clock.advance(60_000)
    await finance.call('POST /api/console/withdrawals/approve', {
      out_trade_no: first.no,
      remark: '',
    })
    expect(await fundsOf(third)).toMatchObject({ held: 500 })
    await finance.call('POST /api/console/withdrawals/reject', {
      out_trade_no: next,
      remark: '资料不符',
    })
    expect(await fundsOf(third)).toMatchObject({ held: 300 })
    // What was paid before one was asked for is in its total, and holds nothing.
    expect(await fundsOf(await ask())).toMatchObject({ held: 200, total: 500 })
  })
})

test('the books hold after all of it', () => assertBooksHold(owner))
