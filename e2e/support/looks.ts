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

/**
 * Texts and controls that are cut or leave the screen. What scrolls by itself may be wider, and a
 * preview may end in an ellipsis where its link leads to the whole; with `previews`, wherever it
 * stands. Without a `width`, the screen is what the browser shows, which zooms out of a wide page.
 */
export const broken = (page: Page, asked: { previews?: boolean; width?: number } = {}) =>
  page.evaluate(({ previews = false, width = innerWidth }) => {
    const found: string[] = []
    if (document.documentElement.scrollWidth > width) found.push('the page scrolls sideways')
    const isKept = (from: Element) => {
      for (let each: Element | null = from; each !== document.body; each = each!.parentElement)
        if (getComputedStyle(each!).overflowX !== 'visible') return true
      return false
    }
    const hidden = (element: Element) =>
      element.closest('.sr, [hidden], [aria-hidden=true]') !== null ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent!.trim()
      const parent = node.parentElement!
      if (text === '' || hidden(parent)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right } = range.getBoundingClientRect()
      if ((left < -1 || right > width + 1) && !isKept(parent)) found.push(`outside: ${text}`)
      const { overflowX, textOverflow } = getComputedStyle(parent)
      const isPreview = textOverflow === 'ellipsis' && (previews || parent.closest('a') !== null)
      const cuts = /hidden|clip/.test(overflowX) && !isPreview
      if (cuts && parent.scrollWidth > parent.clientWidth + 1) found.push(`cut: ${text}`)
    }
    for (const control of document.querySelectorAll('button, input, textarea')) {
      const { left, right } = control.getBoundingClientRect()
      if (hidden(control) || (left >= -1 && right <= width + 1) || isKept(control)) continue
      found.push(`outside: ${control.getAttribute('aria-label') ?? control.textContent}`)
    }
    return found
  }, asked)

/**
 * Controls on the screen whose middle another control takes; bars that stay may lie over what
 * scrolls.
 */
export const covered = (page: Page) =>
  page.evaluate(() => {
    const CONTROL = 'button, a[href], input, select, textarea'
    const stays = (from: Element | null) => {
      for (let each = from; each; each = each.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(each).position)) return true
      return false
    }
    return [...document.querySelectorAll(CONTROL)].flatMap(control => {
      if (control.closest('.sr') || !control.checkVisibility() || stays(control)) return []
      const { left, top, width, height } = control.getBoundingClientRect()
      const there = document.elementFromPoint(left + width / 2, top + height / 2)
      const other = there?.closest(CONTROL) ?? null
      if (!other || other.contains(control) || control.contains(other) || stays(other)) return []
      return [`${control.textContent} lies under ${other.ariaLabel ?? other.textContent}`]
    })
  })
