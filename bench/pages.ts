// What a phone on a slow network gets: first load of the member home at 1.6 Mbps, 150 ms and a
// fourfold slower processor, Lighthouse's mobile scores, and every other route. Alone: node
// bench/pages.ts [home]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'
import { CHROMIUM_ARGS, ensureChromium } from '../tooling/browser.ts'
import { freePort } from '../tooling/postgres.ts'
import type { Stack } from '../tooling/stack.ts'
import type { Row } from './ledger.ts'
import { demoToken, routeRows } from './routes.ts'
import { withDemo } from './support/stand.ts'

const ROUNDS = 5
const KBPS_1_6_M = (1.6 * 1024 * 1024) / 8
const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

type Paints = { fcpMs: number; lcpMs: number; cls: number }
type FirstLoad = Paints & { jsKiB: number; allKB: number; againMs: number }

/** Notes from the beginning of the next page on what it paints and how far it moves. */
const notePaints = (page: Page) =>
  page.addInitScript(() => {
    const seen = { fcpMs: 0, lcpMs: 0, cls: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries())
        if (entry.name === 'first-contentful-paint') seen.fcpMs = entry.startTime
    }).observe({ type: 'paint', buffered: true })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) seen.lcpMs = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) seen.cls += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
const paintsOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { seen: Paints }).seen)

async function firstLoad(browser: Browser, url: string): Promise<FirstLoad> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: KBPS_1_6_M,
    uploadThroughput: KBPS_1_6_M / 2,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const kinds = new Map<string, string>()
  let js = 0
  let all = 0
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    all += encodedDataLength
    if (kinds.get(requestId) === 'Script') js += encodedDataLength
  })
  await notePaints(page)
  await page.goto(url)
  // The shop window is complete when the network has been quiet for half a second.
  await page.waitForLoadState('networkidle').catch(() => {})
  const seen = await paintsOf(page)
  const first = { ...seen, jsKiB: js / 1024, allKB: all / 1000 }
  const againMs = await secondVisit(page, session, url)
  await context.close()
  return { ...first, againMs }
}

/** When home shows to a visitor who comes back, in ms: with the service worker, on a fast line. */
async function secondVisit(page: Page, session: CDPSession, url: string): Promise<number> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await page.goto('about:blank')
  await page.goto(url)
  await page.waitForLoadState('networkidle').catch(() => {})
  return (await paintsOf(page)).fcpMs
}

/** What members use most, the log-in as a visitor sees it. */
const MAIN_ROUTES = [
  '/',
  '/mine',
  '/activity',
  '/hongbao',
  '/vip',
  '/recharge',
  '/withdrawal',
  '/transfer',
  '/transRecord',
  '/login',
]

/**
 * Lighthouse's accessibility of the main routes, each as an address of its own; the member's
 * session stands in the browser's profile.
 */
async function accessibility(stack: Stack): Promise<{ path: string; score: number }[]> {
  const { default: lighthouse } = await import('lighthouse')
  const scores: { path: string; score: number }[] = []
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'tianping-lighthouse-'))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: ensureChromium(),
    args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`],
  })
  try {
    const page = await browser.newPage()
    await page.goto(stack.url)
    await page.evaluate(token => localStorage.setItem('token', token), await demoToken(stack))
    for (const path of MAIN_ROUTES) {
      if (path === '/login') await page.evaluate(() => localStorage.clear())
      const result = await lighthouse(`${stack.url}/#${path}`, {
        port,
        onlyCategories: ['accessibility'],
        logLevel: 'error',
        output: 'json',
        disableStorageReset: true,
      })
      scores.push({ path, score: (result!.lhr.categories['accessibility']!.score ?? 0) * 100 })
      console.log(
        `  Lighthouse accessibility ${path.padEnd(16)} ${scores.at(-1)!.score}${Object.values(
          result!.lhr.audits,
        )
          .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
          .map(({ id }) => ` ${id}`)
          .join('')}`,
      )
    }
    return scores
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

async function lighthouseScores(url: string): Promise<Record<string, number>> {
  const { default: lighthouse } = await import('lighthouse')
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`],
  })
  try {
    const result = await lighthouse(url, {
      port,
      onlyCategories: ['performance', 'accessibility'],
      logLevel: 'error',
      output: 'json',
    })
    return Object.fromEntries(
      Object.entries(result!.lhr.categories).map(([name, { score }]) => [name, (score ?? 0) * 100]),
    )
  } finally {
    await browser.close()
  }
}

async function homeRows(browser: Browser, stack: Stack): Promise<Row[]> {
  const loads: FirstLoad[] = []
  for (let round = 0; round < ROUNDS; round++) loads.push(await firstLoad(browser, `${stack.url}/`))
  const of = (name: keyof FirstLoad) => median(loads.map(load => load[name]))
  const scores = await lighthouseScores(`${stack.url}/`)
  const first = (name: string, value: number, unit: string, goal: number) => ({
    name: `home, first load: ${name}`,
    value,
    unit,
    goal,
  })
  const mobile = (name: string, goal: number) => ({
    name: `Lighthouse mobile ${name}`,
    value: scores[name]!,
    unit: 'points',
    goal,
  })
  return [
    first('JS as transferred', of('jsKiB'), 'KiB', 88),
    first('all bytes with pictures', of('allKB'), 'KB', 260),
    first('FCP at 1.6 Mbps, 150 ms, 4x CPU', of('fcpMs'), 'ms', 550),
    first('LCP at 1.6 Mbps, 150 ms, 4x CPU', of('lcpMs'), 'ms', 850),
    first('CLS', of('cls'), '', 0.02),
    {
      name: 'home, second visit: content at 4x CPU',
      value: of('againMs'),
      unit: 'ms',
      goal: 300,
    },
    mobile('performance', 98),
    mobile('accessibility', 100),
  ]
}

/** All pages, or home alone. */
export const runPagesBench = (only?: 'home'): Promise<Row[]> =>
  withDemo(async (browser, stack) => {
    const first = await homeRows(browser, stack)
    if (only) return first
    const routes = await routeRows(browser, stack)
    const least = (await accessibility(stack)).toSorted((a, b) => a.score - b.score)[0]!
    return [
      ...first,
      {
        name: `Lighthouse accessibility, least of ten routes (${least.path})`,
        value: least.score,
        unit: 'points',
        goal: 100,
      },
      ...routes,
    ]
  })

if (import.meta.main)
  console.table(await runPagesBench(process.argv[2] === 'home' ? 'home' : undefined))
