// The shell, the session and home: what only a browser shows of part 1 §2.1 to §2.3, §4 and part 2 §4.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask, demo, endSession, newMember, setApp } from '../support/data.ts'
import { addressOf, at, bare, eventually, follow, press, question, rhythm, says, settled, setVisible, timesOf, visit } from '../support/phone.ts'
import { guarded, open, samples } from '../support/routes.ts'
import { openWorld } from '../support/stack.ts'

const world = await openWorld({ env: { TRUST_PROXY: '1' } })
/** Home as one finds it who has read the greeting. */
const greeted = { 'closed:welcome': '1' }

const mainBar = '菜单'
const backArrow = '返回'

test('a protected route without a token goes to /login with the full intended path in redirect', async () => {
  const page = await world.phone()
  for (const path of guarded) {
    await page.evaluate(to => { location.hash = to }, samples[path])
    await at(page, `/login?redirect=${samples[path]}`)
  }
})

test('every other route opens for visitors', async () => {
  const page = await world.phone({ session: greeted })
  for (const path of open) await visit(page, samples[path])
})

test('an unknown path redirects to /', async () => {
  const page = await world.phone({ path: '/nowhere?x=1' })
  await at(page, '/')
  expect(await page.evaluate(() => history.length), 'and leaves no entry behind').toBeLessThanOrEqual(2)
})

test('after every navigation the page scrolls to the top', async () => {
  const page = await world.phone({ session: greeted })
  await settled(page)
  for (const to of ['/vip', '/']) {
    await page.evaluate(() => scrollTo(0, 400))
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
    await visit(page, to)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
})

test('cached routes are the same page when one comes back, other routes are new ones; a log-out drops them', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, session: greeted })
  const mark = () => page.evaluate(() => { for (const app of document.querySelectorAll('#root > .app')) if (app.checkVisibility()) Object.assign(app, { marked: true }) })
  const marked = () => page.evaluate(() => [...document.querySelectorAll('#root > .app')].some(app => app.checkVisibility() && (app as unknown as { marked?: true }).marked === true))
  const cached = ['/', '/activity', '/zhanzhu', '/mine', '/app', '/vip', '/concise', '/recharge']
  for (const path of [...cached, '/message', '/kefu']) {
    await visit(page, path)
    await mark()
    await visit(page, '/usdtmore')
    await visit(page, path)
    expect(await marked(), path).toBe(cached.includes(path))
  }
  await page.evaluate(() => { localStorage.clear(); dispatchEvent(new StorageEvent('storage', { key: null })) })
  await visit(page, '/activity')
  expect(await marked()).toBe(false)
})

test('the tab bar has five tabs in order and marks the one that shows; red packet and app page leave all unselected, the game page and the log-in have none', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, session: greeted })
  const bar = page.getByRole('navigation', { name: '主导航' })
  const selected = () => bar.locator('[aria-current="page"]').allTextContents()
  await settled(page)
  expect(await bar.getByRole('link').allTextContents()).toEqual(['首页', '优惠', '客服', '赞助', '我的'])
  expect(await selected()).toEqual(['首页'])
  for (const [name, path] of [['优惠', '/activity'], ['客服', '/kefu'], ['赞助', '/zhanzhu'], ['我的', '/mine'], ['首页', '/']] as const) {
    await bar.getByText(name).click()
    await at(page, path)
    expect(await selected()).toEqual([name])
  }
  for (const path of ['/hongbao', '/app']) {
    await visit(page, path)
    expect(await bar.count(), path).toBe(1)
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
  await page.getByRole('banner').getByRole('button', { name: /刷新余额/ }).click()
  await says(page, '刷新成功', 'success')
  expect(sent.of('POST /api/refreshusermoney')).toEqual([{}])
  sent.forget()
  await page.getByRole('banner').getByRole('button', { name: '一键回收' }).click()
  await expect.poll(() => sent.of('POST /api/user').length, { message: 'user info is loaded again' }).toBeGreaterThan(0)
  expect(sent.of('POST /api/transall')).toEqual([{}])
})

