// Transfers by hand and by themselves, and the records of all three.
import { run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { ask, deposit } from '../../support/data.ts'
import { bare, follow, press, question, says, settled, visit } from '../../support/phone.ts'
import { world, choose, type, holder } from './world.ts'

test('transfer: four venues at first, the switch off, 平台钱包 first in 选择钱包, the first venue as target, max, and the rules in their order', async () => {
  const member = await holder(500)
  const page = await world.phone({ token: member.token, path: '/transfer' })
  await settled(page)
  const vault = page.getByRole('region', { name: '钱包金额' })
  await expect.poll(() => vault.getByRole('button', { name: /^刷新.*\.\d\d/ }).count()).toBe(4)
  expect(await page.getByRole('switch', { name: '自动免转' }).getAttribute('aria-checked')).toBe(
    'false',
  )
  const { data: venues } = await ask<{ name: string; platname: string }[]>(
    world,
    '/api/balancelist',
    {},
    member.token,
  )
  expect(venues.map(({ platname }) => platname)).not.toContain('userbalance')
  await page.getByRole('button', { name: new RegExp(`^到：${venues[0]!.name}`) }).waitFor()
  await press(page, /^从：平台钱包/)
  await page.getByRole('heading', { name: '选择钱包' }).waitFor()
  const names = await page.getByRole('option').allTextContents()
  expect(names[0]).toMatch(/^平台钱包/)
  expect(names).toHaveLength(venues.length + 1)
  const sent = follow(page)
  await choose(page, venues[0]!.name)
  await press(page, /^立即转账/)
  await says(page, '同平台不支持互转', 'danger')
  await press(page, /^到：/)
  await choose(page, venues[1]!.name)
  await press(page, /^立即转账/)
  await says(page, '场馆内钱包不支持互转', 'danger')
  await press(page, /^从：/)
  await choose(page, '平台钱包')
  await press(page, /^立即转账/)
  await says(page, '请输入操作金额！', 'danger')
  await press(page, '最大金额')
  expect(await page.getByLabel('转账金额').inputValue()).toBe('500')
  await type(page, '转账金额', '200')
  sent.forget()
  await press(page, /^立即转账/)
  await says(page, /操作成功|处理中/)
  expect(sent.of('POST /api/transfer')).toEqual([
    { sourcetype: 'userbalance', targettype: venues[1]!.platname, amount: '200' },
  ])
  for (const call of ['POST /api/user', 'POST /api/balancelist'])
    await expect.poll(() => sent.of(call).length, { message: call }).toBeGreaterThan(0)
})

test('the auto-transfer switch sends the new status, says 操作成功！, keeps the user and hides the transfer by hand', async () => {
  const { token } = await holder(0)
  const page = await world.phone({ token, path: '/transfer' })
  await settled(page)
  const sent = follow(page)
  await page.getByRole('button', { name: /^立即转账/ }).waitFor()
  await page.getByRole('switch', { name: '自动免转' }).click()
  await question(page).getByRole('button', { name: '开启' }).click()
  await says(page, '操作成功！', 'success')
  await page.getByRole('button', { name: /^立即转账/ }).waitFor({ state: 'detached' })
  await page
    .getByRole('region', { name: '钱包金额' })
    .getByRole('button', { name: '一键回收' })
    .waitFor()
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          (JSON.parse(localStorage.getItem('userInfo')!) as { transferstatus: number })
            .transferstatus,
      ),
    )
    .toBe(1)
  await page.getByRole('switch', { name: '自动免转' }).click()
  await page.getByRole('button', { name: /^立即转账/ }).waitFor()
  expect(sent.of('POST /api/uptransferstatus')).toEqual([
    { transferstatus: 1 },
    { transferstatus: 0 },
  ])
})

test('transactions: four types with their labels, what a filter asks for, 空空如也 and 没有更多了', async () => {
  const member = await holder(0)
  const page = await world.phone({ token: member.token, path: '/usdtmore' })
  const sent = follow(page)
  await visit(page, '/transRecord')
  await page.getByRole('heading', { name: '空空如也' }).waitFor()
  await expect
    .poll(() => page.getByRole('tablist', { name: '类型' }).getByRole('tab').allTextContents())
    .toEqual(['存款', '取款', '转入', '转出'])
  await deposit(world, member, 1_000)
  await run(
    world.db,
    sql`
    insert into venue_transfer (member_id, tx_id, venue_id, direction, amount_fen, state, request_key, created_at)
    select ${member.memberId}, 'T' || n, (select venue_id from venue where platname = 'FG'), 'IN', 100, n, 'spec-' || n, now() from generate_series(0, 1) n`,
  )
  await ask(
    world,
    '/api/recharge',
    {
      paytype: 'bank',
      amount: '300',
      bank: '沙盒商业银行',
      bank_owner: '测试员',
      bank_no: '6222020099998888',
      bank_address: '北京',
    },
    member.token,
  )
  await page.reload()
  const main = page.getByRole('main')
  for (const label of ['通过', '待审核', '没有更多了'])
    await main.getByText(label, { exact: true }).first().waitFor()
  await main.getByText('银行卡').first().waitFor()
  await main.getByRole('button').filter({ hasText: '1,000.00' }).click()
  const detail = page.locator('dialog[open]')
  await expect
    .poll(() => detail.getByRole('term').allTextContents())
    .toEqual(['订单号', '方式', '时间'])
  await page.keyboard.press('Escape')
  await bare(page)
  expect(sent.of('POST /api/gettransrecord')[0]).toEqual({
    type: 1,
    date: 4,
    api_type: '',
    page: 1,
  })
  sent.forget()
  for (const [name, type] of [
    ['取款', 2],
    ['转入', 3],
    ['转出', 4],
  ] as const) {
    await page.getByRole('tab', { name }).click()
    await expect
      .poll(() => sent.of('POST /api/gettransrecord').at(-1))
      .toEqual({ type, date: 4, api_type: '', page: 1 })
  }
  await page.getByRole('tab', { name: '转入' }).click()
  for (const label of ['失败', '成功']) await main.getByText(label, { exact: true }).waitFor()
  await page.getByRole('button', { name: '全平台' }).click()
  await press(page, '今天')
  await page.getByRole('group', { name: '平台' }).getByRole('button', { name: 'FG 电子' }).click()
  await press(page, '确定')
  await expect
    .poll(() => sent.of('POST /api/gettransrecord').at(-1))
    .toEqual({ type: 3, date: 1, api_type: 'FG', page: 1 })
})

