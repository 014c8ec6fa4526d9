// Deposits and their orders.
import { sql, theRow } from '@tianping/database'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { photograph } from '../../../apps/server/test/verification/support.ts'
import { ask, bindAddress, newMember } from '../../support/data.ts'
import {
  at,
  eventually,
  follow,
  press,
  question,
  says,
  setVisible,
  settled,
  timesOf,
  visit,
} from '../../support/phone.ts'
import { world, choose, type, holder } from './world.ts'

const method = (page: Page, name: string) =>
  page.getByRole('tablist', { name: '存款方式' }).getByRole('tab', { name, exact: true })

test('without any bound card the deposit page says so, leads to /wallet, and goes back when that is closed', async () => {
  const { token } = await newMember(world)
  const page = await world.phone({ token, path: '/money' })
  await page.getByRole('navigation', { name: '资金' }).getByText('存款').click()
  await at(page, '/recharge')
  await question(page).getByRole('heading', { name: '还没有绑定钱包卡片' }).waitFor()
  await question(page).getByRole('button', { name: '返回' }).click()
  await at(page, '/money')
  await settled(page)
  await page.getByRole('navigation', { name: '资金' }).getByText('存款').click()
  await question(page).getByRole('button', { name: '去绑定' }).click()
  await at(page, '/wallet')
})

/** A member who has bound an address only, so that nothing fills in a bank deposit. */
async function withAddress() {
  const member = await newMember(world)
  await bindAddress(world, member)
  return member
}

test('deposit: the enabled methods in the server’s order, the first chosen; each asks for its own range; another method clears the form', async () => {
  const member = await withAddress()
  const page = await world.phone({ token: member.token, path: '/usdtmore' })
  const sent = follow(page)
  await visit(page, '/recharge')
  const tabs = page.getByRole('tablist', { name: '存款方式' }).getByRole('tab')
  await expect
    .poll(() => tabs.allTextContents())
    .toEqual([
      '银行卡',
      'USDT',
      '微信',
      '支付宝',
      '微信小额',
      '微信中额',
      '支付宝中额一',
      '支付宝小额',
      '支付宝中额二',
      '支付宝大额',
      '云闪付',
      '人工存款',
    ])
  expect(await tabs.first().getAttribute('aria-selected')).toBe('true')
  expect(sent.of('POST /api/getPayRange')).toEqual([{ type: 'bank' }])
  await page.getByLabel('存款金额').fill('300')
  await page.getByLabel('存款人姓名').fill('测试员')
  for (let n = 1; n < 11; n++) {
    await tabs.nth(n).click()
    await settled(page)
    expect(await page.getByLabel('存款金额').inputValue()).toBe('')
    if (n === 1) await page.getByRole('tab', { name: 'ERC20' }).click()
    if (n === 3) await page.getByLabel('存款金额').fill('200')
    await page.getByRole('button', { name: '立即存款' }).waitFor()
  }
  expect(
    sent.of('POST /api/getPayRange').map(payload => (payload as { type: string }).type),
  ).toEqual([
    'bank',
    'usdt-trc20',
    'usdt-erc20',
    'wechat',
    'alipay',
    'zh_wxgue',
    'zh_wxys',
    'zh_wdjt',
    'zh_zfbxe',
    'zh_zfbze',
    'zh_zfbde',
    'zh_ylsm',
  ])
  await tabs.first().click()
  expect(await page.getByLabel('存款金额').inputValue()).toBe('')
  expect(await page.getByLabel('存款人姓名').inputValue()).toBe('')
  expect(
    await page.getByRole('main').getByRole('link', { name: '人工客服' }).getAttribute('href'),
  ).toBe('#/kefu')
})