test('a back arrow and the title stand over the pages below the tabs; titles follow the query', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, session: greeted })
  const titles = {
    '/message': '消息', '/abouts?type=5': '规则与条款', '/abouts?type=6': '隐私政策', '/vip': 'VIP特权', '/applyagent': '合营计划', '/fanshui': '返水中心', '/welfare': '福利中心',
    '/addUsdtCard': '新增USDT地址', '/betRecord': '投注记录', '/activityRecord': '活动申请记录', '/transRecord': '交易记录', '/money': '我的钱包', '/recharge': '存款',
    '/withdrawal': '取款', '/transfer': '转账', '/boutBallBetInfo?type=8': '责任博彩',
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
  await page.getByRole('banner').filter({ visible: true }).getByRole('button', { name: backArrow }).click()
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
  const held = new Promise<void>(done => { go = done })
  await page.route('**/api/transall', async route => { await held; await route.continue() })
  await visit(page, '/money')
  await page.getByRole('main').getByRole('button', { name: '一键回收' }).click()
  await page.locator('.waiting').getByText('加载中...').waitFor()
  go()
  await page.locator('.waiting').waitFor({ state: 'detached' })
  await says(page, /./)
  await page.locator('.toast').waitFor({ state: 'detached' })
  // A lost network takes the overlay away and says nothing.
  let lose = () => {}
  const lost = new Promise<void>(done => { lose = done })
  await page.unroute('**/api/transall')
  await page.route('**/api/transall', async route => { await lost; await route.abort() })
  await page.getByRole('main').getByRole('button', { name: '一键回收' }).click()
  await page.locator('.waiting').getByText('加载中...').waitFor()
  lose()
  await page.locator('.waiting').waitFor({ state: 'detached' })
  expect(await page.locator('.toast').count()).toBe(0)
})

test('log-out asks 提示 您确定要退出登录吗?, and clears both storages, stops polling and shows /login also when its call fails', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, path: '/mine', clock: 'running' })
  await page.route('**/api/logoff', route => route.abort())
  await page.evaluate(() => { sessionStorage.setItem('draft:x', '{}') })
  await press(page, '退出登录')
  await question(page).getByRole('heading', { name: '提示' }).waitFor()
  await question(page).getByText('您确定要退出登录吗?').waitFor()
  await question(page).getByRole('button', { name: '取消' }).click()
  await bare(page)
  expect(addressOf(page)).toBe('/mine')
  const asked = page.waitForRequest('**/api/logoff')
  await press(page, '退出登录')
  await question(page).getByRole('button', { name: '确定' }).click()
  await asked
  await at(page, '/login')
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('userInfo'), sessionStorage.length])).toEqual([null, null, 0])
  const polls = (await timesOf(page, '/api/balance')).length
  await page.clock.runFor(20_000)
  expect((await timesOf(page, '/api/balance')).length).toBe(polls)
})

test('a log-out that succeeds ends the session at the server', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, session: greeted })
  await press(page, mainBar)
  const answered = page.waitForResponse('**/api/logoff')
  await press(page, '安全退出')
  await question(page).getByRole('button', { name: '确定' }).click()
  await answered
  await at(page, '/login')
  expect((await ask(world, '/api/user', {}, member.token)).code).toBe(401)
})

test('code 401 shows 认证失败; confirming it clears both storages and shows /login', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/usdtmore' })
  // The balance, whose 401 asks nothing, stays without an answer.
  await page.route('**/api/balance', () => {})
  await visit(page, '/message')
  await endSession(world, member)
  await page.getByRole('tab', { name: '站内信' }).click()
  await question(page).getByRole('heading', { name: '认证失败' }).waitFor()
  await question(page).getByText('登录已过期，请重新登录').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(member.token)
  await question(page).getByRole('button', { name: '重新登录' }).click()
  await at(page, '/login')
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('userInfo'), sessionStorage.length])).toEqual([null, null, 0])
})

