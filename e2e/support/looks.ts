// Pages looked at by rules instead of eyes: for those who read otherwise, and for what moves while
// it comes.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { inRoot } from '../../tooling/root.ts'

const axe = readFileSync(inRoot('node_modules/axe-core/axe.min.js'), 'utf8')

/** The rules that are broken seriously, each with where. */
export async function seriously(page: Page): Promise<string[]> {
  // To read it costs as much as to look; a page keeps it until it is loaded anew.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as {
        axe: {
          run: (
            context: object,
            options: object,
          ) => Promise<{
            violations: { id: string; impact: string; nodes: { target: string[] }[] }[]
          }>
        }
      }
    ).axe.run({ exclude: ['iframe'] }, { iframes: false, resultTypes: ['violations'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ target }) => target.join(' '))
            .slice(0, 3)
            .join(', ')}`,
      )
  })
}

/** How far what was on the screen has moved without the member's doing, as browsers reckon it. */
export const shift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>(done => {
        let sum = 0
        const watcher = new PerformanceObserver(list => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[])
            if (!entry.hadRecentInput) sum += entry.value
        })
        watcher.observe({ type: 'layout-shift', buffered: true })
        // What is buffered comes before the next frame.
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)))
      }),
  )

/** The colours of the theme have arrived. */
export const coloured = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(done => requestAnimationFrame(done))
    const changing = () =>
      document.getAnimations().filter(animation => animation instanceof CSSTransition)
    // What inherits a colour begins its own way when the one above it moves.
    do {
      await Promise.allSettled(changing().map(animation => animation.finished))
      await frame()
      await frame()
    } while (changing().length > 0)
  })
