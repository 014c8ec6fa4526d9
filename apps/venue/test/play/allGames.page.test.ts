// Every game of the catalogue in a real browser: its rules before anybody plays, its time and
// length at every moment, and what a player sees before and after a bet.
import { beijing } from '@tianping/money/day'
import { VENUE_CODES } from '@tianping/venue-protocol'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { esport } from '../../games/esport/model/esport.ts'
import { football } from '../../games/football/model/football.ts'
import { gamesOf, isBook, isTable, type Game } from '../../games/registry.ts'
import type { Book } from '../../model/Book.ts'
import type { InstantGame } from '../../model/InstantGame.ts'
import { percent } from '../../model/percent.ts'
import type { Table } from '../../model/Table.ts'
import { kickOffMs, upcomingAt } from '../../server/book/timetable.ts'
import {
  axeOn,
  fenOf,
  PAGE_LIMIT_MS,
  phase,
  phones,
  runningTables,
} from '../support/pageSupport.ts'
import { funded, good, testVenue, type TestVenue } from '../support/support.ts'

const venue = await testVenue({ faults: true })
const { openRound, clock } = await runningTables(venue)
venue.venue.books.start()
const seats = phones(venue, page => page.getByTestId('balance').waitFor())
const GAMES = VENUE_CODES.flatMap(gamesOf)
const TABLES = GAMES.filter(isTable)
const BOOKS = GAMES.filter(isBook)
const SLOTS = GAMES.filter((game): game is InstantGame => !isTable(game) && !isBook(game))
const betsOf = async (client: ReturnType<TestVenue['client']>, player: string) =>
  good(await client.bets({ limit: 1_000 })).items.filter(bet => bet.player === player)

type Bet = { rtp: string; edge?: string; returns?: number; pays?: string }

/** What the rules page of a game must say, from its published mathematics alone. */
function figuresOf(game: Game): string[] {
  const math = JSON.parse(game.mathJson) as { bets?: Record<string, Bet> }
  const [n, d] = game.rtpExact.split('/').map(BigInt) as [bigint, bigint]
  if (isBook(game)) return [`${percent(game.rtpExact, 2)}%`]
  if (!math.bets) return [`${percent(game.rtpExact, 4)}%`, `${percent(`${d - n}/${d}`, 4)}%`]
  return Object.values(math.bets).flatMap(({ rtp, edge, returns, pays }) =>
    edge
      ? [`${percent(edge, 4)}%`, ...(pays ? [`1 : ${pays}`] : [])]
      : [`${percent(rtp, 2)}%`, ((returns ?? 0) / 100).toFixed(2)],
  )
}

test('the rules of every game are read without a log-in, before anything is bet, with its returns, edge and odds', async () => {
  expect(GAMES).toHaveLength(20)
  const listed = (
    await Promise.all(VENUE_CODES.map(async code => good(await venue.client(code).games({})).items))
  ).flat()
  expect(listed.map(game => game.game_code).toSorted()).toEqual(
    GAMES.map(game => game.code).toSorted(),
  )
  for (const game of GAMES) {
    const entry = listed.find(each => each.game_code === game.code)!
    expect(entry.rtp_exact, game.code).toMatch(/^\d+\/\d+$/)
    expect(entry.rtp_percent).toBe(percent(entry.rtp_exact, 4))
    const { page, complaints, shut } = await seats.show(entry.rules_url)
    await page.getByRole('heading', { level: 1, name: game.name }).waitFor()
    await page.getByText('试玩与正式的数学相同').first().waitFor()
    const text = (await page.locator('main').textContent())!
    for (const figure of figuresOf(game)) expect(text, game.code).toContain(figure)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    if (isBook(game)) expect(text, 'the delay in play').toContain('有延迟')
    expect(complaints).toEqual([])
    await shut()
  }
})

/**
 * Passes behind what React has still to draw or to begin. It works in messages of the page, and
 * one it sends while it works is in the queue before the second of these.
 */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel()
    for (let hop = 0; hop < 2; hop++)
      await new Promise(heard => {
        port1.onmessage = heard
        port2.postMessage(null)
      })
  })

/** A game's page whose time stands until the test moves it. */
async function timed(game: { code: string; venue: Game['venue'] }, player: string) {
  const client = venue.client(game.venue)
  await funded(client, player, 100_000n)
  const { url } = good(
    await client.launch({ player, game_code: game.code, lobby_url: `${venue.url}/?lobby` }),
  )
  const context = await seats.browser().newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
    locale: 'zh-CN',
  })
  context.setDefaultTimeout(PAGE_LIMIT_MS)
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(url)
  await page.getByTestId('net').waitFor()
  await drawn(page)
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 1_000))
  const facts = async () => {
    await drawn(page)
    const [time, length] = await page.locator('.facts dd').allTextContents()
    const [hours, minutes, seconds] = length!.split(':').map(Number) as [number, number, number]
    return { time: time!, seconds: hours * 3_600 + minutes * 60 + seconds }
  }
  return { page, facts, shut: () => context.close() }
}

