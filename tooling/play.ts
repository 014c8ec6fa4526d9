// `npm run soak -- play [SECONDS] [code ...]`: every game of the sandbox venue played in a real
// browser for so long (five minutes when nothing is said) by somebody who taps what he finds. Ends
// non-zero when a page complained, a request failed, something stuck out of the screen, or the
// balance shown in the end was not the server's. PLAY_SEED repeats the taps, PLAY_SHOTS=dir keeps
// pictures.
import { ensureDatabase } from '@tianping/database'
import {
  SANDBOX_MERCHANT,
  VENUE_CODES,
  venueBaseUrl,
  venueClient,
  type VenueClient,
} from '@tianping/venue-protocol'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { gamesOf, isBook, isTable, type Game } from '../apps/venue/games/registry.ts'
import { sandboxMerchants, startVenue, type RunningVenue } from '../apps/venue/server/index.ts'
import { openBrowser } from './browser.ts'
import { buildApps } from './build.ts'
import { launchPostgres } from './postgres.ts'

const SECONDS = 300
const FUNDS_FEN = 100_000_000n
const PHONE = { width: 390, height: 844 }
/** A page still settles, tells and redraws when the last tap is done. */
const BALANCE_WITHIN_MS = 30_000
/** The reality check comes twenty seconds into the game, so that it is answered too. */
const REALITY = {
  session_start: () => new Date(Date.now() - 40_000).toISOString(),
  reality_check_min: 1,
}
const TAP_MS = 1_500
const SHOT_EVERY_MS = 10_000
/** What a person does not tap while he plays: it leaves the game. */
const LEAVES = /离开|游戏大厅|结束游戏|返回/

type Report = {
  game: string
  taps: number
  missed: number
  bets: number
  refused: number
  problems: string[]
}
type Player = { page: Page; game: Game; chance: () => number; report: Report }

