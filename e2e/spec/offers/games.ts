// Games, their page, the slots and the app.
import { grantState } from '@tianping/contract/freeRounds/facts'
import { run, sql } from '@tianping/database'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask, newMember, setApp } from '../../support/data.ts'
import { addressOf, at, eventually, follow, says, settled, visit } from '../../support/phone.ts'
import { world, greeted } from './world.ts'

test('the game page shows customer service for dailiD=2, the agents’ site for dailiD=1, under a back arrow', async () => {
  const member = await newMember(world)
  await run(world.db, sql`update member set isagent = true where member_id = ${member.memberId}`)
  const page = await world.phone({ token: member.token, path: '/gamePage?dailiD=2' })
  const { data: service } = await ask<{ url: string }>(world, '/api/getservicerurl')
  await expect.poll(() => page.locator('iframe').getAttribute('src')).toBe(service.url)
  await page.getByRole('button', { name: '返回' }).waitFor()
  await visit(page, '/kefu')
  await expect.poll(() => page.locator('iframe').getAttribute('src')).toBe(service.url)
  const asked = page.waitForResponse('**/api/getAgentLoginUrl')
  await page.evaluate(() => {
    location.hash = '/gamePage?dailiD=1'
  })
  const { data: agents } = (await (await asked).json()) as { data: { url: string } }
  await expect.poll(() => page.locator('iframe').getAttribute('src')).toBe(agents.url)
  await page.getByRole('button', { name: '返回' }).waitFor()
})

test('the game page opens the download in a frame and takes it away after 2000 ms', async () => {
  await setApp(world, { ios_download_url: `${world.url}/service` })
  const page = await world.phone({ path: '/gamePage?app=1', clock: 'stopped' })
  await eventually(page, page.locator('iframe'))
  expect(await page.locator('iframe').getAttribute('src')).toBe(`${world.url}/service`)
  await page.clock.runFor(1_900)
  await expect.poll(() => page.locator('iframe').count()).toBe(1)
  await page.clock.runFor(100)
  await page.locator('iframe').waitFor({ state: 'detached' })
})

test('a game that launches: 正在进入游戏, then its address, and back leads to where one came from', async () => {
  const { token } = await newMember(world)
  const page = await world.phone({ token, path: '/concise', session: greeted })
  let go = () => {}
  const held = new Promise<void>(done => {
    go = done
  })
  await page.route('**/api/getGameUrl', async route => {
    await held
    await route.continue()
  })
  await page.getByRole('main').getByRole('button').first().click()
  await page.getByText('正在进入游戏，请稍候').first().waitFor()
  go()
  await page.waitForURL('**/play/**')
  await page.goBack()
  await page.waitForURL(`${world.url}/**`)
  expect(addressOf(page)).toBe('/concise')
})