test.each(['orchard3', 'koi5', 'bac', 'niu', 'k3', 'football', 'lobby'])(
  '%s: the length of the session grows each second and the time each minute, upright and on its side',
  async code => {
    const game = GAMES.find(each => each.code === code) ?? { code, venue: 'OB' as const }
    const { page, facts, shut } = await timed(game, `t-${code}`)
    for (const [width, height] of [
      [390, 844],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height })
      const { seconds } = await facts()
      for (let passed = 1; passed <= 3; passed++) {
        await page.clock.runFor(1_000)
        await expect
          .poll(async () => (await facts()).seconds, { message: `${width} x ${height}` })
          .toBe(seconds + passed)
        expect(await page.locator('.facts dd').first().isVisible()).toBe(true)
      }
      const { time } = await facts()
      await page.clock.runFor(60_000)
      await expect.poll(async () => (await facts()).seconds).toBe(seconds + 63)
      const later = await facts()
      expect(later.time, 'another minute').not.toBe(time)
      const now = await page.evaluate(() => Date.now())
      // Beijing's, as in the records of bets; the page and the venue may be a second apart.
      expect([-1_000, 0, 1_000].map(ms => beijing(now + ms).slice(11, 16))).toContain(later.time)
    }
    await shut()
  },
)

/** On a phone's side: what is seen of a game and what takes money for it are in sight together. */
async function inSightTogether(page: Page, selectors: readonly string[]) {
  for (const [width, height] of [
    [844, 390],
    [667, 375],
  ] as const) {
    await page.setViewportSize({ width, height })
    const top = (await page.locator('.hud').boundingBox())!.height
    for (const selector of selectors) {
      const boxes = await page.locator(selector).evaluateAll(all =>
        all.map(each => {
          const { left, top: above, right, bottom } = each.getBoundingClientRect()
          return { left, above, right, bottom }
        }),
      )
      expect(boxes.length, selector).toBeGreaterThan(0)
      for (const { left, above, right, bottom } of boxes)
        expect(
          [left >= 0, above >= top - 1, right <= width, bottom <= height],
          `${selector} at ${width} x ${height}`,
        ).toEqual([true, true, true, true])
    }
  }
  await page.setViewportSize({ width: 390, height: 844 })
}

test.each(SLOTS)(
  '$code: the stake in yuan stands before the spin, nothing is bet without one, and the bet log has it',
  async game => {
    const player = `s-${game.code}`
    const { client, page, complaints, shut } = await seats.open(game, player)
    await page.locator('[data-testid=spin][aria-disabled=false]').waitFor()
    await page.getByRole('button', { name: '加注' }).click()
    const shown = /^([\d,]+)\.(\d\d)注额 元$/.exec(
      (await page.getByTestId('stake').textContent())!,
    )!
    const stake = Number(`${shown[1]!.replaceAll(',', '')}${shown[2]}`)
    expect(game.stakesFen).toContain(BigInt(stake))
    await page.getByRole('button', { name: '赔付表' }).click()
    const sheet = page.getByRole('dialog')
    expect(await sheet.textContent()).toContain(`${percent(game.rtpExact, 4)}%`)
    await page.keyboard.press('Escape')
    expect(await betsOf(client, player)).toEqual([])
    await inSightTogether(page, ['.reel', '.msg', '[data-testid=stake]', '[data-testid=spin]'])
    await page.getByTestId('spin').click()
    await expect.poll(async () => (await betsOf(client, player)).length).toBe(1)
    const [bet] = await betsOf(client, player)
    expect(bet).toMatchObject({ stake: BigInt(stake), game_code: game.code })
    await page.getByRole('button', { name: '投注记录' }).click()
    await page.locator('.hr').first().click()
    await page.getByRole('dialog').getByText(bet!.round_id).first().waitFor()
    expect(complaints).toEqual([])
    await shut()
  },
)

/** A place to bet on, and what it is called. */
const spotOf = async (page: Page) => {
  const spot = page.locator('.zone, .lc').first()
  return { spot, text: (await spot.textContent())! }
}

