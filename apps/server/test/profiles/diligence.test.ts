// Due diligence that profiles ask for: sums that add up, an assessment in time, exposed persons,
// and no money on credit.
import { beforeEach, expect, test } from 'vitest'
import { bankTransfer, openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { activate, hitsOf, people, rename, screen } from '../screening/support.ts'
import { ask } from '../verification/support.ts'
import { clear, enable, prove } from './support.ts'

const { site, clock, owner } = await openCashier()
type Member = Awaited<ReturnType<typeof site.member>>
const DUE = '账户正在核查，暂不能存款与游戏，取款不受影响'
const days = (n: number) => clock.advance(n * 86_400_000)

/** EUR 2,000 at 7.80 yuan. */
const THRESHOLD = 15_600
const deposit = async ({ memberId }: Member, amount: string, fields: object = bankTransfer) =>
  site.call('POST /api/recharge', { ...fields, amount }, { token: await site.enter(memberId) })
async function proven(tier: number) {
  const member = await site.member()
  await prove(owner, member.memberId, tier)
  return member
}

beforeEach(async () => {
  await enable(site)
  await ask(site, {})
})

test('at the threshold, counting deposits of 30 days together, the second tier is asked for', async () => {
  const member = await proven(1)
  await enable(site, 'MT')
  for (const amount of ['4000', '4000', '4000', '3599.99'])
    expect((await deposit(member, amount)).code, amount).toBe(200)
  const asked = await deposit(member, '100')
  expect(asked.message).toContain('请先完成高级认证')
  await enable(site)
  expect((await deposit(member, '100')).code, 'base asks for nothing').toBe(200)
  await enable(site, 'MT')
  const other = await proven(1)
  expect((await deposit(other, String(THRESHOLD))).message).toContain('请先完成高级认证')
  expect((await deposit(other, '15599.99')).code).toBe(200)
  days(31)
  expect((await deposit(other, '15599.99')).code, 'the window moved on').toBe(200)
})

test('thirty days after the threshold only an assessed member deposits', async () => {
  const member = await proven(2)
  await enable(site, 'MT')
  expect((await deposit(member, '15599.99')).code).toBe(200)
  // The clock moves on by weeks, which no session of an operator outlasts.
  const rita = () => desk(site, 'risk')
  const list = async () =>
    (await (await rita()).call('POST /api/console/assessments/list', { page: 1 })).data
  const id = Number(member.memberId)
  expect((await list()).data.filter(each => each.member_id === id)).toEqual([])
  expect((await deposit(member, '100')).code).toBe(200)
  expect((await list()).data.find(each => each.member_id === id)).toMatchObject({ late: false })
  days(29.9)
  expect((await deposit(member, '100')).code).toBe(200)
  days(0.2)
  expect((await deposit(member, '100')).message).toBe(DUE)
  expect((await list()).data.find(each => each.member_id === id)).toMatchObject({ late: true })
  await enable(site)
  expect((await deposit(member, '100')).code, 'base asks for none').toBe(200)
  await enable(site, 'MT')
  const assess = { member_id: id, level: 'medium', remark: '工资收入，金额与收入相符' } as const
  expect((await (await rita()).call('POST /api/console/assessments/assess', assess)).code).toBe(200)
  expect((await (await rita()).call('POST /api/console/assessments/assess', assess)).code).toBe(404)
  expect((await deposit(member, '100')).code).toBe(200)
})

test('an exposed person plays once another senior person approved it, and under base at once', async () => {
  const [rita, alice, bob] = [
    await desk(site, 'risk'),
    await desk(site, 'admin'),
    await desk(site, 'admin'),
  ]
  const content = people([{ id: 'p1', name: 'Ferdinand Maximow', birth: '1981-02-03' }])
  await activate(site, rita, alice, { list: 'pep', format: 'simple_csv', content })
  const member = await proven(2)
  await rename(owner, member.memberId, 'Ferdinand Maximow', '1981-02-03')
  await screen(site)
  const [hit] = await hitsOf(owner, member.memberId)
  const hit_id = Number(hit!.hitId)
  expect((await deposit(member, '100')).code).toBe(200)
  await enable(site, 'MT')
  expect((await deposit(member, '100')).message, 'a possible match').toBe(DUE)
  const remark = '任职公开资料核对一致'
  expect((await alice.call('POST /api/console/screening/confirm', { hit_id, remark })).code).toBe(
    200,
  )
  expect((await deposit(member, '100')).message, 'a confirmed one').toBe(DUE)
  const allow = { hit_id, remark: '工资与投资收益，证明已归档' }
  expect((await rita.call('POST /api/console/screening/allow', allow)).code).toBe(403)
  expect((await alice.call('POST /api/console/screening/allow', allow)).code).toBe(409)
  expect((await deposit(member, '100')).message).toBe(DUE)
  expect((await bob.call('POST /api/console/screening/allow', allow)).code).toBe(200)
  expect((await deposit(member, '100')).code).toBe(200)
})

test('where credit is refused, what may pass it on is neither offered nor taken', async () => {
  const member = await proven(2)
  const offered = async () =>
    JSON.stringify(
      (await site.call('GET /api/get_pay_way', {}, { token: await site.enter(member.memberId) }))
        .data,
    )
  const wallet = { paytype: 'wxpay' }
  expect(await offered()).toContain('"wechat":1')
  expect((await deposit(member, '100', wallet)).code).toBe(200)
  await clear(owner, member.memberId, clock.now())
  await enable(site, 'GB')
  expect(await offered()).toContain('"wechat":0')
  expect((await deposit(member, '100', wallet)).message).toBe('该存款方式维护中，请选择其他方式')
  expect((await deposit(member, '100')).code).toBe(200)
})
