// The real stack for browser tests: PostgreSQL in memory, venue, server, built pages, and a phone.
import { connect, type Db } from '@tianping/database'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, onTestFailed } from 'vitest'
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
  /** A phone of 390 x 844 at the site; what its pages complain about is kept in `complaints`. */
  phone(): Promise<Page>
  /** A desk with the back office open. */
  desk(): Promise<Page>
  complaints: string[]
}

/** Opens everything with demo data; closed at the end of the file. */
export async function openWorld(options: { faults?: boolean } = {}): Promise<World> {
  await buildApps(() => {})
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-e2e-'))
  chmodSync(home, 0o755)
  const stack = await openStack({ dataDir: home, host: '127.0.0.1', port: await freePort(), venuePort: await freePort(), durable: false, env: { LOG_LEVEL: 'error' }, ...options })
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
  const open = async (viewport: { width: number; height: number }, path: string, mobile: boolean) => {
    const context = await browser.newContext({ viewport, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', hasTouch: mobile, isMobile: mobile, permissions: [] })
    contexts.push(context)
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    page.on('pageerror', error => complaints.push(`${page.url()}: ${error.message}`))
    page.on('console', message => { if (message.type() === 'error' && !/ERR_|Failed to load resource/.test(message.text())) complaints.push(message.text()) })
    await page.goto(stack.url + path)
    // What the screen showed is worth more than where the script stood.
    onTestFailed(async () => {
      mkdirSync(inRoot('.cache'), { recursive: true })
      await page.screenshot({ path: inRoot('.cache', mobile ? 'failed-phone.png' : 'failed-desk.png') })
    })
    return page
  }
  return Object.assign(stack, {
    browser, db, complaints,
    phone: () => open({ width: 390, height: 844 }, '/', true),
    desk: () => open({ width: 1280, height: 900 }, '/console/', false),
  })
}