test('a 401 on the balance call clears the session at once and goes to /login', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/usdtmore', clock: 'stopped' })
  await settled(page, { clock: 'stopped' })
  await endSession(world, member)
  await page.clock.runFor(4_300)
  await at(page, '/login')
  expect(await question(page).count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(null)
})

test('the balance is asked for every 4300 ms while logged in, not while the page is hidden, and never for visitors', async () => {
  const { token } = await newMember(world)
  const page = await world.phone({ token, path: '/usdtmore', clock: 'stopped' })
  await settled(page, { clock: 'stopped' })
  expect(await rhythm(page, '/api/balance', 4_300, 4)).toEqual([4_300, 4_300, 4_300])
  const before = (await timesOf(page, '/api/balance')).length
  await setVisible(page, false)
  await page.clock.runFor(43_000)
  expect((await timesOf(page, '/api/balance')).length).toBe(before)
  await setVisible(page, true)
  await rhythm(page, '/api/balance', 4_300, 1)
  const visitor = await world.phone({ path: '/usdtmore', clock: 'stopped' })
  await settled(visitor, { clock: 'stopped' })
  await visitor.clock.runFor(20_000)
  expect(await timesOf(visitor, '/api/balance')).toEqual([])
})

test('a call that is not answered within 30 s is given up, and says nothing but that the network is lost', async () => {
  const page = await world.phone({ path: '/usdtmore', clock: 'stopped' })
  await settled(page, { clock: 'stopped' })
  await page.route('**/api/uservip', () => {})
  const lost = page.waitForEvent('requestfailed', request => request.url().endsWith('/api/uservip'))
  await page.evaluate(() => { location.hash = '/vip' })
  await expect.poll(async () => {
    await page.clock.runFor(20)
    return (await timesOf(page, '/api/uservip')).length
  }).toBe(1)
  await page.clock.runFor(30_000)
  await lost
  expect(await page.locator('.toast').count()).toBe(0)
})

test('every request carries the stored token as a bearer', async () => {
  const { token } = await newMember(world)
  const page = await world.phone({ token, path: '/usdtmore' })
  const [request] = await Promise.all([page.waitForRequest('**/api/user'), page.reload()])
  expect(request.headers()['authorization']).toBe(`Bearer ${token}`)
})

test('the browser keeps what it knows under the names of the documents, and baseURL in the session leads the calls elsewhere', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, session: greeted })
  await page.getByRole('banner').getByRole('button', { name: '一键回收' }).waitFor()
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).sort())).toEqual(
    ['appInfo', 'bannerList', 'conciseList', 'gamingList', 'jokerList', 'lotteryList', 'messageNum', 'realbetList', 'sportList', 'token', 'userInfo'])
  const kept = await page.evaluate(() => ({ app: JSON.parse(localStorage.getItem('appInfo')!), games: JSON.parse(localStorage.getItem('conciseList')!), user: JSON.parse(localStorage.getItem('userInfo')!) }))
  expect(Object.keys(kept.app)).toEqual(expect.arrayContaining(['title', 'site_logo', 'site_state', 'repair_tips', 'redpacket_switch', 'h5_url', 'index_modal', 'webcontent', 'ios_download_url', 'ios_download_qrcode']))
  expect(Object.keys(kept.games[0])).toEqual(expect.arrayContaining(['category_id', 'app_state', 'mobile_img', 'platform_name', 'game_code']))
  expect(kept.user.current_vip).toBe(`VIP${kept.user.vip}`)
  const other = await world.phone({ token, path: '/vip', session: { baseURL: '/elsewhere' } })
  await other.waitForRequest('**/elsewhere/api/uservip')
})