test('a game that does not launch says the server’s message and goes back', async () => {
  const { token } = await newMember(world)
  const page = await world.phone({ token, path: '/vip' })
  await visit(page, '/usdtmore')
  await page.evaluate(() => {
    history.pushState({ behind: 1 }, '', '#/gamePage?name=FG&code=nothing')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await says(page, '该游戏暂未开放', 'danger')
  await at(page, '/usdtmore')
})

test('/app: title, four slides every 3000 ms, the QR image with its fallback, the download and the notes', async () => {
  await setApp(world, { ios_download_qrcode: '/nothing-there.png' })
  const { token } = await newMember(world)
  const page = await world.phone({ token, path: '/app', clock: 'stopped' })
  await eventually(page, page.getByRole('heading', { name: '天平 APP下载' }))
  await expect.poll(() => page.locator('.carousel .dots i').count()).toBe(4)
  const on = () =>
    page
      .locator('.carousel .dots i')
      .evaluateAll(dots => dots.findIndex(dot => dot.className === 'on'))
  for (const next of [1, 2]) {
    await page.clock.runFor(3_000)
    await expect.poll(on).toBe(next)
  }
  await expect.poll(() => page.getByAltText('下载二维码').getAttribute('src')).toBe('/app-qr.svg')
  expect(await page.getByRole('link', { name: '立即下载' }).getAttribute('href')).toBe(
    '#/gamePage?app=1',
  )
  await page.getByText(/保持同一网络/).waitFor()
  await page.getByText(/自带的浏览器/).waitFor()
  await setApp(world, { ios_download_qrcode: '/art/logo.svg' })
  const other = await world.phone({ token, path: '/app' })
  await expect
    .poll(() => other.getByAltText('下载二维码').getAttribute('src'))
    .toBe('/art/logo.svg')
})

test('/concise: OB, FG, PP, AE, OB first; each list is asked for once and kept; a tap opens the game by catecode and gamecode', async () => {
  const { token } = await newMember(world)
  const page = await world.phone({ token, path: '/usdtmore' })
  const sent = follow(page)
  await visit(page, '/concise')
  const tabs = page.getByRole('tab')
  await expect.poll(() => tabs.allTextContents()).toEqual(['OB', 'FG', 'PP', 'AE'])
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('OB')
  for (const name of ['FG', 'PP', 'AE', 'OB', 'FG']) {
    await page.getByRole('tab', { name }).click()
    await settled(page)
  }
  expect(sent.of('POST /api/gamelistBycode')).toEqual(
    ['obgdy', 'fgdz', 'pp', 'ae'].map(gamecode => ({ gamecode })),
  )
  const { data } = await ask<
    { catecode: string; gamecode: string; gamename: string; gamepic: string }[]
  >(world, '/api/gamelistBycode', { gamecode: 'fgdz' })
  const tile = page.getByRole('button').filter({ hasText: data[0]!.gamename })
  expect(await tile.locator('img').getAttribute('src')).toBe(data[0]!.gamepic)
  await page.route('**/api/getGameUrl', () => {})
  const asked = page.waitForRequest('**/api/getGameUrl')
  await tile.click()
  expect((await asked).postDataJSON()).toEqual({
    plat_name: data[0]!.catecode,
    game_type: '0',
    game_code: data[0]!.gamecode,
    is_mobile_url: 1,
  })
  const direct = await world.phone({ path: '/concise?type=pp' })
  await expect.poll(() => direct.getByRole('tab', { selected: true }).textContent()).toBe('PP')
})

test('an itms-services address is not framed: the phone’s installer is asked to open it, once, and the page says how to go on', async () => {
  const url = 'itms-services://?action=download-manifest&url=https://app.example.com/a.plist'
  await setApp(world, { ios_download_url: url })
  const page = await world.phone({ path: '/usdtmore', clock: 'stopped' })
  await settled(page, { clock: 'stopped' })
  const browser = await page.context().newCDPSession(page)
  const opened: string[] = []
  browser.on('Page.frameRequestedNavigation', event => opened.push(event.url))
  await browser.send('Page.enable')
  await page.evaluate(() => {
    location.hash = '/gamePage?app=1'
  })
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return opened.filter(each => each.startsWith('itms-services:'))
    })
    .toEqual([url])
  expect(await page.locator('iframe').count()).toBe(0)
  await page.clock.runFor(2_000)
  await eventually(page, page.getByText('下载已开始，请在手机提示中继续安装'))
  expect(await page.getByRole('link', { name: /再次打开/ }).getAttribute('href')).toBe(url)
  await setApp(world, { ios_download_url: '' })
})

