// Header, tab bar, titles, maintenance and what lies over the page.
import { expect, test } from 'vitest'
import { demo, newMember, setApp } from '../../support/data.ts'
import {
  addressOf,
  at,
  bare,
  eventually,
  follow,
  hears,
  press,
  question,
  says,
  settled,
  visit,
} from '../../support/phone.ts'
import { world, greeted } from './world.ts'

const mainBar = '菜单'
const backArrow = '返回'

test('the tab bar has five tabs in order and marks the one that shows; red packet and app page leave all unselected, the game page and the log-in have none', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, session: greeted })
  const bar = page.getByRole('navigation', { name: '主导航' })
  const selected = () => bar.locator('[aria-current="page"]').allTextContents()
  await settled(page)
  await expect
    .poll(() => bar.getByRole('link').allTextContents())
    .toEqual(['首页', '优惠', '客服', '赞助', '我的'])
  expect(await selected()).toEqual(['首页'])
  for (const [name, path] of [
    ['优惠', '/activity'],
    ['客服', '/kefu'],
    ['赞助', '/zhanzhu'],
    ['我的', '/mine'],
    ['首页', '/'],
  ] as const) {
    await bar.getByText(name).click()
    await at(page, path)
    expect(await selected()).toEqual([name])
  }
  for (const path of ['/hongbao', '/app']) {
    await visit(page, path)
    await expect.poll(() => bar.count(), { message: path }).toBe(1)
    expect(await selected(), path).toEqual([])
  }
  for (const path of ['/gamePage?dailiD=2', '/login']) {
    await visit(page, path)
    expect(await bar.count(), path).toBe(0)
  }
})

test('the header hides on /activity, /activityInfo, /mine and /transfer, and shows on the other tabs', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, session: greeted })
  for (const path of ['/activity', '/activityInfo?id=1', '/mine', '/transfer']) {
    await visit(page, path)
    expect(await page.getByRole('button', { name: mainBar }).count(), path).toBe(0)
  }
  for (const path of ['/', '/kefu', '/zhanzhu']) {
    await visit(page, path)
    await page.getByRole('banner').getByRole('button', { name: mainBar }).waitFor()
  }
})

test('the header shows the logo and, logged out, 登录 and 注册; logged in, the balance with its refresh and 一键回收', async () => {
  const visitor = await world.phone({ session: greeted })
  const header = visitor.getByRole('banner')
  await header.getByRole('img', { includeHidden: true }).first().waitFor()
  await header.getByRole('link', { name: '注册' }).click()
  await at(visitor, '/login?type=1')
  await visit(visitor, '/')
  await header.getByRole('link', { name: '登录' }).click()
  await at(visitor, '/login')

  const { token } = await newMember(world)
  const page = await world.phone({ token, session: greeted })
  const sent = follow(page)
  await page.getByRole('banner').getByText('0.00').waitFor()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /刷新余额/ })
    .click()
  await says(page, '刷新成功', 'success')
  expect(sent.of('POST /api/refreshusermoney')).toEqual([{}])
  sent.forget()
  await page.getByRole('banner').getByRole('button', { name: '一键回收' }).click()
  await expect
    .poll(() => sent.of('POST /api/user').length, { message: 'user info is loaded again' })
    .toBeGreaterThan(0)
  expect(sent.of('POST /api/transall')).toEqual([{}])
})

test('a back arrow and the title stand over the pages below the tabs; titles follow the query', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, session: greeted })
  const titles = {
    '/message': '消息',
    '/abouts?type=5': '规则与条款',
    '/abouts?type=6': '隐私政策',
    '/vip': 'VIP特权',
    '/applyagent': '合营计划',
    '/fanshui': '返水中心',
    '/welfare': '福利中心',
    '/addUsdtCard': '新增USDT地址',
    '/betRecord': '投注记录',
    '/activityRecord': '活动申请记录',
    '/transRecord': '交易记录',
    '/money': '我的钱包',
    '/recharge': '存款',
    '/withdrawal': '取款',
    '/transfer': '转账',
    '/boutBallBetInfo?type=8': '责任博彩',
  }
  for (const [path, title] of Object.entries(titles)) {
    await visit(page, path)
    const bar = page.getByRole('banner').filter({ visible: true })
    expect(await bar.getByRole('heading').textContent(), path).toBe(title)
    expect(await page.title()).toBe(`${title} - 天平`)
  }
  await visit(page, '/boutBallBet')
  await page.getByRole('link', { name: /常见问题/ }).click()
  await at(page, '/boutBallBetInfo?type=1')
  await page
    .getByRole('banner')
    .filter({ visible: true })
    .getByRole('button', { name: backArrow })
    .click()
  await at(page, '/boutBallBet')
})

