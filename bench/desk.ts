// Every room of the back office on a processor four times slower: how soon it stands after a press
// in the menu when another room was opened before and its code is in the browser's cache: first,
// when its rows are asked for, and again, when they are known. Alone: npx node bench/desk.ts, with
// the addresses of the rooms if not all.
import type { Browser, CDPSession, Page } from 'playwright-core'
import { isSettled } from '../tooling/settled.ts'
import type { Stack } from '../tooling/stack.ts'
import type { Row } from './ledger.ts'
import { withDemo, workedMs } from './support/stand.ts'

const ROUNDS = 3
const CPU_RATE = 4
const TIMEOUT_MS = 20_000
const GOAL_MS = 400
/** The pointer is over a link for longer than this when a hand presses it. */
const POINTED_MS = 100
/** Where each room is opened from. */
const HALL = '/account'
/** The first room of a visit brings the table that all lists share; one of these is that room. */
const OTHERS = ['/refunds', '/adjustments'] as const
const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

/**
 * By the clock on the slow processor: `firstMs` is for the first time of a visit, `againMs` from
 * then on. `workMs` is the page's own work for the latter at full speed.
 */
type Opened = { path: string; firstMs: number; againMs: number; workMs: number }

async function deskOf(browser: Browser, { url }: Stack): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.addInitScript(countCalls)
  const answer = await page.request.post(`${url}/api/console/login`, {
    headers: { 'x-tianping-console': '1' },
    data: { name: 'admin', password: 'admin888' },
  })
  if (!answer.ok()) throw new Error(`admin was not let in: ${answer.status()}`)
  await page.goto(`${url}/console/`)
  await settled(page)
  return page
}

/** Runs in the page before its code: how many calls are on their way. */
function countCalls() {
  const page = globalThis as { calls?: number }
  const ask = fetch
  page.calls = 0
  globalThis.fetch = async (...asked) => {
    page.calls! += 1
    try {
      const answer = await ask(...asked)
      // A stream never ends; other answers are on their way until they are read.
      if (answer.headers.get('content-type')?.includes('json')) await answer.clone().text()
      return answer
    } finally {
      page.calls! -= 1
    }
  }
}

const settled = (page: Page) => page.waitForFunction(isSettled, undefined, { polling: 50 })

async function go(page: Page, path: string) {
  await page.evaluate(to => {
    location.hash = to
  }, path)
  // What a room asks for after it stands comes within this time.
  await page.waitForTimeout(300)
  await settled(page)
}

/** Runs in the page: the pointer comes to the link; its group may be closed. */
function pointedAt(path: string) {
  document
    .querySelector(`nav a[href="#${path}"]`)!
    .dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
}

/** Runs in the page: presses the link, and answers after how many ms the room had been drawn. */
function pressed({ path, mostMs }: { path: string; mostMs: number }): Promise<number> {
  const start = performance.now()
  const title = document.title
  const stands = () =>
    document.title !== title &&
    (globalThis as { calls?: number }).calls === 0 &&
    !document.querySelector(
      'main [aria-label="加载中"], main .ant-spin-spinning, main .ant-skeleton',
    )
  document.querySelector<HTMLElement>(`nav a[href="#${path}"]`)!.click()
  return new Promise(done => {
    const look = () => {
      if (!stands() && performance.now() - start < mostMs) return void requestAnimationFrame(look)
      // A message of its own comes once the frame has been drawn.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => done(performance.now() - start)
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  })
}

async function slowly(session: CDPSession, page: Page, path: string): Promise<number> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  await page.evaluate(pointedAt, path)
  await page.waitForTimeout(POINTED_MS)
  const ms = await page.evaluate(pressed, { path, mostMs: TIMEOUT_MS })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return ms
}

async function opened(page: Page, session: CDPSession, path: string): Promise<Opened> {
  await go(page, path)
  const first: number[] = []
  const again: number[] = []
  const worked: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await go(page, HALL)
    await page.reload()
    await settled(page)
    await go(page, path === OTHERS[0] ? OTHERS[1] : OTHERS[0])
    await go(page, HALL)
    first.push(await slowly(session, page, path))
    await go(page, HALL)
    again.push(await slowly(session, page, path))
    await go(page, HALL)
    const before = await workedMs(session)
    await page.evaluate(pressed, { path, mostMs: TIMEOUT_MS })
    worked.push((await workedMs(session)) - before)
  }
  return { path, firstMs: median(first), againMs: median(again), workMs: median(worked) }
}

async function walk(browser: Browser, stack: Stack, wanted: readonly string[]): Promise<Opened[]> {
  const page = await deskOf(browser, stack)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const paths = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('nav a[href^="#/"]')].map(link =>
      link.getAttribute('href')!.slice(1),
    ),
  )
  const all: Opened[] = []
  for (const path of new Set(paths))
    if (wanted.length === 0 || wanted.includes(path)) {
      const seen = await opened(page, session, path)
      const [first, again, work] = [seen.firstMs, seen.againMs, seen.workMs].map(Math.round)
      console.log(`  ${path.padEnd(20)} first ${first} ms, again ${again} ms, work ${work} ms`)
      all.push(seen)
    }
  return all
}

/** All rooms of the menu, or those named. */
export const runDeskBench = (wanted: readonly string[] = []): Promise<Row[]> =>
  withDemo(async (browser, stack) => {
    const rooms = await walk(browser, stack, wanted)
    const slowest = (name: string, of: 'firstMs' | 'againMs'): Row => {
      const room = rooms.toSorted((a, b) => b[of] - a[of])[0]!
      return { name: `${name} (${room.path})`, value: room[of], unit: 'ms', goal: GOAL_MS }
    }
    return [
      slowest('slowest room, its rows asked for, 4x CPU', 'firstMs'),
      slowest('slowest room, its rows known, 4x CPU', 'againMs'),
    ]
  })

if (import.meta.main) console.table(await runDeskBench(process.argv.slice(2)))
