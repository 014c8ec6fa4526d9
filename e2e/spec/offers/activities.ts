// Activities, sponsors, VIP and rebates.
import { run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { ask, deposit, newMember, rebates } from '../../support/data.ts'
import { at, bare, follow, press, says, settled, visit } from '../../support/phone.ts'
import { world } from './world.ts'

test('/activity: 全部 and one tab per type, banner and title of each, END at the end; another tab asks with its type, the same one asks nothing', async () => {
  const page = await world.phone({ path: '/activity' })
  await settled(page)
  const { data: types } = await ask<{ id: number; name: string }[]>(world, '/api/activitytype')
  const tabs = page.getByRole('tablist', { name: '活动类型' }).getByRole('tab')
  await expect
    .poll(() => tabs.allTextContents())
    .toEqual(['全部', ...types.map(({ name }) => name)])
  await page.getByText('END', { exact: true }).waitFor()
  const sent = follow(page)
  const { data } = await ask<{ data: { id: number; title: string; banner: string }[] }>(
    world,
    '/api/activitylist',
    { type: types[0]!.id },
  )
  await tabs.nth(1).click()
  const item = page.getByRole('main').getByRole('link').first()
  await expect.poll(() => item.getAttribute('href')).toBe(`#/activityInfo?id=${data.data[0]!.id}`)
  await item.getByText(data.data[0]!.title).waitFor()
  expect(await item.locator('img').getAttribute('src')).toBe(data.data[0]!.banner)
  expect(sent.of('POST /api/activitylist')).toEqual([{ type: String(types[0]!.id), page: 1 }])
  await tabs.nth(1).click()
  await settled(page)
  expect(sent.of('POST /api/activitylist')).toHaveLength(1)
})

test('/activityInfo: banner, title, content and memo; 立即申请 for members shows the server’s message, 去登录 for visitors', async () => {
  const { data: list } = await ask<{ data: { id: number; title: string; apply: number }[] }>(
    world,
    '/api/activitylist',
  )
  const { id, title } = list.data.find(({ title: each }) => each.includes('首存'))!
  const visitor = await world.phone({ path: `/activityInfo?id=${id}` })
  await visitor.getByRole('heading', { name: title }).waitFor()
  await visitor.getByText('首笔存款，加赠到账。').waitFor()
  await visitor.getByText(/奖金与流水要求同时入账/).waitFor()
  expect(await visitor.getByRole('article').locator('img').first().getAttribute('src')).toMatch(
    /^\/art\//,
  )
  await visitor.getByRole('link', { name: '去登录' }).click()
  await at(visitor, `/login?redirect=/activityInfo?id=${id}`)
  const member = await newMember(world)
  await deposit(world, member, 500)
  const page = await world.phone({ token: member.token, path: `/activityInfo?id=${id}` })
  const answered = page.waitForResponse('**/api/doactivityapply')
  await press(page, '立即申请')
  const answer = await answered
  expect(answer.request().postDataJSON()).toEqual({ activityid: id })
  await says(page, ((await answer.json()) as { message: string }).message, 'success')
  // Nothing more can be applied for while it waits: the button rests and says why.
  await page.getByRole('article').getByText('待审核', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: '立即申请' }).isDisabled()).toBe(true)
  await visit(page, '/activity')
  await page
    .getByRole('link')
    .filter({ hasText: title })
    .filter({ visible: true })
    .getByText('待审核')
    .waitFor()
  await visit(page, '/activityRecord')
  await page.getByText(title).filter({ visible: true }).waitFor()
  await page.getByText('待审核', { exact: true }).filter({ visible: true }).waitFor()
  await page.getByText(/申请时间 \d{4}-/).waitFor()
  for (const [state, label] of [
    [2, '通过'],
    [3, '拒绝'],
  ] as const) {
    await run(
      world.db,
      sql`update activity_application set state = ${state}, decided_by = 'test', decided_at = now() where member_id = ${member.memberId}`,
    )
    await page.reload()
    await page.getByText(label, { exact: true }).waitFor()
  }
})

test('an activity that refuses says why, condition by condition; the record of applications is empty at first', async () => {
  const { token } = await newMember(world)
  const page = await world.phone({ token, path: '/activityInfo?id=1' })
  const answered = page.waitForResponse('**/api/doactivityapply')
  await press(page, '立即申请')
  const refusal = (await (await answered).json()) as {
    message: string
    data: { conditions: { text: string; met: boolean }[] }
  }
  await says(page, refusal.message, 'danger')
  const conditions = page.getByRole('list', { name: '条件' }).getByRole('listitem')
  await expect.poll(() => conditions.count()).toBe(refusal.data.conditions.length)
  for (const { text, met } of refusal.data.conditions)
    await conditions
      .filter({ hasText: text })
      .getByText(met ? '已满足' : '未满足')
      .waitFor()
  await visit(page, '/activityRecord')
  await page.getByRole('heading', { name: '空空如也' }).waitFor()
})

