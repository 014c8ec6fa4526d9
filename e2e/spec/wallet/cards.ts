// Cards and addresses, and the two protocols.
import { sql, theRow } from '@tianping/database'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask, bindAddress, newMember } from '../../support/data.ts'
import {
  addressOf,
  at,
  bare,
  follow,
  press,
  question,
  says,
  settled,
  visit,
} from '../../support/phone.ts'
import { world, choose, holder, oncePayPassword } from './world.ts'

test('cards: two tabs, the addresses first; label, owner and the last four characters; a way to add; 解绑成功 after 温馨提示', async () => {
  const member = await holder(0)
  const page = await world.phone({ token: member.token, path: '/usdtmore' })
  const sent = follow(page)
  await visit(page, '/wallet')
  await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['虚拟币', '其他卡片'])
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('虚拟币')
  expect(sent.of('POST /api/getcard')).toEqual([{ type: 2 }])
  await page.getByRole('article', { name: 'USDT TRC20 尾号 ssss' }).waitFor()
  await page.getByText(/最多支持添加5个地址/).waitFor()
  expect(await page.getByRole('link', { name: '新增USDT地址' }).getAttribute('href')).toBe(
    '#/addUsdtCard',
  )
  await page.getByRole('tab', { name: '其他卡片' }).click()
  const plate = page.getByRole('article', { name: '沙盒商业银行 测试员 尾号 8888' })
  await plate.waitFor()
  expect(sent.of('POST /api/getcard')).toEqual([{ type: 2 }, { type: 1 }])
  expect((await page.content()).includes('62220200')).toBe(false)
  await page.getByText(/最多支持添加5张卡片/).waitFor()
  expect(await page.getByRole('link', { name: '新增银行卡/支付宝' }).getAttribute('href')).toBe(
    '#/addBankCard',
  )
  await plate.getByRole('button', { name: /解除绑定/ }).click()
  await question(page).getByRole('heading', { name: '温馨提示' }).waitFor()
  await question(page).getByText('确定要解除绑定该卡片吗？').waitFor()
  await question(page).getByRole('button', { name: '取消' }).click()
  await bare(page)
  expect(sent.of('POST /api/delcard')).toEqual([])
  const { data: cards } = await ask<{ id: number }[]>(
    world,
    '/api/getcard',
    { type: 1 },
    member.token,
  )
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
  await expect.poll(() => page.getByRole('radio', { name: /TRC20/ }).isChecked()).toBe(true)
  await expect.poll(() => page.getByRole('radio').count()).toBe(2)
  await expect
    .poll(() => page.getByRole('main').getByRole('listitem').allTextContents())
    .toEqual(['绑定协议地址', '交易所划转', '完成取款'])
  expect(await page.getByRole('link', { name: '了解更多' }).getAttribute('href')).toBe('#/usdtmore')
  await page.getByText(/首次取款到新地址可能需要等待一段时间/).waitFor()
  const sent = follow(page)
  await press(page, '确认添加')
  await says(page, '请输入USDT地址', 'danger')
  await page.getByPlaceholder('请输入USDT地址').fill(`0x${'a'.repeat(40)}`)
  await press(page, '确认添加')
  await says(page, '请输人支付密码', 'danger')
  await page.getByText('ERC20', { exact: true }).click()
  await page.getByPlaceholder('请输入支付密码').fill(member.payPassword)
  await press(page, '确认添加')
  await says(page, '请确认该地址为本人所有', 'danger')
  expect(sent.of('POST /api/bindcard')).toEqual([])
  await page.getByText('我确认该地址为本人所有').click()
  await press(page, '确认添加')
  await says(page, '绑定成功', 'success')
  expect(sent.of('POST /api/bindcard')).toEqual([
    {
      bank: 'USDT',
      bank_owner: 'ERC20',
      bank_no: `0x${'a'.repeat(40)}`,
      bank_address: '',
      pay_pass: member.payPassword,
      own: 1,
    },
  ])
  expect(
    await theRow(
      world.db,
      sql<{ confirmed: boolean }>`
      select holder_confirmed as confirmed from card where member_id = ${member.memberId}`,
    ),
  ).toEqual({ confirmed: true })
})

/** The page does not know the member's real name, as when it could not be read. */
async function nameless(page: Page) {
  await page.route('**/api/user', async route => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...rest, data: { ...data, realname: '' } } })
  })
  await page.reload()
  await settled(page)
}

test('adding a bank card: five fields, the banks in a sheet, the hint, the rules in their order, what is sent, 绑定成功', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/addBankCard' })
  await nameless(page)
  await page.getByText('姓名须与账户户名一致，以便快速到账').waitFor()
  const sent = follow(page)
  const pick = async () => {
    await page.getByRole('button', { name: /取款方式/ }).click()
    const { data: banks } = await ask<{ bank_name: string }[]>(
      world,
      '/api/banklist',
      {},
      member.token,
    )
    await page.getByRole('option').first().waitFor()
    await expect
      .poll(() => page.getByRole('option').allTextContents())
      .toEqual(banks.map(({ bank_name }) => bank_name))
    await choose(page, '支付宝')
  }
  const fields = {
    name: page.getByLabel('持卡人姓名'),
    number: page.getByLabel('账户号码'),
    phone: page.getByLabel('手机号码'),
    password: page.getByPlaceholder('请输入支付密码'),
  }
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
  expect(sent.of('POST /api/bindcard')).toEqual([
    {
      bank: '支付宝',
      bank_owner: '测试员',
      bank_no: '13900139000',
      bank_address: '13900139000',
      pay_pass: member.payPassword,
    },
  ])
})

