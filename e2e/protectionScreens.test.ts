// Every screen that protects a member, at the two narrowest widths and in both themes: nothing runs
// over the edge, no text is cut, no rule of accessibility is broken, nothing complains.
import { run, sql } from '@tianping/database'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask, bets, bindAddress, deposit, newMember, type Member } from './support/data.ts'
import { broken, coloured, seriously } from './support/looks.ts'
import { press, visit } from './support/phone.ts'
import { openWorld } from './support/stack.ts'

const world = await openWorld({ env: { TRUST_PROXY: '1' } })
const WIDTHS = [390, 320]
const HEIGHT = 844
const must = async <T>(member: Member, path: string, body: object) => {
  const { code, message, data } = await ask<T>(world, path, body, member.token)
  expect(code, `${path}: ${message}`).toBe(200)
  return data
}

/** Looks at the screen as it stands, at both widths. */
async function look(page: Page, name: string, widths = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT })
    expect(await broken(page), `${name} at ${width}`).toEqual([])
  }
  expect(await seriously(page), name).toEqual([])
  await page.setViewportSize({ width: WIDTHS[0]!, height: HEIGHT })
}

/** Somebody with a limit, a raise that waits, a complaint, a conversation, bets and a deposit. */
async function carefulMember(): Promise<{ member: Member; complaint: string; ticket: string }> {
  const member = await newMember(world)
  await deposit(world, member, 1_234.5)
  await bets(world, member, ['SETTLED', 'OPEN', 'VOID', 'SETTLED'])
  for (const amount of ['500', '123456.78'])
    await must(member, '/api/protection/limit', { kind: 'deposit_day', amount })
  const { complaint_no } = await must<{ complaint_no: string }>(member, '/api/complaints/new', {
    kind: 'protection',
    content: '我设置的每日存款限额在昨天晚上没有生效，请核对我的账户并说明原因。',
    order_no: '',
    event_day: '',
  })
  const [bet] = await must<{ kind: string; no: string }[]>(member, '/api/tickets/attachable', {})
  const { ticket_no } = await must<{ ticket_no: string }>(member, '/api/tickets/new', {
    topic: 'bet',
    content: '这一注在比赛取消后按输结算，请核对场馆的结果。',
    attached_kind: bet?.kind,
    attached_no: bet?.no,
  })
  return { member, complaint: complaint_no, ticket: ticket_no }
}

const OPEN_TO_ALL = [
  '/kefu',
  '/status',
  '/boutBallBet',
  '/boutBallBetInfo?type=1',
  '/abouts?type=5',
  '/abouts?type=6',
]

test.each(['light', 'dark'] as const)(
  'the screens of protection stand at 390 and 320 in the %s theme',
  async colorScheme => {
    const { member, complaint, ticket } = await carefulMember()
    const page = await world.phone({ token: member.token, colorScheme, reducedMotion: 'reduce' })
    for (const address of [
      '/protect',
      '/limit?topic=deposit',
      '/limit?topic=loss',
      '/limit?topic=stake',
      '/limit?topic=time',
      '/exclude',
      '/statement',
      '/statement?view=sessions',
      '/verification',
      '/verificationUpload',
      '/complaints',
      '/complaintNew',
      `/complaint?no=${complaint}`,
      '/tickets',
      '/ticketNew?topic=deposit',
      `/ticket?id=${ticket}`,
      '/dataRights',
      '/closing',
      '/money',
      ...OPEN_TO_ALL,
    ]) {
      await visit(page, address)
      await coloured(page)
      if (address === '/money') await page.getByText('未结算 ¥10.00').waitFor()
      await look(page, `${colorScheme} ${address}`)
    }
    await visit(page, '/exclude')
    await page.getByRole('group', { name: '自我排除的期限' }).getByText('1 年').click()
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByRole('dialog', { name: '确认自我排除 1 年' }).waitFor()
    await look(page, `${colorScheme} confirming an exclusion`)
    expect(world.complaints).toEqual([])
  },
)