test('sponsors: two entries, 没有更多了, and a page for each with a back image', async () => {
  const page = await world.phone({ path: '/zhanzhu' })
  await settled(page)
  const entries = page.getByRole('main').getByRole('link')
  expect(await entries.evaluateAll(links => links.map(link => link.getAttribute('href')))).toEqual([
    '#/zhanzhuye?type=1',
    '#/zhanzhuye?type=2',
  ])
  await page.getByText('没有更多了').waitFor()
  for (const n of [0, 1]) {
    await page.route('https://zh.wikipedia.org/**', route =>
      route.fulfill({
        status: 200,
        contentType: route.request().url().includes('favicon') ? 'image/svg+xml' : 'text/html',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
      }),
    )
    await entries.nth(n).click()
    await expect
      .poll(() => page.locator('iframe').getAttribute('src'))
      .toMatch(/^https:\/\/zh\.wikipedia\.org\/wiki\//)
    await page.getByRole('button', { name: '返回' }).click()
    await at(page, '/zhanzhu')
  }
})

test('VIP: nothing before the levels are loaded; ten tabs with a slider; the own level first, else 1; 已达标 or 未达标; the table of rebates', async () => {
  const member = await newMember(world)
  await run(world.db, sql`update member set vip = 3 where member_id = ${member.memberId}`)
  const page = await world.phone({ token: member.token, path: '/usdtmore' })
  let go = () => {}
  const held = new Promise<void>(done => {
    go = done
  })
  await page.route('**/api/uservip', async route => {
    await held
    await route.continue()
  })
  await page.evaluate(() => {
    location.hash = '/vip'
  })
  await page.getByRole('heading', { name: 'VIP特权' }).waitFor()
  expect(await page.getByRole('tab').count()).toBe(0)
  go()
  const tabs = page.getByRole('tablist', { name: '等级' }).getByRole('tab')
  await tabs.first().waitFor()
  await expect
    .poll(() => tabs.allTextContents())
    .toEqual(Array.from({ length: 10 }, (_, i) => `VIP${i + 1}`))
  const selected = () => page.getByRole('tab', { selected: true }).textContent()
  await expect.poll(selected).toBe('VIP3')
  const card = page.getByRole('list', { name: '等级卡' }).locator('[aria-current]')
  const { data: levels } = await ask<{ recharge: number; flow: number; realperson: number }[]>(
    world,
    '/api/uservip',
  )
  for (const [vip, badge] of [
    [2, '已达标'],
    [3, '已达标'],
    [4, '未达标'],
  ] as const) {
    await tabs.nth(vip - 1).click()
    await expect.poll(selected).toBe(`VIP${vip}`)
    await card.getByText(badge).waitFor()
    await expect
      .poll(() => card.getByRole('definition').allTextContents())
      .toEqual(
        [levels[vip - 1]!.recharge, levels[vip - 1]!.flow].map(
          yuan => `¥${yuan.toLocaleString('en')}`,
        ),
      )
  }
  const table = page.getByRole('region', { name: '最高返水比例' })
  await expect
    .poll(() => table.getByRole('columnheader').allTextContents())
    .toEqual(['等级', '真人', '体育', '电竞', '棋牌', '电子', '彩票'])
  expect(await table.getByRole('row').nth(3).getByRole('cell').first().textContent()).toBe(
    levels[2]!.realperson.toFixed(2),
  )
  await page.getByText(/每日最多晋级一级，不可越级/).waitFor()
  await page.getByText(/90 天内完成保级流水，晋级后重新计算/).waitFor()
  await page.getByText(/未完成保级，降低一级/).waitFor()
  const visitor = await world.phone({ path: '/vip' })
  await expect.poll(() => visitor.getByRole('tab', { selected: true }).textContent()).toBe('VIP1')
  expect(await visitor.getByText('已达标').count()).toBe(0)
})

test('VIP: the slider and the tabs go together', async () => {
  const page = await world.phone({ path: '/vip', reducedMotion: 'reduce' })
  await settled(page)
  const slides = page.getByRole('list', { name: '等级卡' })
  await page.getByRole('tab', { name: 'VIP5' }).click()
  await expect.poll(() => slides.evaluate(list => list.scrollLeft)).toBeGreaterThan(600)
  await slides.evaluate(list => {
    list.scrollTo({ left: 0, behavior: 'instant' })
  })
  await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toBe('VIP1')
})

test('rebates: totals, 全平台 and 30 days at first, what a filter asks for, and a claim that moves all pending into claimed', async () => {
  const member = await newMember(world)
  const { token } = member
  await rebates(world, member)
  const page = await world.phone({ token, path: '/vip' })
  const sent = follow(page)
  await visit(page, '/fanshui')
  const { data: before } = await ask<{ jisuan: number; nojisuan: number }>(
    world,
    '/api/getfanshui',
    {},
    token,
  )
  expect(before.nojisuan).toBeGreaterThan(0)
  const totals = page.getByRole('region', { name: '返水', exact: true })
  await totals.getByText('累计领取').waitFor()
  await totals.getByText('待领取').waitFor()
  await totals.getByText(before.nojisuan.toFixed(2)).waitFor()
  expect(sent.of('POST /api/getfanshui')[0]).toEqual({ date: 4, api_type: '', type: '', page: 1 })
  const filters = page.getByRole('group', { name: '筛选' })
  await filters.getByRole('button', { name: '全平台' }).waitFor()
  await expect
    .poll(() => filters.getByRole('button', { pressed: true }).allTextContents())
    .toEqual(['近30天'])
  await page.getByRole('region', { name: '返水记录' }).getByText('暂未领取').first().waitFor()
  await page
    .getByRole('region', { name: '返水记录' })
    .getByText(/^结算 20\d\d-\d\d-\d\d \d\d:\d\d$/)
    .first()
    .waitFor()
  await page
    .getByText(
      /每日 00:00–23:59（北京时间）的有效投注，当日结束后 24 小时内派发，请在福利中心手动领取；VIP 返水 1 倍流水即可提款/,
    )
    .waitFor()
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      return page.getByText('没有更多了').count()
    })
    .toBe(1)
  expect(sent.of('POST /api/getfanshui')).toContainEqual({
    date: 4,
    api_type: '',
    type: '',
    page: 2,
  })
  await expect
    .poll(() => page.getByRole('region', { name: '返水记录' }).getByRole('button').count())
    .toBe(12)
  await page.evaluate(() => scrollTo(0, 0))
  sent.forget()
  for (const [label, date] of [
    ['今天', 1],
    ['近7天', 2],
    ['近15天', 3],
  ] as const) {
    await filters.getByRole('button', { name: label, exact: true }).click()
    await expect
      .poll(() => sent.of('POST /api/getfanshui'))
      .toContainEqual({ date, api_type: '', type: '', page: 1 })
  }
  await filters.getByRole('button', { name: '全平台' }).click()
  await page.getByRole('option', { name: 'FG 电子' }).click()
  await expect
    .poll(() => sent.of('POST /api/getfanshui'))
    .toContainEqual({ date: 3, api_type: 'FG', type: '', page: 1 })
  await bare(page)
  sent.forget()
  const answered = page.waitForResponse('**/api/dofanshui')
  await press(page, '点击领取')
  await says(page, ((await (await answered).json()) as { message: string }).message, 'success')
  expect(sent.of('POST /api/dofanshui')).toEqual([{}])
  await totals.getByText('派发后可领取，现在没有可领取的返水').waitFor()
  await totals.getByText((before.jisuan + before.nojisuan).toFixed(2)).waitFor()
  await expect.poll(() => sent.of('POST /api/user').length).toBeGreaterThan(0)
  await page
    .getByRole('region', { name: '返水记录' })
    .getByText(/[^未]领取$/)
    .first()
    .waitFor()
  await press(page, '点击领取')
  await says(page, '暂无领取额度！', 'danger')
  expect(sent.of('POST /api/dofanshui')).toHaveLength(1)
})

