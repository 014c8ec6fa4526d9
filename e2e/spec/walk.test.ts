// Every route, looked at by rules instead of eyes: for those who read otherwise, and for what moves while it comes.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inRoot } from '../../tooling/root.ts'
import { ask, demo } from '../support/data.ts'
import { at, settled } from '../support/phone.ts'
import { guarded, open, samples } from '../support/routes.ts'
import { openWorld } from '../support/stack.ts'

const world = await openWorld({ env: { TRUST_PROXY: '1' } })
const axe = readFileSync(inRoot('node_modules/axe-core/axe.min.js'), 'utf8')

/** The rules that are broken seriously, each with where. */
async function seriously(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: { run: (context: object, options: object) => Promise<{ violations: { id: string; impact: string; nodes: { target: string[] }[] }[] }> } }).axe
      .run({ exclude: ['iframe'] }, { iframes: false, resultTypes: ['violations'] })
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).slice(0, 3).join(', ')}`)
  })
}

/** How far what was on the screen has moved without the member's doing, as browsers reckon it. */
const shift = (page: Page) =>
  page.evaluate(() => new Promise<number>(done => {
    let sum = 0
    const watcher = new PerformanceObserver(list => { for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) if (!entry.hadRecentInput) sum += entry.value })
    watcher.observe({ type: 'layout-shift', buffered: true })
    // What is buffered comes before the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => done(sum)))
  }))

/** The colours of the theme have arrived. */
const coloured = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(done => requestAnimationFrame(done))
    const changing = () => document.getAnimations().filter(animation => animation instanceof CSSTransition)
    // What inherits a colour begins its own way when the one above it moves.
    do {
      await Promise.allSettled(changing().map(animation => animation.finished))
      await frame()
      await frame()
    } while (changing().length > 0)
  })

/** What is wrong with a page that has just been opened. */
async function faultsOf(page: Page, who: string, address: string): Promise<string[]> {
  await page.evaluate(to => { location.hash = to }, address)
  await page.reload()
  await at(page, address)
  await settled(page)
  const faults: string[] = []
  const moved = await shift(page)
  if (moved > 0.02) faults.push(`${who} ${address} moves by ${moved.toFixed(3)}`)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await coloured(page)
    faults.push(...(await seriously(page)).map(found => `${who} ${address} ${colorScheme}: ${found}`))
  }
  return faults
}

test('every route, opened afresh, in both themes: axe finds nothing serious or critical, and nothing moves while it comes', async () => {
  const member = await demo(world)
  const order = await ask(world, '/api/recharge', { paytype: 'usdt', catepay: 'TRC20', amount: '500' }, member.token)
  const addresses: Record<string, string> = { ...samples, '/payInfo': `/payInfo?deposit_no=${order.message}` }
  const look = { session: { 'closed:welcome': '1' }, reducedMotion: 'reduce' } as const
  const wrong: string[] = []
  const page = await world.phone({ token: member.token, ...look })
  for (const path of [...guarded, ...open]) wrong.push(...(await faultsOf(page, 'member', addresses[path]!)))
  const visitor = await world.phone(look)
  // Where visitors see something else.
  for (const path of ['/', '/activityInfo', '/vip', '/applyagent', '/login?type=1']) wrong.push(...(await faultsOf(visitor, 'visitor', addresses[path] ?? path)))
  expect(wrong).toEqual([])
})
