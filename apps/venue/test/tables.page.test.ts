import { newBeaconSecret } from '@tianping/fairness/beaconSignature'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startLocalBeacon } from '../../../tooling/beacon/localBeacon.ts'
import { k3 } from '../games/k3/model/k3.ts'
import { pk10 } from '../games/pk10/model/pk10.ts'
import { ssc } from '../games/ssc/model/ssc.ts'
import type { Table } from '../model/Table.ts'
import { readBeacon } from '../server/beacon/beaconSettings.ts'
import { dayOf } from '../server/rounds/timetable.ts'
import {
  axeOn,
  fenOf,
  MAX_SCRIPT_BYTES,
  phase,
  phones,
  runningTables,
  scriptBytes,
} from './support/pageSupport.ts'
import { good, testVenue } from './support/support.ts'

// The tables of a page test run ahead of the clock, and their beacon with them.
const beacon = await startLocalBeacon({
  secret: newBeaconSecret(),
  clock: () => Number.POSITIVE_INFINITY,
})
afterAll(() => beacon.close())
const venue = await testVenue({ faults: true, beacon: readBeacon(beacon.settings) })
const client = venue.client('VR')
const { openRound, finish: draw } = await runningTables(venue)
const { open } = phones(venue, page => page.getByTestId('seconds').waitFor())

const balanceOf = (page: Page) => fenOf(page, 'balance')
const confirm = async (page: Page, count: number) => {
  await page.getByRole('button', { name: `确认 ${count} 注` }).click()
  await page.getByText(`已确认 ${count} 注`, { exact: true }).waitFor()
}

test.each([k3, ssc, pk10] as Table[])('$name costs at most 50 KiB of script, gzipped', table => {
  expect(scriptBytes(table.code)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
})

test('快三: taps prepare, one button places, the close is seen, the result is what the server settled, and it can be verified offline', async () => {
  const number = await openRound(k3 as Table)
  const { page, complaints, shut } = await open(k3 as Table, 'b1')
  await phase(page, 'bet')
  await page.getByText(`第 ${String(dayOf(k3, number).place).padStart(4, '0')} 期 下注中`).waitFor()
  for (const name of [/^和值大/, /^和值小/, /^和值 9，/])
    await page.getByRole('button', { name }).click()
  await page.getByRole('button', { name: /^和值 9，/ }).click()
  expect(await balanceOf(page)).toBe(100_000)
  expect(good(await client.bets({})).items.filter(bet => bet.player === 'b1')).toEqual([])
  await confirm(page, 2)
  expect(await balanceOf(page)).toBe(98_000)
  await expect
    .poll(() => page.getByRole('button', { name: /^和值大.*已确认 10.00 元/ }).count())
    .toBe(1)
  await page.getByRole('radio', { name: '50 元' }).click()
  await page.getByRole('button', { name: /^和值单/ }).click()
  await page.getByRole('button', { name: '撤销' }).click()
  await page.getByRole('button', { name: '重复' }).click()
  await page.getByText('2 注 × 10 元').waitFor()
  // Watched from before on: the result stands for seconds only.
  await Promise.all([
    phase(page, 'result'),
    page.getByTestId('mine').getByText('19.50').waitFor(),
    draw(k3 as Table, number),
  ])
  await expect.poll(() => balanceOf(page)).toBe(99_950)
  expect(Number(good(await client.balance({ player: 'b1' })).available)).toBe(99_950)
  // What was prepared and not confirmed was not placed.
  expect(good(await client.bets({})).items.filter(bet => bet.player === 'b1')).toHaveLength(1)

  await page.getByRole('button', { name: /^菜单/ }).click()
  await page.getByRole('button', { name: /^注单记录/ }).click()
  await page.locator('.hr').first().click()
  const href = await page.getByRole('link', { name: '验证公平' }).getAttribute('href')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^菜单/ }).click()
  await page.getByRole('button', { name: /^公平验证/ }).click()
  await page.getByText('✓ 一致').waitFor()
  await page.getByTestId('beacon-check').getByText('✓').waitFor()
  expect(await page.getByTestId('beacon-whose').textContent()).toContain('不是公共信标')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '开奖记录' }).click()
  const roundHref = await page.locator('a.rd').first().getAttribute('href')
  for (const [to, said] of [
    [href!, '✓ 一致：承诺、信标签名、混合种子、返还、数学版本'],
    [roundHref!, '✓ 一致：承诺、信标签名、混合种子、终值、数学版本'],
  ] as const) {
    const other = await page.context().newPage()
    await other.goto(venue.url + to)
    expect(await other.locator('#verdict').textContent()).toBe(said)
    await other.close()
  }
  expect(complaints).toEqual([])
  await shut()
})

test.each([
  {
    table: ssc as Table,
    player: 'b2',
    picks: [/^万位 3，?/, /^个位 8/],
    tabs: ['大小单双', '龙虎和', '前中后三'],
  },
  {
    table: pk10 as Table,
    player: 'b3',
    picks: [/^冠军 2 号/, /^冠军 8 号/],
    tabs: ['冠亚和', '大小单双', '龙虎'],
  },
])(
  '$table.name: a round on a short phone, from the bet to the figures',
  async ({ table, player, picks, tabs }) => {
    const number = await openRound(table)
    const { page, complaints, shut } = await open(table, player, { width: 360, height: 640 })
    await phase(page, 'bet')
    for (const name of picks) await page.getByRole('button', { name }).click()
    await confirm(page, 2)
    for (const name of tabs) await page.getByRole('tab', { name, exact: true }).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await Promise.all([
      phase(page, 'result'),
      page.getByTestId('mine').waitFor(),
      draw(table, number),
    ])
    const available = Number(good(await client.balance({ player })).available)
    await expect.poll(() => balanceOf(page)).toBe(available)
    expect(complaints).toEqual([])
    await shut()
  },
)