test('site_state 0 shows only the repair_tips text, also on a phone that is open; 1 shows the app again', async () => {
  const page = await world.phone({ clock: 'stopped', session: greeted })
  await page.getByRole('navigation', { name: '主导航' }).waitFor()
  await setApp(world, { site_state: 0, repair_tips: '正在升级，今晚十点回来' })
  try {
    await page.clock.runFor(60_000)
    await eventually(page, page.getByText('正在升级，今晚十点回来'))
    expect(await page.getByRole('navigation', { name: '主导航' }).count()).toBe(0)
    expect(await page.getByRole('link').count()).toBe(0)
    expect((await page.locator('body').innerText()).trim(), 'and nothing else').toBe(
      '正在升级，今晚十点回来',
    )
    expect(await page.getByRole('img').count()).toBe(0)
    const other = await world.phone({ path: '/vip' })
    await other.getByText('正在升级，今晚十点回来').waitFor()
    expect(await other.getByRole('button').count()).toBe(0)
  } finally {
    await setApp(world, { site_state: 1 })
  }
  await page.clock.runFor(60_000)
  await eventually(page, page.getByRole('navigation', { name: '主导航' }))
})

test('going to the page already shown says 已在当前页面！', async () => {
  const page = await world.phone({ session: greeted })
  await page.getByRole('navigation', { name: '主导航' }).getByText('首页').click()
  await says(page, '已在当前页面！')
})

test('加载中... lies over the page during a call, and goes without a word when the network is lost', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, path: '/wallet?type=2' })
  let go = () => {}
  const held = new Promise<void>(done => {
    go = done
  })
  await page.route('**/api/transall', async route => {
    await held
    await route.continue()
  })
  await visit(page, '/money')
  await page.getByRole('main').getByRole('button', { name: '一键回收' }).click()
  await page.locator('.waiting').getByText('加载中...').waitFor()
  go()
  await page.locator('.waiting').waitFor({ state: 'detached' })
  await says(page, /./)
  await page.locator('.toast').waitFor({ state: 'detached' })
  // A lost network takes the overlay away and says nothing.
  let lose = () => {}
  const lost = new Promise<void>(done => {
    lose = done
  })
  await page.unroute('**/api/transall')
  await page.route('**/api/transall', async route => {
    await lost
    await route.abort()
  })
  await page.getByRole('main').getByRole('button', { name: '一键回收' }).click()
  await page.locator('.waiting').getByText('加载中...').waitFor()
  lose()
  await page.locator('.waiting').waitFor({ state: 'detached' })
  expect(await page.locator('.toast').count()).toBe(0)
})

