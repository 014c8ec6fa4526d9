// Home: banners, notices, shortcuts, game lists and the greeting.
import { expect, test } from 'vitest'
import { captchaAnswer } from '../../../tooling/pictures/captcha-answers.ts'
import { run, sql } from '@tianping/database'
import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { ask, demo, newMember, setApp } from '../../support/data.ts'
import { addressOf, at, bare, press, says, settled, visit } from '../../support/phone.ts'
import { world, greeted, withoutFirstData } from './world.ts'

test('home appears once its banners are loaded', async () => {
  const page = await world.phone({ path: '/usdtmore', session: greeted })
  let go = () => {}
  const held = new Promise<void>(done => {
    go = done
  })
  await withoutFirstData(page)
  await page.route('**/api/bannerList', async route => {
    await held
    await route.continue()
  })
  await page.evaluate(() => localStorage.clear())
  const asked = page.waitForRequest('**/api/bannerList')
  await page.goto(world.url)
  expect((await asked).postDataJSON()).toEqual({ type: 2 })
  await page.locator('main [aria-label="加载中"]').first().waitFor()
  expect(await page.getByRole('region', { name: '账户' }).count()).toBe(0)
  go()
  await page.getByRole('region', { name: '账户' }).waitFor()
})

test('a visitor sees home before any code of the app, and the app takes it over as it stands', async () => {
  const page = await world.phone({ path: '/usdtmore', session: { ...greeted, 'closed:app': '1' } })
  let go = () => {}
  const held = new Promise<void>(done => {
    go = done
  })
  await page.route('**/assets/*.js', async route => {
    await held
    await route.continue()
  })
  await page.goto(world.url, { waitUntil: 'commit' })
  const account = page.getByRole('region', { name: '账户' })
  await account.getByText('您还未登录').waitFor()
  expect(await page.getByText('立即下载').count(), 'what was closed in this tab').toBe(0)
  await account.evaluate(element => {
    element.dataset['seen'] = 'yes'
  })
  go()
  await page.getByRole('button', { name: '菜单' }).click({ trial: true })
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#root')!).some(key => key.startsWith('__react')),
  )
  await settled(page)
  expect(await account.getAttribute('data-seen')).toBe('yes')
})

test('a member never sees the picture for visitors, and the page that brings it is the same for all', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ path: '/usdtmore', token, session: greeted })
  const pages = await page.evaluate(async bearer => {
    const read = async (headers: Record<string, string>) =>
      (await fetch('/', { headers, cache: 'no-store' })).text()
    return [await read({}), await read({ authorization: `Bearer ${bearer}` })]
  }, token)
  expect(pages[0]).toContain('您还未登录')
  expect(pages[1]).toBe(pages[0])
  await page.route('**/assets/*.js', () => {})
  await page.goto(world.url, { waitUntil: 'commit' })
  await page.locator('#skeleton').waitFor()
  expect(await page.getByText('您还未登录').count()).toBe(0)
})

test('calls name the trace they belong to where the server keeps traces, each its own', async () => {
  const page = await world.phone()
  // No page of before calls any more.
  await page.goto('about:blank')
  const named: (string | undefined)[] = []
  page.on('request', request => {
    if (request.url().includes('/api/')) named.push(request.headers()['traceparent'])
  })
  await page.route(world.url + '/', async route => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('id="boot">{', 'id="boot">{"traces":true,')
    await route.fulfill({ response: answer, body })
  })
  await page.goto(`${world.url}/#/usdtmore`)
  const asked = page.waitForRequest('**/api/gamelistBycode')
  await visit(page, '/concise')
  await asked
  expect(named.length).toBeGreaterThan(0)
  for (const each of named) expect(each).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  expect(new Set(named).size).toBe(named.length)
})

