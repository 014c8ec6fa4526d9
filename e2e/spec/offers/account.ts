// The member’s own pages: centre, agents, help, messages, hub and bets.
import { beijingMidnight } from '@tianping/money/day'
import { run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { insertMessage } from '../../../apps/server/src/areas/message/store/message.sql.ts'
import { ask, bets, deposit, newMember, setApp } from '../../support/data.ts'
import { dayWithRoom } from '../../support/day.ts'
import { at, bare, follow, press, says, settled, visit } from '../../support/phone.ts'
import { world } from './world.ts'

test('/mine: who one is, days since joining, badge, wallet with refresh, progress, tiles and entries', async () => {
  await dayWithRoom()
  const member = await newMember(world)
  await deposit(world, member, 1_250)
  const page = await world.phone({ token: member.token, path: '/mine' })
  await settled(page)
  const main = page.getByRole('main')
  await main.getByText(member.name).waitFor()
  await main.getByText('VIP1', { exact: true }).waitFor()
  await main.getByText(/第 1 天/).waitFor()
  expect(await main.getByRole('link', { name: /第 1 天/ }).getAttribute('href')).toBe('#/userInfo')
  const wallet = main.getByRole('region', { name: '中心钱包' })
  await wallet.getByText('1,250.00').waitFor()
  await expect
    .poll(() => wallet.getByRole('progressbar').getAttribute('aria-valuenow'), {
      message: 'VIP2 asks for 5,000',
    })
    .toBe('25')
  const sent = follow(page)
  await wallet.getByRole('button', { name: '刷新' }).click()
  await says(page, '刷新成功', 'success')
  expect(sent.of('POST /api/refreshusermoney')).toEqual([{}])
  const links = () =>
    main.getByRole('link').evaluateAll(all => all.map(link => link.getAttribute('href')!.slice(1)))
  const tiles = [
    '/vip',
    '/activity',
    '/money',
    '/transRecord',
    '/betRecord',
    '/userCent',
    '/userInfo',
    '/kefu',
    '/message',
    '/fanshui',
    '/activityRecord',
    '/welfare',
    '/app',
    '/boutBallBet',
    '/complaints',
    '/protect',
    '/verification',
  ]
  expect((await links()).toSorted()).toEqual([...tiles, '/applyagent'].toSorted())
  await main.getByRole('button', { name: '退出登录' }).waitFor()
  await run(world.db, sql`update member set isagent = true where member_id = ${member.memberId}`)
  await page.reload()
  await main.getByText('代理登录').waitFor()
  expect((await links()).toSorted()).toEqual([...tiles, '/gamePage?dailiD=1'].toSorted())
})

test('agent application: read-only names, the rules in their order, what is sent, the server’s message, and customer service', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/applyagent' })
  await expect.poll(() => page.getByLabel('用户名').inputValue()).toBe(member.name)
  expect(await page.getByLabel('真实姓名').inputValue()).toBe('测试员')
  for (const label of ['用户名', '真实姓名'])
    expect(await page.getByLabel(label).getAttribute('readonly')).not.toBe(null)
  expect(await page.getByRole('link', { name: '咨询合营客服' }).getAttribute('href')).toBe('#/kefu')
  await press(page, '加入我们')
  await says(page, '请输入正确手机号', 'danger')
  await page.getByLabel('联系方式').fill('13800138000')
  await press(page, '加入我们')
  await says(page, '请输入申请理由', 'danger')
  await page.getByLabel('申请理由').fill('有团队')
  const answered = page.waitForResponse('**/api/applyagentdo')
  await press(page, '加入我们')
  const answer = await answered
  expect(answer.request().postDataJSON()).toEqual({ mobile: '13800138000', apply_info: '有团队' })
  await says(page, ((await answer.json()) as { message: string }).message, 'success')
})

