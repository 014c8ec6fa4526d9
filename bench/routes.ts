// Every route of the member app beside home: the script it adds, how soon it stands when its data
// are warm, how far it moves while it comes, and what axe finds. Part of bench/pages.ts.
import { existsSync, statSync } from 'node:fs'
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from 'playwright-core'
import { demoMember } from '../apps/server/src/kernel/demoLogins.ts'
import { coloured, seriously, shift } from '../e2e/support/looks.ts'
import { guarded, open, samples } from '../e2e/support/routes.ts'
import { askSite } from '../tooling/askSite.ts'
import { inRoot } from '../tooling/root.ts'
import { isSettled } from '../tooling/settled.ts'
import type { Stack } from '../tooling/stack.ts'
import type { Row } from './ledger.ts'
import { workedMs } from './support/stand.ts'

const ROUNDS = 3
const TIMEOUT_MS = 30_000
const CPU_RATE = 4
const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

/**
 * What was seen of one route. `changeMs` is by the clock on the slow processor, `workMs` the page's
 * own processor time for the same at full speed, which a busy machine does not lengthen much;
 * `faults` are axe's, serious and critical, in both themes.
 */
type Seen = {
  address: string
  addsKiB: number
  changeMs: number
  workMs: number
  cls: number
  faults: string[]
}

export const demoToken = async (stack: Stack) =>
  (
    await askSite<{ api_token: string }>(stack, '/api/login', {
      name: demoMember.name,
      password: demoMember.password,
      code: 'none',
    })
  ).data.api_token

function phoneOf(browser: Browser, stack: Stack, token: string): Promise<BrowserContext> {
  const options: BrowserContextOptions = {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    ...(token
      ? {
          storageState: {
            cookies: [],
            origins: [{ origin: stack.url, localStorage: [{ name: 'token', value: token }] }],
          },
        }
      : {}),
  }
  return browser.newContext(options)
}

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  await page.addInitScript(() => sessionStorage.setItem('closed:welcome', '1'))
  return page
}

const settled = (page: Page) => page.waitForFunction(isSettled, undefined, { polling: 100 })

/** The gzipped size of a file of the built app, as the build left it. */
function gzipBytes(url: string): number {
  const file = inRoot('apps/member/dist', new URL(url).pathname.slice(1))
  return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size
}

/** The scripts a route fetches that home had not. */
async function addedScripts(
  context: BrowserContext,
  stack: Stack,
  address: string,
): Promise<number> {
  const page = await openPage(context)
  await page.goto(stack.url)
  await settled(page)
  const fetched = new Set<string>()
  page.on('response', response => {
    if (response.request().resourceType() === 'script' && response.url().startsWith(stack.url))
      fetched.add(response.url())
  })
  await page.evaluate(to => {
    location.hash = to
  }, address)
  await page.waitForFunction(wanted => location.hash === wanted, `#${address}`)
  await settled(page)
  await page.close()
  return [...fetched].reduce((sum, url) => sum + gzipBytes(url), 0) / 1024
}

/**
 * Runs in the page: goes there, and answers after how many ms what it shows had been drawn; after
 * `mostMs` at the latest.
 */
function changeTo({ address, mostMs }: { address: string; mostMs: number }): Promise<number> {
  const before = document.title
  const start = performance.now()
  const stands = () =>
    document.title !== before &&
    [...document.querySelectorAll('main')].some(
      main => main.checkVisibility() && main.childElementCount > 0,
    ) &&
    ![...document.querySelectorAll('[aria-busy="true"], .skel')].some(element =>
      element.checkVisibility(),
    )
  location.hash = address
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

/**
 * From home to the route, whose code and data are known already: on a slow processor by the clock,
 * and at full speed by its work.
 */
async function change(
  page: Page,
  session: CDPSession,
  address: string,
): Promise<Pick<Seen, 'changeMs' | 'workMs'>> {
  const home = async () => {
    await page.evaluate(() => {
      location.hash = '/'
    })
    await page.waitForFunction(() => document.title.startsWith('首页'))
    await settled(page)
  }
  await page.evaluate(to => {
    location.hash = to
  }, address)
  await page.waitForFunction(() => !document.title.startsWith('首页'))
  await settled(page)
  const slow: number[] = []
  const worked: number[] = []
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const throttled = round % 2 === 1
    await home()
    const before = await workedMs(session)
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttled ? CPU_RATE : 1 })
    const ms = await page.evaluate(changeTo, { address, mostMs: TIMEOUT_MS })
    if (throttled) slow.push(ms)
    else worked.push((await workedMs(session)) - before)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await settled(page)
  }
  await home()
  return { changeMs: median(slow), workMs: median(worked) }
}

