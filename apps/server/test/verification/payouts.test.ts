// A withdrawal is never refused for a missing verification: it is taken, its amount is held, and it
// is paid once the member has proven enough, or another person has released it with a reason.
import { afterAll, describe, expect, test } from 'vitest'
import { bankCard, bind, give, openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { ask, handIn, statusOf } from './support.ts'

const { site, owner } = await openCashier()
afterAll(() => assertBooksHold(owner))
const [rita, anna, bert] = [
  await desk(site, 'risk', 'rita'),
  await desk(site, 'finance', 'anna'),
  await desk(site, 'finance', 'bert'),
]
const verify = (case_id: number) =>
  rita.call('POST /api/console/verifications/approve', { case_id, remark: '' })
const reverse = (case_id: number) =>
  rita.call('POST /api/console/verifications/reverse', {
    case_id,
    reason: 'forged',
    remark: '发证机关回复不符',
  })

type Asked = { out_trade_no: string; needs_tier: number }
let cards = 10
async function rich() {
  const member = await site.member()
  await give(site, member.memberId, 100_000_00n)
  const card = await bind(site, member.token, bankCard(`62220200111133${++cards}`))
  const withdraw = (amount: number) =>
    site.call<Asked>(
      'POST /api/withdraw',
      { amount, bank: card, password: '888888' },
      { token: member.token },
    )
  return { ...member, withdraw }
}
const approve = (who: typeof anna, { data }: { data: Asked }) =>
  who.call('POST /api/console/withdrawals/approve', {
    out_trade_no: data.out_trade_no,
    remark: '',
  })
const release = (who: typeof anna, { data }: { data: Asked }) =>
  who.call('POST /api/console/withdrawals/release', {
    out_trade_no: data.out_trade_no,
    remark: '法务核实',
  })
const WHY = '完成身份认证后即可放款，请前往“我的-身份认证”办理'

describe('a withdrawal', () => {
  test('asks for nothing while the setting does not', async () => {
    const member = await rich()
    const asked = await member.withdraw(1_000)
    expect(asked).toMatchObject({ code: 200, data: { needs_tier: 0 } })
    expect((await approve(anna, asked)).code).toBe(200)
  })
  test('without the tier is taken and held, and the verification itself lets it go', async () => {
    await ask(site, { firstWithdrawalTier: 1 })
    const member = await rich()
    const asked = await member.withdraw(1_000)
    expect(asked).toMatchObject({ code: 200, message: `提交成功，${WHY}`, data: { needs_tier: 1 } })
    expect(await statusOf(site, member.token)).toMatchObject({
      left: 0,
      held: { count: 1, amount: 1_000 },
    })
    const records = await site.call<{ data: { remark: string }[] }>(
      'POST /api/gettransrecord',
      { type: 2, date: 4 },
      { token: member.token },
    )
    expect(JSON.stringify(records.data)).toContain(WHY)
    expect((await approve(anna, asked)).message).toContain('须完成身份认证')
    await verify(await handIn(site, member.token))
    expect(await statusOf(site, member.token)).toMatchObject({ left: null, held: { count: 0 } })
    expect((await approve(anna, asked)).code).toBe(200)
    await ask(site, {})
  })
  test('is let go by another person with a reason, and by nobody alone', async () => {
    await ask(site, { firstWithdrawalTier: 1 })
    const asked = await (await rich()).withdraw(1_000)
    expect((await release(anna, asked)).code).toBe(200)
    expect((await approve(anna, asked)).code).toBe(409)
    expect((await approve(bert, asked)).code).toBe(200)
    await ask(site, {})
  })
  test('beyond a sum of 30 days waits, however it is cut', async () => {
    await ask(site, {
      withdrawalSum: { tier1AboveFen: 2_000_00, tier2AboveFen: 10_000_00 },
    })
    const member = await rich()
    const needs = []
    for (const amount of [1_000, 1_000, 100, 7_900, 100])
      needs.push((await member.withdraw(amount)).data.needs_tier)
    expect(needs).toEqual([0, 0, 1, 1, 2])
    await verify(await handIn(site, member.token))
    expect(await statusOf(site, member.token)).toMatchObject({
      tiers: [
        { tier: 0, withdrawal: 2_000 },
        { tier: 1, withdrawal: 10_000 },
        { tier: 2, withdrawal: null },
      ],
      left: 0,
      withdrawn: 10_100,
      held: { count: 1, amount: 100 },
    })
    await ask(site, {})
  })
})

describe('a verification that is taken back', () => {
  test('takes the tier away and holds every payout until another is approved', async () => {
    const member = await rich()
    const caseId = await handIn(site, member.token)
    await verify(caseId)
    const waiting = await member.withdraw(1_000)
    expect((await reverse(caseId)).code).toBe(200)
    expect(await statusOf(site, member.token)).toMatchObject({
      tier: 0,
      held: { count: 1 },
      case: { state: 6, reason: 'forged' },
      next: { tier: 1 },
    })
    expect((await approve(anna, waiting)).message).toContain('身份认证已被撤销')
    const later = await member.withdraw(100)
    expect(later.data.needs_tier).toBe(1)
    expect((await approve(anna, later)).code).toBe(409)
    await verify(await handIn(site, member.token))
    expect((await approve(anna, later)).code).toBe(200)
  })
  test('an approval is taken back once, and only an approval', async () => {
    const member = await rich()
    const caseId = await handIn(site, member.token)
    expect((await reverse(caseId)).message).toBe('只有已通过且仍有效的认证可以撤销')
    await verify(caseId)
    await reverse(caseId)
    expect((await reverse(caseId)).message).toBe('该项已处理，无需重复操作')
  })
})