test('the holder of a bank card is the member: shown, not to be changed, also over a draft', async () => {
  const member = await newMember(world)
  const draft = { bank_owner: '李四', bank_no: '13900139000', bank_address: '13900139000' }
  const page = await world.phone({
    token: member.token,
    path: '/addBankCard',
    session: { 'draft:addBankCard': JSON.stringify(draft) },
  })
  await settled(page)
  const holder = page.getByLabel('持卡人姓名')
  expect(await holder.inputValue()).toBe('测试员')
  expect(await holder.getAttribute('readonly')).not.toBe(null)
  await page.getByText('仅支持绑定本人名下的账户').waitFor()
  expect(await page.getByLabel('账户号码').inputValue()).toBe('13900139000')
  const sent = follow(page)
  await page.getByRole('button', { name: /取款方式/ }).click()
  await choose(page, '支付宝')
  await page.getByPlaceholder('请输入支付密码').fill(member.payPassword)
  await press(page, '确认添加')
  await says(page, '绑定成功', 'success')
  expect(sent.of('POST /api/bindcard')).toMatchObject([{ bank_owner: '测试员' }])
})

test('a typed holder who is somebody else is refused at the field', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/addBankCard' })
  await nameless(page)
  await page.getByLabel('持卡人姓名').fill('李四')
  await page.getByRole('button', { name: /取款方式/ }).click()
  await choose(page, '支付宝')
  await page.getByLabel('账户号码').fill('13900139000')
  await page.getByLabel('手机号码').fill('13900139000')
  await page.getByPlaceholder('请输入支付密码').fill(member.payPassword)
  await press(page, '确认添加')
  await says(page, '持卡人须与注册的真实姓名一致', 'danger')
  expect(await page.getByLabel('持卡人姓名').getAttribute('aria-invalid')).toBe('true')
})

test('a one-time payment password binds nothing, and the refusal shows the way to change it', async () => {
  const member = await newMember(world)
  await oncePayPassword(member)
  const page = await world.phone({ token: member.token, path: '/addUsdtCard' })
  await settled(page)
  await page.getByPlaceholder('请输入USDT地址').fill(`T${'m'.repeat(33)}`)
  await page.getByPlaceholder('请输入支付密码').fill(member.payPassword)
  await page.getByText('我确认该地址为本人所有').click()
  await press(page, '确认添加')
  await says(page, '支付密码为一次性密码，请先修改支付密码', 'danger')
  await page.getByRole('link', { name: '修改支付密码' }).click()
  await at(page, '/password?type=2&once=1')
  await page.getByText(/客服提供的支付密码为一次性密码/).waitFor()
  await page.getByPlaceholder('请输入旧密码').fill(member.payPassword)
  await page.getByPlaceholder('请输入新密码').fill('975310')
  await page.getByPlaceholder('请再次输入新密码').fill('975310')
  await press(page, '确认修改')
  await says(page, '密码修改成功！', 'success')
  await page.goBack()
  await at(page, '/addUsdtCard')
  expect(await page.getByPlaceholder('请输入USDT地址').inputValue()).toBe(`T${'m'.repeat(33)}`)
})

test('/usdtmore compares the protocols, for visitors too', async () => {
  const page = await world.phone({ path: '/usdtmore' })
  for (const [name, facts] of [
    ['TRC20', ['Tron', 'T', '快', '低', '小额、频繁交易']],
    ['ERC20', ['Ethereum', '0x', '常有拥堵', '更高', '中等金额交易']],
  ] as const) {
    const text = await page.getByRole('region', { name }).textContent()
    for (const fact of facts) expect(text).toContain(fact)
  }
  await page.getByText(/两种地址不可互转/).waitFor()
})

test('/addUsdtCard opens on TRC20 again; only the typed address is kept', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/addUsdtCard' })
  await settled(page)
  await page.getByText('ERC20', { exact: true }).click()
  await page.getByPlaceholder('请输入USDT地址').fill(`0x${'b'.repeat(40)}`)
  await page.reload()
  await settled(page)
  await expect.poll(() => page.getByRole('radio', { name: /TRC20/ }).isChecked()).toBe(true)
  expect(await page.getByPlaceholder('请输入USDT地址').inputValue()).toBe(`0x${'b'.repeat(40)}`)
})

test('a payment password longer than 18 characters is told to be changed where a card is bound, with the way there', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/addBankCard' })
  await settled(page)
  await page.getByRole('button', { name: /取款方式/ }).click()
  await choose(page, '支付宝')
  await page.getByLabel('账户号码').fill('13900139000')
  await page.getByLabel('手机号码').fill('13900139000')
  await page.getByPlaceholder('请输入支付密码').fill('2'.repeat(19))
  await press(page, '确认添加')
  await says(page, '请输人支付密码长度', 'danger')
  await page.getByText('您的支付密码超过 18 位，请先修改支付密码再绑定。').waitFor()
  await page.getByRole('link', { name: '去修改' }).click()
  await at(page, '/password?type=2')
  expect(
    await page.getByPlaceholder('请输入旧密码').getAttribute('maxlength'),
    'the old one may be longer',
  ).toBe('32')
  expect(await page.getByPlaceholder('请输入新密码').getAttribute('maxlength')).toBe('18')
})

test('a sheet without banks says why: refused in the server’s words, or 空空如也 when there are none', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/usdtmore' })
  await page.route('**/api/banklist', route => route.continue({ postData: '{' }))
  await visit(page, '/addBankCard')
  await says(page, '请求格式不正确', 'danger')
  await page.getByRole('button', { name: /取款方式/ }).click()
  const sheet = page.locator('dialog[open]')
  await sheet.getByRole('heading', { name: '加载失败' }).waitFor()
  await page.unroute('**/api/banklist')
  await page.route('**/api/banklist', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), data: [] } })
  })
  await sheet.getByRole('button', { name: '重试' }).click()
  await sheet.getByText('空空如也').waitFor()
})