test('a visitor on an address that is not listed is moved to one that is, with the referral', async () => {
  await setApp(world, { entrances: [world.url] })
  const elsewhere = world.url.replace('127.0.0.1', 'localhost')
  const plain = await world.phone({ url: elsewhere, clock: 'stopped', session: greeted })
  await plain.getByRole('navigation', { name: '主导航' }).waitFor()
  await plain.clock.runFor(2_000)
  await plain.waitForURL(`${world.url}/**`)
  const referred = await world.phone({ url: elsewhere, path: '/register?pid=77', clock: 'stopped' })
  await at(referred, '/login?type=1&pid=77')
  await referred.clock.runFor(2_000)
  await referred.waitForURL(`${world.url}/**`)
  await at(referred, '/login?type=1&pid=77')
  expect((await (await fetch(`${world.url}/api/getVisitUrl`)).json() as { code: number }).code, 'on a listed address one stays').not.toBe(200)
})

/** Has the page send what no call takes, so that the server refuses it in its own words. */
const spoil = (page: Page, path: string) => page.route(`**${path}`, route => route.continue({ postData: '{' }))
/** The first page as it is when the server had nothing to put into it. */
const withoutFirstData = (page: Page) =>
  page.route(`${world.url}/`, async route => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/<script[^>]*id="boot">.*?<\/script>/s, '') })
  })

test('what the server refuses is said in its words: banners, notices, activities, letters, rebates, profile, venue balance', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, path: '/usdtmore', session: greeted })
  await withoutFirstData(page)
  const refused = () => says(page, '请求格式不正确', 'danger')
  const quiet = () => page.locator('.toast').waitFor({ state: 'detached' })
  for (const [call, path] of [['bannerList', '/'], ['homenotice', '/'], ['activitylist', '/activity'], ['activitytype', '/activity'], ['noticeList', '/message?type=2'], ['getfanshui', '/fanshui']] as const) {
    await page.evaluate(() => { for (const key of Object.keys(localStorage)) if (key !== 'token') localStorage.removeItem(key) })
    await spoil(page, `/api/${call}`)
    await page.evaluate(to => { location.hash = to }, path)
    await page.reload()
    await refused()
    await page.unroute(`**/api/${call}`)
  }
  await spoil(page, '/api/userapimoney/FG')
  await visit(page, '/money')
  await quiet()
  await press(page, '刷新FG 电子')
  await refused()
  await spoil(page, '/api/updateuserinfo')
  await visit(page, '/userInfo')
  await page.getByLabel('手机号').fill('13800138000')
  await page.getByLabel('邮箱').fill('someone@example.cn')
  await page.getByLabel('生日').fill('1990-02-28')
  await quiet()
  await press(page, '确认修改')
  await refused()
})

test('failures of balance and getVisitUrl say nothing', async () => {
  const { token } = await newMember(world)
  const page = await world.phone({ path: '/usdtmore', token, clock: 'running' })
  await page.waitForResponse('**/api/balance')
  await spoil(page, '/api/balance')
  await page.route('**/api/getVisitUrl', route => route.abort())
  const [balance] = await Promise.all([
    page.waitForResponse('**/api/balance'),
    page.waitForEvent('requestfailed', request => request.url().endsWith('/api/getVisitUrl')),
    page.clock.runFor(5_000),
  ])
  expect((await balance.json() as { code: number }).code).toBe(400)
  expect(await page.locator('.toast').count()).toBe(0)
  await at(page, '/usdtmore')
})

test('home appears once its banners are loaded', async () => {
  const page = await world.phone({ path: '/usdtmore', session: greeted })
  let go = () => {}
  const held = new Promise<void>(done => { go = done })
  await withoutFirstData(page)
  await page.route('**/api/bannerList', async route => { await held; await route.continue() })
  await page.evaluate(() => localStorage.clear())
  const asked = page.waitForRequest('**/api/bannerList')
  await page.goto(world.url)
  expect((await asked).postDataJSON()).toEqual({ type: 2 })
  await page.locator('main [aria-label="加载中"]').first().waitFor()
  expect(await page.getByRole('region', { name: '账户' }).count()).toBe(0)
  go()
  await page.getByRole('region', { name: '账户' }).waitFor()
})

