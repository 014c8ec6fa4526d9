// What the member holds, and how often it is asked for.
import { expect, test } from 'vitest'
import { ask } from '../../support/data.ts'
import { follow, press, pull, rhythm, says, settled, timesOf } from '../../support/phone.ts'
import { world, holder } from './world.ts'

test('my wallet: total assets, the central wallet, four ways, the venues with a refresh each, and 一键回收', async () => {
  // Somebody whose venues were all heard of just now: for others the server asks behind its answer,
  // and the next one differs.
  const { token } = await holder(500)
  await ask(
    world,
    '/api/transfer',
    { sourcetype: 'userbalance', targettype: 'FG', amount: '100' },
    token,
  )
  const page = await world.phone({ token, path: '/money' })
  await settled(page)
  const { data: user } = await ask<{ balance: number; gameblance: number }>(
    world,
    '/api/user',
    {},
    token,
  )
  const assets = page.getByRole('region', { name: '总资产' })
  for (const yuan of [user.balance + user.gameblance, user.balance])
    await assets
      .getByText(`¥${yuan.toLocaleString('en', { minimumFractionDigits: 2 })}`, { exact: true })
      .waitFor()
  const ways = page.getByRole('navigation', { name: '资金' }).getByRole('link')
  await expect.poll(() => ways.allTextContents()).toEqual(['存款', '转账', '取款', '卡片管理'])
  expect(await ways.evaluateAll(links => links.map(link => link.getAttribute('href')))).toEqual([
    '#/recharge',
    '#/transfer',
    '#/withdrawal',
    '#/wallet',
  ])
  const { data: venues } = await ask<{ name: string }[]>(world, '/api/balancelist', {}, token)
  await expect
    .poll(() => page.getByRole('region', { name: '场馆余额' }).getByRole('button').count())
    .toBe(venues.length)
  const sent = follow(page)
  await press(page, '刷新FG 电子')
  await says(page, '刷新成功', 'success')
  expect(sent.of('POST /api/userapimoney/FG')).toEqual([{}])
})

test('一键回收 shows the server’s message and asks for balances and user again; a failure only hides the loading', async () => {
  const member = await holder(500)
  await ask(
    world,
    '/api/transfer',
    { sourcetype: 'userbalance', targettype: 'FG', amount: '100' },
    member.token,
  )
  const page = await world.phone({ token: member.token, path: '/money' })
  const main = page.getByRole('main')
  await main.getByText('¥100.00').first().waitFor()
  // The server refuses what is no payload.
  await page.route('**/api/transall', route => route.continue({ postData: '{' }))
  const refused = page.waitForResponse('**/api/transall')
  await main.getByRole('button', { name: '一键回收' }).click()
  expect(((await (await refused).json()) as { code: number }).code).toBe(400)
  await page.locator('.waiting').waitFor({ state: 'detached' })
  expect(await page.locator('.toast').count()).toBe(0)
  await page.unroute('**/api/transall')
  const sent = follow(page)
  const answered = page.waitForResponse('**/api/transall')
  await main.getByRole('button', { name: '一键回收' }).click()
  await says(page, ((await (await answered).json()) as { message: string }).message, 'success')
  for (const call of ['POST /api/user', 'POST /api/balancelist'])
    await expect.poll(() => sent.of(call).length, { message: call }).toBeGreaterThan(0)
})

test('wallet balances are asked for every 3.5 s on the wallet and withdrawal screens, and every 1.5 s on the transfer screen, the central wallet with them', async () => {
  const member = await holder(0)
  for (const [path, everyMs] of [
    ['/wallet', 3_500],
    ['/money', 3_500],
    ['/withdrawal', 3_500],
    ['/transfer', 1_500],
  ] as const) {
    const page = await world.phone({ token: member.token, path, clock: 'stopped' })
    await settled(page, { clock: 'stopped' })
    await expect
      .poll(async () => (await timesOf(page, '/api/balancelist')).length)
      .toBeGreaterThan(0)
    expect(await rhythm(page, '/api/balancelist', everyMs, 3), path).toEqual([everyMs, everyMs])
    expect(await rhythm(page, '/api/balance', everyMs, 3), `${path}, the central wallet`).toEqual([
      everyMs,
      everyMs,
    ])
  }
})

test('a venue is refreshed by code and message alone, and a pull says why the venues were refused', async () => {
  const { token } = await holder(0)
  const page = await world.phone({ token, path: '/money' })
  await settled(page)
  await page.route('**/api/userapimoney/**', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), data: null } })
  })
  await press(page, '刷新FG 电子')
  await says(page, '刷新成功', 'success')
  await page.route('**/api/balancelist', route => route.continue({ postData: '{' }))
  await pull(page)
  await says(page, '请求格式不正确', 'danger')
})