test('rebates: without any it says 空空如也, and nothing is claimed: 暂无领取额度！', async () => {
  const { token } = await newMember(world)
  const page = await world.phone({ token, path: '/fanshui' })
  await page.getByRole('heading', { name: '空空如也' }).waitFor()
  const sent = follow(page)
  await press(page, '点击领取')
  await says(page, '暂无领取额度！', 'danger')
  expect(sent.of('POST /api/dofanshui')).toEqual([])
})

test('a claim whose answer is lost is settled by its key: offline it is told as never begun, and one that had arrived as done', async () => {
  const member = await newMember(world)
  const { token } = member
  await rebates(world, member)
  const page = await world.phone({ token, path: '/fanshui' })
  const strip = (words: RegExp) => page.getByRole('status').filter({ hasText: words })
  const totals = page.getByRole('region', { name: '返水', exact: true })
  await totals.getByText('待领取').waitFor()
  // What follows a claim came with the page that offers it.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /Outcomes.*css/.test(name)),
  )
  await page.context().setOffline(true)
  await press(page, '点击领取')
  await strip(/上一笔领取返水确认中/).waitFor()
  await page.context().setOffline(false)
  await strip(/上一笔领取返水未发生，资金未变动/).waitFor()
  await page.route('**/api/dofanshui', async route => {
    await route.fetch()
    await route.abort()
  })
  await press(page, '点击领取')
  await strip(/上一笔领取返水已完成/).waitFor()
  await totals.getByText('派发后可领取，现在没有可领取的返水').waitFor()
  const { data } = await ask<{ nojisuan: number }>(world, '/api/getfanshui', {}, token)
  expect(data.nojisuan).toBe(0)
})

test('an application opens with the documented fields alone', async () => {
  const { token } = await newMember(world)
  const page = await world.phone({ token, path: '/usdtmore' })
  await page.route('**/api/activityApplyLog', async route => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: object }
    const row = { activity_name: '新人礼', created_at: '2026-11-20 10:00:00', state: 1 }
    await route.fulfill({
      response,
      json: { ...answer, data: { ...answer.data, data: [row], total: 1 } },
    })
  })
  await visit(page, '/activityRecord')
  await page.getByRole('button', { name: /新人礼/ }).click()
  await page.getByRole('heading', { name: '申请详情', exact: true }).waitFor()
  await page.locator('dialog[open]').getByText('待审核').waitFor()
})
