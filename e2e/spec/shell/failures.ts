// What is said of calls that fail, and what is not (part 1 §8).
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demo, newMember } from '../../support/data.ts'
import { at, hears, press, says, visit } from '../../support/phone.ts'
import { world, greeted, withoutFirstData } from './world.ts'

/** Has the page send what no call takes, so that the server refuses it in its own words. */
const spoil = (page: Page, path: string) => page.route(`**${path}`, route => route.continue({ postData: '{' }))

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
