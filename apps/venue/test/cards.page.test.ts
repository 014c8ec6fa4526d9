import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { stepsOf } from '../games/baccarat/deal.ts'
import { baccarat } from '../games/baccarat/model/baccarat.ts'
import { pointsOf, returnsOf, type BaccaratOutcome } from '../games/baccarat/model/outcome.ts'
import { cardName } from '../model/card.ts'
import { dragonTiger } from '../games/dragontiger/model/dragontiger.ts'
import { niuniu } from '../games/niuniu/model/niuniu.ts'
import { redBlack } from '../games/redblack/model/redblack.ts'
import type { Table } from '../model/Table.ts'
import {
  axeOn,
  fenOf,
  glass,
  MAX_SCRIPT_BYTES,
  phase,
  phones,
  runningTables,
  scriptBytes,
} from './support/pageSupport.ts'
import { good, testVenue, type TestVenue } from './support/support.ts'
import { allPicks } from './support/allPicks.ts'

const venue = await testVenue({ faults: true })
const { openRound, finish: deal } = await runningTables(venue)
const TABLES = [baccarat, dragonTiger, niuniu, redBlack] as Table[]
const RICH = { amount: 1_000_000n }
const seats = phones(venue, page => page.getByTestId('seconds').waitFor())
const open: typeof seats.open = (table, player, options) =>
  seats.open(table, player, { ...RICH, ...options })

const confirm = async (page: Page) => {
  await page.getByRole('button', { name: '确认下注' }).click()
  await page.getByText('本局已确认').waitFor()
}
const outcomeOf = async (client: ReturnType<TestVenue['client']>, player: string) => {
  const [bet] = good(await client.bets({})).items.filter(item => item.player === player)
  return good(await client.bet({ bet_id: bet!.bet_id }))
}

test.each(TABLES)('$name costs at most 50 KiB of script, gzipped', table => {
  expect(scriptBytes(table.code)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
})

test('百家乐: nothing is placed before 确认; the cards, points and figures are what the server drew and settled', async () => {
  const table = baccarat as Table
  const number = await openRound(table)
  const { client, page, complaints, shut } = await open(table, 'p1')
  await phase(page, 'bet')
  await page.getByRole('radio', { name: '100 元', exact: true }).click()
  await page.getByTestId('zone-player').click()
  await page.getByTestId('zone-banker').click()
  await page.getByTestId('zone-banker').click()
  await page.getByRole('button', { name: '撤销' }).click()
  await page.getByRole('radio', { name: '10 元', exact: true }).click()
  for (const pick of ['tie', 'big', 'big']) await page.getByTestId(`zone-${pick}`).click()
  expect(await fenOf(page, 'total')).toBe(23_000)
  expect(await fenOf(page, 'balance')).toBe(1_000_000)
  expect(good(await client.bets({})).items).toEqual([])
  await confirm(page)
  expect(await fenOf(page, 'balance')).toBe(977_000)
  // Prepared and not confirmed: it is not placed.
  await page.getByTestId('zone-small').click()
  await page.locator('.tot').getByText('待确认').waitFor()
  await deal(table, number)
  await phase(page, 'result')
  expect(await fenOf(page, 'total')).toBe(23_000)
  await expect.poll(() => page.getByTestId('zone-small').locator('.stk').count()).toBe(0)
  const bet = await outcomeOf(client, 'p1')
  const outcome = bet.replay.outcome as unknown as BaccaratOutcome
  for (const side of ['player', 'banker'] as const)
    expect(await page.getByTestId(`points-${side}`).textContent()).toBe(
      String(pointsOf(outcome[side])),
    )
  expect(
    await page
      .locator('.stage .card img[src*="card-"]:not(.back)')
      .evaluateAll(images =>
        images.map(image => image.getAttribute('src')!.slice(10, -5)).toSorted(),
      ),
  ).toEqual([...outcome.player, ...outcome.banker].map(cardName).toSorted())
  expect(bet.stake).toBe(23_000n)
  const payout = [
    ['player', 10_000],
    ['banker', 10_000],
    ['tie', 1_000],
    ['big', 2_000],
  ].reduce(
    (sum, [pick, stake]) => sum + ((stake as number) * returnsOf(outcome, pick as 'tie')) / 100,
    0,
  )
  expect(Number(bet.payout)).toBe(payout)
  await page
    .getByTestId('banner')
    .getByText(`返还 ${(payout / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2 })} 元`)
    .waitFor()
  await expect.poll(() => fenOf(page, 'balance')).toBe(977_000 + payout)
  expect(complaints).toEqual([])
  await shut()
})

test('百家乐 in motion: backs are dealt first, and no face is in the page before all four lie there', async () => {
  const table = baccarat as Table
  const number = await openRound(table)
  const { page, complaints, shut } = await open(table, 'p2', { calm: false })
  await phase(page, 'bet')
  await page.evaluate(() => {
    const seen: { cards: number; faces: number }[] = []
    Object.assign(globalThis, { seen })
    const look = () =>
      seen.push({
        cards: document.querySelectorAll('.stage .card').length,
        faces: document.querySelectorAll('.stage .card img:not(.back)').length,
      })
    new MutationObserver(look).observe(document.querySelector('.stage')!, {
      subtree: true,
      childList: true,
    })
  })
  await deal(table, number)
  await page.locator('.stage .card img:not(.back)').nth(3).waitFor()
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: { cards: number; faces: number }[] }).seen,
  )
  expect(seen.filter(({ cards, faces }) => faces > 0 && cards < 4)).toEqual([])
  expect(seen.find(({ cards }) => cards > 0)).toMatchObject({ faces: 0 })
  expect(seen.some(({ cards, faces }) => cards === 4 && faces === 0)).toBe(true)
  expect(complaints).toEqual([])
  await shut()
})

