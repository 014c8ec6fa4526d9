// What protects the player on the screen of a game, in a real browser.
import { run, sql } from '@tianping/database'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { gameByCode } from '../games/registry.ts'
import { football } from '../games/football/model/football.ts'
import type { Book } from '../model/Book.ts'
import { handBook, knownDay } from './support/bookSupport.ts'
import { axeOn, phones } from './support/pageSupport.ts'
import { good, playing, testVenue } from './support/support.ts'

const venue = await testVenue({ faults: true })
await knownDay(venue, football as Book)
await handBook(venue, football as Book)
const { open } = phones(venue, page => page.getByTestId('net').waitFor())
const LIMIT_URL = `${venue.url}/?limits`
const HISTORY_URL = `${venue.url}/?history`
const rg = (more: object = {}, minutesAgo = 5) => ({
  session_start: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  reality_check_min: 60,
  net_limit: null,
  limit_url: LIMIT_URL,
  history_url: HISTORY_URL,
  ...more,
})
const awake = (page: Page) => page.locator('[data-testid=spin][aria-disabled=false]').waitFor()

/** What the head says, and whether each part of it lies on the screen with nothing over it. */
const headOf = (page: Page) =>
  page.evaluate(() => {
    const seen = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
      return inside && at !== null && (element.contains(at) || at.contains(element))
    }
    // The switch of the sound stands in the menu alone where the head is narrow.
    const parts = [
      ...document.querySelectorAll('.hud .exit, .hud .icon, .hud h1, .facts > div'),
    ].filter(part => !part.matches('.sound') || part.checkVisibility())
    return {
      hidden: parts.filter(part => !seen(part)).map(part => part.textContent || part.ariaLabel),
      small: parts
        .filter(part => part.matches('.icon, .exit'))
        .filter(part => part.clientHeight < 44 || part.clientWidth < 44)
        .map(part => part.ariaLabel),
      facts: [...document.querySelectorAll('.facts dt')].map(part => part.textContent),
      ways: [...document.querySelectorAll('.hud .exit, .hud .icon')].map(part => part.ariaLabel),
      clock: document.querySelectorAll('.facts dd')[1]?.textContent ?? '',
      wide: document.documentElement.scrollWidth > innerWidth,
    }
  })

test.each(['orchard3', 'koi5', 'bac', 'k3', 'football', 'lobby'])(
  '%s: time, length and net of the session, limits, history and the way out are always in sight',
  async code => {
    const found = gameByCode(code) ?? { code, venue: 'OB' as const }
    const { page, complaints, shut } = await open(found, `h-${code}`, { rg: rg() })
    for (const [width, height] of [
      [390, 844],
      [320, 640],
      [844, 390],
      [568, 320],
    ] as const) {
      await page.setViewportSize({ width, height })
      const head = await headOf(page)
      expect(head, `${width} x ${height}`).toMatchObject({
        hidden: [],
        small: [],
        wide: false,
        facts: ['时间', '本次时长', '本次净额', '余额'],
        clock: expect.stringMatching(/^00:0\d:\d\d$/),
      })
      expect(head.ways.slice(0, 3)).toEqual(['离开游戏', '理性博彩与限额', '投注记录'])
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: '投注记录' }).click()
    const sheet = page.getByRole('dialog', { name: '注单记录' })
    expect(await sheet.getByRole('link', { name: '全部投注记录' }).getAttribute('href')).toBe(
      HISTORY_URL,
    )
    expect((await headOf(page)).hidden).toEqual([])
    await page.keyboard.press('Escape')
    const limits = page.getByRole('link', { name: '理性博彩与限额' })
    expect(await limits.getAttribute('href')).toBe(LIMIT_URL)
    expect(complaints).toEqual([])
    await shut()
  },
)