test('what was typed for a deposit is there again after a reload, with its method; once sent, it is not', async () => {
  const member = await withAddress()
  const page = await world.phone({ token: member.token, path: '/recharge' })
  await page.getByLabel('存款金额').fill('300')
  await page.getByLabel('存款人姓名').fill('测试员')
  await page.reload()
  await expect.poll(() => page.getByLabel('存款人姓名').inputValue()).toBe('测试员')
  expect(await page.getByLabel('存款金额').inputValue()).toBe('300')
  await method(page, '微信').click()
  await page.getByLabel('存款金额').fill('200')
  await page.reload()
  await expect.poll(() => method(page, '微信').getAttribute('aria-selected')).toBe('true')
  expect(await page.getByLabel('存款金额').inputValue()).toBe('200')
  await press(page, '立即存款')
  await at(page, /^\/payInfo/)
  await visit(page, '/recharge')
  await page.reload()
  await expect.poll(() => method(page, '银行卡').getAttribute('aria-selected')).toBe('true')
  expect(await page.getByLabel('存款金额').inputValue()).toBe('')
})

test('deposit: 100 to 10000 until the range call says otherwise', async () => {
  const member = await holder(0)
  const page = await world.phone({ token: member.token, path: '/usdtmore' })
  await page.route('**/api/getPayRange', () => {})
  await page.evaluate(() => {
    location.hash = '/recharge'
  })
  await method(page, '支付宝').click()
  for (const amount of ['', '99.99', '10000.01']) {
    await type(page, '存款金额', amount)
    await press(page, '立即存款')
    await says(page, '请输入金额在100-10000之间！', 'danger')
  }
})