test('what the browser has stored shows at once, and is asked for behind', async () => {
  const page = await world.phone({ session: greeted })
  await settled(page)
  await withoutFirstData(page)
  await page.route('**/api/**', () => {})
  const asked = Promise.all(['bannerList', 'game/list'].map(call => page.waitForRequest(request => request.url().includes(`/api/${call}`))))
  await page.reload()
  await page.getByText('1 / 4').waitFor()
  await page.getByRole('tabpanel', { name: '电子' }).getByText('招财进宝').first().waitFor()
  await asked
})

test('home: the banners with a counter of 4, the notices that open in full, and the way to more of them', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, session: greeted })
  await page.getByText('1 / 4').waitFor()
  const { data: notices } = await ask<string[]>(world, '/api/homenotice')
  const bar = page.getByRole('main').getByRole('button', { name: notices[0]! })
  expect(await bar.evaluate(button => button.getAnimations({ subtree: true }).map(({ playState }) => playState)), 'it passes by').toContain('running')
  const dialog = page.getByRole('dialog', { name: '公告' })
  await bar.click({ force: true })
  await dialog.getByRole('button', { name: '关闭' }).click()
  await bare(page)
  expect(addressOf(page)).toBe('/')
  await bar.click({ force: true })
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(notices)
  await dialog.getByRole('button', { name: '更多公告' }).click()
  await at(page, '/message')
})

test('home: the slides move on every 3 s', async () => {
  const page = await world.phone({ clock: 'stopped', session: greeted })
  await page.getByText('1 / 4').waitFor()
  await page.clock.runFor(1_500)
  for (const shown of ['2 / 4', '3 / 4']) {
    await page.clock.runFor(3_000)
    await page.getByText(shown).waitFor()
  }
})

test('home: the account strip says who one is and leads to deposit, transfer, withdrawal and VIP', async () => {
  const visitor = await world.phone({ session: greeted })
  const strip = visitor.getByRole('region', { name: '账户' })
  await strip.getByText('您还未登录').waitFor()
  await strip.getByText('登录/注册后查看').click()
  await at(visitor, '/login')
  const { token, name } = await newMember(world)
  const page = await world.phone({ token, session: greeted })
  const own = page.getByRole('region', { name: '账户' })
  await own.getByText(name).waitFor()
  await own.getByText('0.00').waitFor()
  for (const [label, path] of [['存款', '/recharge'], ['转账', '/transfer'], ['取款', '/withdrawal'], ['VIP', '/vip']] as const) {
    expect(await own.getByRole('link', { name: label }).getAttribute('href')).toBe(`#${path}`)
  }
})

test('home: red packet, app promo and greeting can be closed, and stay so', async () => {
  const page = await world.phone()
  await page.getByRole('dialog').getByRole('button', { name: '知道了' }).click()
  await bare(page)
  expect(await page.getByRole('link', { name: '红包' }).getAttribute('href')).toBe('#/hongbao')
  expect(await page.getByRole('region', { name: '下载' }).getByRole('link').getAttribute('href')).toBe('#/app')
  await press(page, '关闭红包')
  await press(page, '关闭下载提示')
  await page.reload()
  await page.getByRole('region', { name: '账户' }).waitFor()
  expect(await page.getByRole('link', { name: '红包' }).count()).toBe(0)
  expect(await page.getByRole('region', { name: '下载' }).count()).toBe(0)
  expect(await page.evaluate(() => sessionStorage.getItem('closed:welcome'))).toBe('1')
})

test('the greeting has the title and the operator’s sanitised webcontent, and comes when index_modal is 1', async () => {
  await setApp(world, { index_modal: 1, webcontent: '<p>今晚<b>好戏</b></p><img src="x" onerror="document.title=1"><script>document.title=2</script>' })
  const page = await world.phone()
  const dialog = page.getByRole('dialog', { name: '欢迎来到天平' })
  await dialog.getByText('今晚好戏').waitFor()
  expect(await dialog.locator('script, [onerror]').count()).toBe(0)
  await setApp(world, { index_modal: 0 })
  const quiet = await world.phone({ clock: 'stopped' })
  await quiet.getByRole('region', { name: '账户' }).waitFor()
  await quiet.clock.runFor(5_000)
  expect(await quiet.getByRole('dialog').count()).toBe(0)
})

