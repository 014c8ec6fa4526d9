// The real stack for browser tests: PostgreSQL in memory, venue, server, built pages, and a phone.
import { connect, type Db } from '@tianping/database'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, onTestFinished } from 'vitest'
import { seedDemo } from '../../apps/server/src/demo/seed.ts'
import { CHROMIUM_ARGS, ensureChromium } from '../../tooling/browser.ts'
import { buildApps } from '../../tooling/build.ts'
import { freePort } from '../../tooling/postgres.ts'
import { inRoot } from '../../tooling/root.ts'
import { openStack, type Stack } from '../../tooling/stack.ts'

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
  desk(): Promise<Page>
  complaints: string[]
}

export type Visit = {
  /** The address without the `#`. */
  path?: string
  /** The session the browser already holds. */
  token?: string
  /** What else stands in the browser's session storage; what home lets one close, for example. */
  session?: Record<string, string>
  /** Where the site is reached, when not at its own address. */
  url?: string
  /** The test moves the page's time by `page.clock`; stopped, it stands still meanwhile. */
  clock?: 'running' | 'stopped'
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
  permissions?: string[]
}

/** What ends a wait that hangs; a browser on a busy machine takes its time. */
const PATIENCE_MS = 60_000

/** Opens everything with demo data; closed at the end of the file. */
export async function openWorld(
  options: { faults?: boolean; port?: number; env?: Record<string, string> } = {},
): Promise<World> {
  await buildApps(() => {})
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-e2e-'))
  chmodSync(home, 0o755)
  const stack = await openStack({
    dataDir: home,
    host: '127.0.0.1',
    port: await freePort(),
    venuePort: await freePort(),
    durable: false,
    ...options,
    env: { LOG_LEVEL: 'error', ...options.env },
  })
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS })
  const db = connect(stack.databaseUrl, { maxConnections: 2 })
  const contexts: BrowserContext[] = []
  afterAll(async () => {
    await Promise.all(contexts.map(context => context.close()))
    await browser.close()
    await db.destroy()
    await stack.stop()
    rmSync(home, { recursive: true, force: true })
  })
  await seedDemo(stack.databaseUrl, { venueUrl: stack.venueUrl, publicUrl: stack.url })
  const complaints: string[] = []
  const open = async (
    viewport: { width: number; height: number },
    mobile: boolean,
    path: string,
    visit: Visit = {},
  ) => {
    const { colorScheme = 'light', reducedMotion = 'no-preference', permissions = [] } = visit
    const context = await browser.newContext({
      viewport,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      hasTouch: mobile,
      isMobile: mobile,
      permissions,
      colorScheme,
      reducedMotion,
      ...(visit.token
        ? {
            storageState: {
              cookies: [],
              origins: [
                {
                  origin: visit.url ?? stack.url,
                  localStorage: [{ name: 'token', value: visit.token }],
                },
              ],
            },
          }
        : {}),
    })
    contexts.push(context)
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    page.on('pageerror', error => complaints.push(`${page.url()}: ${error.message}`))
    page.on('console', message => {
      if (message.type() === 'error' && !/ERR_|Failed to load resource/.test(message.text()))
        complaints.push(message.text())
    })
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
    await page.goto((visit.url ?? stack.url) + path)
    onTestFinished(async ({ task }) => {
      // What the screen showed is worth more than where the script stood.
      if (task.result?.state === 'fail') {
        mkdirSync(inRoot('.cache'), { recursive: true })
        await page.screenshot({
          path: inRoot('.cache', mobile ? 'failed-phone.png' : 'failed-desk.png'),
        })
      }
      await context.close()
    })
    return page
  }
  return Object.assign(stack, {
    browser,
    db,
    complaints,
    phone: (visit?: Visit) =>
      open({ width: 390, height: 844 }, true, visit?.path ? `/#${visit.path}` : '/', visit),
    desk: () => open({ width: 1280, height: 900 }, false, '/console/'),
  })
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