test('the deal: four cards 420 ms apart, third cards at 3.2 s and 4.0 s, each turned and read within the five seconds', () => {
  const six: BaccaratOutcome = { player: [0, 1, 2], banker: [3, 4, 5] }
  const steps = stepsOf(six)
  expect(steps.map(step => step.dealtAt).toSorted((a, b) => a - b)).toEqual([
    0, 420, 840, 1_260, 3_200, 4_000,
  ])
  expect(
    steps.every(
      ({ dealtAt, turnedAt }) =>
        turnedAt >= dealtAt + 320 && turnedAt + 260 < baccarat.phases.drawMs,
    ),
  ).toBe(true)
})

test.each(TABLES.slice(1))(
  '$name: a round on a short phone, from the bet to the figures',
  async table => {
    const player = `q-${table.code}`
    const number = await openRound(table)
    const { client, page, complaints, shut } = await open(table, player, {
      width: 360,
      height: 640,
    })
    await phase(page, 'bet')
    const [first, second] = allPicks(table.code) as [string, string]
    await page.getByTestId(`zone-${first}`).click()
    await page.getByTestId(`zone-${second}`).click()
    await confirm(page)
    expect(
      await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.querySelector('.main')!.scrollHeight -
          document.querySelector('.main')!.clientHeight,
      ]),
    ).toEqual([360, 0])
    await deal(table, number)
    await phase(page, 'result')
    const bet = await outcomeOf(client, player)
    await page
      .getByTestId('banner')
      .getByText(`返还 ${(Number(bet.payout) / 100).toFixed(2)} 元`)
      .waitFor()
    await expect.poll(() => fenOf(page, 'balance')).toBe(Number(1_000_000n + bet.net))
    expect(complaints).toEqual([])
    await shut()
  },
)

