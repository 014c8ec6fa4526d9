// What a page shows while it knows nothing, and what it shows again after a reload and on the way
// back.
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { isSettled } from '../../../tooling/settled.ts'
import { ask, demo, deposit, newMember } from '../../support/data.ts'
import { at, press, says, settled, visit } from '../../support/phone.ts'
import { guarded, open, samples } from '../../support/routes.ts'
import { greeted, withoutFirstData, world } from './world.ts'

/** Beyond the repeated tries of a page, on a busy machine. */
const LONGEST_MS = 15_000

const failing = (route: Route) =>
  route.fulfill({ status: 500, json: { code: 500, message: '服务异常', data: null } })

test('no page waits for ever: where every call fails, none shows as if its answer were on the way', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, session: greeted })
  await withoutFirstData(page)
  await page.route('**/api/**', failing)
  const stuck: string[] = []
  for (const path of [...guarded, ...open]) {
    await page.evaluate(to => {
      for (const key of Object.keys(localStorage)) if (key !== 'token') localStorage.removeItem(key)
      location.hash = to
    }, samples[path])
    await page.reload()
    await page
      .waitForFunction(isSettled, undefined, { polling: 100, timeout: LONGEST_MS })
      .catch(() => stuck.push(path))
  }
  expect(stuck).toEqual([])
})

/** The amounts of money that a page shows. */
const sums = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.fig')]
      .filter(each => each.checkVisibility())
      .map(each => each.textContent),
  )

test('a balance that is not known yet reads as a dash, never as nothing', async () => {
  const member = await newMember(world)
  await deposit(world, member, 500)
  const page = await world.phone({ token: member.token, path: '/usdtmore', session: greeted })
  // At every opening: an answer that is still on its way is stored when it comes.
  await page.addInitScript(() => localStorage.removeItem('userInfo'))
  const held: Route[] = []
  let holds = true
  await page.route(/\/api\/(user|balance|balancelist|money\/where|getfanshui)$/, route =>
    holds ? void held.push(route) : route.continue(),
  )
  for (const path of ['/kefu', '/mine', '/money', '/recharge', '/withdrawal', '/fanshui']) {
    await page.evaluate(to => {
      location.hash = to
    }, path)
    await page.reload()
    await page.locator('main').filter({ visible: true }).first().waitFor()
    await expect.poll(() => held.length).toBeGreaterThan(0)
    expect((await sums(page)).filter(sum => /^¥?0\.00$/.test(sum))).toEqual([])
  }
  holds = false
  await Promise.all(held.map(route => route.continue().catch(() => undefined)))
  await visit(page, '/mine')
  await page.getByText('¥500.00').first().waitFor()
})

const chosen = (page: Page, name: string) =>
  expect
    .poll(() => page.getByRole('tab', { name, exact: true }).getAttribute('aria-selected'))
    .toBe('true')

/** The chip over the list says so. */
const narrowed = (page: Page, range: string) =>
  page.getByRole('group', { name: '筛选' }).getByText(range).waitFor()

test('a list shows what was chosen again after a reload and on the way back; another visit opens on its default', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, path: '/mine', session: greeted })
  await page.getByRole('link', { name: '交易记录' }).click()
  await at(page, '/transRecord')
  await page.getByRole('tab', { name: '取款', exact: true }).click()
  await press(page, '近30天')
  await page.getByRole('group', { name: '时间' }).getByText('近7天').click()
  await press(page, '确定')
  await narrowed(page, '近7天')
  await settled(page)
  await page.reload()
  await chosen(page, '取款')
  await narrowed(page, '近7天')
  await page.getByRole('link', { name: '对账单' }).click()
  await at(page, '/statement')
  await press(page, '返回')
  await at(page, '/transRecord')
  await chosen(page, '取款')
  await press(page, '返回')
  await at(page, '/mine')
  await page.getByRole('link', { name: '交易记录' }).click()
  await chosen(page, '存款')
  await narrowed(page, '近30天')
})

test('a search stands again after what it led to', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, path: '/', session: greeted })
  await page.getByRole('link', { name: '搜索游戏、场馆、赛事' }).click()
  await at(page, '/search')
  await page.getByRole('searchbox').fill('存')
  await page.getByRole('main').filter({ visible: true }).getByRole('link').first().click()
  await at(page, /^\/activityInfo/)
  await page.goBack()
  await at(page, '/search')
  expect(await page.getByRole('searchbox').inputValue()).toBe('存')
})

test('what was claimed in another tab does not stand there any more', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, path: '/fanshui', session: greeted })
  await settled(page)
  await ask(world, '/api/dofanshui', {}, token)
  await press(page, '点击领取')
  await says(page, '暂无领取额度！', 'danger')
  await page.getByText('现在没有可领取的返水').waitFor()
  await expect.poll(async () => (await sums(page))[0]).toBe('¥0.00')
})

test('a game that is closed meanwhile says so on the sheet before it, and moves nothing', async () => {
  const member = await newMember(world)
  await deposit(world, member, 500)
  const page = await world.phone({
    token: member.token,
    path: '/gamePage?name=FG&code=fortune3',
    session: greeted,
  })
  const enter = page.getByRole('button', { name: /并进入$/ })
  await enter.waitFor()
  const pause = { term: '24h', days: '', password: member.password }
  expect((await ask(world, '/api/protection/timeout', pause, member.token)).code).toBe(200)
  await enter.click()
  const why = page.getByRole('dialog').getByText(/^您的账户已暂停使用/)
  await why.first().waitFor()
  await page.locator('.toast').waitFor({ state: 'detached' })
  expect(
    await page
      .getByRole('dialog')
      .getByText(/^您的账户已暂停使用/)
      .count(),
  ).toBe(1)
  const where = await ask<{ central: number; under_way: number }>(
    world,
    '/api/money/where',
    {},
    member.token,
  )
  expect(where.data).toMatchObject({ central: 500, under_way: 0 })
})