test('deposit by bank: the receiving accounts with copy, the form with its hints, the rules in their order, what is sent, and /transRecord', async () => {
  const member = await withAddress()
  const page = await world.phone({
    token: member.token,
    path: '/recharge',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await settled(page)
  const { data: accounts } = await ask<
    {
      id: number
      bank_no: string
      bank_owner: string
      bank_address: string
      bank_data: { bank_name: string }
    }[]
  >(world, '/api/getpaybank', {}, member.token)
  for (const [what, text] of [
    ['收款账号', accounts[0]!.bank_no],
    ['银行户名', accounts[0]!.bank_owner],
    ['开户行', accounts[0]!.bank_data.bank_name],
    ['银行地址', accounts[0]!.bank_address],
  ] as const) {
    await page
      .getByRole('button', { name: `复制${what}` })
      .first()
      .click()
    await says(page, '复制成功！', 'success')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }
  await page.getByText('为及时到账，请务必输入正确的存款人姓名').waitFor()
  const sent = follow(page)
  await page.getByLabel('存款金额').fill('300')
  const steps: [string, () => Promise<void>][] = [
    ['请输入存款人姓名', () => page.getByLabel('存款人姓名').fill('测试员')],
    [
      '请输入银行/机构类型',
      async () => {
        await page.getByRole('button', { name: /银行\/机构类型/ }).click()
        await page.getByRole('heading', { name: '银行/机构类型' }).waitFor()
        await choose(page, '沙盒商业银行')
      },
    ],
    ['请输入账户号码', () => page.getByLabel('账户号码').fill('6222020099998888')],
    ['请输入开户行地址', () => page.getByLabel('开户行地址').fill('北京市朝阳支行')],
    [
      '请选择您付款到的收款账户',
      () => page.getByRole('radio', { name: accounts[0]!.bank_data.bank_name }).check(),
    ],
  ]
  for (const [text, mend] of steps) {
    await press(page, '立即存款')
    await says(page, text, 'danger')
    await mend()
  }
  await press(page, '立即存款')
  await says(page, '提交成功，请等待后台审核', 'success')
  await at(page, '/transRecord')
  expect(sent.of('POST /api/recharge')).toEqual([
    {
      paytype: 'bank',
      amount: '300',
      bank: '沙盒商业银行',
      bank_owner: '测试员',
      bank_no: '6222020099998888',
      bank_address: '北京市朝阳支行',
      receiver: accounts[0]!.id,
    },
  ])
  await visit(page, '/recharge')
  expect(await page.getByLabel('存款金额').inputValue()).toBe('')
  expect(await page.getByLabel('存款人姓名').inputValue()).toBe('')
})

test('a bank deposit is filled in from the bound card, names the account that was paid and carries its receipt; the last method is offered again, and what does not fit the amount says so', async () => {
  const member = await holder(0)
  const page = await world.phone({
    token: member.token,
    path: '/recharge',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await settled(page)
  await page.getByText('户名 测试员，已填好，无需再输').waitFor()
  expect(await page.getByLabel('存款人姓名').count()).toBe(0)
  await page.getByLabel('存款金额').fill('20000')
  const facts = (name: string) =>
    method(page, name).evaluate(
      tab => document.getElementById(tab.getAttribute('aria-describedby')!)!.textContent,
    )
  expect(await facts('银行卡')).toBe('¥100 – 50,000约 15 分钟 · 免手续费')
  expect(await facts('微信')).toBe('¥100 – 10,000¥20,000 不在范围内')
  await page.getByLabel('开户行地址').fill('北京市朝阳支行')
  await page.getByRole('radio', { name: '天平储蓄银行' }).check()
  await press(page, '一次复制全部')
  await says(page, '复制成功！', 'success')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n')).toEqual([
    '收款账号：6228480033334444',
    '银行户名：天平科技有限公司',
    '开户行：天平储蓄银行',
    '银行地址：上海市浦东支行',
    '转账金额：20000.00',
    `附言：TP${member.memberId}`,
  ])
  const chooser = page.waitForEvent('filechooser')
  await press(page, '选择付款凭证')
  const picture = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photograph() }
  await (await chooser).setFiles(picture)
  await page.getByRole('button', { name: '移除付款凭证' }).waitFor()
  const sent = follow(page)
  await press(page, '立即存款')
  await says(page, '提交成功，请等待后台审核', 'success')
  await at(page, '/transRecord')
  expect(sent.of('POST /api/recharge')).toMatchObject([
    { bank: '沙盒商业银行', bank_owner: '测试员', bank_no: '************8888' },
  ])
  const { no, tail } = await theRow(
    world.db,
    sql<{
      no: string
      tail: string
    }>`select deposit_no as no, payer_no_tail as tail from deposit_order join deposit_receipt using (member_id, deposit_no) where member_id = ${member.memberId}`,
  )
  expect(tail).toBe('8888')

  await visit(page, `/payInfo?deposit_no=${no}`)
  await page.getByText(/已上传，审核前可更换/).waitFor()
  const again = page.waitForEvent('filechooser')
  await press(page, '更换付款凭证')
  await (await again).setFiles(picture)
  await says(page, '凭证已上传', 'success')

  await visit(page, '/recharge')
  await page.getByLabel('存款金额').fill('300')
  await method(page, '支付宝').click()
  await press(page, '沿用刚才的 ¥300')
  expect(await page.getByLabel('存款金额').inputValue()).toBe('300')
  await press(page, '上次用银行卡，再用一次')
  expect(await method(page, '银行卡').getAttribute('aria-selected')).toBe('true')
  await expect.poll(() => page.getByLabel('开户行地址').inputValue()).toBe('北京市朝阳支行')
})

test('deposit by USDT: protocol, estimate at the reference rate, three steps, the warning; the order shows address, protocol and copy', async () => {
  const member = await holder(0)
  const page = await world.phone({
    token: member.token,
    path: '/recharge',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await method(page, 'USDT').click()
  await expect
    .poll(() => page.getByRole('tablist', { name: '协议' }).getByRole('tab').allTextContents())
    .toEqual(['TRC20', 'ERC20'])
  expect(
    await page
      .getByRole('tablist', { name: '协议' })
      .getByRole('tab', { selected: true })
      .textContent(),
  ).toBe('TRC20')
  await page.getByLabel('存款金额').fill('1000')
  await page.getByText('136.98 USDT').waitFor()
  await page.getByText(/1 USDT = ¥7.30/).waitFor()
  await expect
    .poll(() => page.getByRole('main').getByRole('listitem').allTextContents())
    .toEqual(['绑定协议地址', '交易所划转', '完成存款'])
  await page.getByText(/协议选择错误，资产将无法找回/).waitFor()
  const sent = follow(page)
  const answered = page.waitForResponse('**/api/recharge')
  await press(page, '立即存款')
  const { message } = (await (await answered).json()) as { message: string }
  await at(page, `/payInfo?deposit_no=${message}`)
  expect(sent.of('POST /api/recharge')).toEqual([
    { paytype: 'usdt', amount: '1000', catepay: 'TRC20' },
  ])
  await settled(page)
  const { data } = await ask<{ cardlist: { mch_id: string; content: string } }>(
    world,
    '/api/payinfo',
    { deposit_no: message },
  )
  await expect
    .poll(() => page.getByRole('main').getByRole('term').allTextContents())
    .toEqual(['订单号', '交易时间', '存款方式', '钱包协议'])
  expect((await page.getByRole('main').getByRole('definition').allTextContents()).slice(2)).toEqual(
    ['USDT', data.cardlist.content],
  )
  await page.getByAltText('收款二维码').waitFor()
  await press(page, '复制收款地址')
  await says(page, '复制成功！', 'success')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(data.cardlist.mch_id)
})

test('deposit by wechat is sent as wxpay and leads to its order, with the form cleared; by zh_* the browser goes to the provider', async () => {
  const member = await holder(0)
  const page = await world.phone({ token: member.token, path: '/recharge' })
  const sent = follow(page)
  await method(page, '微信').click()
  await page.getByLabel('存款金额').fill('200')
  await press(page, '立即存款')
  await at(page, /^\/payInfo\?deposit_no=\w+/)
  await page.getByText('付款后自动到账').waitFor()
  // This is the phone with the payment app: its button leads, and the code is for another phone.
  await page.getByRole('link', { name: '打开付款页面' }).waitFor()
  expect(await page.getByAltText('收款二维码').isVisible()).toBe(false)
  await page.getByText('用另一部手机扫码').click()
  await page.getByAltText('收款二维码').waitFor()
  expect(
    await page
      .getByRole('main')
      .filter({ visible: true })
      .getByRole('link', { name: '人工客服' })
      .getAttribute('href'),
  ).toBe('#/kefu')
  for (const name of ['资金明细', '已完成存款'])
    expect(await page.getByRole('link', { name }).getAttribute('href')).toBe('#/transRecord')
  await visit(page, '/recharge')
  expect(await page.getByLabel('存款金额').inputValue()).toBe('')
  await method(page, '微信小额').click()
  await page.getByLabel('存款金额').fill('200')
  await press(page, '立即存款')
  await page.waitForURL('**/sandbox-pay/**')
  const { url } = await theRow(
    world.db,
    sql<{
      url: string
    }>`select pay_url as url from deposit_order where member_id = ${member.memberId} and method = 'zh_wxgue'`,
  )
  expect(page.url()).toBe(url)
  expect(sent.of('POST /api/recharge')).toEqual([
    { paytype: 'wxpay', amount: '200' },
    { paytype: 'zh_wxgue', amount: '200' },
  ])
})

test('the order counts down each second from one hour after it was made, and stops at zero', async () => {
  const member = await holder(0)
  const { message } = await ask(
    world,
    '/api/recharge',
    { paytype: 'alipay', amount: '150' },
    member.token,
  )
  const page = await world.phone({ path: `/payInfo?deposit_no=${message}`, clock: 'stopped' })
  const timer = page.getByRole('timer')
  await eventually(page, timer)
  await page.route('**/api/payinfo', () => {})
  await page.getByText('150.00').first().waitFor()
  const seconds = async () => {
    const [, minutes, rest] = /(\d\d):(\d\d)/.exec((await timer.textContent())!)!
    return Number(minutes) * 60 + Number(rest)
  }
  const start = await seconds()
  expect(start).toBeGreaterThan(3_500)
  await page.clock.runFor(3_000)
  await expect.poll(seconds).toBe(start - 3)
  await page.clock.fastForward(3_600_000)
  await expect.poll(seconds).toBe(0)
  await page.clock.runFor(5_000)
  expect(await seconds()).toBe(0)
})

test('an order shows with the documented fields alone, and is asked for at once when the tab comes back', async () => {
  const member = await holder(0)
  const { message } = await ask(
    world,
    '/api/recharge',
    { paytype: 'usdt', catepay: 'TRC20', amount: '500' },
    member.token,
  )
  const page = await world.phone({ path: '/usdtmore', clock: 'running' })
  await page.route('**/api/payinfo', async route => {
    const response = await route.fetch()
    const answer = (await response.json()) as {
      data: { info: Record<string, unknown>; cardlist: Record<string, unknown> }
    }
    const { amount, created_at, paytype } = answer.data.info
    const { mch_id, content, payimg } = answer.data.cardlist
    const data = {
      ...answer.data,
      info: { amount, created_at, paytype },
      cardlist: { mch_id, content, payimg },
    }
    await route.fulfill({ response, json: { ...answer, data } })
  })
  await visit(page, `/payInfo?deposit_no=${message}`)
  await page.getByAltText('收款二维码').waitFor()
  await page
    .getByRole('timer')
    .getByText(/^\d\d:\d\d$/)
    .waitFor()
  await page.getByText('¥500.00 等值的 USDT').waitFor()
  expect(await page.getByRole('link', { name: '打开付款页面' }).count()).toBe(0)
  await setVisible(page, false)
  await page.clock.runFor(30_000)
  const before = (await timesOf(page, '/api/payinfo')).length
  await setVisible(page, true)
  await expect.poll(async () => (await timesOf(page, '/api/payinfo')).length).toBe(before + 1)
  // The page goes on asking until it is closed.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** Presses a button of the sandbox provider's cashier. */
const payAs = async (no: string, action: string) => {
  const answer = await fetch(`${world.url}/sandbox-pay/${no}`, {
    method: 'POST',
    body: new URLSearchParams({ action }),
  })
  expect(answer.status).toBe(200)
}

test('an order says how it stands in the words of its record, asks for no payment once there is one, and lets the member choose about another amount', async () => {
  const member = await holder(0)
  const open = async () =>
    (await ask(world, '/api/recharge', { paytype: 'alipay', amount: '150' }, member.token)).message
  const [wrong, twice, late] = [await open(), await open(), await open()]
  const page = await world.phone({ token: member.token, path: `/payInfo?deposit_no=${wrong}` })
  const main = page.getByRole('main').filter({ visible: true })
  const code = page.getByAltText('收款二维码')
  const payButton = page.getByRole('link', { name: '打开付款页面' })
  await code.waitFor({ state: 'attached' })
  // The member's own word: the way to the records, and no code on the way back.
  await page.getByRole('link', { name: '已完成存款' }).click()
  await at(page, '/transRecord')
  await main.getByText('已付款待确认').waitFor()
  await visit(page, `/payInfo?deposit_no=${wrong}`)
  await main.getByRole('heading', { name: '已付款待确认' }).waitFor()
  expect([await code.count(), await payButton.count()]).toEqual([0, 0])
  await press(page, '尚未付款，返回支付')
  await code.waitFor({ state: 'attached' })
  await payAs(wrong, 'wrong_amount')
  await main.getByRole('heading', { name: '金额不符' }).waitFor()
  expect([await code.count(), await payButton.count()]).toEqual([0, 0])
  await main.getByText('订单 ¥150.00，已收 ¥75.00，审核中').waitFor()
  await press(page, '退款')
  await question(page).getByRole('button', { name: '确定' }).click()
  await main.getByText('您已选择退款，核对前可以更改').waitFor()

  await payAs(twice, 'twice')
  await visit(page, `/payInfo?deposit_no=${twice}`)
  await main.getByRole('heading', { name: '重复付款' }).waitFor()
  await main.getByText('第 2 笔').waitFor()
  expect(await page.getByRole('link', { name: '去游戏' }).getAttribute('href')).toBe('#/')
  await payAs(late, 'late')
  await visit(page, `/payInfo?deposit_no=${late}`)
  await main.getByRole('heading', { name: '超时到账' }).waitFor()

  await visit(page, '/transRecord')
  for (const words of ['金额不符（已收 ¥75.00，审核中）', '重复付款（待退款 ¥150.00）', '超时到账'])
    await main.getByText(words, { exact: true }).waitFor()
})
