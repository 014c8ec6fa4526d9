// A password from staff opens nothing but the way to change it, and the one that money leaves by
// takes two persons.
import { rows, sql } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { bankCard, openCashier } from '../cashier/support.ts'
import { desk, type Desk } from '../console/support.ts'

const { site, clock, owner } = await openCashier()
const remark = '会员来电'
const reset = (who: Desk, memberId: bigint, which: 'login' | 'pay') =>
  who.call('POST /api/console/members/password', { id: Number(memberId), which, remark })

async function enter(name: string, password: string) {
  const { code, message, data } = await site.call<{ api_token: string }>('POST /api/login', {
    name,
    password,
    code: 'abcd',
  })
  return { code, message, token: code === 200 ? data.api_token : '' }
}

describe('a login password from staff', () => {
  test('is good for a day', async () => {
    const { name, memberId } = await site.member()
    const { password } = (await reset(await desk(site, 'support'), memberId, 'login')).data
    clock.advance(24 * 3_600_000)
    expect(await enter(name, password)).toMatchObject({
      code: 400,
      message: '一次性密码已过期，请联系客服重新获取',
    })
  })
  test('opens nothing until it is changed', async () => {
    const { name, memberId } = await site.member()
    const { password } = (await reset(await desk(site, 'support'), memberId, 'login')).data
    const { token } = await enter(name, password)
    const as = <T>(call: string, body: object) => site.call<T>(call, body, { token })
    for (const [call, body] of [
      ['POST /api/bindcard', bankCard()],
      ['POST /api/withdraw', { amount: 100, bank: 1, password: '888888' }],
      ['POST /api/updateuserinfo', { mobile: '13800138000', email: '', birthday: '' }],
      ['POST /api/getcard', { type: 1 }],
    ] as const)
      expect(await as(call, body)).toMatchObject({ code: 403, message: '请先修改登录密码' })
    expect((await as('POST /api/user', {})).code).toBe(200)
    const changed = await as('POST /api/editPassword', { password, paypassword: 'my-own-7' })
    expect(changed.code).toBe(200)
    const mine = await enter(name, 'my-own-7')
    expect((await site.call('POST /api/getcard', { type: 1 }, mine)).code).toBe(200)
  })
})

describe('a payment password from staff', () => {
  test('is asked for by one and made by another, and pays for nothing until it is changed', async () => {
    const [asks, makes] = [await desk(site, 'support'), await desk(site, 'support')]
    const { name, memberId } = await site.member()
    expect((await reset(asks, memberId, 'pay')).data).toEqual({
      password: '',
      sent_to: '',
      waits: true,
    })
    expect((await reset(asks, memberId, 'pay')).message).toBe('该会员已有一项待批准的支付密码重置')
    const { data } = await asks.call('POST /api/console/members/pay-requests/list', {
      page: 1,
      state: 1,
    })
    const { request_id: id } = data.data.find(each => each.username === name)!
    const approve = (who: Desk) =>
      who.call('POST /api/console/members/pay-requests/approve', { id, remark: '' })
    expect(await approve(asks)).toMatchObject({
      code: 409,
      message: '您提出的申请须由另一位同事批准',
    })
    const made = await approve(makes)
    expect(made.data.password).toMatch(/^\d{8}$/)
    expect((await approve(makes)).code).toBe(409)

    const { token } = await enter(name, 'secret1')
    const bind = (pay_pass: string) =>
      site.call('POST /api/bindcard', { ...bankCard(), pay_pass }, { token })
    expect((await bind('888888')).code).toBe(400)
    expect((await bind(made.data.password)).message).toBe('支付密码为一次性密码，请先修改支付密码')
    const change = { password: made.data.password, paypassword: '748201' }
    expect((await site.call('POST /api/editPayPassword', change, { token })).code).toBe(200)
    expect((await bind('748201')).code).toBe(200)
    expect(
      await rows(
        owner,
        sql`select kind, operator from account_change where member_id = ${memberId} order by change_id`,
      ),
    ).toEqual([
      { kind: 'pay_password_reset', operator: makes.name },
      { kind: 'pay_password', operator: '' },
      { kind: 'card', operator: '' },
    ])
  })
  test('that was refused changes nothing', async () => {
    const [asks, refuses] = [await desk(site, 'support'), await desk(site, 'support')]
    const { memberId, token } = await site.member()
    await reset(asks, memberId, 'pay')
    const { data } = await refuses.call('POST /api/console/members/pay-requests/list', { page: 1 })
    const refused = await refuses.call('POST /api/console/members/pay-requests/reject', {
      id: data.data[0]!.request_id,
      remark: '未能核实',
    })
    expect(refused.code).toBe(200)
    expect((await site.call('POST /api/bindcard', bankCard(), { token })).code).toBe(200)
  })
  test('is nobody’s to ask for without the permission', async () => {
    const { memberId } = await site.member()
    const asks = await desk(site, 'finance')
    expect((await reset(asks, memberId, 'pay')).code).toBe(403)
  })
})
