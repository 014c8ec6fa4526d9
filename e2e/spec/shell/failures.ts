// What is said of calls that fail, and what is not.
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { cutPage } from '../../support/cutPage.ts'
import { demo, newMember } from '../../support/data.ts'
import { at, callsOf, hears, press, pull, says, settled, visit } from '../../support/phone.ts'
import { world, greeted, withoutFirstData } from './world.ts'

/** Has the page send what no call takes, so that the server refuses it in its own words. */
const spoil = (page: Page, path: string) =>
  page.route(`**${path}`, route => route.continue({ postData: '{' }))

test('what the server refuses is said in its words: banners, notices, activities, letters, rebates, profile, venue balance', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, path: '/usdtmore', session: greeted })
  await withoutFirstData(page)
  const refused = () => says(page, '请求格式不正确', 'danger')
  /** Nothing is said any more, and what was said is forgotten. */
  const quiet = async () => {
    await page.locator('.toast').waitFor({ state: 'detached' })
    while (await hears(page, /./));
  }
  for (const [call, path] of [
    ['bannerList', '/'],
    ['homenotice', '/'],
    ['activitylist', '/activity'],
    ['activitytype', '/activity'],
    ['noticeList', '/message?type=2'],
    ['getfanshui', '/fanshui'],
  ] as const) {
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key !== 'token') localStorage.removeItem(key)
    })
    await spoil(page, `/api/${call}`)
    await page.evaluate(to => {
      location.hash = to
    }, path)
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

test('a page whose code does not come says so, at once or after a while, and opens again', async () => {
  const page = await world.phone()
  const late = page.getByRole('alert').filter({ hasText: '页面没有打开' })
  const opensAgain = async () => {
    await page.getByRole('link', { name: '重新打开' }).click()
    await page.getByRole('button', { name: '登录', exact: true }).waitFor()
    expect(await late.count()).toBe(0)
  }
  await page.goto('about:blank')
  await page.route('**/assets/*.js', route => route.abort())
  await page.goto(`${world.url}/#/login`)
  await late.waitFor()
  await page.unroute('**/assets/*.js')
  await opensAgain()

  await page.goto('about:blank')
  const held: Route[] = []
  await page.route('**/assets/*.js', route => void held.push(route))
  await page.goto(`${world.url}/#/login`, { waitUntil: 'commit' })
  await page.locator('#late').waitFor({ state: 'attached' })
  expect(await late.isVisible()).toBe(false)
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  await late.waitFor()
  for (const route of held) await route.abort()
  await page.unroute('**/assets/*.js')
  await opensAgain()
})

test('code that is here before the page has been read waits for it, and draws nothing that is then taken away', async () => {
  const { url, sendRest } = await cutPage(world.url)
  const page = await world.phone()
  await page.goto('about:blank')
  await page.goto(`${url}/#/login`, { waitUntil: 'commit' })
  const main = () =>
    page.evaluate(() =>
      [...document.scripts].map(({ src }) => src).find(src => /\/home-/.test(src)),
    )
  await expect.poll(main).toBeTruthy()
  // Done once the code has run, or failed to.
  await page.evaluate(`import(${JSON.stringify(await main())}).then(() => {})`)
  expect(await page.evaluate(() => document.readyState)).toBe('loading')
  sendRest()
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  // Nothing here asks for banners: they came with the page, so its data was read.
  expect(await page.evaluate(() => localStorage.getItem('bannerList'))).not.toBeNull()
})

test('failures of balance and getVisitUrl say nothing', async () => {
  const { token } = await newMember(world)
  // A stopped clock holds back both calls until they are spoiled.
  const page = await world.phone({ path: '/usdtmore', token, clock: 'stopped' })
  await expect
    .poll(async () => (await callsOf(page, '/api/balance')).some(({ read }) => read))
    .toBe(true)
  await spoil(page, '/api/balance')
  await page.route('**/api/getVisitUrl', route => route.abort())
  const [balance] = await Promise.all([
    page.waitForResponse('**/api/balance'),
    page.waitForEvent('requestfailed', request => request.url().endsWith('/api/getVisitUrl')),
    page.clock.runFor(5_000),
  ])
  expect(((await balance.json()) as { code: number }).code).toBe(400)
  expect(await page.locator('.toast').count()).toBe(0)
  await at(page, '/usdtmore')
})

