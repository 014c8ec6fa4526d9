// A demo stack and a browser for what pages take, and how both are measured.
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, CDPSession } from 'playwright-core'
import { openBrowser } from '../../tooling/browser.ts'
import { buildApps } from '../../tooling/build.ts'
import { seedBriefly } from '../../tooling/past.ts'
import { freePort } from '../../tooling/postgres.ts'
import { openStack, type Stack } from '../../tooling/stack.ts'

/** Builds what is stale, and works with a demo stack of its own and a browser. */
export async function withDemo<T>(
  work: (browser: Browser, stack: Stack) => Promise<T>,
): Promise<T> {
  await buildApps(text => console.log(text))
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-bench-'))
  chmodSync(home, 0o755)
  const stack = await openStack({
    dataDir: home,
    host: '127.0.0.1',
    port: await freePort(),
    venuePort: await freePort(),
    durable: false,
    before: async at => void (await seedBriefly(at)),
  })
  const browser = await openBrowser()
  try {
    return await work(browser, stack)
  } finally {
    await browser.close()
    await stack.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

/** The page's processor time so far, in ms. */
export const workedMs = async (session: CDPSession) =>
  (await session.send('Performance.getMetrics')).metrics.find(
    ({ name }) => name === 'TaskDuration',
  )!.value * 1_000