test('transfer and uptransferstatus work with code and message alone', async () => {
  const { token } = await holder(500)
  const page = await world.phone({ token, path: '/transfer' })
  await settled(page)
  for (const call of ['transfer', 'uptransferstatus']) {
    await page.route(`**/api/${call}`, async route => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        json: { ...((await response.json()) as object), data: null },
      })
    })
  }
  await type(page, '转账金额', '200')
  await press(page, /^立即转账/)
  await says(page, /操作成功|处理中/)
  await page.getByRole('switch', { name: '自动免转' }).click()
  await question(page).getByRole('button', { name: '开启' }).click()
  await says(page, '操作成功！', 'success')
  await expect
    .poll(() => page.getByRole('switch', { name: '自动免转' }).getAttribute('aria-checked'))
    .toBe('true')
})

test('/transfer opens on the first game wallet again; only the typed amount is kept', async () => {
  const { token } = await holder(500)
  const page = await world.phone({ token, path: '/transfer' })
  await settled(page)
  const { data: venues } = await ask<{ name: string }[]>(world, '/api/balancelist', {}, token)
  await press(page, /^到：/)
  await choose(page, venues[2]!.name)
  await type(page, '转账金额', '120')
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('draft:transfer')))
    .toContain('120')
  await page.reload()
  await page.getByRole('button', { name: new RegExp(`^到：${venues[0]!.name}`) }).waitFor()
  await page.getByRole('button', { name: /^从：平台钱包/ }).waitFor()
  expect(await page.getByLabel('转账金额').inputValue()).toBe('120')
})

test('a transaction’s row shows its whole order number, which a touch copies', async () => {
  const member = await holder(0)
  const no = await deposit(world, member, 1_000)
  const page = await world.phone({
    token: member.token,
    path: '/transRecord',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.getByRole('main').getByText(no, { exact: true }).waitFor()
  await press(page, `复制订单号 ${no}`)
  await says(page, '复制成功！', 'success')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(no)
  expect(await page.locator('dialog[open]').count()).toBe(0)
})

test('a transfer whose answer is lost is settled by its key: while it is unknown nothing is foretold, then it is told as done with its order, or as never begun', async () => {
  const { token } = await holder(500)
  const page = await world.phone({ token, path: '/transfer' })
  await settled(page)
  const strip = (words: RegExp) => page.getByRole('status').filter({ hasText: words })
  // The code of the strips comes with the stream, before any of them is needed.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /Outcomes.*js/.test(name)),
  )
  // It reaches the server, and the network is lost: the answer does not come back.
  await page.route('**/api/transfer', async route => {
    await route.fetch()
    await page.context().setOffline(true)
    await route.abort()
  })
  await page.route('**/api/outcome', route => route.abort())
  await type(page, '转账金额', '200')
  await press(page, /^立即转账/)
  await strip(/上一笔转账 ¥200\.00确认中/).waitFor()
  await page.getByText('上一笔转账确认中', { exact: true }).waitFor()
  expect(await page.getByText(/^转后/).count()).toBe(0)
  await page.context().setOffline(false)
  await page.reload()
  await strip(/上一笔转账 ¥200\.00确认中/).waitFor()
  await page.unroute('**/api/outcome')
  await strip(/上一笔转账 ¥200\.00已完成.*订单号/).waitFor()
  await expect.poll(() => page.getByLabel('转账金额').inputValue()).toBe('')

  await page.unroute('**/api/transfer')
  await page.route('**/api/transfer', route => route.abort())
  await type(page, '转账金额', '100')
  await press(page, /^立即转账/)
  await strip(/上一笔转账 ¥100\.00未发生，资金未变动/).waitFor()
  await expect
    .poll(() => strip(/上一笔转账/).count(), { message: 'an older one gives its place' })
    .toBe(1)
  expect(await page.getByLabel('转账金额').inputValue()).toBe('100')
  const { data } = await ask<{ balance: number }>(world, '/api/user', {}, token)
  expect(data.balance).toBe(300)
})