test('a key that is held down starts one spin; each further one needs a press of its own', async () => {
  const { client, page, shut } = await open(gameByCode('orchard3')!, 'k1')
  const bets = async () => good(await client.bets({})).items.length
  await awake(page)
  await page.getByTestId('spin').focus()
  for (const [key, after] of [
    ['Enter', 1],
    ['Space', 2],
  ] as const) {
    await page.keyboard.down(key)
    if (key === 'Space') await page.keyboard.up(key)
    await expect.poll(bets).toBe(after)
    await awake(page)
    // The browser repeats a held key; the button is awake and would take a press.
    if (key === 'Space') await page.keyboard.down(key)
    for (let i = 0; i < 20; i++) await page.keyboard.down(key)
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => done(null))))
    expect(await page.getByTestId('spin').getAttribute('aria-disabled')).toBe('false')
    expect(await bets()).toBe(after)
    if (key === 'Enter') await page.keyboard.up(key)
  }
  await shut()
})

test('the reality check says time, stakes, returns and net of the bet log; both answers weigh the same', async () => {
  const terms = rg({}, 31)
  const { client, page: seat } = await playing(venue, {
    code: 'OB',
    game: 'orchard3',
    player: 'r1',
    rg: terms,
  })
  const { bet } = (await seat.bet(500)).data
  const { page, shut } = await open(gameByCode('orchard3')!, 'r1', {
    amount: 0n,
    rg: { ...terms, reality_check_min: 30 },
  })
  const dialog = page.getByRole('alertdialog')
  // The page may open minutes later, up to the test's own limit of three.
  await dialog.getByText(/^已连续游戏 3[1-4] 分钟$/).waitFor()
  await dialog.getByText(/^现在 \d\d:\d\d，游戏已暂停/).waitFor()
  const figures = await dialog
    .locator('dl > div')
    .evaluateAll(all => all.map(each => each.textContent))
  const yuan = (fen: number) => (Math.abs(fen) / 100).toFixed(2)
  const sign = bet.net < 0 ? '−' : '+'
  expect(figures).toEqual([
    `本次净额${bet.net === 0 ? '' : sign}${yuan(bet.net)} 元`,
    '下注总额5.00 元',
    `返还总额${yuan(bet.payout)} 元`,
    '局数1',
  ])
  expect(good(await client.bets({})).items.at(-1)).toMatchObject({
    stake: 500n,
    bet_id: bet.bet_id,
  })
  const look = (name: string) =>
    dialog.locator('.two > *', { hasText: name }).evaluate(element => {
      const { backgroundColor, color, fontSize, fontWeight, height, boxShadow } =
        getComputedStyle(element)
      const { width } = element.getBoundingClientRect()
      return { backgroundColor, color, fontSize, fontWeight, height, boxShadow, width }
    })
  expect(await look('离开游戏')).toEqual(await look('继续'))
  expect(await dialog.getByRole('button', { name: '关闭' }).count()).toBe(0)
  expect(await dialog.getByRole('link', { name: '理性博彩与限额' }).getAttribute('href')).toBe(
    LIMIT_URL,
  )
  await (
    await axeOn(page, 'orchard3')
  )('reality check')
  await page.keyboard.press('Escape')
  await page.mouse.click(10, 200)
  await expect.poll(() => dialog.count()).toBe(1)
  await dialog.getByRole('button', { name: '查看本次记录' }).click()
  await page.getByRole('dialog', { name: '注单记录' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: '继续' }).click()
  await dialog.waitFor({ state: 'detached' })
  await shut()
})

test('when the time is over the page says so and offers nothing but the way out and the history', async () => {
  const { page, shut } = await open(gameByCode('orchard3')!, 'o1', {
    rg: rg({ ends_at: new Date(Date.now() + 3_600_000).toISOString() }),
  })
  // No sooner: a session is not opened any more once its time is over.
  await run(
    venue.db,
    sql`update session set ends_at = now() + interval '3 seconds' where player_id = 'o1'`,
  )
  await page.reload()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('heading', { name: '已到结束时间' }).waitFor()
  expect(await dialog.getByRole('button', { name: '继续' }).count()).toBe(0)
  await (
    await axeOn(page, 'orchard3')
  )('time over')
  await dialog.getByRole('link', { name: '离开游戏' }).click()
  await page.waitForURL(/\?lobby/)
  await shut()
})
