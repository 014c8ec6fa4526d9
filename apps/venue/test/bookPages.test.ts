import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { advanceBook } from '../server/book/advance.ts'
import type { Book } from '../model/Book.ts'
import { drawOf } from '../server/book/knownMatch.ts'
import { findMatch } from '../server/book/match.sql.ts'
import { kickOffMs, upcomingAt } from '../server/book/timetable.ts'
import { esport } from '../games/esport/model/esport.ts'
import { football, goalMs } from '../games/football/model/football.ts'
import type { Outcome } from '../games/football/model/outcome.ts'
import {
  AHEAD_MS,
  axeOn,
  fenOf,
  MAX_SCRIPT_BYTES,
  phones,
  scriptBytes,
} from './support/pageSupport.ts'
import { good, testVenue } from './support/support.ts'
import { tableClock } from './support/tableSupport.ts'

// The matches' clock stands and is moved by hand; the page's own clock, and the sessions', run.
const venue = await testVenue({ faults: true, runTables: false })
const clock = tableClock(venue.db)
await clock.set(Date.now() + AHEAD_MS)
venue.venue.books.start()
const seats = phones(venue, page => page.locator('.mt').first().waitFor())
const open = ({
  book = football as Book,
  player,
  ...options
}: { book?: Book; player: string } & Parameters<typeof seats.open>[2]) =>
  seats.open(book, player, options)
const nextOf = async (book: Book) => upcomingAt(book, await clock.now()).first
const outcomeOf = async (match: number) => {
  const row = (await findMatch(venue.db, 'football', BigInt(match)))!
  return (row.outcome ?? (await drawOf(venue.venue, football as Book, row))!.outcome) as Outcome
}
const balanceOf = (page: Page) => fenOf(page, 'balance')
// What is told stands for six seconds, so it is watched from before on.
const confirm = (page: Page) => page.getByRole('button', { name: '确认投注' })