test('what the browser has stored shows at once, and is asked for behind', async () => {
  const page = await world.phone({ session: greeted })
  await settled(page)
  await withoutFirstData(page)
  await page.route('**/api/**', () => {})
  const asked = Promise.all(
    ['bannerList', 'game/list'].map(call =>
      page.waitForRequest(request => request.url().includes(`/api/${call}`)),
    ),
  )
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
  expect(
    await bar.evaluate(button =>
      button.getAnimations({ subtree: true }).map(({ playState }) => playState),
    ),
    'it passes by',
  ).toContain('running')
  const dialog = page.getByRole('dialog', { name: '公告' })
  await bar.click({ force: true })
  await dialog.getByRole('button', { name: '关闭' }).click()
  await bare(page)
  expect(addressOf(page)).toBe('/')
  await bar.click({ force: true })
  await expect.poll(() => dialog.getByRole('listitem').allTextContents()).toEqual(notices)
  await dialog.getByRole('button', { name: '更多公告' }).click()
  await at(page, '/message')
})

test('home: the slides move on every 3 s', async () => {
  const page = await world.phone({ clock: 'stopped', session: greeted })
  await page.getByText('1 / 4').waitFor()
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
  for (const [label, path] of [
    ['存款', '/recharge'],
    ['转账', '/transfer'],
    ['取款', '/withdrawal'],
    ['VIP', '/vip'],
  ] as const) {
    expect(await own.getByRole('link', { name: label }).getAttribute('href')).toBe(`#${path}`)
  }
})