test.each(TABLES)(
  '$name: the last round checks out in the sheet, and the ticket in the verifier',
  async table => {
    const number = await openRound(table)
    const { page, shut } = await open(table, `v-${table.code}`)
    await phase(page, 'bet')
    for (const pick of allPicks(table.code).slice(0, 3))
      await page.getByTestId(`zone-${pick}`).click()
    await confirm(page)
    await deal(table, number)
    await phase(page, 'result')
    const menu = async (item: RegExp) => {
      await page.getByRole('button', { name: /^菜单/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: item }).click()
    }
    await menu(/^公平验证/)
    await page.getByText('✓ 一致').waitFor()
    await page.keyboard.press('Escape')
    await menu(/^注单记录/)
    await page.locator('.hr').first().click()
    const link = page.getByRole('link', { name: '验证公平' })
    await link.waitFor()
    const other = await page.context().newPage()
    await other.goto(venue.url + (await link.getAttribute('href')))
    expect(await other.locator('#verdict').textContent()).toBe('✓ 一致：承诺、返还、数学版本')
    await shut()
  },
)

test('a finger that taps a zone prepares one chip and no mouse is played for it; one that moves on, or is not alone, prepares none', async () => {
  await openRound(baccarat as Table)
  const { page, complaints, shut } = await open(baccarat as Table, 'f1', { height: 560 })
  await phase(page, 'bet')
  const { down, move, up } = await glass(page)
  const zone = page.getByTestId('zone-player')
  await zone.scrollIntoViewIfNeeded()
  const middle = async () => {
    const { x, y, width, height } = (await zone.boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  await page.getByRole('radio', { name: '10 元', exact: true }).click()
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    for (const name of ['mousedown', 'click'])
      document.addEventListener(name, ({ type }) => heard.push(type), true)
  })
  for (const chips of [1, 2]) {
    await down(await middle())
    await up()
    await expect.poll(() => fenOf(page, 'total')).toBe(chips * 1_000)
  }
  expect(await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)).toEqual([
    'click',
    'click',
  ])

  const from = await middle()
  await down(from)
  for (const dy of [8, 16, 24, 32]) await move({ x: from.x, y: from.y - dy })
  await up()
  await down(await middle(), { x: 40, y: 40 })
  await up()
  // Whatever those had prepared would have come before what is tapped after them.
  await page.getByTestId('zone-banker').click()
  await expect.poll(() => fenOf(page, 'total')).toBe(3_000)
  expect(complaints).toEqual([])
  await shut()
})

test('by keyboard alone: a chip by arrows, a zone, the confirmation; the zone says what it holds', async () => {
  await openRound(baccarat as Table)
  const { page, shut } = await open(baccarat as Table, 'k1')
  await phase(page, 'bet')
  await page.getByRole('radio', { name: '10 元', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  expect(
    await page.getByRole('radio', { name: '50 元', exact: true }).getAttribute('aria-checked'),
  ).toBe('true')
  await page.getByTestId('zone-player').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: /^闲 1 : 1 优势 1.24% 待确认\s*100\s*元$/ }).waitFor()
  await page.getByTestId('confirm').focus()
  await page.keyboard.press('Enter')
  await page.getByText('本局已确认').waitFor()
  await page.getByRole('button', { name: /^闲 1 : 1 优势 1.24% 已确认\s*100\s*元$/ }).waitFor()
  await expect
    .poll(() => page.locator('[role=status]').allTextContents())
    .toContain('已确认 1 注，共 100.00 元')
  await shut()
})

test('axe finds nothing wrong with any table, while betting and in the result, at both sizes', async () => {
  for (const table of TABLES)
    for (const [width, height] of [
      [390, 844],
      [360, 640],
    ] as const) {
      const number = await openRound(table)
      const { page, shut } = await open(table, `a-${table.code}-${width}`, { width, height })
      const check = await axeOn(page, `${table.code} ${width}`)
      await phase(page, 'bet')
      for (const pick of allPicks(table.code).slice(0, 2))
        await page.getByTestId(`zone-${pick}`).click()
      await check('bet')
      await confirm(page)
      await deal(table, number)
      await phase(page, 'result')
      await check('result')
      await page.getByRole('button', { name: '规则与赔率' }).click()
      await page.getByRole('dialog').waitFor()
      await check('rules')
      await shut()
    }
}, 600_000)