test('help centre: seven articles and customer service; each article with its title, its content and the way to service once it is there', async () => {
  const page = await world.phone({ path: '/boutBallBet' })
  await settled(page)
  const entries = page.getByRole('main').getByRole('link')
  expect(await entries.evaluateAll(links => links.map(link => link.getAttribute('href')))).toEqual([
    ...[7, 1, 2, 3, 4, 5, 8].map(type => `#/boutBallBetInfo?type=${type}`),
    '#/kefu',
  ])
  const titles = {
    7: '关于我们',
    1: '常见问题',
    2: '隐私政策',
    3: '免责声明',
    4: '联系我们',
    5: '代理加盟',
    8: '责任博彩',
  }
  // One handler for all articles: each is held until its title was looked at.
  const asked: unknown[] = []
  let go = () => {}
  let held = Promise.resolve()
  await page.route('**/api/article', async route => {
    asked.push(route.request().postDataJSON())
    await held
    await route.continue()
  })
  for (const [type, title] of Object.entries(titles)) {
    held = new Promise<void>(done => {
      go = done
    })
    await page.evaluate(to => {
      location.hash = to
    }, `/boutBallBetInfo?type=${type}`)
    await expect.poll(() => asked).toContainEqual({ type: Number(type) })
    const service = page
      .getByRole('main')
      .filter({ visible: true })
      .getByRole('link', { name: /人工客服/ })
    await page
      .getByRole('banner')
      .filter({ visible: true })
      .getByRole('heading', { name: title })
      .waitFor()
    expect(await service.count()).toBe(0)
    go()
    await service.waitFor()
    const { data } = await ask<{ content: string }>(world, '/api/article', { type: Number(type) })
    const words = /<p>([^<]{6,})/.exec(data.content)?.[1] ?? '开放的平台'
    await page
      .getByRole('main')
      .filter({ visible: true })
      .getByText(words.slice(0, 12))
      .first()
      .waitFor()
  }
})

test('message centre: type 1 shows the announcements, type 2 the inbox with title, content and time, read on at 300 px from its end, until 没有更多了~', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/message?type=2' })
  await page.getByText('没有更多了~').waitFor()
  for (let n = 1; n <= 23; n++) {
    await insertMessage(world.db, {
      memberId: member.memberId,
      title: `第 ${n} 封`,
      content: `<p>正文 <b>${n}</b></p><p>一</p><p>二</p><p>三</p>`,
      at: new Date(Date.UTC(2026, 0, 1, 0, n)),
    })
  }
  await visit(page, '/message?type=1')
  const { data: notices } = await ask<string[]>(world, '/api/homenotice')
  await page.getByRole('article').first().waitFor()
  await expect.poll(() => page.getByRole('article').allTextContents()).toEqual(notices)
  const sent = follow(page)
  await page.getByRole('tab', { name: '站内信' }).click()
  await page.getByRole('heading', { name: '第 23 封' }).waitFor()
  await page.getByText('2026-01-01 08:23:00').waitFor()
  expect(await page.getByRole('article').first().locator('b').textContent()).toBe('23')
  expect(sent.of('POST /api/noticeList')).toEqual([{ page: 1 }])
  await expect.poll(() => page.getByRole('article').count()).toBe(10)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight - innerHeight - 400))
  expect(sent.of('POST /api/noticeList')).toHaveLength(1)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight - innerHeight - 280))
  await expect.poll(() => sent.of('POST /api/noticeList')).toEqual([{ page: 1 }, { page: 2 }])
  await page.getByRole('heading', { name: '第 13 封' }).waitFor()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.getByRole('heading', { name: '第 1 封', exact: true }).waitFor()
  await page.getByText('没有更多了~').waitFor()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  expect(sent.of('POST /api/noticeList')).toHaveLength(3)
})