test.each(TABLES)(
  '$code: pick, odds, chip and total in yuan stand before the bet, and it is confirmed once taken',
  async table => {
    const player = `t-${table.code}`
    await openRound(table as Table)
    const { client, page, complaints, shut } = await seats.open(table, player)
    await phase(page, 'bet')
    const chips = page.getByRole('radiogroup', { name: '筹码面额' }).getByRole('radio')
    const names = await chips.evaluateAll(all => all.map(each => each.ariaLabel))
    expect(names).toEqual(table.stakesFen.map(fen => `${Number(fen) / 100} 元`))
    await page.getByRole('radio', { name: '10 元', exact: true }).click()
    const { spot, text } = await spotOf(page)
    expect(text, 'its odds').toMatch(/\d+(\.\d+)?/)
    await spot.click()
    expect(await fenOf(page, 'total')).toBe(1_000)
    expect(await page.locator('.tot').textContent()).toContain('元')
    expect(await betsOf(client, player)).toEqual([])
    await inSightTogether(page, ['.ring', '.on', '[data-testid=total]', '[data-testid=confirm]'])
    await page.getByTestId('confirm').click()
    await page
      .locator('.tot')
      .getByText(/已确认/)
      .waitFor()
    const [bet] = await betsOf(client, player)
    expect(bet).toMatchObject({ stake: 1_000n, status: 'OPEN', game_code: table.code })
    await page.getByRole('button', { name: '投注记录' }).click()
    await page.getByRole('dialog').getByText('未结算').first().waitFor()
    expect(complaints).toEqual([])
    await shut()
  },
)

test.each(BOOKS)(
  '$code: selection, price, stake and return stand in the slip, and the ticket is confirmed once taken',
  async book => {
    const player = `b-${book.code}`
    const { client, page, complaints, shut } = await seats.open(book, player)
    const odd = page.locator('.odd[aria-disabled=false]').first()
    const price = (await odd.locator('b').textContent())!
    await odd.click()
    await page.locator('.slipbar').click()
    const sheet = page.getByRole('dialog', { name: '投注单' })
    await sheet.getByText('最高返还（含本金）').waitFor()
    expect(await sheet.locator('.price').textContent()).toBe(price)
    expect(await sheet.locator('.sumv').textContent()).toBe('50.00')
    expect(await betsOf(client, player)).toEqual([])
    await inSightTogether(page, ['.leg', '.sumv', '.go'])
    await Promise.all([
      page.getByText(/已成立，注额 50.00 元/).waitFor(),
      sheet.getByRole('button', { name: '确认投注' }).click(),
    ])
    expect(await betsOf(client, player)).toMatchObject([{ stake: 5_000n, status: 'OPEN' }])
    await page.getByRole('button', { name: '注单 · 未结算 1' }).waitFor()
    expect(complaints).toEqual([])
    await shut()
  },
)

test.each([football, esport] as Book[])(
  '$code: in play the list, the match and the slip say that what is seen comes late; before a match none does',
  async book => {
    const first = upcomingAt(book, await clock.now()).first
    const { page, complaints, shut } = await seats.open(book, `d-${book.code}`)
    await page.locator('.mt').first().waitFor()
    const note = page.getByRole('note').filter({ hasText: '有延迟' })
    const inPlay = page.getByRole('region', { name: /^滚球/ })
    // Before a goal or a kill can have closed every line for its pause.
    await clock.set(kickOffMs(book, first))
    await inPlay.waitFor()
    await note.waitFor()
    // A match that began before may be in such a pause, which only the clock ends, or be as good as
    // decided, so that nothing is offered on it any more.
    const open = page.locator('.odd[aria-disabled=false]')
    const offered = inPlay.locator('.mt').filter({ has: open }).first()
    const isOpen = (what: Locator) => async () => {
      if (await what.isVisible()) return true
      await clock.move(2_000)
      return false
    }
    await expect.poll(isOpen(offered), { interval: 500 }).toBe(true)
    await offered.locator('.mt-h').click()
    await note.waitFor()
    const check = await axeOn(page, book.code)
    await check('match in play')
    await expect.poll(isOpen(open.first()), { interval: 500 }).toBe(true)
    await open.first().click()
    await page.locator('.slipbar').click()
    const sheet = page.getByRole('dialog', { name: '投注单' })
    await sheet.getByRole('note').filter({ hasText: '有延迟' }).waitFor()
    await sheet.getByRole('button', { name: /^移除/ }).click()
    await page.getByRole('button', { name: '全部比赛' }).click()
    await page.getByRole('button', { name: /^即将开赛/ }).click()
    await expect.poll(() => note.count()).toBe(0)
    expect(complaints).toEqual([])
    await shut()
  },
)
