// The wallet: what only a browser shows of part 2 §2, §4, §5 and §9.
import { run, sql, theRow } from '@tianping/database'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask, bindAddress, bindBankCard, demo, deposit, newMember } from '../support/data.ts'
import { addressOf, at, bare, eventually, follow, press, question, rhythm, says, settled, timesOf, visit } from '../support/phone.ts'
import { setTurnoverTimes } from '../support/journey.ts'
import { openWorld } from '../support/stack.ts'

const world = await openWorld({ env: { TRUST_PROXY: '1' } })
await setTurnoverTimes(world, 0)

const choose = async (page: Page, name: string | RegExp) => {
  await page.getByRole('option', { name }).first().click()
  await bare(page)
}
/** Types an amount; the field shows its thousands until one is in it. */
const type = async (page: Page, label: string, amount: string) => {
  await page.getByLabel(label).focus()
  await page.getByLabel(label).fill(amount)
}
const method = (page: Page, name: string) => page.getByRole('tablist', { name: '存款方式' }).getByRole('tab', { name, exact: true })

/** A member with one card of each kind and some money. */
async function holder(yuan: number) {
  const member = await newMember(world)
  await bindBankCard(world, member)
  await bindAddress(world, member)
  if (yuan > 0) await deposit(world, member, yuan)
  return member
}

test('cards: two tabs, the addresses first; label, owner and the last four characters; a way to add; 解绑成功 after 温馨提示', async () => {
  const member = await holder(0)
  const page = await world.phone({ token: member.token, path: '/usdtmore' })
  const sent = follow(page)
  await visit(page, '/wallet')
  expect(await page.getByRole('tab').allTextContents()).toEqual(['虚拟币', '其他卡片'])
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('虚拟币')
  expect(sent.of('POST /api/getcard')).toEqual([{ type: 2 }])
  await page.getByRole('article', { name: 'USDT TRC20 尾号 ssss' }).waitFor()
  await page.getByText(/最多支持添加5个地址/).waitFor()
  expect(await page.getByRole('link', { name: '新增USDT地址' }).getAttribute('href')).toBe('#/addUsdtCard')
  await page.getByRole('tab', { name: '其他卡片' }).click()
  const plate = page.getByRole('article', { name: '沙盒商业银行 测试员 尾号 8888' })
  await plate.waitFor()
  expect(sent.of('POST /api/getcard')).toEqual([{ type: 2 }, { type: 1 }])
  expect((await page.content()).includes('62220200')).toBe(false)
  await page.getByText(/最多支持添加5张卡片/).waitFor()
  expect(await page.getByRole('link', { name: '新增银行卡/支付宝' }).getAttribute('href')).toBe('#/addBankCard')
  await plate.getByRole('button', { name: /解除绑定/ }).click()
  await question(page).getByRole('heading', { name: '温馨提示' }).waitFor()
  await question(page).getByText('确定要解除绑定该卡片吗？').waitFor()
  await question(page).getByRole('button', { name: '取消' }).click()
  await bare(page)
  expect(sent.of('POST /api/delcard')).toEqual([])
  const { data: cards } = await ask<{ id: number }[]>(world, '/api/getcard', { type: 1 }, member.token)
  await plate.getByRole('button', { name: /解除绑定/ }).click()
  await question(page).getByRole('button', { name: '解除绑定' }).click()
  await says(page, '解绑成功', 'success')
  expect(sent.of('POST /api/delcard')).toEqual([{ id: cards[0]!.id }])
  await plate.waitFor({ state: 'detached' })
})

test('cards: with five addresses another one is refused in the documents’ words', async () => {
  const member = await newMember(world)
  for (const letter of 'abcde') await bindAddress(world, member, `T${letter.repeat(33)}`)
  const page = await world.phone({ token: member.token, path: '/wallet' })
  await press(page, '新增USDT地址')
  await says(page, '最多支持添加5个地址', 'danger')
  expect(addressOf(page)).toBe('/wallet')
})

