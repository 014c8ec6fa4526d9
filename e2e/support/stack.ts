// The real stack for browser tests: databases in memory, venue, server, built pages, and a phone.
import type { Db } from '@tianping/database'
import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { freePort } from '../../tooling/postgres.ts'
import { inRoot } from '../../tooling/root.ts'
import { openStack, type Stack } from '../../tooling/stack.ts'
import { leaveBrowser, sharedBrowser } from '../../tooling/test/browser.ts'
import { freshDatabase, PLANS } from '../../tooling/test/database.ts'
import { atEnd } from '../../tooling/test/ends/atEnd.ts'

export type World = Stack & {
  browser: Browser
  /** The owner's view of the platform's database. */
  db: Db
  /**
   * A phone of 390 x 844 at the site, until the test ends; what its pages complain about is kept in
   * `complaints`.
   */
  phone(visit?: Visit): Promise<Page>
  /** A desk with the back office open. */
  desk(visit?: Visit): Promise<Page>
  complaints: string[]
}

export type Visit = {
  /** The address without the `#`. */
  path?: string
  /** The session the browser already holds. */
  token?: string
  /** Who has logged in to the back office here before, without its log-in page. */
  operator?: { name: string; password: string }
  /** What else stands in the browser's session storage; what home lets one close, for example. */
  session?: Record<string, string>
  /** Where the site is reached, when not at its own address. */
  url?: string
  /** The test moves the page's time by `page.clock`; stopped, it stands still meanwhile. */
  clock?: 'running' | 'stopped'
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
  permissions?: string[]
  /**
   * The site's service worker may begin its work. It fetches the page that is loaded next, past
   * every route of the test, and begins seconds after the first one: elsewhere there is none.
   */
  worker?: boolean
}

/** What ends a wait that hangs; a browser on a busy machine takes its time. */
const PATIENCE_MS = 60_000

/** Opens everything with demo data; closed at the end of the file. */
export async function openWorld(
  options: { faults?: boolean; port?: number; env?: Record<string, string> } = {},
): Promise<World> {
  const { url: databaseUrl, open } = await freshDatabase('server')
  const { url: venueDatabaseUrl } = await freshDatabase('venue')
  const stack = await openStack({
    databaseUrl,
    venueDatabaseUrl,
    host: '127.0.0.1',
    port: await freePort(),
    venuePort: await freePort(),
    ...options,
    // Passwords are as cheap as vitest.config.ts makes them in other tests.
    env: {
      LOG_LEVEL: 'error',
      DATABASE_PLANS: String(PLANS),
      // A machine that runs many browsers may stand still for a second.
      BUSY_AFTER_MS: '60000',
      PASSWORD_MEMORY_KIB: process.env['PASSWORD_MEMORY_KIB'] ?? '',
      ...options.env,
    },
  })
  atEnd(() => stack.stop())
  const browser = await sharedBrowser()
  atEnd(leaveBrowser)
  const complaints: string[] = []
  const show = async (device: Device, path: string, visit: Visit = {}) => {
    const notified = visit.permissions?.includes('notifications')
    const page = await openPage(notified ? await sharedBrowser('whole') : browser, device, visit)
    page.on('pageerror', error => complaints.push(`${page.url()}: ${error.message}`))
    page.on('console', message => {
      if (message.type() === 'error' && !/ERR_|Failed to load resource/.test(message.text()))
        complaints.push(message.text())
    })
    const url = visit.url ?? stack.url
    if (visit.operator) await logIn(page, url, visit.operator)
    const held = visit.token && { origin: new URL(url).origin, token: visit.token }
    const atFirst = held && (await page.addInitScript(holdToken, held))
    await page.goto(url + path)
    // The page alone says from here on whether there is a session.
    if (atFirst) await atFirst.dispose()
    closeAfterTest(page, device)
    return page
  }
  return Object.assign(stack, {
    browser,
    db: open({ maxConnections: 2 }),
    complaints,
    phone: (visit?: Visit) => show('phone', visit?.path ? `/#${visit.path}` : '/', visit),
    desk: (visit?: Visit) =>
      show('desk', visit?.path ? `/console/#${visit.path}` : '/console/', visit),
  })
}

const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desk: { viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false },
}
type Device = keyof typeof DEVICES

/** An empty page on a device of its own, prepared for what a test wants to know of it. */
async function openPage(browser: Browser, device: Device, visit: Visit): Promise<Page> {
  const { colorScheme = 'light', reducedMotion = 'no-preference', permissions = [] } = visit
  const serviceWorkers = visit.worker ? 'allow' : 'block'
  const context = await browser.newContext({
    ...DEVICES[device],
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    permissions,
    colorScheme,
    reducedMotion,
    serviceWorkers,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.addInitScript(noteCalls)
  await page.addInitScript(noteMessages)
  if (visit.session)
    await page.addInitScript(session => {
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
    }, visit.session)
  const now = Date.now()
  // A stopped clock is set from an hour before: it never goes back, and the present may move on
  // meanwhile.
  if (visit.clock)
    await page.clock.install({ time: visit.clock === 'stopped' ? now - 3_600_000 : now })
  if (visit.clock === 'stopped') await page.clock.pauseAt(now + 1_000)
  return page
}

/** The cookie of an operator's session comes into the page's browser. */
async function logIn(page: Page, url: string, data: NonNullable<Visit['operator']>) {
  const answer = await page.request.post(`${url}/api/console/login`, {
    headers: { 'x-tianping-console': '1' },
    data,
  })
  const { code, message } = (await answer.json()) as { code: number; message: string }
  if (code !== 200) throw new Error(`${data.name} was not let in: ${message}`)
}

function closeAfterTest(page: Page, device: Device): void {
  onTestFinished(async ({ task }) => {
    // What the screens showed is worth more than where the script stood.
    if (task.result?.state === 'fail') {
      mkdirSync(inRoot('.cache'), { recursive: true })
      await page.screenshot({ path: inRoot('.cache', `failed-${device}-${Date.now()}.png`) })
    }
    // An answer that a test holds or fetches may still be under way.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().close()
  })
}

/** Runs in the page before its code: the browser already holds a session of this origin. */
function holdToken({ origin, token }: { origin: string; token: string }) {
  if (location.origin === origin) localStorage.setItem('token', token)
}

export type NotedCall = { url: string; at: number; read: boolean }

/**
 * Runs in the page before its code: notes when each call of the API is made, by the page's own
 * clock, and that its answer was read.
 */
function noteCalls() {
  const asked: NotedCall[] = []
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const call = {
      url: input instanceof Request ? input.url : String(input),
      at: Date.now(),
      read: false,
    }
    asked.push(call)
    const answer = await send(input, init)
    const json = answer.json.bind(answer)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      call.read = true
    }
    // A message of its own comes after everything that waited for the answer.
    answer.json = () => json().finally(() => port2.postMessage(null))
    return answer
  }
  Object.assign(globalThis, { asked })
}

export type NotedMessage = { text: string; bad: boolean; heard: boolean }

/**
 * Runs in the page before its code: notes every message that comes up, since a busy machine may
 * look when it is gone again.
 */
function noteMessages() {
  const said: NotedMessage[] = []
  const kinds = '.toast, .ant-message-notice'
  new MutationObserver(changes => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue
      for (const each of node.matches(kinds) ? [node] : node.querySelectorAll(kinds)) {
        said.push({
          text: each.textContent,
          bad: each.classList.contains('toast--bad'),
          heard: false,
        })
      }
    }
  }).observe(document, { childList: true, subtree: true })
  Object.assign(globalThis, { said })
}