test('a refusal behind what already shows is said too: pulling home down, a list that is asked for again', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, session: greeted })
  await settled(page)
  const quiet = async () => {
    await page.locator('.toast').waitFor({ state: 'detached' })
    while (await hears(page, /./));
  }
  // What home shows came inside the page; the pull asks for it.
  await spoil(page, '/api/bannerList')
  await pull(page)
  await says(page, '请求格式不正确', 'danger')
  await page.getByText('1 / 4').waitFor()
  await page.unroute('**/api/bannerList')
  for (const [call, path] of [
    ['homenotice', '/message?type=1'],
    ['noticeList', '/message?type=2'],
    ['activitylist', '/activity'],
    ['getfanshui', '/fanshui'],
    ['betrecord', '/betRecord'],
    ['gettransrecord', '/transRecord'],
  ] as const) {
    await visit(page, path)
    await quiet()
    await spoil(page, `/api/${call}`)
    await pull(page)
    await says(page, '请求格式不正确', 'danger')
    await page.unroute(`**/api/${call}`)
  }
})

test('a page that could not be read says the server’s words when it answered, and names no cause when it did not', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, path: '/usdtmore', session: greeted })
  const failed = page.getByRole('main').filter({ visible: true }).getByRole('alert')
  await spoil(page, '/api/betrecord')
  await visit(page, '/betRecord')
  await failed.getByText('请求格式不正确').waitFor()
  await page.unroute('**/api/betrecord')
  await failed.getByRole('button', { name: '重试' }).click()
  await failed.waitFor({ state: 'detached' })
  await page.route('**/api/gettransrecord', route => route.abort())
  await page.evaluate(() => {
    location.hash = '/transRecord'
  })
  await failed.getByRole('button', { name: '重试' }).waitFor()
  expect(await failed.textContent()).toBe('加载失败重试')
  expect(await page.locator('.toast').count()).toBe(0)
})

test('the app without a network: the open page keeps its data under a strip, a reload shows the offline page, and the page asked for comes back by itself', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, path: '/mine', session: greeted, worker: true })
  await settled(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  await visit(page, '/money')
  await visit(page, '/mine')
  await page.context().setOffline(true)
  await page
    .getByRole('status')
    .getByText(/^网络已断开，显示的是 \d\d:\d\d 的数据$/)
    .waitFor()
  await page.getByRole('main').getByText('demo888').waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
  // The header stands below the strip, however large the member's text makes it.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    location.hash = '/money'
  })
  const edge = (selector: string, side: 'top' | 'bottom') =>
    page
      .locator(selector)
      .filter({ visible: true })
      .evaluate((element, of) => {
        scrollTo(0, 400)
        return Math.round(element.getBoundingClientRect()[of])
      }, side)
  await expect.poll(() => edge('.strip', 'bottom')).toBeGreaterThan(60)
  await expect.poll(() => edge('header.bar', 'top')).toBe(await edge('.strip', 'bottom'))
  await page.evaluate(() => {
    location.hash = '/mine'
  })
  await page.reload()
  await page.getByRole('heading', { name: '网络已断开' }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('main').getByText('demo888').waitFor()
  await at(page, '/mine')
  // A page whose code is not here yet.
  await page.context().setOffline(true)
  await page.evaluate(() => {
    location.hash = '/vip'
  })
  await page.getByText('加载失败').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('main').getByText('VIP3').first().waitFor()
  // What the browser says of the missing file, and nothing else, may be complained of.
  const isMissing = (text: string) => /Unable to preload CSS|dynamically imported/.test(text)
  world.complaints.splice(0, Infinity, ...world.complaints.filter(text => !isMissing(text)))
})

test('/mine says why rebates and activities were refused', async () => {
  const { token } = await demo(world)
  for (const call of ['getfanshui', 'activitylist']) {
    const page = await world.phone({ token, path: '/usdtmore', session: greeted })
    await spoil(page, `/api/${call}`)
    await page.evaluate(() => {
      location.hash = '/mine'
    })
    await says(page, '请求格式不正确', 'danger')
  }
})