test('adding an address: TRC20 at first, the hint in three steps, the way to /usdtmore, the rules in their order, what is sent, 绑定成功', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/addUsdtCard' })
  await settled(page)
  await page.getByRole('heading', { name: '新增USDT地址' }).waitFor()
  expect(await page.getByRole('radio', { name: /TRC20/ }).isChecked()).toBe(true)
  expect(await page.getByRole('radio').count()).toBe(2)
  expect(await page.getByRole('main').getByRole('listitem').allTextContents()).toEqual(['绑定协议地址', '交易所划转', '完成取款'])
  expect(await page.getByRole('link', { name: '了解更多' }).getAttribute('href')).toBe('#/usdtmore')
  const sent = follow(page)
  await press(page, '确认添加')
  await says(page, '请输入USDT地址', 'danger')
  await page.getByPlaceholder('请输入USDT地址').fill(`0x${'a'.repeat(40)}`)
  await press(page, '确认添加')
  await says(page, '请输人支付密码', 'danger')
  await page.getByText('ERC20', { exact: true }).click()
  await page.getByPlaceholder('请输入支付密码').fill(member.payPassword)
  await press(page, '确认添加')
  await says(page, '绑定成功', 'success')
  expect(sent.of('POST /api/bindcard')).toEqual([{ bank: 'USDT', bank_owner: 'ERC20', bank_no: `0x${'a'.repeat(40)}`, bank_address: '', pay_pass: member.payPassword }])
})

test('adding a bank card: five fields, the banks in a sheet, the hint, the rules in their order, what is sent, 绑定成功', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/addBankCard' })
  await settled(page)
  await page.getByText('姓名须与账户户名一致，以便快速到账').waitFor()
  const sent = follow(page)
  const pick = async () => {
    await page.getByRole('button', { name: /取款方式/ }).click()
    const { data: banks } = await ask<{ bank_name: string }[]>(world, '/api/banklist', {}, member.token)
    await page.getByRole('option').first().waitFor()
    expect(await page.getByRole('option').allTextContents()).toEqual(banks.map(({ bank_name }) => bank_name))
    await choose(page, '支付宝')
  }
  const fields = { name: page.getByLabel('持卡人姓名'), number: page.getByLabel('账户号码'), phone: page.getByLabel('手机号码'), password: page.getByPlaceholder('请输入支付密码') }
  const steps: [string, () => Promise<void>][] = [
    ['请输入姓名', () => fields.name.fill('测试员')],
    ['请输入银行/机构', pick],
    ['请输入开户行地址', () => fields.phone.fill('13900139000')],
    ['请输人账户号码', () => fields.number.fill('1234')],
    ['请输人支付密码', () => fields.password.fill('12345')],
    ['请输人正确的卡号长度', () => fields.number.fill('13900139000')],
    ['请输人支付密码长度', () => fields.password.fill(member.payPassword)],
  ]
  for (const [text, mend] of steps) {
    await press(page, '确认添加')
    await says(page, text, 'danger')
    await mend()
  }
  expect(sent.of('POST /api/bindcard')).toEqual([])
  await press(page, '确认添加')
  await says(page, '绑定成功', 'success')
  expect(sent.of('POST /api/bindcard')).toEqual([{ bank: '支付宝', bank_owner: '测试员', bank_no: '13900139000', bank_address: '13900139000', pay_pass: member.payPassword }])
})

test('/usdtmore compares the protocols, for visitors too', async () => {
  const page = await world.phone({ path: '/usdtmore' })
  for (const [name, facts] of [['TRC20', ['Tron', 'T', '快', '低', '小额、频繁交易']], ['ERC20', ['Ethereum', '0x', '常有拥堵', '更高', '中等金额交易']]] as const) {
    const text = await page.getByRole('region', { name }).textContent()
    for (const fact of facts) expect(text).toContain(fact)
  }
  await page.getByText(/两种地址不可互转/).waitFor()
})

test('my wallet: total assets, the central wallet, four ways, the venues with a refresh each, and 一键回收', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, path: '/money' })
  await settled(page)
  const { data: user } = await ask<{ balance: number; gameblance: number }>(world, '/api/user', {}, token)
  const assets = page.getByRole('region', { name: '总资产' })
  for (const yuan of [user.balance + user.gameblance, user.balance]) await assets.getByText(`¥${yuan.toLocaleString('en', { minimumFractionDigits: 2 })}`, { exact: true }).waitFor()
  const ways = page.getByRole('navigation', { name: '资金' }).getByRole('link')
  expect(await ways.allTextContents()).toEqual(['存款', '转账', '取款', '卡片管理'])
  expect(await ways.evaluateAll(links => links.map(link => link.getAttribute('href')))).toEqual(['#/recharge', '#/transfer', '#/withdrawal', '#/wallet'])
  const { data: venues } = await ask<{ name: string }[]>(world, '/api/balancelist', {}, token)
  expect(await page.getByRole('region', { name: '场馆余额' }).getByRole('button').count()).toBe(venues.length)
  const sent = follow(page)
  await press(page, '刷新FG 电子')
  await says(page, '刷新成功', 'success')
  expect(sent.of('POST /api/userapimoney/FG')).toEqual([{}])
})

