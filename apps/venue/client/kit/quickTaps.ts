import { itemAt } from '../../model/present.ts'

/** A finger that moved further, or rested longer, did something else than tap. */
const MOST_PX = 10
const MOST_MS = 500
/** A finger that stops a list while it moves taps nothing. */
const AFTER_SCROLL_MS = 120

/**
 * A button is pressed once by a key that is held down: each round begins by a press of its own. A
 * browser would click again with every repetition of the key.
 */
export function pressOncePerKey(): void {
  document.addEventListener(
    'keydown',
    event => {
      const { repeat, key, target } = event
      if (!repeat || (key !== 'Enter' && key !== ' ')) return
      if (target instanceof Element && target.closest('button')) event.preventDefault()
    },
    { capture: true },
  )
}

/**
 * Clicks what carries `data-quick` as soon as a finger leaves it. A browser plays a mouse for the
 * finger first: over, move, down, focus, up, and only then the click, asking each time what lies
 * there. That took a quarter to half of a tap's frame. Whatever is no plain tap stays the
 * browser's, as do mouse, keyboard and readers; and what opens a sheet, since the focus is to come
 * back there.
 */
export function answerTapsQuickly(): void {
  let began: { x: number; y: number; atMs: number } | null = null
  let scrolledAtMs = Number.NEGATIVE_INFINITY
  document.addEventListener(
    'scroll',
    ({ timeStamp }) => {
      scrolledAtMs = timeStamp
    },
    { capture: true, passive: true },
  )
  document.addEventListener(
    'touchstart',
    ({ touches: [touch, another], timeStamp }) => {
      began =
        touch && !another && timeStamp - scrolledAtMs > AFTER_SCROLL_MS
          ? { x: touch.clientX, y: touch.clientY, atMs: timeStamp }
          : null
    },
    { capture: true, passive: true },
  )
  document.addEventListener(
    'touchend',
    event => {
      const start = began
      began = null
      const { clientX, clientY, target } = itemAt(event.changedTouches, 0)
      const button =
        target instanceof Element ? target.closest<HTMLButtonElement>('button[data-quick]') : null
      if (!start || !button || !event.cancelable || scrolledAtMs > start.atMs) return
      if (
        Math.hypot(clientX - start.x, clientY - start.y) > MOST_PX ||
        event.timeStamp - start.atMs > MOST_MS
      )
        return
      event.preventDefault()
      button.click()
    },
    { capture: true, passive: false },
  )
}
