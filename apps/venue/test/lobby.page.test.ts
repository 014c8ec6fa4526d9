import { expect, test } from 'vitest'
import { baccarat } from '../games/baccarat/model/baccarat.ts'
import { dragonTiger } from '../games/dragontiger/model/dragontiger.ts'
import { DEMO_OPERATOR } from '../server/operator/operators.ts'
import type { Table } from '../model/Table.ts'
import {
  axeOn,
  fenOf,
  MAX_SCRIPT_BYTES,
  phase,
  phones,
  runningTables,
  scriptBytes,
} from './support/pageSupport.ts'
import { OPERATOR_KEY } from './support/operatorSupport.ts'
import { funded, good, testVenue } from './support/support.ts'

const venue = await testVenue({ faults: true, operatorKey: OPERATOR_KEY, demoOperator: true })
const { openRound, finish } = await runningTables(venue)
const { open, show } = phones(venue, page => page.getByTestId('balance').waitFor())
const lobby = { code: 'lobby', venue: 'LIVE' as const }

test('the lobby costs at most 50 KiB of script', () => {
  expect(scriptBytes('lobby')).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
})

test('from the lobby to a table, a bet there, back by its menu, and the bet in the list; one step back leads out', async () => {
  await openRound(baccarat as Table)
  const { page, complaints, shut } = await open(lobby, 'l1')
  await page.getByTestId('tile-bac').getByText('返还 98.94%').waitFor()
  await page
    .getByTestId('tile-bac')
    .getByText(/^下注 \d+ 秒$/)
    .waitFor()
  await page.getByTestId('tile-bac').getByText('1–5,000 元').waitFor()
  await page.getByTestId('tile-bac').click()
  await phase(page, 'bet')
  await page.getByTestId('zone-player').click()
  await page.getByRole('button', { name: '确认下注' }).click()
  await page.getByText('本局已确认').waitFor()
  await page.getByRole('button', { name: /^菜单/ }).click()
  await page.getByRole('button', { name: /^游戏大厅/ }).click()
  await page.getByTestId('tile-dt').waitFor()
  expect(await fenOf(page, 'balance')).toBe(99_000)
  await page.getByRole('button', { name: /^菜单/ }).click()
  await page.getByRole('button', { name: /^注单记录/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^百家乐/ })
    .waitFor()
  await page.keyboard.press('Escape')
  await page.goBack()
  expect(page.url()).toBe('about:blank')
  expect(complaints).toEqual([])
  await shut()
})

test('the bets of one game are shown by another of the same venue', async () => {
  await openRound(dragonTiger as Table)
  const first = await open(dragonTiger as Table, 'l2')
  await phase(first.page, 'bet')
  await first.page.getByTestId('zone-dragon').click()
  await first.page.getByRole('button', { name: '确认下注' }).click()
  await first.page.getByText('本局已确认').waitFor()
  await first.shut()
  const { page, complaints, shut } = await open(baccarat as Table, 'l2', { amount: 0n })
  await page.getByRole('button', { name: /^菜单/ }).click()
  await page.getByRole('button', { name: /^注单记录/ }).click()
  // Not today's: the day may end while the page opens.
  await page.getByRole('button', { name: '七天' }).click()
  await page.getByRole('button', { name: /^龙虎/ }).click()
  await page.getByText('局号').waitFor()
  expect(complaints).toEqual([])
  await shut()
})

test('all roads: opened from the table, named one by one, large enough on a short phone', async () => {
  const number = await openRound(baccarat as Table)
  await finish(baccarat as Table, number)
  const { page, shut } = await open(baccarat as Table, 'l3', { width: 360, height: 640 })
  await page.getByRole('button', { name: /^全部\s*路单$/ }).click()
  const sheet = page.getByRole('dialog', { name: '全部路单' })
  for (const road of ['大路', '珠盘路', '大眼仔路', '小路', '曱甴路'])
    await sheet.getByText(road, { exact: true }).waitFor()
  await sheet.getByText('每局重新洗牌，路单只重述已出的结果，不预示下一局。').waitFor()
  await (
    await axeOn(page, 'roads')
  )('sheet')
  await shut()
})

test.each([
  [390, 844],
  [360, 640],
  [844, 390],
])(
  'axe finds nothing wrong with the lobby, and nothing is wider than the phone: %i x %i',
  async (width, height) => {
    const { page, shut } = await open(lobby, `l4-${width}`, { width, height })
    await page.getByTestId('tile-dt').waitFor()
    const check = await axeOn(page, `lobby ${width}`)
    await check('list')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
    for (const name of [/^规则与赔率/, /^注单记录/]) {
      await page.getByRole('button', { name: /^菜单/ }).click()
      await check('menu')
      await page.getByRole('dialog').getByRole('button', { name }).click()
      await page.getByRole('dialog').waitFor()
      await check(String(name))
      await page.keyboard.press('Escape')
    }
    await shut()
  },
)

