import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { VenueCode } from '@tianping/venue-protocol'
import { beforeAll, expect } from 'vitest'
import { leaveBrowser, sharedBrowser } from '../../../../tooling/test/browser.ts'
import type { Table } from '../../model/Table.ts'
import { numberAt, timesOf } from '../../server/rounds/timetable.ts'
import { roundWatch } from './roundWatch.ts'
import { funded, good, type TestVenue } from './support.ts'
import { tableClock } from './tableSupport.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'

const dist = join(import.meta.dirname, '../../dist')
/** What a page may weigh, gzipped, with its libraries. */
export const MAX_SCRIPT_BYTES = 50 * 1_024

/**
 * The script a page loads, gzipped, with everything it imports before it runs and whatever those
 * name.
 */
export function scriptBytes(page: string): number {
  const seen = new Set<string>()
  const visit = (text: string) => {
    for (const [, file] of text.matchAll(
      /(?:import[^;()]*?from|import|src=|href=)\s*["']?[^"']*?([\w-]+\.js)["']/g,
    )) {
      if (seen.has(file!) || !existsSync(join(dist, 'assets', file!))) continue
      seen.add(file!)
      visit(readFileSync(join(dist, 'assets', file!), 'utf8'))
    }
  }
  visit(readFileSync(join(dist, `${page}.html`), 'utf8'))
  expect(seen.size, `the scripts of ${page}`).toBeGreaterThan(1)
  return [...seen].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(dist, 'assets', file)), { level: 9 }).length,
    0,
  )
}

/** Ends what hangs: a page on a busy machine takes its time. */
export const PAGE_LIMIT_MS = 120_000

/**
 * By how much a clock that stands is ahead of the one of sessions: a bet counts as one of this
 * session if it was placed after the session began, however long the browser took to start.
 */
export const AHEAD_MS = 3_600_000

/**
 * Gives a table's page a clock that a slow machine cannot outrun; it is run in the page, before
 * anything of its own. It stands while bets are taken and while a result is shown, as the tables'
 * clock in the database does until the test moves it, and never leaps over a moment of the deal.
 */
function steadyClock() {
  const LEAP_MS = 100
  const TICK_MS = 10
  const machine = Date.now.bind(Date)
  let readMs = machine()
  let nowMs = readMs
  const stands = () =>
    /^(bet|result)$/.test(
      document.querySelector('.g[data-phase]')?.getAttribute('data-phase') ?? '',
    )
  const now = () => {
    const passedMs = machine() - readMs
    readMs += passedMs
    if (!stands()) nowMs += Math.min(Math.max(0, passedMs), LEAP_MS)
    return nowMs
  }
  Date.now = now
  setInterval(now, TICK_MS)
}

type Opening = {
  width?: number
  height?: number
  amount?: bigint
  /** Without movement, which most tests are about something else than. */
  calm?: boolean
  rg?: object
  game?: string
  /** Runs in each page before anything of its own. */
  watch?: () => void
}
type Game = { code: string; venue: VenueCode }

/**
 * A browser of phones for a venue; `ready` waits until a page shows its game. Each phone is gone at
 * the end of its test.
 */
export function phones(venue: TestVenue, ready: (page: Page) => Promise<void>) {
  let browser: Browser
  beforeAll(async () => {
    if (!existsSync(join(dist, 'k3.html')))
      throw new Error('The game pages are not built: run npm run build first.')
    browser = await sharedBrowser()
  })
  atEnd(leaveBrowser)

  /**
   * A funded player in a game, on a phone's screen. `complaints` are what the page said went wrong.
   */
  const open = async (
    game: Game,
    player: string,
    { width = 390, height = 844, amount = 100_000n, calm = true, rg }: Opening = {},
  ) => {
    const client = venue.client(game.venue)
    await funded(client, player, amount)
    const { url } = good(
      await client.launch({
        player,
        game_code: game.code,
        lobby_url: `${venue.url}/?lobby`,
        ...(rg ? { rg: rg as never } : {}),
      }),
    )
    const shown = await show(url, { width, height, calm })
    await ready(shown.page)
    return { client, ...shown }
  }
  const show = async (
    url: string,
    { width = 390, height = 844, calm = true, watch }: Opening = {},
  ) => {
    const context: BrowserContext = await browser.newContext({
      viewport: { width, height },
      hasTouch: true,
      reducedMotion: calm ? 'reduce' : 'no-preference',
      locale: 'zh-CN',
    })
    context.setDefaultTimeout(PAGE_LIMIT_MS)
    await context.addInitScript(steadyClock)
    if (watch) await context.addInitScript(watch)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', error => complaints.push(error.message))
    page.on('console', message => {
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        complaints.push(message.text())
    })
    await page.goto(url)
    return { page, complaints, shut: () => context.close() }
  }
  return { open, show, browser: () => browser }
}

/**
 * Fingers on the glass, by the browser's own input: each call is where they are next, none when
 * they leave.
 */
export async function glass(page: Page) {
  const session = await page.context().newCDPSession(page)
  const put = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...touchPoints: { x: number; y: number }[]
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: put.bind(null, 'touchStart'),
    move: put.bind(null, 'touchMove'),
    up: () => put('touchEnd'),
  }
}

/** A figure of the page in 分, by its test id. */
export const fenOf = async (page: Page, id: string) =>
  Math.round(Number((await page.getByTestId(id).textContent())!.replaceAll(',', '')) * 100)

/** Lets axe look at a page: `check` fails with what it finds wrong, under the screen's name. */
export async function axeOn(page: Page, name: string) {
  await page.evaluate(
    readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  )
  return async (screen: string) => {
    const { violations } = await page.evaluate(() =>
      (
        globalThis as unknown as {
          axe: {
            run(
              options: object,
            ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
          }
        }
      ).axe.run({ resultTypes: ['violations'] }),
    )
    expect(violations.map(({ id, nodes }) => `${name} ${screen}: ${id} ${nodes[0]?.html}`)).toEqual(
      [],
    )
  }
}

/** The tables of a venue run by themselves, by a clock that a test sets. */
export async function runningTables(venue: TestVenue) {
  const clock = tableClock(venue.db)
  const watch = await roundWatch(venue.databaseUrl)
  atEnd(() => watch.close())
  let nowMs = Date.now() + AHEAD_MS
  const go = async (ms: number) => {
    nowMs = ms
    await clock.set(ms)
  }
  await go(nowMs)
  venue.venue.rounds.start()
  /** The first moment of a round of this table, a few rounds on. */
  const openRound = async (table: Table) => {
    await go(timesOf(table, numberAt(table, nowMs) + 3).opensMs + 1_000)
    const number = numberAt(table, nowMs)
    await watch.until(table.code, number, 'open')
    return number
  }
  /** Closes a round, draws and settles it. */
  const finish = async (table: Table, number: number) => {
    await go(timesOf(table, number).closesMs)
    await watch.until(table.code, number, 'closed')
    await go(timesOf(table, number).drawsMs)
    await watch.until(table.code, number, 'settled')
  }
  return { clock, watch, go, openRound, finish }
}

/** Waits for a table's page to be in a phase. */
export const phase = (page: Page, name: string) => page.locator(`.g[data-phase=${name}]`).waitFor()
