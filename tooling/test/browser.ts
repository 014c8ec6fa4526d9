// One Chromium per worker of the test run: the files that a worker runs one after another share it,
// each in contexts of its own.
import type { Browser } from 'playwright-core'
import { openBrowser } from '../browser.ts'

let shared: Promise<Browser> | undefined

/** Ends with the worker; a file that took it leaves it at its end. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser().then(browser => {
    browser.on('disconnected', () => {
      shared = undefined
    })
    return browser
  })
  return shared
}

/** Closes what the file left open: a page that nobody looks at still moves. */
export async function leaveBrowser(): Promise<void> {
  const browser = await shared
  await Promise.all((browser?.contexts() ?? []).map(context => context.close()))
}
