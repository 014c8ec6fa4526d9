// Withdrawals, and the turnover they wait for.
import { expect, onTestFinished, test } from 'vitest'
import type { Page } from 'playwright-core'
import { ask, bets, bindBankCard, deposit, newMember } from '../../support/data.ts'
import {
  addressOf,
  at,
  bare,
  eventually,
  follow,
  press,
  question,
  says,
  settled,
  visit,
} from '../../support/phone.ts'
import { setTurnoverTimes, setWaitHours } from '../../support/journey.ts'
import { world, choose, type, holder, oncePayPassword } from './world.ts'

test('withdrawal: USDT first; three venues until one asks for all; 一键回收 only with auto-transfer; without a card the way to bind one', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/withdrawal' })
  await settled(page)
  await expect
    .poll(() => page.getByRole('tablist', { name: '取款方式' }).getByRole('tab').allTextContents())
    .toEqual(['USDT取款', '银行卡取款'])
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('USDT取款')
  const vault = page.getByRole('region', { name: '钱包金额' })
  const venues = vault.getByRole('button', { name: /^刷新.*\.\d\d/ })
  await expect.poll(() => venues.count()).toBe(3)
  await vault.getByRole('button', { name: '展开' }).click()
  const { data: all } = await ask<unknown[]>(world, '/api/balancelist', {}, member.token)
  await expect.poll(() => venues.count()).toBe(all.length)
  await vault.getByRole('button', { name: '收起' }).click()
  await expect.poll(() => venues.count()).toBe(3)
  expect(await vault.getByRole('button', { name: '一键回收' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: /添加USDT地址/ }).getAttribute('href')).toBe(
    '#/addUsdtCard',
  )
  await page.getByRole('tab', { name: '银行卡取款' }).click()
  await page.getByRole('link', { name: /添加银行卡/ }).waitFor()
  expect(await page.getByRole('link', { name: /添加银行卡/ }).getAttribute('href')).toBe(
    '#/addBankCard',
  )
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
  const { data: cards } = await ask<{ id: number }[]>(
    world,
    '/api/getcard',
    { type: 2 },
    member.token,
  )
  await page.clock.pauseAt(Date.now() + 60_000)
  const answered = page.waitForResponse('**/api/withdraw')
  await press(page, /^立即取款/)
  await answered
  await eventually(page, page.locator('.toast').filter({ hasText: '提交成功，请等待审核' }))
  expect(sent.of('POST /api/withdraw')).toEqual([
    { amount: '1000', bank: cards[0]!.id, password: member.payPassword },
  ])
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
  await page
    .getByRole('main')
    .getByText(/还需 0.00/)
    .waitFor()
  await press(page, '最大金额')
  expect(await page.getByLabel('取款金额').inputValue()).toBe('500')
  await page.getByPlaceholder('请输入支付密码').fill('123456')
  await page.getByRole('tab', { name: 'USDT取款' }).click()
  await page.getByRole('tab', { name: '银行卡取款' }).click()
  expect(await page.getByLabel('取款金额').inputValue()).toBe('')
  expect(await page.getByPlaceholder('请输入支付密码').inputValue()).toBe('')
  await page.getByRole('button', { name: '到：选择银行卡' }).waitFor()
})