test.each(['football', 'esport'])('%s costs at most 50 KiB of script, gzipped', code => {
  expect(scriptBytes(code)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
})

test('a player picks two matches, sees the odds and the chance without margin, bets, and sees it settled', async () => {
  const first = await nextOf(football as Book)
  const { client, page, complaints, shut } = await open({ player: 'w1', calm: false })
  await page.locator('.mt').nth(0).locator('.odd').nth(0).click()
  await page.locator('.mt').nth(1).locator('.odd').nth(2).click()
  await page.locator('.slipbar').getByText('2 串 1').waitFor()
  await page.locator('.slipbar').click()
  const sheet = page.getByRole('dialog', { name: '投注单' })
  const [one, two] = await sheet.locator('.price').allTextContents()
  const product =
    Math.floor((Math.round(Number(one) * 100) * Math.round(Number(two) * 100)) / 100) / 100
  await sheet.getByText(`串关赔率 ${one} × ${two}`).waitFor()
  await sheet
    .locator('dd', { hasText: product.toFixed(2) })
    .first()
    .waitFor()
  const most = Math.floor(
    (5_000 * Math.round(Number(one) * 100) * Math.round(Number(two) * 100)) / 10_000,
  )
  await sheet
    .getByText(`${(most / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2 })} 元`)
    .waitFor()
  const chance = Number((await sheet.locator('.sum dd').last().textContent())!.replace('%', ''))
  expect(chance).toBeGreaterThan(100 / (product * 1.0556 ** 2) - 1)
  expect(chance).toBeLessThan(100 / (product * 1.0556 ** 2) + 1)
  await Promise.all([page.getByText('已成立').waitFor(), confirm(page).click()])
  expect(await balanceOf(page)).toBe(95_000)
  await page.getByRole('button', { name: '注单 · 未结算 1' }).click()
  await page.getByRole('dialog', { name: '注单记录' }).getByText('未结算').first().waitFor()
  await page.keyboard.press('Escape')
  // Where the leap of the clock breaks the stream, a sheet tells it in place of the passing line.
  const line = page.getByText(/注单已结算/)
  const missed = page.getByRole('dialog', { name: '离开期间的结果' })
  await Promise.all([
    line.or(missed).first().waitFor(),
    clock.set(kickOffMs(football as Book, first + 1) + 360_000),
  ])
  if (await missed.isVisible()) await page.keyboard.press('Escape')
  const [bet] = good(await client.bets({})).items.filter(item => item.player === 'w1')
  expect(bet).toMatchObject({ status: 'SETTLED', stake: 5_000n })
  // The page asks for its figures once it has told the result.
  await expect.poll(() => balanceOf(page)).toBe(95_000 + Number(bet!.payout))
  // The ticket is computed again by the verifier.
  await page.getByRole('button', { name: '注单', exact: true }).click()
  await page.locator('.hr').first().click()
  await page.goto(
    venue.url + (await page.getByRole('link', { name: '验证公平' }).getAttribute('href')),
  )
  await page.getByText('✓ 一致：承诺、返还、数学版本').waitFor()
  await page.getByText('九项自检全部通过').waitFor()
  expect(complaints).toEqual([])
  await shut()
})

test('in play: better prices never block, one that fell is shown beside the old one and taken by one tap, a goal closes every line in its place', async () => {
  let match = await nextOf(football as Book)
  /** Prices of a win and of a draw so long after the beginning, without a goal until then. */
  const pricesAt = (elapsedMs: number) =>
    football
      .at(football.fixture(match).terms, { score: [0, 0], goals: [] }, elapsedMs)
      .lines[0]!.picks.map(({ price }) => price!)
  for (;;) {
    await clock.set(kickOffMs(football as Book, match) - 60_000)
    await advanceBook(venue.venue, football as Book)
    const { goals } = await outcomeOf(match)
    if (
      pricesAt(4_000)[0]! < pricesAt(20_000)[0]! &&
      pricesAt(20_000)[1]! > pricesAt(40_000)[1]! &&
      goals[0] &&
      goals[0].second > 700 &&
      goals[0].second < 4_000 &&
      (!goals[1] || goals[1].second > goals[0].second + 300)
    )
      break
    match++
  }
  const begins = kickOffMs(football as Book, match)
  const [goal] = (await outcomeOf(match)).goals
  const { page, complaints, shut } = await open({ player: 'w2' })
  const name = { home: (await findMatch(venue.db, 'football', BigInt(match)))!.home }
  await clock.set(begins + 4_000)
  const card = page
    .locator('.mt', { has: page.locator('.live') })
    .filter({ has: page.locator(`img[src="/art/crest-${name.home}.svg"]`) })
  await card.locator('.mt-h').click()
  await page.locator('.pitch').waitFor()
  const odds = (elapsedMs: number, side: number) => (pricesAt(elapsedMs)[side]! / 100).toFixed(2)
  const sheet = page.getByRole('dialog', { name: '投注单' })
  await page.locator('.odd').nth(0).click()
  await page.locator('.slipbar').click()
  await clock.set(begins + 20_000)
  const rose = `赔率 ${odds(4_000, 0)} → ${odds(20_000, 0)} ↑ 按更优赔率成立`
  await sheet.getByText(rose).waitFor()
  await Promise.all([
    page.getByText(`主胜 @ ${odds(20_000, 0)} 已成立`).waitFor(),
    confirm(page).click(),
  ])
  await page.locator('.odd').nth(1).click()
  await page.locator('.slipbar').click()
  await clock.set(begins + 40_000)
  const fell = `赔率 ${odds(20_000, 1)} → ${odds(40_000, 1)}`
  await sheet.getByText(`${fell} ↓ 在接受范围内`).waitFor()
  // Whoever wants to be asked is asked, and answers by the tap that places the ticket.
  await sheet.getByRole('switch', { name: /^降幅 5% 以内/ }).click()
  await sheet.getByText(`${fell} 已变动`).waitFor()
  await Promise.all([
    page.getByText(`平 @ ${odds(40_000, 1)} 已成立`).waitFor(),
    sheet.getByRole('button', { name: '接受新赔率并投注' }).click(),
  ])
  const before = await page.locator('.odd span').allTextContents()
  await clock.set(begins + goalMs(goal!))
  await page.locator('.odd b', { hasText: '暂停' }).nth(8).waitFor()
  await expect
    .poll(() => page.locator('.odd b').allTextContents())
    .toEqual(before.map(() => '暂停'))
  await expect.poll(() => page.locator('.odd span').allTextContents()).toEqual(before)
  await page.locator('.sc strong', { hasText: goal!.side === 0 ? '1 : 0' : '0 : 1' }).waitFor()
  await clock.set(begins + goalMs(goal!) + 6_000)
  await page.locator('.odd:not(.off)').first().waitFor()
  await clock.set(begins + 360_000)
  await page.getByText('✓ 一致').waitFor()
  await page.getByText('哈希等于开盘时的承诺').waitFor()
  expect(complaints).toEqual([])
  await page.goBack()
  await page.locator('.filt').waitFor()
  await shut()
})

test('the keyboard is enough, and a lost answer places one ticket', async () => {
  const { client, page, shut } = await open({ player: 'w3' })
  await venue.admin.fault({ kind: 'drop_after', endpoint: 'placeBet', player: 'w3', count: 1 })
  await page
    .locator('.mt', { has: page.locator('.at') })
    .first()
    .locator('.odd')
    .nth(1)
    .focus()
  await page.keyboard.press('Enter')
  await page.locator('.odd[aria-pressed=true]').waitFor()
  await page.locator('.slipbar').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '投注单' }).waitFor()
  for (let i = 0; i < 12; i++) await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(
    true,
  )
  await page.getByLabel(/注额/).fill('12.34')
  await confirm(page).focus()
  await Promise.all([page.getByText('已成立').waitFor(), page.keyboard.press('Enter')])
  expect(
    good(await client.bets({}))
      .items.filter(bet => bet.player === 'w3')
      .map(bet => bet.stake),
  ).toEqual([1_234n])
  expect(await balanceOf(page)).toBe(98_766)
  await page.getByRole('link', { name: '离开游戏' }).click()
  await page.waitForURL('**/?lobby')
  await shut()
})