/** Mulberry32: the same taps for the same seed. */
function chances(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Whatever sticks out of the screen, or out of its own box, sideways; what moves may, and what is
 * in a strip that scrolls sideways only.
 */
function overflows(): string[] {
  // This runs in the page, so that all it needs stands inside it.
  const width = document.documentElement.clientWidth
  const scrolls = (box: Element) =>
    /auto|scroll/.test(getComputedStyle(box).overflowX) &&
    box.scrollWidth > box.clientWidth + 1 &&
    box.scrollHeight <= box.clientHeight + 1
  const may = (from: Element) => {
    for (let box: Element | null = from; box; box = box.parentElement)
      if (box.getAnimations().length > 0 || scrolls(box)) return true
    return false
  }
  const wide = (box: Element) => {
    if (box.scrollWidth <= box.clientWidth + 1) return []
    const edge = box.getBoundingClientRect().left + box.clientWidth + 1
    const out = [...box.querySelectorAll('*')]
      .filter(each => each.getBoundingClientRect().right > edge && !may(each))
      .map(each => `${each.tagName.toLowerCase()}.${String(each.className)}`)
    if (out.length === 0) return []
    const culprits = [...new Set(out)].slice(0, 4).join(' ')
    return [
      `${box.className || 'the page'} is ${box.scrollWidth} wide in ${box.clientWidth}, for ${culprits}`,
    ]
  }
  const textOf = (each: Element) =>
    [...each.childNodes]
      .filter(node => node.nodeType === 3)
      .map(node => node.textContent?.trim() ?? '')
      .join('')
  const seen = (each: Element) =>
    !each.closest('.sr,svg') &&
    each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const nameOf = (each: Element) =>
    `${each.tagName.toLowerCase()}.${String(each.className).replaceAll(' ', '.')} "${textOf(each).slice(0, 24)}"`
  const outside = (each: Element) => {
    const { left, right } = each.getBoundingClientRect()
    if (left >= -1 && right <= width + 1) return []
    return [`${nameOf(each)} from ${Math.round(left)} to ${Math.round(right)}`]
  }
  const spilling = (each: Element) => {
    const { display, textOverflow } = getComputedStyle(each)
    const cut = display === 'inline' || textOverflow === 'ellipsis'
    if (cut || each.clientWidth === 0 || each.scrollWidth <= each.clientWidth + 1) return []
    return [`${nameOf(each)} holds ${each.scrollWidth} in ${each.clientWidth}`]
  }
  const boxes = [...document.querySelectorAll('html,.main,.sheet-b,.dock')]
  const texts = [...document.querySelectorAll('.g *')].filter(
    each => textOf(each) !== '' && seen(each),
  )
  return [
    ...boxes.flatMap(wide),
    ...texts.flatMap(each => [...outside(each), ...spilling(each)].filter(() => !may(each))),
  ]
}

async function tap({ report }: Player, target: Locator): Promise<boolean> {
  try {
    await target.tap({ timeout: TAP_MS })
    report.taps++
    return true
  } catch {
    // It moved, closed or was covered before the finger came down.
    report.missed++
    return false
  }
}

/** One of the buttons in a part of the page, but none that leaves the game. */
async function tapAny(player: Player, within: string): Promise<void> {
  const buttons = player.page
    .locator(`${within} button:not([disabled]):not([aria-disabled=true])`)
    .filter({ visible: true, hasNotText: LEAVES })
  const count = await buttons.count()
  if (count > 0) await tap(player, buttons.nth(Math.floor(player.chance() * count)))
}

/**
 * With a sheet open: looks around in it, writes a stake where one is asked for, and closes it at
 * last.
 */
async function inSheet(player: Player): Promise<void> {
  const { page, chance } = player
  const sheet = page.locator('[role=dialog],[role=alertdialog]').last()
  const asks = sheet.getByRole('button', { name: /^继续/ })
  if (await asks.count()) return void (await tap(player, asks.first()))
  const stake = sheet.locator('#stake:enabled')
  if ((await stake.count()) && chance() < 0.7) {
    // It is decided meanwhile what becomes of a ticket that was sent, and the sheet may go.
    await stake.fill(String(2 + Math.floor(chance() * 40)), { timeout: TAP_MS }).catch(() => {})
    const go = sheet.locator('.go[aria-disabled=false]')
    if (await go.count()) return void (await tap(player, go))
  }
  if (chance() < 0.6) return tapAny(player, '[role=dialog]')
  const close = sheet.getByRole('button', { name: '关闭' })
  if (await close.count()) await tap(player, close.first())
  else await page.keyboard.press('Escape')
}

/** The button that places the bet, once it takes a tap. */
function readyOf(game: Game): string {
  if (isTable(game)) return '[data-testid=confirm][aria-disabled=false]'
  return isBook(game) ? '.slipbar' : '[data-testid=spin][aria-disabled=false]'
}

/** What the game is for. */
async function bet(player: Player): Promise<void> {
  const { page, game, chance } = player
  const ready = page.locator(readyOf(game))
  const wanted = isTable(game)
    ? '.zone[aria-disabled=false],.lc[aria-disabled=false]'
    : 'button.odd:not(.off)'
  if ((await ready.count()) && (chance() < 0.4 || !(isTable(game) || isBook(game))))
    return void (await tap(player, ready.first()))
  const cells = page.locator(wanted).filter({ visible: true })
  const count = await cells.count()
  if (count > 0) await tap(player, cells.nth(Math.floor(chance() * count)))
}

async function step(player: Player): Promise<void> {
  const { page, chance } = player
  if (await page.locator('[role=dialog],[role=alertdialog]').count()) return inSheet(player)
  const what = chance()
  if (what < 0.72) return bet(player)
  if (what < 0.82) return tapAny(player, '.hud')
  return tapAny(player, what < 0.92 ? '.main' : '.dock')
}

/** A refusal in words is part of the game; everything else that is not an answer is not. */
function listen({ page, report }: Player): void {
  page.on('pageerror', error => report.problems.push(`error: ${error.message}`))
  page.on('console', message => {
    const text = message.text()
    if (message.type() === 'error' && !/status of 409/.test(text))
      report.problems.push(`console: ${text.slice(0, 200)}`)
  })
  page.on('requestfailed', request => {
    const why = request.failure()?.errorText ?? ''
    if (why !== 'net::ERR_ABORTED')
      report.problems.push(`request: ${request.url().split('?')[0]} ${why}`)
  })
  page.on('response', answer => {
    const status = answer.status()
    if (status === 409) report.refused++
    else if (status >= 400)
      report.problems.push(`answer: ${status} ${new URL(answer.url()).pathname}`)
    else if (
      answer.request().method() === 'POST' &&
      /\/api\/(bets|tickets|slips)$/.test(answer.url())
    )
      report.bets++
  })
}

async function balanceAgrees(
  { page, report }: Player,
  client: VenueClient,
  player: string,
): Promise<void> {
  const until = performance.now() + BALANCE_WITHIN_MS
  for (;;) {
    const asked = await client.balance({ player })
    if (asked.kind !== 'ok') throw new Error('the venue does not tell a balance')
    const shown = (await page.getByTestId('balance').textContent()) ?? ''
    const shownFen = Math.round(Number(shown.replaceAll(',', '')) * 100)
    if (BigInt(shownFen) === asked.data.available) return
    if (performance.now() > until)
      return void report.problems.push(
        `balance: ${shownFen} is shown, ${asked.data.available} is there`,
      )
    await page.waitForTimeout(500)
  }
}

async function play(
  browser: Browser,
  venue: RunningVenue,
  game: Game,
  options: { seconds: number; seed: number; shots: string | undefined },
): Promise<Report> {
  const { seconds, seed, shots } = options
  const client = venueClient({
    baseUrl: venueBaseUrl(venue.url, game.venue),
    merchant: SANDBOX_MERCHANT.merchant,
    keys: [SANDBOX_MERCHANT.key],
  })
  const name = `play-${game.code}`
  await client.putPlayer({ player: name, nickname: name, currency: 'CNY' })
  await client.transfer({ ref: name, player: name, direction: 'IN', amount: FUNDS_FEN })
  const launched = await client.launch({
    player: name,
    game_code: game.code,
    lobby_url: `${venue.url}/`,
    rg: {
      session_start: REALITY.session_start(),
      reality_check_min: REALITY.reality_check_min,
      net_limit: null,
    },
  })
  if (launched.kind !== 'ok') throw new Error(`${game.code} was not launched`)
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  const page = await context.newPage()
  const player: Player = {
    page,
    game,
    chance: chances(seed),
    report: { game: game.code, taps: 0, missed: 0, bets: 0, refused: 0, problems: [] },
  }
  listen(player)
  await page.goto(launched.data.url)
  await page.getByTestId('balance').waitFor()
  const begun = performance.now()
  let shot = 0
  while (performance.now() - begun < seconds * 1_000) {
    await step(player)
    await page.waitForTimeout(250 + 900 * player.chance())
    player.report.problems.push(
      ...(await page.evaluate(overflows)).map(what => `overflow: ${what}`),
    )
    if (shots && performance.now() - begun > shot * SHOT_EVERY_MS)
      await page.screenshot({ path: join(shots, `${game.code}-${++shot}.png`) })
  }
  await balanceAgrees(player, client, name)
  if (player.report.bets === 0) player.report.problems.push('bets: none was placed in this time')
  page.removeAllListeners()
  await context.close()
  client.close()
  return { ...player.report, problems: [...new Set(player.report.problems)] }
}

/** Plays the games named, or all there are, one after another; answers whether all went well. */
export async function playGames(args: readonly string[]): Promise<boolean> {
  const seconds = Number(args.find(arg => /^\d+$/.test(arg)) ?? SECONDS)
  const wanted = args.filter(arg => !/^\d+$/.test(arg))
  const games = VENUE_CODES.flatMap(gamesOf).filter(
    game => wanted.length === 0 || wanted.includes(game.code),
  )
  const seed = Number(process.env['PLAY_SEED'] ?? Date.now() % 2 ** 31)
  const shots = process.env['PLAY_SHOTS']
  if (shots) mkdirSync(shots, { recursive: true })
  console.log(`${games.length} games, ${seconds} s each, PLAY_SEED=${seed}`)
  await buildApps(text => console.log(text))
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-play-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({ dataDir: join(home, 'postgres'), durable: false })
  await ensureDatabase(postgres.url('postgres'), 'venue')
  const venue = await startVenue({
    databaseUrl: postgres.url('venue'),
    merchants: sandboxMerchants(),
  })
  const browser = await openBrowser()
  const reports: Report[] = []
  try {
    for (const game of games) {
      const report = await play(browser, venue, game, { seconds, seed, shots })
      reports.push(report)
      console.log(
        `${report.game}: ${report.taps} taps (${report.missed} missed), ${report.bets} bets, ${report.refused} refusals`,
      )
      for (const problem of report.problems) console.error(`  ${problem}`)
    }
  } finally {
    await browser.close()
    await venue.close()
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
  return reports.length === games.length && reports.every(({ problems }) => problems.length === 0)
}