test('turnover that is missing: refused with its explanation, audited requirement by requirement and bet by bet; what was typed survives the way there', async () => {
  const member = await newMember(world)
  await bindBankCard(world, member)
  await setTurnoverTimes(world, 1)
  await deposit(world, member, 500)
  await setTurnoverTimes(world, 0)
  await bets(world, member, ['SETTLED', 'VOID', 'OPEN'])
  const page = await world.phone({ token: member.token, path: '/withdrawal' })
  await settled(page)
  await page.getByRole('tab', { name: '银行卡取款' }).click()
  await page
    .getByRole('main')
    .getByText(/还需 490.00/)
    .waitFor()
  await press(page, /^到：/)
  await choose(page, /沙盒商业银行/)
  await page.getByLabel('取款金额').fill('1200')
  expect(await page.getByLabel('取款金额').inputValue()).toBe('1,200')
  await page.getByLabel('取款金额').fill('200')
  await page.getByPlaceholder('请输入支付密码').fill(member.payPassword)
  await press(page, /^立即取款/)
  await says(page, /打码量不足/, 'danger')
  await press(page, '查看原因')
  const sheet = page.locator('dialog[open]')
  await sheet.getByText('取款流水要求', { exact: false }).waitFor()
  await sheet.getByText('¥490.00').waitFor()
  await sheet.getByRole('link', { name: '查看流水稽核' }).click()
  await at(page, '/wageringAudit')
  await page.getByRole('region', { name: '还需流水' }).getByText('490.00').waitFor()
  await page.getByRole('region', { name: '流水要求' }).getByText('10.00 / 500.00').waitFor()
  const list = page.getByRole('region', { name: '注单' })
  for (const text of ['已计入', '无效注单，不计入流水', '注单尚未结算，结算后计入'])
    await list.getByText(text).waitFor()
  await list.getByRole('button').filter({ hasText: '已计入' }).click()
  await page.locator('dialog[open]').getByText('¥10.00').first().waitFor()
  await page.goBack()
  await bare(page)
  expect(addressOf(page), 'back closes the sheet first').toBe('/wageringAudit')
  await page.goBack()
  await at(page, '/withdrawal')
  await expect.poll(() => page.getByLabel('取款金额').inputValue()).toBe('200')
  expect(
    await page.getByRole('tab', { selected: true }).textContent(),
    'the kind of card the member has',
  ).toBe('银行卡取款')
  expect(await page.getByPlaceholder('请输入支付密码').inputValue()).toBe('')
})

test('withdrawal opens on the only kind of card there is, with the only card; what is bound from a form comes back to it chosen, and its bank is known by its number', async () => {
  const member = await newMember(world)
  await bindBankCard(world, member)
  const page = await world.phone({ token: member.token, path: '/withdrawal' })
  await page.getByRole('button', { name: '到：沙盒商业银行，尾号 8888' }).waitFor()
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('银行卡取款')
  await press(page, /^到：/)
  await page.locator('dialog[open]').getByRole('link', { name: '添加银行卡' }).click()
  await at(page, '/addBankCard')
  const number = page.getByLabel('账户号码')
  await number.pressSequentially('62170000')
  expect(await number.inputValue()).toBe('6217 0000')
  await page.getByText('已按卡号识别为演示建设银行，可以更改').waitFor()
  await number.press('ArrowLeft')
  await number.press('ArrowLeft')
  await number.press('ArrowLeft')
  await number.press('ArrowLeft')
  await number.press('Backspace')
  expect(await number.inputValue(), 'a space means the digit before it').toBe('6210 000')
  expect(await number.evaluate(input => (input as HTMLInputElement).selectionStart)).toBe(3)
  await number.fill('6217000012345678')
  await page.getByLabel('手机号码').fill('13900139000')
  await page.getByPlaceholder('请输入支付密码').fill(member.payPassword)
  const sent = follow(page)
  await press(page, '确认添加')
  await says(page, '绑定成功', 'success')
  expect(sent.of('POST /api/bindcard')).toMatchObject([
    { bank: '演示建设银行', bank_no: '6217000012345678' },
  ])
  await at(page, '/withdrawal')
  await page.getByRole('button', { name: '到：演示建设银行，尾号 5678' }).waitFor()

  await visit(page, '/wallet')
  await page.getByRole('tab', { name: '其他卡片' }).click()
  await page.getByRole('link', { name: '绑定USDT地址' }).click()
  await page.getByPlaceholder('请输入USDT地址').fill(`T${'k'.repeat(33)}`)
  await page.getByPlaceholder('请输入支付密码').fill(member.payPassword)
  await page.getByText('我确认该地址为本人所有').click()
  await press(page, '确认添加')
  await at(page, /^\/wallet/)
  await page.getByRole('article', { name: 'USDT TRC20 尾号 kkkk' }).waitFor()
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('虚拟币')

  const fresh = await newMember(world)
  const other = await world.phone({ token: fresh.token, path: '/money' })
  const late = Promise.withResolvers<void>()
  await other.route('**/api/banklist', async route => {
    await late.promise
    await route.continue()
  })
  await other.getByRole('navigation', { name: '资金' }).getByText('存款').click()
  await question(other).getByRole('button', { name: '去绑定' }).click()
  await at(other, '/wallet')
  await other.getByRole('tab', { name: '其他卡片' }).click()
  await other.getByRole('link', { name: '新增银行卡/支付宝' }).click()
  await at(other, '/addBankCard')
  await other.getByPlaceholder('请输入卡号或支付宝账号').fill('6217000087654321')
  late.resolve()
  await other.getByText(/^已按卡号识别为/).waitFor()
  await other.getByLabel('手机号码').fill('13900139000')
  await other.getByPlaceholder('请输入支付密码').fill(fresh.payPassword)
  await press(other, '确认添加')
  await at(other, '/recharge')
  await other.getByText('户名 测试员，已填好，无需再输').waitFor()
  await other.goBack()
  await at(other, '/money')
})

