// Pages of the tables and books as a phone gets them: script, first picture at 1.6 Mbps, 150 ms and
// a fourfold slower processor, and the frames of a whole round played at that speed, from a trace.
// Alone: npx node bench/tables.ts [code ...]
import {
  SANDBOX_MERCHANT,
  VENUE_CODES,
  venueBaseUrl,
  venueClient,
  type VenueCode,
} from '@tianping/venue-protocol'
import { ensureDatabase } from '@tianping/database'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core'
import { gameByCode, isTable } from '../apps/venue/games/registry.ts'
import { sandboxMerchants, startVenue, type RunningVenue } from '../apps/venue/server/index.ts'
import { periodMs } from '../apps/venue/model/Table.ts'
import { openBrowser } from '../tooling/browser.ts'
import { buildApps } from '../tooling/build.ts'
import { launchPostgres } from '../tooling/postgres.ts'
import type { Row } from './ledger.ts'

const PAGES = ['lobby', 'bac', 'dt', 'niu', 'rb', 'k3', 'ssc', 'pk10', 'football', 'esport']
const LOADS = 3
const KBPS_1_6_M = (1.6 * 1024 * 1024) / 8
/** A book has no round: it is scrolled and tapped for so long. */
const BOOK_PLAY_MS = 15_000
/** Nobody taps faster than this. */
const BETWEEN_TAPS_MS = 350
const BETS_LEFT_MS = 4_000
export const GOALS = { jsKiB: 50, lcpMs: 1_200, medianMs: 1_000 / 55, longestMs: 50 }

export const median = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

/** The address of a page for a throw-away player. */
export async function launch(venue: RunningVenue, code: string): Promise<string> {
  const of = gameByCode(code)?.venue ?? VENUE_CODES[0]
  const client = venueClient({
    baseUrl: venueBaseUrl(venue.url, of as VenueCode),
    merchant: SANDBOX_MERCHANT.merchant,
    keys: [SANDBOX_MERCHANT.key],
  })
  const launched = await client.launch({
    demo: true,
    game_code: code,
    lobby_url: 'http://127.0.0.1/',
  })
  client.close()
  if (launched.kind !== 'ok') throw new Error(`${code} was not launched: ${launched.kind}`)
  return launched.data.url
}

export async function phone(
  browser: Browser,
): Promise<{ context: BrowserContext; page: Page; session: CDPSession }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { context, page, session }
}

/** First load on a slow network: script as transferred, and the largest picture. */
export async function firstLoad(
  browser: Browser,
  url: string,
): Promise<{ lcpMs: number; jsKiB: number }> {
  const { context, page, session } = await phone(browser)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: KBPS_1_6_M,
    uploadThroughput: KBPS_1_6_M / 2,
  })
  const scripts = new Set<string>()
  let js = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) js += encodedDataLength
  })
  await page.addInitScript(() => {
    const seen = { lcp: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) seen.lcp = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await page.goto(url)
  await page.getByTestId('balance').waitFor({ timeout: 30_000 })
  // What belongs to the first picture has come; what is fetched ahead for later does not count.
  const jsKiB = js / 1024
  await page.waitForTimeout(1_500)
  const { lcp } = await page.evaluate(
    () => (globalThis as unknown as { seen: { lcp: number } }).seen,
  )
  await context.close()
  return { lcpMs: lcp, jsKiB }
}

/** A finger rests on the glass for about so long. */
const FINGER_MS = 80
type Point = { x: number; y: number }

/**
 * A tap as a finger does it, by the browser's own input: down, and up a moment later. Playwright's
 * tap puts both into one instant, and runs its own scripts in the page around it (whether the
 * target stands still, what covers it): no player has those frames.
 */
export async function touch(session: CDPSession, { x, y }: Point): Promise<void> {
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await new Promise(done => setTimeout(done, FINGER_MS))
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/**
 * The middles of what is in sight of a selector. Asked of the engine directly: a first question
 * through Playwright brings its own script into the page, which takes as long as the longest frame.
 */
export async function pointsOf(session: CDPSession, selector: string): Promise<Point[]> {
  const expression = `[...document.querySelectorAll(${JSON.stringify(selector)})].map(e => e.getBoundingClientRect()).map(r => ({ x: r.x + r.width / 2, y: r.y + r.height / 2 })).filter(({ x, y }) => y > 110 && y < innerHeight)`
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true })
  return result.value as Point[]
}

/** How often the page is asked whether something is there. */
const LOOK_MS = 50

/**
 * Waits until an expression is true, again without any script of Playwright's: its own question
 * measures boxes in the page, in the very frame that is waited for.
 */
async function holds(session: CDPSession, expression: string, timeoutMs: number): Promise<void> {
  for (
    const until = performance.now() + timeoutMs;
    performance.now() < until;
    await new Promise(done => setTimeout(done, LOOK_MS))
  ) {
    const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true })
    if (result.value === true) return
  }
  throw new Error(`${expression} did not come`)
}

export const found = (session: CDPSession, selector: string, timeoutMs: number): Promise<void> =>
  holds(session, `document.querySelector(${JSON.stringify(selector)}) !== null`, timeoutMs)

type Frames = { medianMs: number; longestMs: number; count: number }

/**
 * Plays while a trace runs, and reads the frames from it: each animation frame the page was given.
 */