test.each(['light', 'dark'] as const)(
  'home, wallet and protection of an excluded member stand at 390 and 320 in the %s theme',
  async colorScheme => {
    const member = await newMember(world)
    await deposit(world, member, 500)
    await must(member, '/api/protection/exclude', {
      term: '1y',
      word: '我要排除',
      password: member.password,
    })
    const page = await world.phone({ token: member.token, colorScheme, reducedMotion: 'reduce' })
    for (const address of ['/', '/money', '/mine', '/protect', '/withdrawal', '/exclude']) {
      await visit(page, address)
      await coloured(page)
      await look(page, `${colorScheme} excluded ${address}`)
    }
    expect(world.complaints).toEqual([])
  },
)

test('at 200 % text the screens of money, orders, service, offers and protection keep within 390 and 320, cut nothing, and ask for nothing that hides behind a bar', async () => {
  const { member, complaint, ticket } = await carefulMember()
  await bindAddress(world, member)
  await must(member, '/api/transfer', {
    sourcetype: 'userbalance',
    targettype: 'FG',
    amount: '1000.5',
  })
  // Somebody without a limit; an order shows to whoever has its number.
  const payer = await newMember(world)
  const order = async (paid: boolean) => {
    const { message: no } = await ask(
      world,
      '/api/recharge',
      { paytype: 'alipay', amount: '150' },
      payer.token,
    )
    const body = new URLSearchParams({ action: 'wrong_amount' })
    if (paid) await fetch(`${world.url}/sandbox-pay/${no}`, { method: 'POST', body })
    return `/payInfo?deposit_no=${no}`
  }
  const page = await world.phone({
    token: member.token,
    session: { 'closed:welcome': '1' },
    reducedMotion: 'reduce',
  })
  const wrong: string[] = []
  for (const address of [
    '/mine',
    '/money',
    '/transfer',
    '/recharge',
    '/withdrawal',
    '/wallet?type=0',
    '/addUsdtCard',
    '/transRecord',
    '/betRecord',
    '/statement',
    await order(false),
    await order(true),
    '/kefu',
    '/tickets',
    `/ticket?id=${ticket}`,
    `/complaint?no=${complaint}`,
    '/complaints',
    '/closing',
    '/protect',
    '/exclude',
    '/verificationUpload',
    '/message?type=2',
  ]) {
    await visit(page, address)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      const found = await broken(page, { previews: true, width })
      wrong.push(...found.map(each => `${address} at ${width}: ${each}`))
    }
  }
  expect(wrong).toEqual([])
  // By keyboard, the last field of the form comes into sight above the button at the thumb.
  await visit(page, '/withdrawal')
  const field = page.getByRole('button', { name: '显示密码' }).filter({ visible: true })
  await page.getByLabel('支付密码').filter({ visible: true }).focus()
  await page.keyboard.press('Tab')
  const bar = page.locator('.action').filter({ visible: true })
  const [shown, action] = [(await field.boundingBox())!, (await bar.boundingBox())!]
  expect(shown.y + shown.height).toBeLessThanOrEqual(action.y)
  expect(world.complaints).toEqual([])
})

test('a reality check in a game stands at 390 and 320, with both ways on the screen', async () => {
  const member = await newMember(world)
  await deposit(world, member, 500)
  await run(
    world.db,
    sql`update session set created_at = created_at - interval '45 minutes' where member_id = ${member.memberId}`,
  )
  const page = await world.phone({
    token: member.token,
    path: '/gamePage?name=FG&code=fortune3',
    reducedMotion: 'reduce',
  })
  await page.getByRole('button', { name: '不转', exact: true }).click()
  await press(page, '不转，直接进入')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText(/^已连续游戏 4\d 分钟/).waitFor()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 640 })
    for (const name of ['离开游戏', '继续', '理性博彩与限额']) {
      const box = (await dialog.getByText(name, { exact: true }).boundingBox())!
      expect(box.x, name).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width, name).toBeLessThanOrEqual(width)
      expect(box.y + box.height, name).toBeLessThanOrEqual(640)
    }
    await look(page, `reality check at ${width}`, [width])
  }
  expect(world.complaints).toEqual([])
})

