// The session, its end, and how the app talks to the server.
import { expect, test } from 'vitest'
import { ask, demo, endSession, newMember, setApp } from '../../support/data.ts'
import {
  addressOf,
  at,
  bare,
  callsOf,
  eventually,
  press,
  question,
  rhythm,
  settled,
  setVisible,
  timesOf,
  visit,
} from '../../support/phone.ts'
import { world, greeted } from './world.ts'

const mainBar = '菜单'

test('log-out asks 提示 您确定要退出登录吗?, and clears both storages, stops polling and shows /login also when its call fails', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, path: '/mine', clock: 'running' })
  await page.route('**/api/logoff', route => route.abort())
  await page.evaluate(() => {
    sessionStorage.setItem('draft:x', '{}')
  })
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
  expect(
    await page.evaluate(() => [
      localStorage.getItem('token'),
      localStorage.getItem('userInfo'),
      sessionStorage.length,
    ]),
  ).toEqual([null, null, 0])
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
  const page = await world.phone({ token: member.token, path: '/usdtmore', clock: 'stopped' })
  await settled(page, { clock: 'stopped' })
  await endSession(world, member)
  await page.evaluate(() => {
    location.hash = '/message?type=2'
  })
  await eventually(page, question(page).getByRole('heading', { name: '认证失败' }))
  await question(page).getByText('登录已过期，请重新登录').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(member.token)
  await question(page).getByRole('button', { name: '重新登录' }).click()
  await at(page, '/login')
  expect(
    await page.evaluate(() => [
      localStorage.getItem('token'),
      localStorage.getItem('userInfo'),
      sessionStorage.length,
    ]),
  ).toEqual([null, null, 0])
})

test('a 401 on the balance call shows the same dialog, and the calls that follow do not overtake it', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/usdtmore', clock: 'stopped' })
  await settled(page, { clock: 'stopped' })
  await endSession(world, member)
  await page.clock.runFor(4_300)
  await eventually(page, question(page).getByRole('heading', { name: '认证失败' }))
  expect(await rhythm(page, '/api/balance', 4_300, 3)).toEqual([4_300, 4_300])
  expect(addressOf(page)).toBe('/usdtmore')
  await expect.poll(() => question(page).count()).toBe(1)
  await question(page).getByRole('button', { name: '重新登录' }).click()
  await at(page, '/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(null)
})

test('a session that ended while a game is launched: 认证失败 stays until it is pressed, and only then /login', async () => {
  const member = await newMember(world)
  const page = await world.phone({
    token: member.token,
    path: '/concise',
    clock: 'stopped',
    session: greeted,
  })
  await settled(page, { clock: 'stopped' })
  await endSession(world, member)
  await page.getByRole('main').getByRole('button').first().click()
  await eventually(page, question(page).getByRole('heading', { name: '认证失败' }))
  await page.clock.runFor(20_000)
  expect(addressOf(page)).toMatch(/^\/gamePage/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(member.token)
  await question(page).getByRole('button', { name: '重新登录' }).click()
  await at(page, '/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(null)
})

test('a token that died before the page was opened goes to /login without a dialog', async () => {
  const member = await newMember(world)
  await endSession(world, member)
  const page = await world.phone({ token: member.token, path: '/mine' })
  await at(page, '/login')
  expect(await question(page).count()).toBe(0)
  expect(
    await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('userInfo')]),
  ).toEqual([null, null])
})

test('the balance is asked for every 4300 ms while logged in, not while the page is hidden, at once on return, and never for visitors', async () => {
  const { token } = await newMember(world)
  const page = await world.phone({ token, path: '/usdtmore', clock: 'stopped' })
  await settled(page, { clock: 'stopped' })
  expect(await rhythm(page, '/api/balance', 4_300, 4)).toEqual([4_300, 4_300, 4_300])
  const before = (await timesOf(page, '/api/balance')).length
  await setVisible(page, false)
  await page.clock.runFor(43_000)
  expect((await timesOf(page, '/api/balance')).length).toBe(before)
  await setVisible(page, true)
  await expect
    .poll(async () => (await timesOf(page, '/api/balance')).length, {
      message: 'asked at once on return, no time has passed',
    })
    .toBe(before + 1)
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
  await page.evaluate(() => {
    location.hash = '/vip'
  })
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return (await timesOf(page, '/api/uservip')).length
    })
    .toBe(1)
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
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).sort()))
    .toEqual([
      'appInfo',
      'bannerList',
      'conciseList',
      'gamingList',
      'jokerList',
      'lotteryList',
      'messageNum',
      'realbetList',
      'sportList',
      'token',
      'userInfo',
    ])
  const kept = await page.evaluate(() => ({
    app: JSON.parse(localStorage.getItem('appInfo')!),
    games: JSON.parse(localStorage.getItem('conciseList')!),
    user: JSON.parse(localStorage.getItem('userInfo')!),
  }))
  expect(Object.keys(kept.app)).toEqual(
    expect.arrayContaining([
      'title',
      'site_logo',
      'site_state',
      'repair_tips',
      'redpacket_switch',
      'h5_url',
      'index_modal',
      'webcontent',
      'ios_download_url',
      'ios_download_qrcode',
    ]),
  )
  expect(Object.keys(kept.games[0])).toEqual(
    expect.arrayContaining([
      'category_id',
      'app_state',
      'mobile_img',
      'platform_name',
      'game_code',
    ]),
  )
  expect(kept.user.current_vip).toBe(`VIP${kept.user.vip}`)
  expect(await page.evaluate(() => sessionStorage.getItem('baseURL')), 'the origin in use').toBe(
    world.url,
  )
  const other = await world.phone({ token, path: '/vip', session: { baseURL: '/elsewhere' } })
  await expect
    .poll(async () => (await callsOf(other, '/elsewhere/api/uservip')).length)
    .toBeGreaterThan(0)
})

test('a visitor on an address that is not listed is moved to one that is, with the referral and the page’s query', async () => {
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
  const asking = await world.phone({
    url: elsewhere,
    path: '/register?pid=78&redirect=%2Fvip',
    clock: 'stopped',
  })
  await at(asking, '/login?type=1&pid=78&redirect=/vip')
  await asking.clock.runFor(2_000)
  await asking.waitForURL(`${world.url}/**`)
  await at(asking, '/login?type=1&pid=78&redirect=/vip')
  const guarded = await world.phone({ url: elsewhere, path: '/money', clock: 'stopped' })
  await at(guarded, '/login?redirect=/money')
  await guarded.clock.runFor(2_000)
  await guarded.waitForURL(`${world.url}/**`)
  await at(guarded, '/login?redirect=/money')
  expect(
    ((await (await fetch(`${world.url}/api/getVisitUrl`)).json()) as { code: number }).code,
    'on a listed address one stays',
  ).not.toBe(200)
})

test('认证失败 closes by its button only: neither Escape nor the way back clears anything', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/usdtmore' })
  await settled(page)
  await endSession(world, member)
  await visit(page, '/message?type=2')
  const dialog = question(page).getByRole('heading', { name: '认证失败' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await page.goBack()
  await page.goBack()
  await dialog.waitFor()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(member.token)
  await question(page).getByRole('button', { name: '重新登录' }).click()
  await at(page, '/login')
})