test("a table on a phone's side: everything is in reach without scrolling", async () => {
  await openRound(baccarat as Table)
  const { page, shut } = await open(baccarat as Table, 'l5', { width: 844, height: 390 })
  await phase(page, 'bet')
  const seen = async (id: string) => {
    const box = (await page.getByTestId(id).boundingBox())!
    expect(
      [box.x >= 0, box.y >= 0, box.x + box.width <= 844, box.y + box.height <= 390],
      id,
    ).toEqual([true, true, true, true])
  }
  for (const id of ['zone-player', 'zone-banker', 'zone-banker-pair', 'confirm', 'balance'])
    await seen(id)
  await shut()
})

test('the roads of all tables on one page lead to a table, and its menu to practice without the wallet', async () => {
  const number = await openRound(dragonTiger as Table)
  await finish(dragonTiger as Table, number)
  const { page, complaints, shut } = await open(lobby, 'l7')
  await page.getByRole('button', { name: '各桌路单' }).click()
  const roads = page.getByRole('dialog', { name: '各桌路单' })
  const road = roads.getByRole('region', { name: '龙虎' })
  await road.getByText(/^最近 [1-9]\d* 局$/).waitFor()
  await (
    await axeOn(page, 'lobby')
  )('roads of all tables')
  await road.getByRole('button', { name: '进入这一桌' }).click()
  await page.getByRole('heading', { name: '龙虎' }).waitFor()
  await page.getByRole('button', { name: /^菜单/ }).click()
  await page.getByRole('button', { name: /^试玩模式/ }).click()
  await page.getByText('沙盒·试玩模式').waitFor()
  expect(await fenOf(page, 'balance')).toBe(200_000)
  expect(complaints).toEqual([])
  await shut()
})

test('a launch in English: head, menu and dock speak it, and so does the game that is opened from there', async () => {
  await openRound(baccarat as Table)
  const live = venue.client('LIVE')
  await funded(live, 'l8', 100_000n)
  const asked = { player: 'l8', lobby_url: `${venue.url}/?lobby` }
  const { url } = good(await live.launch({ ...asked, game_code: 'bac', lang: 'en-GB' }))
  const { page, complaints, shut } = await show(url)
  await page.locator('.hud .sand', { hasText: 'Play money' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
  await page.getByRole('button', { name: /^Menu/ }).click()
  await page.getByRole('button', { name: /^Practice/ }).click()
  await page.locator('.hud .sand', { hasText: 'Practice' }).waitFor()
  expect(complaints).toEqual([])
  await shut()
  const plain = good(await live.launch({ ...asked, game_code: 'bac', lang: 'zh-CN' }))
  expect(new URL(plain.url).search, 'what was so stays so').toBe('')
})

test('the operator makes a round void at his page, says why, and reads what it did', async () => {
  const number = await openRound(dragonTiger as Table)
  const seat = await open(dragonTiger as Table, 'l6')
  await phase(seat.page, 'bet')
  await seat.page.getByTestId('zone-tiger').click()
  await seat.page.getByRole('button', { name: '确认下注' }).click()
  await seat.page.getByText('本局已确认').waitFor()
  const { page, complaints, shut } = await show(`${venue.url}/operator`, {
    width: 1_200,
    height: 800,
  })
  await page.getByLabel('用户名').fill(DEMO_OPERATOR.name)
  await page.getByLabel('密码').fill('wrong')
  await page.getByRole('button', { name: '进入' }).click()
  await page.getByText('用户名、密码或验证码不对').waitFor()
  await page.getByLabel('密码').fill(DEMO_OPERATOR.password)
  await page.getByRole('button', { name: '进入' }).click()
  await page.getByRole('heading', { name: '钱包' }).waitFor()
  const check = await axeOn(page, 'operator')
  await check('overview')
  await page.getByRole('button', { name: '期与局' }).click()
  await page.getByLabel('牌桌').selectOption('dt')
  const row = page.getByRole('row', { name: new RegExp(`^${number} `) })
  await row.getByRole('button', { name: '作废' }).click()
  await page.getByLabel('原因（写入操作记录）').fill('试一试')
  await check('dialog')
  await page.getByRole('button', { name: '执行' }).click()
  await page.getByTestId('done').getByText('退回注额的注单：1').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  await row.getByText('1', { exact: true }).nth(1).waitFor()
  await page.getByRole('button', { name: '操作记录' }).click()
  await page.getByRole('row', { name: /venue 作废一局 dt/ }).waitFor()
  for (const tab of ['比赛', '注单', '故障演练', '登录记录']) {
    await page.getByRole('button', { name: tab }).click()
    await page.getByRole('table').waitFor()
    await check(tab)
  }
  expect(good(await seat.client.balance({ player: 'l6' })).available).toBe(100_000n)
  await seat.page.getByText('注额已退回').or(seat.page.getByText('本局作废')).first().waitFor()
  expect(complaints).toEqual([])
  await shut()
  await seat.shut()
})