test('一键回收 shows the server’s message and asks for balances and user again; a failure only hides the loading', async () => {
  const member = await holder(500)
  await ask(world, '/api/transfer', { sourcetype: 'userbalance', targettype: 'FG', amount: '100' }, member.token)
  const page = await world.phone({ token: member.token, path: '/money' })
  const main = page.getByRole('main')
  await main.getByText('¥100.00').first().waitFor()
  // The server refuses what is no payload.
  await page.route('**/api/transall', route => route.continue({ postData: '{' }))
  const refused = page.waitForResponse('**/api/transall')
  await main.getByRole('button', { name: '一键回收' }).click()
  expect((await (await refused).json() as { code: number }).code).toBe(400)
  await page.locator('.waiting').waitFor({ state: 'detached' })
  expect(await page.locator('.toast').count()).toBe(0)
  await page.unroute('**/api/transall')
  const sent = follow(page)
  const answered = page.waitForResponse('**/api/transall')
  await main.getByRole('button', { name: '一键回收' }).click()
  await says(page, (await (await answered).json() as { message: string }).message, 'success')
  await expect.poll(() => sent.of('POST /api/user').length).toBeGreaterThan(0)
  expect(sent.of('POST /api/balancelist').length).toBeGreaterThan(0)
})

test('wallet balances are asked for every 3.5 s on the wallet and withdrawal screens, and every 1.5 s on the transfer screen', async () => {
  const member = await holder(0)
  for (const [path, everyMs] of [['/money', 3_500], ['/withdrawal', 3_500], ['/transfer', 1_500]] as const) {
    const page = await world.phone({ token: member.token, path, clock: 'stopped' })
    await settled(page, { clock: 'stopped' })
    await expect.poll(async () => (await timesOf(page, '/api/balancelist')).length).toBeGreaterThan(0)
    expect(await rhythm(page, '/api/balancelist', everyMs, 3), path).toEqual([everyMs, everyMs])
  }
})

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

test('deposit: the enabled methods in the server’s order, the first chosen; each asks for its own range; another method clears the form', async () => {
  const member = await holder(0)
  const page = await world.phone({ token: member.token, path: '/usdtmore' })
  const sent = follow(page)
  await visit(page, '/recharge')
  const tabs = page.getByRole('tablist', { name: '存款方式' }).getByRole('tab')
  expect(await tabs.allTextContents()).toEqual(['银行卡', 'USDT', '微信', '支付宝', '微信小额', '微信中额', '支付宝中额', '支付宝小额', '支付宝中额', '支付宝大额', '云闪付', '人工存款'])
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
  expect(sent.of('POST /api/getPayRange').map(payload => (payload as { type: string }).type)).toEqual(
    ['bank', 'usdt-trc20', 'usdt-erc20', 'wechat', 'alipay', 'zh_wxgue', 'zh_wxys', 'zh_wdjt', 'zh_zfbxe', 'zh_zfbze', 'zh_zfbde', 'zh_ylsm'])
  await tabs.first().click()
  expect(await page.getByLabel('存款金额').inputValue()).toBe('')
  expect(await page.getByLabel('存款人姓名').inputValue()).toBe('')
  expect(await page.getByRole('main').getByRole('link', { name: '人工客服' }).getAttribute('href')).toBe('#/kefu')
})

test('deposit: 100 to 10000 until the range call says otherwise', async () => {
  const member = await holder(0)
  const page = await world.phone({ token: member.token, path: '/usdtmore' })
  await page.route('**/api/getPayRange', () => {})
  await page.evaluate(() => { location.hash = '/recharge' })
  await method(page, '支付宝').click()
  for (const amount of ['', '99.99', '10000.01']) {
    await type(page, '存款金额', amount)
    await press(page, '立即存款')
    await says(page, '请输入金额在100-10000之间！', 'danger')
  }
})