/** Fills the form of the USDT tab. */
async function fillUsdt(page: Page, payPassword: string) {
  await press(page, /^到：/)
  await choose(page, 'TRC20')
  await type(page, '取款金额', '1000')
  await page.getByPlaceholder('请输入支付密码').fill(payPassword)
}

test('a withdrawal that waits says why and until when, for as long as one reads, and so does its record', async () => {
  await setWaitHours(world, 24)
  onTestFinished(() => setWaitHours(world, undefined))
  const member = await holder(2_000)
  const page = await world.phone({ token: member.token, path: '/withdrawal', clock: 'running' })
  await settled(page)
  await fillUsdt(page, member.payPassword)
  const answered = page.waitForResponse('**/api/withdraw')
  await press(page, /^立即取款/)
  const { message } = (await (await answered).json()) as { message: string }
  expect(message).toMatch(/因首次使用的USDT地址.*将于.*后处理/)
  await question(page).getByRole('heading', { name: '取款需等待处理' }).waitFor()
  await question(page).getByText(message).waitFor()
  await page.clock.runFor(30_000)
  expect(addressOf(page), 'nothing leads away by itself').toBe('/withdrawal')
  await question(page).getByText(message).waitFor()
  expect(await page.evaluate(() => (globalThis as { said?: unknown[] }).said)).toEqual([])
  await question(page).getByRole('button', { name: '查看取款记录' }).click()
  await at(page, '/transRecord?type=2')
  await page
    .getByRole('main')
    .getByRole('button')
    .filter({ hasText: '1,000.00' })
    .filter({ visible: true })
    .click()
  const remark = page.locator('dialog[open]').getByText(/^因首次使用的USDT地址/)
  expect(message).toContain(await remark.textContent())
})

test('a one-time payment password pays nothing out, and the refusal shows the way to change it', async () => {
  const member = await holder(2_000)
  await oncePayPassword(member)
  const page = await world.phone({ token: member.token, path: '/withdrawal' })
  await settled(page)
  await fillUsdt(page, member.payPassword)
  await press(page, /^立即取款/)
  await says(page, '支付密码为一次性密码，请先修改支付密码', 'danger')
  await page.getByRole('link', { name: '修改支付密码' }).click()
  await at(page, '/password?type=2&once=1')
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
  const { code, message } = (await (await answered).json()) as { code: number; message: string }
  expect(code).not.toBe(200)
  await says(page, message, 'danger')
})

test('cards that could not be read are not said to be missing', async () => {
  const member = await holder(0)
  const page = await world.phone({ token: member.token, path: '/usdtmore' })
  await page.route('**/api/getcard', route => route.continue({ postData: '{' }))
  await visit(page, '/withdrawal')
  await says(page, '请求格式不正确', 'danger')
  await press(page, /^到：/)
  const sheet = page.locator('dialog[open]')
  await sheet.getByRole('heading', { name: '加载失败' }).waitFor()
  expect(await sheet.getByText('还没有绑定USDT地址').count()).toBe(0)
  await page.unroute('**/api/getcard')
  await sheet.getByRole('button', { name: '重试' }).click()
  await sheet.getByRole('option').first().waitFor()
})