test('e-sports: rounds as they come, a bet on the map, and the rules with their margin', async () => {
  const book = esport as Book
  const match = await nextOf(book)
  const { page, complaints, shut } = await open({ book, player: 'w4' })
  await clock.set(kickOffMs(book, match) + 6_000)
  const { home } = book.fixture(match)
  await page
    .locator('.mt', { has: page.locator('.live') })
    .filter({ has: page.locator(`img[src="/art/crest-${home}.svg"]`) })
    .locator('.mt-h')
    .click()
  await page.locator('.rounds i.L, .rounds i.R').nth(1).waitFor()
  await page.getByRole('heading', { name: '第 1 图胜者' }).waitFor()
  await page.locator('.odd:not(.off)').first().click()
  await page.locator('.slipbar').click()
  await Promise.all([page.getByText('已成立').waitFor(), confirm(page).click()])
  await clock.set(kickOffMs(book, match) + 15_000)
  await page.locator('.rounds i.L, .rounds i.R').nth(4).waitFor()
  await page.getByRole('button', { name: '规则与赔率' }).click()
  await page.getByText('5.00%').waitFor()
  await page.keyboard.press('Escape')
  expect(complaints).toEqual([])
  await shut()
})

test('axe finds nothing wrong with any screen, at both sizes, and nothing is wider than the phone', async () => {
  for (const book of [football, esport] as Book[]) {
    for (const [width, height] of [
      [390, 844],
      [360, 640],
    ] as const) {
      const match = await nextOf(book)
      await clock.set(kickOffMs(book, match) + 30_000)
      const { page, shut } = await open({ book, player: `w5-${book.code}-${width}`, width, height })
      await page.locator('.live').first().waitFor()
      const look = await axeOn(page, `${book.code} ${width}`)
      const check = async (screen: string) => {
        await look(screen)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          width,
        )
      }
      await check('list')
      // A match in play may have all its lines closed just now; one still to come never has.
      await page.locator('.mt', { hasText: '开赛' }).locator('.odd').first().click()
      await page.locator('.mt-h').first().click()
      await page.locator('.pitch').waitFor()
      await check('match')
      await page.locator('.slipbar').click()
      await page.getByRole('dialog').waitFor()
      await check('slip')
      await page.keyboard.press('Escape')
      for (const [name, button] of [
        ['menu', null],
        ['rules', /^规则与赔付/],
        ['fair', /^公平验证/],
        ['history', /^注单记录/],
      ] as const) {
        await page.getByRole('button', { name: '菜单：公平、记录、声音' }).click()
        if (button) await page.getByRole('dialog').getByRole('button', { name: button }).click()
        await page.getByRole('dialog').waitFor()
        await check(name)
        await page.keyboard.press('Escape')
      }
      await shut()
    }
  }
}, 600_000)

test('the rules can be read before playing', async () => {
  const page = await seats.browser().newPage()
  for (const [code, text] of [
    ['football', '5.56%'],
    ['esport', '5.00%'],
  ] as const) {
    await page.goto(`${venue.url}/rules/${code}`)
    await page.getByText(text).waitFor()
    expect((await fetch(`${venue.url}/games/${code}/math.json`)).status).toBe(200)
    expect((await fetch(`${venue.url}/art/${code}.svg`)).status).toBe(200)
  }
  await page.close()
})
