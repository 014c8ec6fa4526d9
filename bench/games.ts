// Every slot page as a phone gets it: script, first picture at 1.6 Mbps, 150 ms and a fourfold
// slower processor, and the frames of some rounds played at that speed, from a trace. Alone: node
// bench/games.ts [code ...]
import type { Browser, CDPSession, Page } from 'playwright-core'
import { gamesOf, isBook, isTable } from '../apps/venue/games/registry.ts'
import type { RunningVenue } from '../apps/venue/server/index.ts'
import type { Row } from './ledger.ts'
import {
  firstLoad,
  found,
  GOALS,
  launch,
  measurePages,
  median,
  phone,
  played,
  pointsOf,
  print,
  touch,
} from './tables.ts'

const LOADS = 3
const ROUNDS = 4
const SLOTS = (['OB', 'FG', 'PP', 'AE'] as const)
  .flatMap(venue => gamesOf(venue))
  .filter(game => !isTable(game) && !isBook(game))
  .map(game => game.code)

/** Some rounds, with whatever they bring: free spins are taken, cascades watched. */
async function spin(session: CDPSession, page: Page): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await touch(session, (await pointsOf(session, '[data-testid=spin]'))[0]!)
    await page.waitForTimeout(500)
    await found(session, '[data-testid=spin][aria-disabled=false]', 60_000)
  }
}

async function measure(browser: Browser, venue: RunningVenue, code: string): Promise<Row[]> {
  const loads = []
  for (let i = 0; i < LOADS; i++) loads.push(await firstLoad(browser, await launch(venue, code)))
  const { context, page, session } = await phone(browser)
  await page.goto(await launch(venue, code))
  await page.getByTestId('spin').waitFor({ timeout: 30_000 })
  await page.waitForTimeout(2_000)
  const { medianMs, longestMs } = await played(session, page, () => spin(session, page))
  await context.close()
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

export const runGamesBench = (codes: readonly string[] = SLOTS): Promise<Row[]> =>
  measurePages(codes, measure, { runTables: false })

if (import.meta.main) {
  const wanted = process.argv.slice(2)
  print(await runGamesBench(wanted.length > 0 ? wanted : SLOTS))
}
