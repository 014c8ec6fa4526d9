// A client that is deployed on an origin of its own, in a real browser: the whole way of a member,
// and what it may not do while nobody has listed it.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { assertBooksHold } from '../apps/server/test/support/books.ts'
import { appSchema } from '../apps/server/src/kernel/appSetting.ts'
import { writeSetting } from '../apps/server/src/kernel/setting.ts'
import { freePort } from '../tooling/postgres.ts'
import { settingsTold } from './support/data.ts'
import { setTurnoverTimes } from './support/journey.ts'
import { openWorld } from './support/stack.ts'

const world = await openWorld()
/** Another site than ours for a browser: another host name, not only another port. */
const origin = `http://localhost:${await freePort()}`
const folder = join(import.meta.dirname, 'field-client')
const files: Record<string, [string, string]> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/client.js': ['client.js', 'text/javascript; charset=utf-8'],
}
const host = createServer(({ url = '/' }, answer) => {
  const [name, type] = files[url.split('?')[0] ?? '/'] ?? ['', '']
  if (name === '') return void answer.writeHead(404).end()
  answer.setHeader('content-type', type).end(readFileSync(join(folder, name)))
}).listen(Number(new URL(origin).port))
afterAll(() => host.close())

const list = async (client_origins: string[]) => {
  await writeSetting(
    world.db,
    'app',
    appSchema,
    { client_origins },
    { name: 'test', at: new Date() },
  )
  await settingsTold(world)
}

const member = { name: 'field01', password: 'walk-secret', pay: '748201', realname: '外客' }

/** Opens a screen, fills its form, sends it, and answers what the client shows then. */
async function send(page: Page, screen: string, fields: Record<string, string> = {}) {
  await page.getByRole('link', { name: screen, exact: true }).click()
  await page.getByRole('button', { name: screen, exact: true }).waitFor()
  for (const [field, value] of Object.entries(fields))
    await page.getByLabel(field, { exact: true }).fill(value)
  await page.getByRole('button', { name: screen, exact: true }).click()
  const status = page.locator('p[role=status]')
  await expect.poll(() => status.textContent()).not.toBe('')
  return status.textContent()
}
const shown = async (page: Page) => JSON.parse((await page.locator('pre').textContent()) ?? '')
/** All pictures of the screen are there, not only their addresses. */
const drawn = (page: Page) =>
  expect
    .poll(() =>
      page
        .locator('img')
        .evaluateAll(
          all => all.length > 0 && all.every(each => (each as HTMLImageElement).naturalWidth > 0),
        ),
    )
    .toBe(true)
const visit = async (page: Page) => {
  await page.goto(`${origin}/?api=${encodeURIComponent(world.url)}`)
  await page.getByRole('link', { name: '首页', exact: true }).waitFor()
}

test('an origin that nobody listed can neither call nor frame', async () => {
  const page = await world.phone()
  await visit(page)
  const refused = page.waitForEvent('requestfailed', request => request.url().includes('/api/'))
  await page.getByRole('button', { name: '首页', exact: true }).click()
  expect((await refused).url()).toBe(`${world.url}/api/game/list`)
  await page.evaluate(url => {
    const frame = Object.assign(document.createElement('iframe'), { src: url, id: 'stolen' })
    document.body.append(frame)
  }, `${world.url}/service`)
  const complaints = () => world.complaints.splice(0).join('\n')
  await expect.poll(complaints).toContain("frame-ancestors 'self'")
})

test('a listed client takes a member from registration to withdrawal, games in frames', async () => {
  await list([origin])
  await setTurnoverTimes(world, 0)
  const page = await world.phone()
  await visit(page)
  // A change of the list counts on the next request after two seconds at most.
  await expect
    .poll(async () => {
      const answer = await fetch(`${world.url}/api/app`, { method: 'POST', headers: { origin } })
      return answer.headers.get('access-control-allow-origin')
    })
    .toBe(origin)
  await send(page, '首页')
  await drawn(page)
  await send(page, '轮播', { type: '2' })
  await drawn(page)

  await enter(page)
  await bringMoney(page)
  await play(page)
  await takeMoney(page)
  await readOn(page)
  await assertBooksHold(world.db)
  expect(world.complaints, 'the browser complained of nothing').toEqual([])
})

async function enter(page: Page) {
  const { name, password, realname, pay } = member
  const form = { name, password, confirmPass: password, realname, paypassword: pay, code: 'abcd' }
  expect(await send(page, '注册', { ...form, confirmPass: 'other' })).toBe('两次密码不一致！')
  expect(await send(page, '注册', form)).toBe('注册成功')
  expect(await send(page, '退出')).not.toBe('')
  expect(await send(page, '登录', { name, password, code: 'abcd' })).toBe('登录成功')
  expect(
    await send(page, '绑卡', {
      bank: '沙盒商业银行',
      bank_owner: realname,
      bank_no: '6222020099998888',
      bank_address: '13900139000',
      pay_pass: pay,
    }),
  ).toBe('绑定成功')
}

/** Such a client never asked for a birthday: the refusal leads to the profile that it has. */
async function bringMoney(page: Page) {
  const order = { paytype: 'zh_zfbxe', amount: '200' }
  expect(await send(page, '存款', order)).toBe('请先在个人资料中填写生日')
  expect(
    await send(page, '资料', {
      email: 'field@client.example',
      mobile: '13900139000',
      birthday: '1988-05-06',
    }),
  ).toBe('操作成功')
  expect(await send(page, '存款', order)).toContain('/sandbox-pay/')
  const [cashier] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: '打开付款页面' }).click(),
  ])
  await cashier.getByRole('button', { name: /支付成功/ }).click()
  await cashier.locator('[data-verdict="credited"]').waitFor()
  await cashier.close()
  // Nobody presses anything: the balance is polled.
  await expect.poll(() => page.locator('#balance').textContent()).toBe('200')
}

async function play(page: Page) {
  const transfer = { sourcetype: 'userbalance', targettype: 'FG', amount: '100' }
  expect(await send(page, '转账', transfer)).toBe('操作成功！')
  await send(page, '游戏', { plat_name: 'FG', game_code: 'fortune3' })
  const game = page.frameLocator('iframe')
  await game.getByText('试玩币').first().waitFor()
  const spin = game.getByTestId('spin')
  await expect.poll(() => spin.getAttribute('aria-disabled')).toBe('false')
  const balance = () => game.getByTestId('balance').textContent()
  const before = await balance()
  await spin.click()
  await expect.poll(balance).not.toBe(before)
  await expect.poll(() => spin.getAttribute('aria-disabled')).toBe('false')
  await game.getByRole('link', { name: '离开游戏' }).click()
  await page.getByRole('button', { name: '首页', exact: true }).waitFor()
}

async function takeMoney(page: Page) {
  await visit(page)
  await send(page, '回收')
  await send(page, '卡包', { type: '1' })
  const cards = (await shown(page)) as { id: number }[]
  const message = await send(page, '取款', {
    amount: '100',
    bank: String(cards[0]?.id),
    password: member.pay,
  })
  expect(message).toBe('提交成功，请等待审核')
}

async function readOn(page: Page) {
  await send(page, '交易记录', { type: '2', page: '1' })
  expect((await shown(page)).total).toBe(1)
  await send(page, '红包')
  await send(page, '活动', { type: '0' })
  await drawn(page)
  await send(page, '消息', { page: '1' })
  await send(page, '客服')
  await page.frameLocator('iframe').getByRole('heading').first().waitFor()
}