test('home: red packet, app promo and greeting can be closed, and stay so', async () => {
  const page = await world.phone()
  await page.getByRole('dialog').getByRole('button', { name: '知道了' }).click()
  await bare(page)
  expect(await page.getByRole('link', { name: '红包', exact: true }).getAttribute('href')).toBe(
    '#/hongbao',
  )
  expect(
    await page.getByRole('region', { name: '下载' }).getByRole('link').getAttribute('href'),
  ).toBe('#/app')
  // On the smallest screen the packet makes room for what it would lie over.
  await page.setViewportSize({ width: 320, height: 568 })
  await expect
    .poll(() =>
      page.getByRole('button', { name: '关闭下载提示' }).evaluate(button => {
        const { left, top, width, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      }),
    )
    .toBe(true)
  await press(page, '关闭红包')
  await press(page, '关闭下载提示')
  await page.reload()
  await page.getByRole('region', { name: '账户' }).waitFor()
  expect(await page.getByRole('link', { name: '红包', exact: true }).count()).toBe(0)
  expect(await page.getByRole('region', { name: '下载' }).count()).toBe(0)
  expect(await page.evaluate(() => sessionStorage.getItem('closed:welcome'))).toBe('1')
})

test('the greeting has the title and the operator’s sanitised webcontent, and comes when index_modal is 1', async () => {
  await setApp(world, {
    index_modal: 1,
    webcontent:
      '<p>今晚<b>好戏</b></p><img src="x" onerror="document.title=1"><script>document.title=2</script>',
  })
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
  await expect
    .poll(() => page.getByRole('tablist', { name: '游戏分类' }).getByRole('tab').allTextContents())
    .toEqual(['真人', '体育', '电竞', '棋牌', '电子', '彩票'])
  for (const name of ['体育', '彩票']) {
    await page.getByRole('tab', { name }).click()
    await expect
      .poll(() => page.getByRole('tab', { name }).getAttribute('aria-selected'))
      .toBe('true')
  }
  for (const [name, category] of [
    ['真人', 'realbet'],
    ['体育', 'sport'],
    ['电竞', 'gaming'],
    ['棋牌', 'joker'],
    ['电子', 'concise'],
    ['彩票', 'lottery'],
  ] as const) {
    const { data } = (await (
      await fetch(`${world.url}/api/game/list?category=${category}`)
    ).json()) as { data: { category_id: string; app_state: number }[] }
    expect(data.every(game => game.category_id === category && game.app_state === 1)).toBe(true)
    await expect
      .poll(() => page.getByRole('tabpanel', { name }).getByRole('button').count())
      .toBe(data.length)
  }
  const lottery = page.getByRole('tabpanel', { name: '彩票' })
  const wide = await lottery.getByRole('button').filter({ hasText: 'VR' }).first().boundingBox()
  expect(wide!.width).toBeGreaterThan(340)
  expect(
    (await page.getByRole('tabpanel', { name: '电子' }).getByRole('button').first().boundingBox())!
      .width,
  ).toBeLessThan(180)
})

test('opening a game without a token says 请登录！; with one it goes by platform, code and category', async () => {
  const visitor = await world.phone({ session: greeted })
  const tile = (page: typeof visitor) =>
    page
      .getByRole('tabpanel', { name: '电子' })
      .getByRole('button')
      .filter({ hasText: '招财进宝' })
      .first()
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

/** Somebody new, of a birthday that nobody else here has. */
async function fillRegistration(page: Page) {
  await page.getByPlaceholder('用户名').fill(`v${randomBytes(4).toString('hex')}`)
  await page.getByPlaceholder('登录密码').first().fill('secret-1')
  await page.getByPlaceholder('再次输入').fill('secret-1')
  await page.getByPlaceholder('真实姓名').fill('测试员')
  await page.getByPlaceholder('支付密码').fill('748201')
  const src = (await page.getByAltText('验证码图片').getAttribute('src'))!
  await page.getByPlaceholder('验证码').fill(captchaAnswer(src))
  await page.getByLabel('生日').fill('2001-03-07')
  await page.getByRole('checkbox').check()
}

test('a visitor who taps a game is shown the ways in, and the registration leads on to that game and to the first steps', async () => {
  const page = await world.phone({ session: greeted })
  const tile = page.getByRole('tabpanel', { name: '电子' }).getByRole('button').first()
  const name = await tile.locator('b').textContent()
  await tile.click()
  await says(page, '请登录！', 'danger')
  const sheet = page.getByRole('dialog', { name: '登录后开始游戏' })
  await sheet.getByText(name!).waitFor()
  const way = await sheet.getByRole('link', { name: '登录' }).getAttribute('href')
  expect(decodeURIComponent(way!)).toMatch(
    /^#\/login\?type=0&redirect=\/gamePage\?name=OB&type=concise/,
  )
  await sheet.getByRole('link', { name: '注册新用户' }).click()
  await at(page, /^\/login\?type=1&redirect=\/gamePage/)
  await fillRegistration(page)
  const asked = page.waitForRequest('**/api/getGameUrl')
  await page.route('**/api/getGameUrl', () => {})
  await page.getByRole('button', { name: '注册', exact: true }).click()
  expect((await asked).postDataJSON()).toMatchObject({ plat_name: 'OB', game_type: 'concise' })
  await at(page, /^\/gamePage\?name=OB/)

  await visit(page, '/')
  const steps = page.getByRole('region', { name: '新会员三步' })
  await steps.getByRole('button', { name: '去设置' }).click()
  const prompt = page.getByRole('dialog', { name: '先设一个存款限额？' })
  await prompt.getByLabel('每日存款限额').fill('2000')
  await prompt.getByRole('button', { name: '设置限额' }).click()
  await steps.getByText('每日存款限额 ¥2,000').waitFor()
  expect(await steps.getByRole('link', { name: '去绑定' }).getAttribute('href')).toBe(
    '#/wallet?type=1',
  )
  await bare(page)
  await steps.getByRole('button', { name: '稍后再说' }).click()
  await page.getByRole('button', { name: /继续完成设置/ }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: /下一步：绑定收款卡/ }).click()
  await steps.getByText('绑定收款卡').waitFor()
})

test('home above the categories: hot and new for visitors; for members what they opened and marked too', async () => {
  await run(world.db, sql`update game set pick = 'hot' where game_code = 'fortune3'`)
  await expect.poll(firstPage, { interval: 500 }).toContain('"hot":[{')
  const visitor = await world.phone({ session: greeted })
  const row = visitor.getByRole('region', { name: '推荐游戏' })
  await expect.poll(() => row.getByRole('tab').allTextContents()).toEqual(['热门', '新品'])
  await row.getByRole('button', { name: /招财进宝/ }).waitFor()
  expect(await visitor.getByRole('button', { name: /^收藏 / }).count(), 'visitors mark none').toBe(
    0,
  )
  const { token } = await newMember(world)
  const page = await world.phone({ token, session: greeted })
  const own = page.getByRole('region', { name: '推荐游戏' })
  await page.getByRole('button', { name: '收藏 百家乐' }).click()
  await own.getByRole('tab', { name: '收藏 1' }).click()
  await own.getByRole('button', { name: /百家乐/ }).waitFor()
  await expect
    .poll(async () => (await ask<Mine>(world, '/api/game/mine', {}, token)).data.favourites.length)
    .toBe(1)
  await page.getByRole('button', { name: '收藏 百家乐' }).click()
  await own.getByText('点游戏右上角的爱心，即可收藏').waitFor()
  const slots = page.getByRole('tabpanel', { name: '电子' })
  await slots.getByText('FG 电子', { exact: true }).first().click()
  await expect.poll(() => slots.locator('b').allTextContents()).toEqual(['招财进宝', '珠光宝气'])
  await run(world.db, sql`update game set pick = '' where game_code = 'fortune3'`)
})
type Mine = { favourites: object[] }
/** Home as the server sends it, with what shows first. */
const firstPage = async () => (await fetch(world.url)).text()

test('the sport section shows the next matches with prices; a tap opens the game at that match; the search finds teams and games', async () => {
  const { token } = await newMember(world)
  // The venues are asked behind the first page; the next has their room.
  await expect.poll(firstPage, { interval: 500 }).toMatch(/"books":\[\{[^\]]*"football"/)
  const page = await world.phone({ token, session: greeted })
  const football = page
    .getByRole('tabpanel', { name: '体育' })
    .getByRole('group', { name: '足球赛事' })
  await football.getByText(/^赔率更新于 \d\d:\d\d:\d\d/).waitFor()
  // The first may be over any moment, and is then found no more; the second goes on for a while.
  const second = football.getByRole('link').nth(1)
  const team = (await second.locator('b').first().textContent())!
  const match = football.getByRole('link').filter({ hasText: team }).first()
  expect(await match.textContent()).toMatch(/主胜(\d+\.\d\d|—)平/)
  const asked = page.waitForRequest('**/api/getGameUrl')
  await match.click()
  expect((await asked).postDataJSON()).toMatchObject({
    plat_name: 'SPORT',
    game_code: 'football',
    match: expect.stringMatching(/^\d+$/),
  })
  await page.waitForURL('**/play/football')
  await page.getByRole('button', { name: /全部比赛/ }).waitFor()
  await page.getByText(team).first().waitFor()
  await page.goBack()
  await page.getByRole('article').first().waitFor()
  await page.goto(world.url)
  await page.route('**/api/getGameUrl', () => {})
  await page.getByRole('link', { name: '搜索游戏、场馆、赛事' }).click()
  await at(page, '/search')
  const input = page.getByRole('searchbox')
  await input.fill(team)
  await page
    .getByRole('region', { name: '赛事' })
    .locator('mark', { hasText: team })
    .first()
    .waitFor()
  await input.fill('zcjb')
  const found = page.getByRole('region', { name: '游戏' }).getByRole('button')
  await found.locator('mark', { hasText: '招财进宝' }).waitFor()
  const opened = page.waitForRequest('**/api/getGameUrl')
  await found.first().click()
  expect((await opened).postDataJSON()).toMatchObject({ game_code: 'fortune3' })
  await visit(page, '/search')
  await page.getByRole('region', { name: '最近搜索' }).getByRole('button', { name: 'zcjb' }).click()
  await found.first().waitFor()
  await input.fill('没有这样的游戏')
  await page.getByText('没有找到').waitFor()
})