test('deposit by bank: the receiving accounts with copy, the form with its hints, the rules in their order, what is sent, and /transRecord', async () => {
  const member = await holder(0)
  const page = await world.phone({ token: member.token, path: '/recharge', permissions: ['clipboard-read', 'clipboard-write'] })
  await settled(page)
  const { data: accounts } = await ask<{ bank_no: string; bank_owner: string; bank_address: string; bank_data: { bank_name: string } }[]>(world, '/api/getpaybank', {}, member.token)
  for (const [what, text] of [['收款账号', accounts[0]!.bank_no], ['银行户名', accounts[0]!.bank_owner], ['开户行', accounts[0]!.bank_data.bank_name], ['银行地址', accounts[0]!.bank_address]] as const) {
    await page.getByRole('button', { name: `复制${what}` }).first().click()
    await says(page, '复制成功！', 'success')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }
  await page.getByText('为及时到账，请务必输入正确的存款人姓名').waitFor()
  const sent = follow(page)
  await page.getByLabel('存款金额').fill('300')
  const steps: [string, () => Promise<void>][] = [
    ['请输入存款人姓名', () => page.getByLabel('存款人姓名').fill('测试员')],
    ['请输入银行/机构类型', async () => {
      await page.getByRole('button', { name: /银行\/机构类型/ }).click()
      await page.getByRole('heading', { name: '银行/机构类型' }).waitFor()
      await choose(page, '沙盒商业银行')
    }],
    ['请输入账户号码', () => page.getByLabel('账户号码').fill('6222020099998888')],
    ['请输入开户行地址', () => page.getByLabel('开户行地址').fill('北京市朝阳支行')],
  ]
  for (const [text, mend] of steps) {
    await press(page, '立即存款')
    await says(page, text, 'danger')
    await mend()
  }
  await press(page, '立即存款')
  await says(page, '提交成功，请等待后台审核', 'success')
  await at(page, '/transRecord')
  expect(sent.of('POST /api/recharge')).toEqual([{ paytype: 'bank', amount: '300', bank: '沙盒商业银行', bank_owner: '测试员', bank_no: '6222020099998888', bank_address: '北京市朝阳支行' }])
  await visit(page, '/recharge')
  expect(await page.getByLabel('存款金额').inputValue()).toBe('')
  expect(await page.getByLabel('存款人姓名').inputValue()).toBe('')
})

test('deposit by USDT: protocol, estimate at the reference rate, three steps, the warning; the order shows address, protocol and copy', async () => {
  const member = await holder(0)
  const page = await world.phone({ token: member.token, path: '/recharge', permissions: ['clipboard-read', 'clipboard-write'] })
  await method(page, 'USDT').click()
  expect(await page.getByRole('tablist', { name: '协议' }).getByRole('tab').allTextContents()).toEqual(['TRC20', 'ERC20'])
  expect(await page.getByRole('tablist', { name: '协议' }).getByRole('tab', { selected: true }).textContent()).toBe('TRC20')
  await page.getByLabel('存款金额').fill('1000')
  await page.getByText('136.98 USDT').waitFor()
  await page.getByText(/1 USDT = ¥7.30/).waitFor()
  expect(await page.getByRole('main').getByRole('listitem').allTextContents()).toEqual(['绑定协议地址', '交易所划转', '完成存款'])
  await page.getByText(/协议选择错误，资产将无法找回/).waitFor()
  const sent = follow(page)
  const answered = page.waitForResponse('**/api/recharge')
  await press(page, '立即存款')
  const { message } = await (await answered).json() as { message: string }
  await at(page, `/payInfo?deposit_no=${message}`)
  expect(sent.of('POST /api/recharge')).toEqual([{ paytype: 'usdt', amount: '1000', catepay: 'TRC20' }])
  await settled(page)
  const { data } = await ask<{ cardlist: { mch_id: string; content: string } }>(world, '/api/payinfo', { deposit_no: message })
  expect(await page.getByRole('main').getByRole('term').allTextContents()).toEqual(['订单号', '交易时间', '存款方式', '钱包协议'])
  expect((await page.getByRole('main').getByRole('definition').allTextContents()).slice(2)).toEqual(['USDT', data.cardlist.content])
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
  expect(await page.getByRole('main').filter({ visible: true }).getByRole('link', { name: '人工客服' }).getAttribute('href')).toBe('#/kefu')
  for (const name of ['资金明细', '已完成存款']) expect(await page.getByRole('link', { name }).getAttribute('href')).toBe('#/transRecord')
  await visit(page, '/recharge')
  expect(await page.getByLabel('存款金额').inputValue()).toBe('')
  await method(page, '微信小额').click()
  await page.getByLabel('存款金额').fill('200')
  await press(page, '立即存款')
  await page.waitForURL('**/sandbox-pay/**')
  const { url } = await theRow(world.db, sql<{ url: string }>`select pay_url as url from deposit_order where member_id = ${member.memberId} and method = 'zh_wxgue'`)
  expect(page.url()).toBe(url)
  expect(sent.of('POST /api/recharge')).toEqual([{ paytype: 'wxpay', amount: '200' }, { paytype: 'zh_wxgue', amount: '200' }])
})

