// One Chromium per worker of the test run: the files that a worker runs one after another share it,
// each in contexts of its own.
import type { Browser } from 'playwright-core'
import { openBrowser, openWindowless } from '../browser.ts'

const OPEN = { windowless: openWindowless, whole: openBrowser }
type Kind = keyof typeof OPEN

const shared = new Map<Kind, Promise<Browser>>()

/**
 * Ends with the worker; a file that took it leaves it at its end. Only the `whole` one shows what a
 * site notifies of.
 */
export function sharedBrowser(kind: Kind = 'windowless'): Promise<Browser> {
  const open =
    shared.get(kind) ??
    OPEN[kind]().then(browser => {
      browser.on('disconnected', () => shared.delete(kind))
      return browser
    })
  shared.set(kind, open)
  return open
}

/** Closes what the file left open: a page that nobody looks at still moves. */
export async function leaveBrowser(): Promise<void> {
  const browsers = await Promise.all(shared.values())
  const contexts = browsers.flatMap(browser => browser.contexts())
  await Promise.all(contexts.map(context => context.close()))
}