test('a letter that was on the screen is read: its dot stays for the visit, the counts fall', async () => {
  const member = await newMember(world)
  for (const n of [1, 2])
    await insertMessage(world.db, {
      memberId: member.memberId,
      title: `第 ${n} 封`,
      content: '<p>正文</p>',
      at: new Date(Date.UTC(2026, 0, 1, 0, n)),
    })
  const page = await world.phone({ token: member.token, path: '/message?type=1' })
  await page.getByRole('tab', { name: '站内信 2' }).click()
  await page.getByRole('article').first().waitFor()
  await expect
    .poll(
      async () =>
        (await ask<{ messageNum: number }>(world, '/api/user', {}, member.token)).data.messageNum,
    )
    .toBe(0)
  await page.getByRole('tab', { name: '站内信', exact: true }).waitFor()
  await expect.poll(() => page.getByText('未读').count()).toBe(2)
  await page.getByRole('tab', { name: '公告' }).click()
  await page.getByRole('tab', { name: '站内信' }).click()
  await page.getByRole('heading', { name: '第 2 封' }).waitFor()
  await expect.poll(() => page.getByText('未读').count()).toBe(0)
})

test('account hub: ways to profile, cards and both passwords', async () => {
  const { token } = await newMember(world)
  const page = await world.phone({ token, path: '/userCent' })
  await settled(page)
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll(all => all.map(link => link.getAttribute('href')))
  expect(links).toEqual(
    expect.arrayContaining(['#/userInfo', '#/wallet', '#/password?type=1', '#/password?type=2']),
  )
})

test('bets: their three labels, what each row shows, what a filter asks for, and 空空如也', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/betRecord' })
  await page.getByRole('heading', { name: '空空如也' }).waitFor()
  await bets(world, member, ['SETTLED', 'VOID', 'OPEN'])
  const sent = follow(page)
  await page.reload()
  const main = page.getByRole('main')
  for (const label of ['已结算', '无效注单', '未结算'])
    await main.getByText(label, { exact: true }).waitFor()
  await main.getByText('没有更多了').waitFor()
  expect(sent.of('POST /api/betrecord')).toEqual([{ date: 4, api_type: '', page: 1 }])
  await main.getByRole('button').filter({ hasText: '已结算' }).click()
  const detail = page.getByRole('dialog').or(page.locator('dialog[open]')).first()
  const facts = await detail.getByRole('term').allTextContents()
  expect(facts).toEqual(expect.arrayContaining(['订单号', '编码', '投注', '派彩', '时间']))
  await detail.getByText('¥25.00').waitFor()
  await detail.getByText('fortune3').waitFor()
  await page.keyboard.press('Escape')
  await bare(page)
  sent.forget()
  await page.getByRole('button', { name: '全平台' }).click()
  await press(page, '近7天')
  await page.getByRole('group', { name: '平台' }).getByRole('button', { name: 'PP 电子' }).click()
  await press(page, '确定')
  await expect
    .poll(() => sent.of('POST /api/betrecord'))
    .toEqual([{ date: 2, api_type: 'PP', page: 1 }])
  await page.getByRole('heading', { name: '空空如也' }).waitFor()
})

test('records read on at 300 px from their end, stop at the last page, and begin at page 1 under another filter', async () => {
  const member = await newMember(world)
  await bets(
    world,
    member,
    Array.from({ length: 25 }, () => 'SETTLED' as const),
  )
  const page = await world.phone({ token: member.token, path: '/usdtmore' })
  const sent = follow(page)
  await visit(page, '/betRecord')
  expect(sent.of('POST /api/betrecord')[0]).toEqual({ date: 4, api_type: '', page: 1 })
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      return page.getByText('没有更多了').count()
    })
    .toBe(1)
  expect(sent.of('POST /api/betrecord').map(payload => (payload as { page: number }).page)).toEqual(
    [1, 2, 3],
  )
  await page.evaluate(() => scrollTo(0, 0))
  await press(page, /^全平台/)
  await press(page, '近15天')
  await press(page, '确定')
  await expect
    .poll(() => sent.of('POST /api/betrecord').slice(3)[0])
    .toEqual({ date: 3, api_type: '', page: 1 })
})