test('home: six categories in order, each with its list; the platform VR spans the width; only games with app_state 1', async () => {
  const page = await world.phone({ session: greeted })
  await settled(page)
  expect(await page.getByRole('tablist', { name: '游戏分类' }).getByRole('tab').allTextContents()).toEqual(['真人', '体育', '电竞', '棋牌', '电子', '彩票'])
  for (const name of ['体育', '彩票']) {
    await page.getByRole('tab', { name }).click()
    await expect.poll(() => page.getByRole('tab', { name }).getAttribute('aria-selected')).toBe('true')
  }
  for (const [name, category] of [['真人', 'realbet'], ['体育', 'sport'], ['电竞', 'gaming'], ['棋牌', 'joker'], ['电子', 'concise'], ['彩票', 'lottery']] as const) {
    const { data } = await (await fetch(`${world.url}/api/game/list?category=${category}`)).json() as { data: { category_id: string; app_state: number }[] }
    expect(data.every(game => game.category_id === category && game.app_state === 1)).toBe(true)
    expect(await page.getByRole('tabpanel', { name }).getByRole('button').count()).toBe(data.length)
  }
  const lottery = page.getByRole('tabpanel', { name: '彩票' })
  const wide = await lottery.getByRole('button').filter({ hasText: 'VR' }).first().boundingBox()
  expect(wide!.width).toBeGreaterThan(340)
  expect((await page.getByRole('tabpanel', { name: '电子' }).getByRole('button').first().boundingBox())!.width).toBeLessThan(180)
})

test('opening a game without a token says 请登录！; with one it goes by platform, code and category', async () => {
  const visitor = await world.phone({ session: greeted })
  const tile = (page: typeof visitor) => page.getByRole('tabpanel', { name: '电子' }).getByRole('button').filter({ hasText: '招财进宝' }).first()
  await tile(visitor).click()
  await says(visitor, '请登录！', 'danger')
  await at(visitor, '/')
  const { token } = await newMember(world)
  const page = await world.phone({ token, session: greeted })
  await page.route('**/api/getGameUrl', () => {})
  const asked = page.waitForRequest('**/api/getGameUrl')
  await tile(page).click()
  await at(page, /^\/gamePage\?name=\w+&type=concise&code=fortune3/)
  const { plat_name, ...rest } = (await asked).postDataJSON() as Record<string, unknown>
  expect(plat_name).toMatch(/^(OB|FG|PP|AE)$/)
  expect(rest).toEqual({ game_type: 'concise', game_code: 'fortune3', is_mobile_url: 1 })
})

test('the side menu: greeting, VIP, feedback, permanent domain, about us; message centre and 安全退出 for members, 立即登录 for visitors', async () => {
  const visitor = await world.phone({ session: greeted, permissions: ['clipboard-read', 'clipboard-write'] })
  await press(visitor, mainBar)
  const menu = visitor.getByLabel('菜单', { exact: true }).and(visitor.locator('dialog'))
  await menu.getByText('欢迎来到天平').waitFor()
  expect(await menu.getByText('消息中心').count()).toBe(0)
  for (const [label, path] of [[/VIP 特权/, '/vip'], ['意见反馈', '/kefu'], ['关于我们', '/abouts'], ['立即登录', '/login']] as const) {
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
  for (const link of [page.getByRole('link', { name: '红包' }), page.getByRole('region', { name: '账户' }).getByRole('link', { name: '转账' })]) {
    await link.click()
    await question(page).getByText('精彩内容等你来体验，快来登录吧！').waitFor()
    await question(page).getByRole('button').first().click()
    await bare(page)
    expect(addressOf(page)).toBe('/')
  }
  await page.getByRole('link', { name: '红包' }).click()
  await question(page).getByRole('button', { name: '去登录' }).click()
  await at(page, '/login')
})

test('the browser complained of nothing', () => {
  expect(world.complaints).toEqual([])
})
