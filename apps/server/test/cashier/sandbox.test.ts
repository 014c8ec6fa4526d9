import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { assertBooksHold } from '../support/books.ts'
import { balanceOf, openCashier, order } from './support.ts'

const { site, owner } = await openCashier()
await site.app.listen({ host: '127.0.0.1', port: 0 })
const origin = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`
afterAll(() => assertBooksHold(owner))

/** Presses a button of the cashier page; answers the verdicts it shows. */
async function press(depositNo: string, action: string): Promise<string[]> {
  const answer = await fetch(`${origin}/sandbox-pay/${depositNo}`, {
    method: 'POST',
    body: new URLSearchParams({ action }),
  })
  return [...(await answer.text()).matchAll(/data-verdict="(\w+)"/g)].map(match => match[1]!)
}

describe('the sandbox provider’s cashier page', () => {
  test('shows the order and a button for every outcome, and says that it is a sandbox', async () => {
    const { token } = await site.member()
    const depositNo = await order(site, token, 500, { paytype: 'zh_wxgue' })
    const text = await (await fetch(`${origin}/sandbox-pay/${depositNo}`)).text()
    for (const part of [
      '沙盒',
      depositNo,
      '¥500.00',
      '微信',
      '支付成功',
      '支付失败',
      '重复支付',
      '超时后支付',
      '金额不符',
      '伪造签名',
    ])
      expect(text).toContain(part)
  })

  test.each([
    ['paid', ['credited'], 500],
    ['failed', ['failed'], 0],
    ['twice', ['credited', 'duplicate', 'paid_again'], 500],
    ['late', ['credited_late'], 500],
    ['wrong_amount', ['wrong_amount'], 0],
    ['forged', ['forged'], 0],
  ])('%s, over real HTTP', async (action, verdicts, balance) => {
    const { token } = await site.member()
    const depositNo = await order(site, token, 500, { paytype: 'usdt', catepay: 'TRC20' })
    expect(await press(depositNo, action)).toEqual(verdicts)
    expect(await balanceOf(site, token)).toBe(balance)
  })

  test('knows no bank transfers, unknown orders or unknown buttons', async () => {
    const { token } = await site.member()
    const byBank = await order(site, token, 500, {
      paytype: 'bank',
      bank: '沙盒商业银行',
      bank_owner: '测试员',
      bank_no: '6222020011112222',
      bank_address: '朝阳',
    })
    expect((await fetch(`${origin}/sandbox-pay/${byBank}`)).status).toBe(404)
    expect((await fetch(`${origin}/sandbox-pay/D0`)).status).toBe(404)
    const unknown = await fetch(`${origin}/sandbox-pay/${await order(site, token, 500)}`, {
      method: 'POST',
      body: new URLSearchParams({ action: 'constructor' }),
    })
    expect(unknown.status).toBe(404)
  })
})
