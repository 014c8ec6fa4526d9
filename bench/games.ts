// Every slot page as a phone gets it: script, first picture at 1.6 Mbps, 150 ms and a fourfold slower processor, and the frames
// of some rounds played at that speed, from a trace. Alone: node bench/games.ts [code ...]
import { ensureDatabase } from '@tianping/database'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { gamesOf, isBook, isTable } from '../apps/venue/src/games/registry.ts'
import { sandboxMerchants, startVenue, type RunningVenue } from '../apps/venue/src/index.ts'
import { CHROMIUM_ARGS, ensureChromium } from '../tooling/browser.ts'
import { buildApps } from '../tooling/build.ts'
import { launchPostgres } from '../tooling/postgres.ts'
import type { Row } from './ledger.ts'
import { firstLoad, GOALS, launch, median, phone, played } from './tables.ts'

const LOADS = 3
const ROUNDS = 4
const SLOTS = (['OB', 'FG', 'PP', 'AE'] as const).flatMap(venue => gamesOf(venue)).filter(game => !isTable(game) && !isBook(game)).map(game => game.code)

/** Some rounds, with whatever they bring: free spins are taken, cascades watched. */
async function spin(page: Page): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await page.getByTestId('spin').tap()
    await page.waitForTimeout(500)
    await page.locator('[data-testid=spin][aria-disabled=false]').waitFor({ timeout: 60_000 })
  }
}

async function measure(browser: Browser, venue: RunningVenue, code: string): Promise<Row[]> {
  const loads = []
  for (let i = 0; i < LOADS; i++) loads.push(await firstLoad(browser, await launch(venue, code)))
  const { context, page, session } = await phone(browser)
  await page.goto(await launch(venue, code))
  await page.getByTestId('spin').waitFor({ timeout: 30_000 })
  await page.waitForTimeout(2_000)
  const { medianMs, longestMs } = await played(session, page, () => spin(page))
  await context.close()
  return [
    { name: `${code}: JS as transferred`, value: median(loads.map(load => load.jsKiB)), unit: 'KiB', goal: GOALS.jsKiB },
    { name: `${code}: LCP at 1.6 Mbps, 150 ms, 4x CPU`, value: median(loads.map(load => load.lcpMs)), unit: 'ms', goal: GOALS.lcpMs },
    { name: `${code}: median frame in play, 4x CPU`, value: medianMs, unit: 'ms', goal: GOALS.medianMs },
    { name: `${code}: longest frame in play, 4x CPU`, value: longestMs, unit: 'ms', goal: GOALS.longestMs },
  ]
}

/** Measures the slots named, or all, on a venue of its own. */
export async function runGamesBench(codes: readonly string[] = SLOTS): Promise<Row[]> {
  await buildApps(text => console.log(text))
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-bench-'))
  chmodSync(home, 0o755)
  const postgres = await launchPostgres({ dataDir: join(home, 'postgres'), durable: false })
  await ensureDatabase(postgres.url('postgres'), 'venue')
  const venue = await startVenue({ databaseUrl: postgres.url('venue'), merchants: sandboxMerchants(), runTables: false })
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS })
  try {
    const found: Row[] = []
    for (const code of codes) found.push(...(await measure(browser, venue, code)))
    return found
  } finally {
    await browser.close()
    await venue.close()
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const wanted = process.argv.slice(2)
  console.table((await runGamesBench(wanted.length > 0 ? wanted : SLOTS)).map(({ name, value, unit, goal }) => ({ name, value: value.toFixed(1), unit, goal: `<= ${goal!.toFixed(1)}` })))
}