export async function played(
  session: CDPSession,
  page: Page,
  play: () => Promise<void>,
): Promise<Frames> {
  await page.evaluate(() => {
    const next = () => requestAnimationFrame(next)
    next()
  })
  const stamps: number[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as { name: string; ph: string; ts: number }[])
      if (event.name === 'FireAnimationFrame') stamps.push(event.ts / 1_000)
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  })
  await play()
  const complete = new Promise<void>(done => {
    session.once('Tracing.tracingComplete', () => done())
  })
  await session.send('Tracing.end')
  await complete
  // Several callbacks of one frame share its beginning.
  const frames = stamps
    .toSorted((a, b) => a - b)
    .filter((at, i, all) => i === 0 || at - all[i - 1]! > 2)
  const gaps = frames.slice(1).map((at, i) => at - frames[i]!)
  return { medianMs: median(gaps), longestMs: Math.max(...gaps), count: gaps.length }
}

/** One whole round: chips are laid and confirmed, then everything that comes is watched. */
async function playTable(session: CDPSession, page: Page, code: string): Promise<void> {
  const table = gameByCode(code)!
  if (!isTable(table)) throw new Error(`${code} is no table`)
  const phase = (name: string) => found(session, `.g[data-phase=${name}]`, periodMs(table) + 10_000)
  for (const cell of (
    await pointsOf(session, '.zone[aria-disabled=false],.lc[aria-disabled=false]')
  ).slice(0, 3)) {
    await touch(session, cell)
    await page.waitForTimeout(BETWEEN_TAPS_MS)
  }
  await touch(session, (await pointsOf(session, '[data-testid=confirm]'))[0]!)
  for (const name of ['lock', 'draw', 'result', 'bet']) await phase(name)
}

/** Scrolled by a finger, and tapped where it then stands. */
async function playBook(session: CDPSession, page: Page): Promise<void> {
  const until = performance.now() + BOOK_PLAY_MS
  for (let i = 0; performance.now() < until; i++) {
    await session.send('Input.synthesizeScrollGesture', {
      x: 195,
      y: 420,
      yDistance: i % 4 < 2 ? -240 : 240,
      gestureSourceType: 'touch',
    })
    await page.waitForTimeout(BETWEEN_TAPS_MS)
    const odds = i % 3 === 0 ? await pointsOf(session, 'main button.odd:not(.off)') : []
    if (odds.length > 0) await touch(session, odds[i % odds.length]!)
    await page.waitForTimeout(BETWEEN_TAPS_MS)
  }
}

async function frames(browser: Browser, url: string, code: string): Promise<Frames> {
  const { context, page, session } = await phone(browser)
  await page.goto(url)
  await page.getByTestId('balance').waitFor({ timeout: 30_000 })
  await page.waitForTimeout(2_000)
  const game = gameByCode(code)
  // What is left of the bets must suffice for the taps.
  if (game && isTable(game))
    await holds(
      session,
      `document.querySelector('.g[data-phase=bet]') !== null && Number(document.querySelector('[data-testid=seconds]').textContent) * 1000 >= ${BETS_LEFT_MS}`,
      periodMs(game) * 2 + 10_000,
    )
  const seen = await played(session, page, () =>
    game && isTable(game) ? playTable(session, page, code) : playBook(session, page),
  )
  await context.close()
  return seen
}

async function measure(browser: Browser, venue: RunningVenue, code: string): Promise<Row[]> {
  const loads = []
  for (let i = 0; i < LOADS; i++) loads.push(await firstLoad(browser, await launch(venue, code)))
  const { medianMs, longestMs } = await frames(browser, await launch(venue, code), code)
  return [
    {
      name: `${code}: JS as transferred`,
      value: median(loads.map(load => load.jsKiB)),
      unit: 'KiB',
      goal: GOALS.jsKiB,
    },
    {
      name: `${code}: LCP at 1.6 Mbps, 150 ms, 4x CPU`,
      value: median(loads.map(load => load.lcpMs)),
      unit: 'ms',
      goal: GOALS.lcpMs,
    },
    {
      name: `${code}: median frame in play, 4x CPU`,
      value: medianMs,
      unit: 'ms',
      goal: GOALS.medianMs,
    },
    {
      name: `${code}: longest frame in play, 4x CPU`,
      value: longestMs,
      unit: 'ms',
      goal: GOALS.longestMs,
    },
  ]
}

/** Measures the pages named on a venue of its own. */
export async function measurePages(
  codes: readonly string[],
  measureOne: typeof measure,
  options: { runTables: boolean },
): Promise<Row[]> {
  await buildApps(text => console.log(text))
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-bench-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({ dataDir: join(home, 'postgres'), durable: false })
  await ensureDatabase(postgres.url('postgres'), 'venue')
  const venue = await startVenue({
    databaseUrl: postgres.url('venue'),
    merchants: sandboxMerchants(),
    ...options,
  })
  const browser = await openBrowser()
  try {
    const found: Row[] = []
    for (const code of codes) found.push(...(await measureOne(browser, venue, code)))
    return found
  } finally {
    await browser.close()
    await venue.close()
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

/** Prints the rows of a bench of pages. */
export function print(rows: readonly Row[]): void {
  console.table(
    rows.map(({ name, value, unit, goal }) => ({
      name,
      value: value.toFixed(1),
      unit,
      goal: `<= ${goal!.toFixed(1)}`,
    })),
  )
}

export const runTablesBench = (codes: readonly string[] = PAGES): Promise<Row[]> =>
  measurePages(codes, measure, { runTables: true })

if (import.meta.main) {
  const wanted = process.argv.slice(2)
  print(await runTablesBench(wanted.length > 0 ? wanted : PAGES))
}