test('the order counts down each second from one hour after it was made, and stops at zero', async () => {
  const member = await holder(0)
  const { message } = await ask(world, '/api/recharge', { paytype: 'alipay', amount: '150' }, member.token)
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

test('withdrawal: USDT first; three venues until one asks for all; 一键回收 only with auto-transfer; without a card the way to bind one', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/withdrawal' })
  await settled(page)
  expect(await page.getByRole('tablist', { name: '取款方式' }).getByRole('tab').allTextContents()).toEqual(['USDT取款', '银行卡取款'])
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('USDT取款')
  const vault = page.getByRole('region', { name: '钱包金额' })
  const venues = vault.getByRole('button', { name: /^刷新.*\.\d\d/ })
  expect(await venues.count()).toBe(3)
  await vault.getByRole('button', { name: '展开' }).click()
  const { data: all } = await ask<unknown[]>(world, '/api/balancelist', {}, member.token)
  expect(await venues.count()).toBe(all.length)
  await vault.getByRole('button', { name: '收起' }).click()
  expect(await venues.count()).toBe(3)
  expect(await vault.getByRole('button', { name: '一键回收' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: /添加USDT地址/ }).getAttribute('href')).toBe('#/addUsdtCard')
  await page.getByRole('tab', { name: '银行卡取款' }).click()
  await page.getByRole('link', { name: /添加银行卡/ }).waitFor()
  expect(await page.getByRole('link', { name: /添加银行卡/ }).getAttribute('href')).toBe('#/addBankCard')
  const sent = follow(page)
  await vault.getByRole('button', { name: '刷新中心钱包余额' }).click()
  await says(page, '刷新成功', 'success')
  await venues.first().click()
  await says(page, '刷新成功', 'success')
  expect(sent.of('POST /api/refreshusermoney')).toEqual([{}])
  await ask(world, '/api/uptransferstatus', { transferstatus: 1 }, member.token)
  await page.reload()
  await vault.getByRole('button', { name: '一键回收' }).waitFor()
})

test('withdrawal in USDT: masked addresses, the fee once one is chosen, equivalent and what arrives, the rules in their order, /transRecord after 1.5 s', async () => {
  const member = await holder(2_000)
  const page = await world.phone({ token: member.token, path: '/withdrawal', clock: 'running' })
  await settled(page)
  const figures = page.getByRole('main')
  await figures.getByText('选择地址后显示').waitFor()
  await figures.getByText(/还需 0.00/).waitFor()
  const sent = follow(page)
  await press(page, /^立即取款/)
  await says(page, '请选择USDT地址', 'danger')
  await press(page, /^到：/)
  expect(await page.getByRole('option').textContent()).toContain('ssss')
  expect(await page.getByRole('option').textContent()).not.toContain('sssss')
  await choose(page, 'TRC20')
  await figures.getByText('1.00 USDT / 笔').waitFor()
  await press(page, '最大金额')
  expect(await page.getByLabel('取款金额').inputValue()).toBe('2,000')
  await type(page, '取款金额', '99.99')
  await press(page, /^立即取款/)
  await says(page, '单笔取款不能低于100元', 'danger')
  await type(page, '取款金额', '1000')
  await figures.getByText('140.84', { exact: false }).first().waitFor()
  await figures.getByText('139.84 USDT').waitFor()
  await press(page, /^立即取款/)
  await says(page, '请输入您的支付密码', 'danger')
  await page.getByPlaceholder('请输入支付密码').fill(member.payPassword)
  const { data: cards } = await ask<{ id: number }[]>(world, '/api/getcard', { type: 2 }, member.token)
  await page.clock.pauseAt(Date.now() + 60_000)
  const answered = page.waitForResponse('**/api/withdraw')
  await press(page, /^立即取款/)
  await answered
  await eventually(page, page.locator('.toast').filter({ hasText: '提交成功，请等待审核' }))
  expect(sent.of('POST /api/withdraw')).toEqual([{ amount: '1000', bank: cards[0]!.id, password: member.payPassword }])
  expect(await page.getByLabel('取款金额').inputValue()).toBe('')
  await page.clock.runFor(1_300)
  expect(addressOf(page)).toBe('/withdrawal')
  await page.clock.runFor(200)
  await at(page, /^\/transRecord/)
})

test('withdrawal to a card: the rule about the card, masked cards; another tab clears choice, amount and password', async () => {
  const member = await holder(500)
  const page = await world.phone({ token: member.token, path: '/withdrawal' })
  await settled(page)
  await page.getByRole('tab', { name: '银行卡取款' }).click()
  await press(page, /^立即取款/)
  await says(page, '请选择您要提现到的银行卡', 'danger')
  await press(page, /^到：/)
  expect(await page.getByRole('option').textContent()).toMatch(/沙盒商业银行.*8888/)
  expect(await page.getByRole('option').textContent()).not.toContain('98888')
  await choose(page, /沙盒商业银行/)
  await page.getByRole('main').getByText(/还需 0.00/).waitFor()
  await press(page, '最大金额')
  expect(await page.getByLabel('取款金额').inputValue()).toBe('500')
  await page.getByPlaceholder('请输入支付密码').fill('123456')
  await page.getByRole('tab', { name: 'USDT取款' }).click()
  await page.getByRole('tab', { name: '银行卡取款' }).click()
  expect(await page.getByLabel('取款金额').inputValue()).toBe('')
  expect(await page.getByPlaceholder('请输入支付密码').inputValue()).toBe('')
  await page.getByRole('button', { name: '到：选择银行卡' }).waitFor()
})

test('transfer: four venues at first, the switch off, 平台钱包 first in 选择钱包, the first venue as target, max, and the rules in their order', async () => {
  const member = await holder(500)
  const page = await world.phone({ token: member.token, path: '/transfer' })
  await settled(page)
  const vault = page.getByRole('region', { name: '钱包金额' })
  expect(await vault.getByRole('button', { name: /^刷新.*\.\d\d/ }).count()).toBe(4)
  expect(await page.getByRole('switch', { name: '自动免转' }).getAttribute('aria-checked')).toBe('false')
  const { data: venues } = await ask<{ name: string; platname: string }[]>(world, '/api/balancelist', {}, member.token)
  expect(venues.map(({ platname }) => platname)).not.toContain('userbalance')
  await page.getByRole('button', { name: new RegExp(`^到：${venues[0]!.name}`) }).waitFor()
  await press(page, /^从：平台钱包/)
  await page.getByRole('heading', { name: '选择钱包' }).waitFor()
  const names = await page.getByRole('option').allTextContents()
  expect(names[0]).toMatch(/^平台钱包/)
  expect(names).toHaveLength(venues.length + 1)
  const sent = follow(page)
  await choose(page, venues[0]!.name)
  await press(page, /^立即转账/)
  await says(page, '同平台不支持互转', 'danger')
  await press(page, /^到：/)
  await choose(page, venues[1]!.name)
  await press(page, /^立即转账/)
  await says(page, '场馆内钱包不支持互转', 'danger')
  await press(page, /^从：/)
  await choose(page, '平台钱包')
  await press(page, /^立即转账/)
  await says(page, '请输入操作金额！', 'danger')
  await press(page, '最大金额')
  expect(await page.getByLabel('转账金额').inputValue()).toBe('500')
  await type(page, '转账金额', '200')
  sent.forget()
  await press(page, /^立即转账/)
  await says(page, /操作成功|处理中/)
  expect(sent.of('POST /api/transfer')).toEqual([{ sourcetype: 'userbalance', targettype: venues[1]!.platname, amount: '200' }])
  await expect.poll(() => sent.of('POST /api/user').length).toBeGreaterThan(0)
  expect(sent.of('POST /api/balancelist').length).toBeGreaterThan(0)
})

test('the auto-transfer switch sends the new status, says 操作成功！, keeps the user and hides the transfer by hand', async () => {
  const { token } = await holder(0)
  const page = await world.phone({ token, path: '/transfer' })
  await settled(page)
  const sent = follow(page)
  await page.getByRole('button', { name: /^立即转账/ }).waitFor()
  await page.getByRole('switch', { name: '自动免转' }).click()
  await question(page).getByRole('button', { name: '开启' }).click()
  await says(page, '操作成功！', 'success')
  await page.getByRole('button', { name: /^立即转账/ }).waitFor({ state: 'detached' })
  await page.getByRole('region', { name: '钱包金额' }).getByRole('button', { name: '一键回收' }).waitFor()
  await expect.poll(() => page.evaluate(() => (JSON.parse(localStorage.getItem('userInfo')!) as { transferstatus: number }).transferstatus)).toBe(1)
  await page.getByRole('switch', { name: '自动免转' }).click()
  await page.getByRole('button', { name: /^立即转账/ }).waitFor()
  expect(sent.of('POST /api/uptransferstatus')).toEqual([{ transferstatus: 1 }, { transferstatus: 0 }])
})

test('transactions: four types with their labels, what a filter asks for, 空空如也 and 没有更多了', async () => {
  const member = await holder(0)
  const page = await world.phone({ token: member.token, path: '/usdtmore' })
  const sent = follow(page)
  await visit(page, '/transRecord')
  await page.getByRole('heading', { name: '空空如也' }).waitFor()
  expect(await page.getByRole('tablist', { name: '类型' }).getByRole('tab').allTextContents()).toEqual(['存款', '取款', '转入', '转出'])
  await deposit(world, member, 1_000)
  await run(world.db, sql`
    insert into venue_transfer (member_id, tx_id, venue_id, direction, amount_fen, state, request_key, created_at)
    select ${member.memberId}, 'T' || n, (select venue_id from venue where platname = 'FG'), 'IN', 100, n, 'spec-' || n, now() from generate_series(0, 1) n`)
  await ask(world, '/api/recharge', { paytype: 'bank', amount: '300', bank: '沙盒商业银行', bank_owner: '测试员', bank_no: '6222020099998888', bank_address: '北京' }, member.token)
  await page.reload()
  const main = page.getByRole('main')
  for (const label of ['通过', '待审核', '没有更多了']) await main.getByText(label, { exact: true }).first().waitFor()
  await main.getByText('银行卡').first().waitFor()
  await main.getByRole('button').filter({ hasText: '1,000.00' }).click()
  const detail = page.locator('dialog[open]')
  expect(await detail.getByRole('term').allTextContents()).toEqual(['订单号', '方式', '时间'])
  await page.keyboard.press('Escape')
  await bare(page)
  expect(sent.of('POST /api/gettransrecord')[0]).toEqual({ type: 1, date: 4, api_type: '', page: 1 })
  sent.forget()
  for (const [name, type] of [['取款', 2], ['转入', 3], ['转出', 4]] as const) {
    await page.getByRole('tab', { name }).click()
    await expect.poll(() => sent.of('POST /api/gettransrecord').at(-1)).toEqual({ type, date: 4, api_type: '', page: 1 })
  }
  await page.getByRole('tab', { name: '转入' }).click()
  for (const label of ['失败', '成功']) await main.getByText(label, { exact: true }).waitFor()
  await page.getByRole('button', { name: '全平台' }).click()
  await press(page, '今天')
  await page.getByRole('group', { name: '平台' }).getByRole('button', { name: 'FG 电子' }).click()
  await press(page, '确定')
  await expect.poll(() => sent.of('POST /api/gettransrecord').at(-1)).toEqual({ type: 3, date: 1, api_type: 'FG', page: 1 })
})

test('a refusal is shown as the server words it', async () => {
  const member = await holder(500)
  const page = await world.phone({ token: member.token, path: '/withdrawal' })
  await settled(page)
  await page.getByRole('tab', { name: '银行卡取款' }).click()
  await press(page, /^到：/)
  await choose(page, /沙盒商业银行/)
  await page.getByLabel('取款金额').fill('100')
  await page.getByPlaceholder('请输入支付密码').fill('000000')
  const answered = page.waitForResponse('**/api/withdraw')
  await press(page, /^立即取款/)
  const { code, message } = await (await answered).json() as { code: number; message: string }
  expect(code).not.toBe(200)
  await says(page, message, 'danger')
})

test('the browser complained of nothing', () => {
  expect(world.complaints).toEqual([])
})