test('a snapshot that a ticket overtook is asked for anew, and the ticket stays', async () => {
  await openRound(k3 as Table)
  const { page, shut } = await open(k3 as Table, 'b9')
  await phase(page, 'bet')
  const late = Promise.withResolvers<void>()
  let read = 0
  await page.route('**/api/table', async route => {
    const response = await route.fetch()
    read += 1
    if (read === 1) await late.promise
    await route.fulfill({ response })
  })
  // The page comes back into sight, and starts over with a snapshot.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => read).toBe(1)
  await page.getByRole('button', { name: /^和值大/ }).click()
  await confirm(page, 1)
  late.resolve()
  await expect.poll(() => read).toBeGreaterThan(1)
  await page.getByRole('button', { name: /^和值大.*已确认 10.00 元/ }).waitFor()
  expect(await balanceOf(page)).toBe(99_000)
  await shut()
})

test('直选 takes three digits typed, and only those', async () => {
  const number = await openRound(ssc as Table)
  const { page, shut } = await open(ssc as Table, 'b4')
  await page.getByRole('tab', { name: '前中后三' }).click()
  const field = page.getByLabel('中三直选，三个数字')
  await field.pressSequentially('1a2b3')
  await field.press('Enter')
  await page.getByRole('button', { name: /^中三 直选 123/ }).waitFor()
  await confirm(page, 1)
  const [bet] = good(await client.bets({})).items.filter(each => each.player === 'b4')
  expect(bet).toMatchObject({
    stake: 1_000n,
    odds: '970.00',
    status: 'OPEN',
    selection: { lines: [{ pick: 'middle:123' }] },
    fairness: { nonce: number },
  })
  await shut()
})

test('a lost answer: the ticket that stands is shown, placed once', async () => {
  for (const kind of ['drop_after', 'error_after', 'drop_before']) {
    await openRound(k3 as Table)
    const player = `b5-${kind}`
    const { page, shut } = await open(k3 as Table, player)
    await phase(page, 'bet')
    await venue.admin.fault({ kind, endpoint: 'placeBet', player, count: 1 })
    await page.getByRole('button', { name: /^和值单/ }).click()
    await confirm(page, 1)
    expect(good(await client.bets({})).items.filter(bet => bet.player === player)).toHaveLength(1)
    expect(await balanceOf(page)).toBe(99_000)
    await shut()
  }
})

test('keyboard alone: tabs and chips by arrows, cells and confirm by Enter, sheets by Escape', async () => {
  await openRound(k3 as Table)
  const { page, shut } = await open(k3 as Table, 'b6')
  await phase(page, 'bet')
  await page.getByRole('tab', { name: '和值' }).focus()
  await page.keyboard.press('ArrowRight')
  expect(await page.getByRole('tab', { name: '三同号' }).getAttribute('aria-selected')).toBe('true')
  await page.getByRole('radio', { name: '10 元', exact: true }).focus()
  await page.keyboard.press('ArrowLeft')
  expect(
    await page.getByRole('radio', { name: '5 元', exact: true }).getAttribute('aria-checked'),
  ).toBe('true')
  await page.getByRole('button', { name: /^三同号 666/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByTestId('confirm').focus()
  await page.keyboard.press('Enter')
  await page.getByText('已确认 1 注', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^菜单/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '菜单' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
    /^菜单/,
  )
  await shut()
})

test('a reality check that is due pauses the table until it is answered', async () => {
  await openRound(k3 as Table)
  const rg = {
    session_start: new Date(Date.now() - 31 * 60_000).toISOString(),
    reality_check_min: 30,
    net_limit: null,
  }
  const { page, shut } = await open(k3 as Table, 'b7', { rg })
  await page.getByRole('alertdialog').getByRole('button', { name: '继续' }).click()
  await page.getByRole('button', { name: /^和值单/ }).click()
  await confirm(page, 1)
  await shut()
})

test('axe finds nothing wrong with any lottery, tab by tab, after the draw, and on its sheets, at both sizes', async () => {
  const tabs: Record<string, string[]> = {
    k3: ['三同号', '二同号', '不同号', '和值'],
    ssc: ['大小单双', '龙虎和', '前中后三', '定位'],
    pk10: ['冠亚和', '大小单双', '龙虎', '名次'],
  }
  for (const table of [k3, ssc, pk10] as Table[])
    for (const [width, height] of [
      [390, 844],
      [360, 640],
    ] as const) {
      const number = await openRound(table)
      const { page, shut } = await open(table, `x-${table.code}-${width}`, { width, height })
      const check = await axeOn(page, `${table.code} ${width}`)
      await phase(page, 'bet')
      for (const tab of tabs[table.code]!) {
        await page.getByRole('tab', { name: tab, exact: true }).click()
        await check(tab)
      }
      await page.locator('.lc').first().click()
      await confirm(page, 1)
      await check('confirmed')
      await Promise.all([phase(page, 'result'), draw(table, number)])
      await check('result')
      for (const sheet of [/^规则/, /^公平/, /^开奖记录/, /^注单记录/]) {
        await page.getByRole('button', { name: /^菜单/ }).click()
        await page.getByRole('dialog').getByRole('button', { name: sheet }).click()
        await page
          .getByRole('dialog')
          .getByRole('heading')
          .or(page.getByRole('dialog'))
          .first()
          .waitFor()
        await check(String(sheet))
        await page.keyboard.press('Escape')
      }
      await shut()
    }
}, 600_000)