test('only listed origins are framed; one listed after the page was opened opens outside', async () => {
  const policyOf = async () =>
    /frame-src ([^;]*)/.exec((await fetch(world.url)).headers.get('content-security-policy')!)![1]!
  expect(await policyOf()).toBe(`'self' ${world.url} https://zh.wikipedia.org`)
  const page = await world.phone({ path: '/usdtmore' })
  await settled(page)
  const service = `${world.venueUrl}/verify`
  await setApp(world, { service_url: service, allowed_origins: [world.venueUrl] })
  await expect.poll(policyOf).toBe(`'self' ${world.url} ${world.venueUrl} https://zh.wikipedia.org`)
  await visit(page, '/kefu')
  expect(await page.getByRole('link', { name: '打开在线客服' }).getAttribute('href')).toBe(service)
  expect(await page.locator('iframe').count()).toBe(0)
  await page.reload()
  await expect.poll(() => page.locator('iframe').getAttribute('src')).toBe(service)
  // The browser says what was refused: first our policy, then the venue's own, which lets nobody
  // frame it.
  const refused = () => world.complaints.filter(text => text.startsWith('Framing '))
  await expect.poll(() => refused().length).toBe(2)
  expect(refused()[0]).toContain('frame-src')
  expect(refused()[1]).toContain('frame-ancestors')
  world.complaints.splice(
    0,
    Infinity,
    ...world.complaints.filter(text => !refused().includes(text)),
  )
  await setApp(world, { service_url: '', allowed_origins: [] })
})

test('every frame is in a sandbox: no page in it leads the app away or holds it up', async () => {
  const sandboxOf = async (page: Page) => {
    await page.locator('iframe').waitFor()
    return page.locator('iframe').getAttribute('sandbox')
  }
  const member = await newMember(world)
  await run(world.db, sql`update member set isagent = true where member_id = ${member.memberId}`)
  const page = await world.phone({ token: member.token, path: '/kefu' })
  const desk = 'allow-scripts allow-same-origin allow-forms allow-popups'
  expect(await sandboxOf(page)).toBe(desk)
  await page.frameLocator('iframe').getByRole('heading', { name: '在线客服' }).waitFor()
  await visit(page, '/gamePage?dailiD=1')
  await page.frameLocator('iframe').getByText('团队').first().waitFor()
  expect(await sandboxOf(page)).toBe(desk)
  await setApp(world, { ios_download_url: `${world.url}/service` })
  const download = await world.phone({ path: '/gamePage?app=1', clock: 'stopped' })
  await eventually(download, download.locator('iframe'))
  expect(await sandboxOf(download)).toBe(
    'allow-scripts allow-same-origin allow-downloads allow-top-navigation-to-custom-protocols',
  )
  await setApp(world, { ios_download_url: '' })
  // A page of ours tries what a foreign one would.
  const tried = await page.frames()[1]!.evaluate(() => {
    try {
      top!.location.href = 'https://evil.example/'
      return 'left'
    } catch (error) {
      return (error as DOMException).name
    }
  })
  expect(tried).toBe('SecurityError')
  const isRefusal = (text: string) => text.startsWith('Unsafe attempt to initiate navigation')
  await expect.poll(() => world.complaints.filter(isRefusal).length).toBe(1)
  world.complaints.splice(0, Infinity, ...world.complaints.filter(text => !isRefusal(text)))
})

test('an address that is no web page, stored before the settings checked it, is neither framed nor linked: the site’s own page stands in', async () => {
  await setApp(world, { service_url: 'javascript:document.title=1' })
  const page = await world.phone({ path: '/usdtmore' })
  const answered = page.waitForResponse('**/api/getservicerurl')
  await visit(page, '/kefu')
  await answered
  await settled(page)
  await expect.poll(() => page.locator('iframe').getAttribute('src')).toBe(`${world.url}/service`)
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0)
  await setApp(world, { service_url: '' })
})

test('a slot for which the house gave rounds says so on its tile', async () => {
  const { token, memberId } = await newMember(world)
  await run(
    world.db,
    sql`
    insert into free_round_grant (member_id, grant_no, venue_id, games, stake_fen, rounds, turnover_times, ends_at, source, source_id, proposed_at, state, next_at)
    select ${memberId}, 'G-tile', venue_id, array['fortune3'], 200, 5, 1, now() + interval '1 day', 'vip', '2', now(), ${sql.literal(grantState.open)}, now() + interval '1 day'
    from venue where platname = 'FG'`,
  )
  const page = await world.phone({ token, path: '/concise?type=fgdz', session: greeted })
  await page.getByRole('button', { name: '赠送 5 次' }).waitFor()
})