test('the total stands everywhere; a game asks first, may ask again within what was allowed, and gives the money back when it is left', async () => {
  const member = await newMember(world)
  await deposit(world, member, 2_000)
  await must(member, '/api/transfer', {
    sourcetype: 'userbalance',
    targettype: 'LIVE',
    amount: '300',
  })
  const page = await world.phone({
    token: member.token,
    session: { 'closed:welcome': '1' },
    reducedMotion: 'reduce',
  })
  await visit(page, '/kefu')
  await page.getByRole('button', { name: '总资产 ¥2,000.00 在场馆 ¥300.00' }).waitFor()
  await visit(page, '/mine')
  await page.getByRole('button', { name: '总资产 ¥2,000.00 在场馆 ¥300.00' }).click()
  const sheet = page.getByRole('dialog', { name: '总资产' })
  await sheet.getByText('另 8 个场馆没有余额。').waitFor()
  await look(page, 'what is where')
  await sheet.getByRole('button', { name: '全部回收' }).click()
  await sheet.getByText('已回收 1 / 1').waitFor()
  await sheet.getByText('已到账').waitFor()
  await look(page, 'what came home')
  await sheet.getByText('¥2,000.00').first().waitFor()
  await visit(page, '/money')
  await page.getByRole('switch', { name: '自动免转' }).waitFor()
  await look(page, 'wallet')

  await visit(page, '/gamePage?name=FG&code=fortune3')
  await page.getByText('FG 电子里有 ¥0.00').waitFor()
  for (const name of ['下次直接进入', '游戏中可以再转']) {
    expect(await page.getByRole('switch', { name }).getAttribute('aria-checked')).toBe('false')
    await page.getByRole('switch', { name }).click()
  }
  await look(page, 'before a game')
  await page.getByLabel('转入多少').fill('2000.01')
  await page.getByText('最多可转入 ¥2,000.00').waitFor()
  await page.getByRole('group', { name: '快捷金额' }).getByText('100', { exact: true }).click()
  // The answer is lost, and the money has arrived: that is told, and the game opens.
  await page.route('**/api/money/bring', async route => {
    await route.fetch()
    await route.abort()
  })
  await press(page, '转入 ¥100.00 并进入')
  await page.waitForURL('**/play/fortune3**')
  await page.getByTestId('balance').getByText('100.00').waitFor()
  await press(page, '转入')
  await page.getByRole('group', { name: '转入多少' }).getByText('300.00').click()
  await look(page, 'more money in a game')
  await press(page, '转入 300.00 元')
  await page.getByText('已转入').waitFor()
  await page.getByTestId('balance').getByText('400.00').waitFor()
  await page.getByText('还剩 200.00 元').waitFor()
  await page.getByRole('button', { name: '关闭' }).click()
  await page.getByRole('link', { name: '离开游戏' }).click()
  await page.getByText('¥400.00 已回到中心钱包').waitFor()
  expect(await must(member, '/api/money/where', {})).toMatchObject({
    total: 2_000,
    central: 2_000,
    automatic: 1,
    each_max: 500,
  })

  // From now on a game opens by itself, up to the bound; the browser's own way back counts too.
  await visit(page, '/vip')
  await visit(page, '/gamePage?name=FG&code=fortune3')
  await page.waitForURL('**/play/fortune3**')
  await page.getByTestId('balance').getByText('500.00').waitFor()
  expect(await page.getByRole('button', { name: '转入', exact: true }).count()).toBe(0)
  await page.goBack()
  await page.getByText('¥500.00 已回到中心钱包').waitFor()
  expect(world.complaints).toEqual([])
})

test('an amount that is changed into another currency stands in yuan with the rate, in and out, before it is sent', async () => {
  const member = await newMember(world)
  await deposit(world, member, 5_000)
  await bindAddress(world, member)
  const page = await world.phone({ token: member.token })
  for (const [address, tab, field] of [
    ['/recharge', /USDT/, '存款金额'],
    ['/withdrawal', 'USDT取款', '取款金额'],
  ] as const) {
    await visit(page, address)
    await page.getByRole('tab', { name: tab }).first().click()
    await page.getByLabel(field).fill('1000')
    const main = page.getByRole('main')
    const text = async () => (await main.textContent())!.replaceAll(/\s/g, '')
    const rateOf = async () =>
      Number(/(?:1USDT=¥|汇率)(\d+\.\d\d)/.exec(await text())?.[1] ?? Number.NaN)
    await expect.poll(rateOf).toBeGreaterThan(1)
    const floored = (Math.floor(100_000 / (await rateOf())) / 100).toFixed(2)
    await expect.poll(text, { message: address }).toContain(floored)
    const typed = await page.getByLabel(field).inputValue()
    expect(typed.replaceAll(',', '')).toBe('1000')
  }
})