test('a slow action says 仍在处理 after three seconds, and after twenty lets the member leave it', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, path: '/money', clock: 'running' })
  let go = () => {}
  const held = new Promise<void>(done => {
    go = done
  })
  await page.route('**/api/transall', async route => {
    await held
    await route.abort()
  })
  const recall = page.getByRole('main').getByRole('button', { name: '一键回收' })
  // Answers that are still to come would be given up by the minute that passes at once.
  await recall.waitFor()
  // The clock stands, however long a busy machine takes to look.
  await page.clock.pauseAt(Date.now() + 60_000)
  await recall.click()
  const waiting = page.locator('.waiting')
  await eventually(page, waiting.getByText('加载中...'))
  expect(await waiting.getByText('仍在处理').count()).toBe(0)
  await page.clock.resume()
  await page.clock.fastForward(3_000)
  await waiting.getByText('仍在处理').waitFor()
  expect(await waiting.getByRole('button').count()).toBe(0)
  await page.clock.fastForward(17_000)
  await waiting.getByRole('button', { name: '离开，结果稍后告诉您' }).click()
  await waiting.waitFor({ state: 'detached' })
  await says(page, '结果稍后告诉您，请勿重复提交')
  expect(await page.getByText('网络已断开').count(), 'the network is there').toBe(0)
  // Nothing is promised of what moves no money: nobody asks what became of it.
  await page.route('**/api/uptransferstatus', async route => {
    await held
    await route.abort()
  })
  await page.getByRole('switch', { name: '自动免转' }).click()
  await press(page, '开启')
  await waiting.getByText('加载中...').waitFor()
  await page.clock.fastForward(20_000)
  const giveUp = waiting.getByRole('button', { name: '不再等待' })
  await giveUp.waitFor()
  expect(await waiting.textContent()).not.toContain('资金安全')
  await giveUp.click()
  await says(page, '已停止等待，请刷新后查看结果')
  go()
})

test('the side menu: greeting, VIP, feedback, permanent domain, about us; message centre and 安全退出 for members, 立即登录 for visitors', async () => {
  const visitor = await world.phone({
    session: greeted,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await press(visitor, mainBar)
  const menu = visitor.getByLabel('菜单', { exact: true }).and(visitor.locator('dialog'))
  await menu.getByText('欢迎来到天平').waitFor()
  expect(await menu.getByText('消息中心').count()).toBe(0)
  for (const [label, path] of [
    [/VIP 特权/, '/vip'],
    ['意见反馈', '/kefu'],
    ['关于我们', '/abouts'],
    ['立即登录', '/login'],
  ] as const) {
    expect(await menu.getByRole('link', { name: label }).getAttribute('href')).toBe(`#${path}`)
  }
  await menu.getByRole('button', { name: /永久域名/ }).click()
  await says(visitor, '复制成功！', 'success')
  expect(await visitor.evaluate(() => navigator.clipboard.readText())).toBe(world.url)
  const { token } = await newMember(world)
  const page = await world.phone({ token, session: greeted })
  await press(page, mainBar)
  expect(await page.getByRole('link', { name: /消息中心/ }).getAttribute('href')).toBe('#/message')
  await page.getByRole('button', { name: '安全退出' }).waitFor()
  expect(await page.getByText('立即登录').count()).toBe(0)
})

test('links to /hongbao and /transfer invite visitors: 精彩内容等你来体验，快来登录吧！', async () => {
  const page = await world.phone({ session: greeted })
  for (const link of [
    page.getByRole('link', { name: '红包', exact: true }),
    page.getByRole('region', { name: '账户' }).getByRole('link', { name: '转账' }),
  ]) {
    await link.click()
    await question(page).getByText('精彩内容等你来体验，快来登录吧！').waitFor()
    await question(page).getByRole('button').first().click()
    await bare(page)
    expect(addressOf(page)).toBe('/')
  }
  await page.getByRole('link', { name: '红包', exact: true }).click()
  await question(page).getByRole('button', { name: '去登录' }).click()
  await at(page, '/login')
})

test('a text that the browser does not copy is shown selected: 复制失败，请长按选择复制', async () => {
  const page = await world.phone({ session: greeted })
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: () => Promise.reject(new Error('refused')) },
    })
    document.execCommand = () => false
  })
  await press(page, mainBar)
  await page.getByRole('button', { name: /永久域名/ }).click()
  await says(page, '复制失败，请长按选择复制', 'danger')
  const field = question(page).getByLabel('要复制的内容')
  expect(await field.inputValue()).toBe(world.url)
  expect(
    await field.evaluate(element => {
      const area = element as HTMLTextAreaElement
      return area.value.slice(area.selectionStart, area.selectionEnd)
    }),
  ).toBe(world.url)
  expect(await hears(page, '复制成功！')).toBe(false)
  await question(page).getByRole('button', { name: '知道了' }).click()
  await bare(page)
})