test('/mine names the site as the operator does', async () => {
  await setApp(world, { title: '云上' })
  try {
    await dayWithRoom()
    const { token } = await newMember(world)
    const page = await world.phone({ token, path: '/mine' })
    await page.getByText('加入云上第 1 天').waitFor()
    expect(await page.title()).toBe('我的 - 云上')
    expect(await (await fetch(world.url)).text()).toMatch(/<title>云上<\/title>/)
    expect(await (await fetch(`${world.url}/manifest.webmanifest`)).json()).toMatchObject({
      name: '云上',
      short_name: '云上',
    })
  } finally {
    await setApp(world, { title: '天平' })
  }
})

test('/mine: the progress is 0 without a deposit, at the top level too', async () => {
  const member = await newMember(world)
  await run(world.db, sql`update member set vip = 10 where member_id = ${member.memberId}`)
  const page = await world.phone({ token: member.token, path: '/mine' })
  const wallet = page.getByRole('main').getByRole('region', { name: '中心钱包' })
  await wallet.getByText('已达最高等级').waitFor()
  expect(await wallet.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('0')
})

test('/applyagent: the button reads 加入我们 for visitors too, and leads to the log-in and back', async () => {
  const page = await world.phone({ path: '/applyagent' })
  await settled(page)
  await page.getByRole('link', { name: '加入我们' }).click()
  await at(page, '/login?redirect=/applyagent')
})

test('a bet’s row shows its whole order number, which a touch copies', async () => {
  const member = await newMember(world)
  await bets(world, member, ['SETTLED'])
  const { data } = await ask<{ data: { bet_id: string }[] }>(
    world,
    '/api/betrecord',
    {},
    member.token,
  )
  const no = data.data[0]!.bet_id
  const page = await world.phone({
    token: member.token,
    path: '/betRecord',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.getByRole('main').getByText(no, { exact: true }).waitFor()
  await press(page, `复制订单号 ${no}`)
  await says(page, '复制成功！', 'success')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(no)
})

test('a list whose end is reached while it is asked anew reads on afterwards', async () => {
  const member = await newMember(world)
  await bets(
    world,
    member,
    Array.from({ length: 25 }, () => 'SETTLED' as const),
  )
  const page = await world.phone({ token: member.token, path: '/betRecord' })
  await page.getByText('加载中...').last().waitFor()
  let go = () => {}
  const held = new Promise<void>(done => {
    go = done
  })
  await page.route('**/api/betrecord', async route => {
    await held
    await route.continue()
  })
  await visit(page, '/usdtmore')
  await page.evaluate(() => {
    location.hash = '/betRecord'
  })
  await page.getByRole('main').getByText('已结算').first().waitFor()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  go()
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      return page.getByText('没有更多了').count()
    })
    .toBe(1)
})

test('a filter that comes back starts at page 1 again', async () => {
  const member = await newMember(world)
  await bets(
    world,
    member,
    Array.from({ length: 25 }, () => 'SETTLED' as const),
    // Of two days whatever the time is now: the first page is as high as ever.
    new Date(beijingMidnight(new Date()).getTime() - 21 * 3_600_000),
  )
  const page = await world.phone({ token: member.token, path: '/usdtmore' })
  const sent = follow(page)
  await visit(page, '/betRecord')
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      return page.getByText('没有更多了').count()
    })
    .toBe(1)
  await page.evaluate(() => scrollTo(0, 0))
  for (const range of ['近7天', '近30天']) {
    sent.forget()
    await press(page, /^全平台/)
    await press(page, range)
    await press(page, '确定')
    await settled(page)
    await bare(page)
  }
  expect(sent.of('POST /api/betrecord')).toEqual([{ date: 4, api_type: '', page: 1 }])
})