async function opened(page: Page, address: string): Promise<Pick<Seen, 'cls' | 'faults'>> {
  await page.evaluate(to => {
    location.hash = to
  }, address)
  await page.reload()
  await settled(page)
  const cls = await shift(page)
  const faults: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await coloured(page)
    faults.push(...(await seriously(page)).map(found => `${colorScheme}: ${found}`))
  }
  return { cls, faults }
}

const lineOf = ({ address, addsKiB, changeMs, workMs, cls, faults }: Seen) =>
  `  ${address.replace(/=\w{20,}/, '=…').padEnd(32)} ${addsKiB.toFixed(1).padStart(5)} KiB  ${changeMs.toFixed(0).padStart(4)} ms  ${workMs.toFixed(0).padStart(3)} ms of work  CLS ${cls.toFixed(3)}${faults.map(fault => `\n    ${fault}`).join('')}`

/** All routes, as the demo member sees them; the log-in as a visitor does. */
async function walk(browser: Browser, stack: Stack): Promise<Seen[]> {
  const token = await demoToken(stack)
  const { message: order } = await askSite(
    stack,
    '/api/recharge',
    { paytype: 'usdt', catepay: 'TRC20', amount: '500' },
    token,
  )
  const addresses = [...open, ...guarded]
    .filter(path => path !== '/')
    .map(path => (path === '/payInfo' ? `/payInfo?deposit_no=${order}` : samples[path]))
  const [member, visitor] = await Promise.all([
    phoneOf(browser, stack, token),
    phoneOf(browser, stack, ''),
  ])
  const seen: Seen[] = []
  for (const context of [member, visitor]) {
    const page = await openPage(context)
    await page.goto(stack.url)
    await settled(page)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    for (const address of addresses.filter(
      each => each.startsWith('/login') === (context === visitor),
    )) {
      const found = {
        address,
        ...(await change(page, session, address)),
        addsKiB: await addedScripts(context, stack, address),
        ...(await opened(page, address)),
      }
      seen.push(found)
      console.log(lineOf(found))
      await page.goto(stack.url)
      await settled(page)
    }
    await context.close()
  }
  return seen
}

/** The figures of all routes: printed one by one as they come, and the worst of each as a row. */
export async function routeRows(browser: Browser, stack: Stack): Promise<Row[]> {
  const seen = await walk(browser, stack)
  const worst = (of: (each: Seen) => number) => seen.toSorted((a, b) => of(b) - of(a))[0]!
  const nameOf = ({ address }: Seen) => address.split('?')[0]!
  const [adds, slowest, busiest, moves] = [
    worst(each => each.addsKiB),
    worst(each => each.changeMs),
    worst(each => each.workMs),
    worst(each => each.cls),
  ]
  return [
    {
      name: `worst route, JS beyond home (${nameOf(adds)})`,
      value: adds.addsKiB,
      unit: 'KiB gzip',
      goal: 25,
    },
    {
      name: `worst route, change to content, 4x CPU (${nameOf(slowest)})`,
      value: slowest.changeMs,
      unit: 'ms',
      goal: 100,
    },
    {
      name: `worst route, processor time of the change x 4 (${nameOf(busiest)})`,
      value: busiest.workMs * CPU_RATE,
      unit: 'ms',
      goal: 100,
    },
    {
      name: `worst route, CLS when opened afresh (${nameOf(moves)})`,
      value: moves.cls,
      unit: '',
      goal: 0.02,
    },
    {
      name: 'all routes, both themes: serious findings of axe',
      value: seen.reduce((sum, each) => sum + each.faults.length, 0),
      unit: '',
      goal: 0,
    },
  ]
}
