// What a test sees of a phone: where it is, what it says, what it asks of the server.
import type { Locator, Page, Request, Route } from 'playwright-core'
import { expect } from 'vitest'
import { isSettled } from '../../tooling/settled.ts'
import type { NotedCall, NotedMessage } from './stack.ts'

/** The address without the `#`, as the member reads it. */
export const addressOf = (page: Page) =>
  decodeURIComponent(new URL(page.url()).hash.slice(1)) || '/'

/** The phone is, or comes, there. */
export const at = (page: Page, wanted: string | RegExp) =>
  typeof wanted === 'string'
    ? expect.poll(() => addressOf(page)).toBe(wanted)
    : expect.poll(() => addressOf(page)).toMatch(wanted)

/** Goes there as one does who types the address. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate(to => {
    location.hash = to
  }, address)
  await at(page, decodeURIComponent(address))
  await settled(page)
}

/** The page of the address stands: its code is here and nothing that shows is still coming. */
export const settled = (
  page: Page,
  { clock = 'running' }: { clock?: 'running' | 'stopped' } = {},
) =>
  expect
    .poll(async () => {
      if (clock === 'stopped') await page.clock.runFor(20)
      return (await page.evaluate(isSettled)) || page.evaluate(whatShows)
    })
    .toBe(true)

/** Runs in the page: where it is and how it begins, for who reads why it never settled. */
const whatShows = () =>
  `${location.hash} ${document.readyState} ${document.body.innerHTML.slice(0, 400)}`

/**
 * Lets a stopped clock run, a moment at a time, until this shows: what an answer brings is drawn by
 * timers too.
 */
export const eventually = (page: Page, wanted: Locator) =>
  expect
    .poll(async () => {
      await page.clock.runFor(20)
      return wanted.isVisible()
    })
    .toBe(true)

/**
 * Whether a message came up, here or in a frame, that nobody has asked for yet; it need not show
 * any more.
 */
export async function hears(
  page: Page,
  text: string | RegExp,
  kind?: 'success' | 'danger',
): Promise<boolean> {
  const { source, flags } = typeof text === 'string' ? new RegExp(RegExp.escape(text)) : text
  for (const frame of page.frames()) {
    const heard = await frame.evaluate(
      wanted => {
        const pattern = new RegExp(wanted.source, wanted.flags)
        const found = (globalThis as { said?: NotedMessage[] }).said?.find(
          message =>
            !message.heard &&
            pattern.test(message.text) &&
            (wanted.kind === undefined || message.bad === (wanted.kind === 'danger')),
        )
        if (found) found.heard = true
        return found !== undefined
      },
      { source, flags, kind },
    )
    if (heard) return true
  }
  return false
}

/** A message comes up. */
export const says = (page: Page, text: string | RegExp, kind?: 'success' | 'danger') =>
  expect.poll(() => hears(page, text, kind), { message: `the message ${String(text)}` }).toBe(true)

/** Presses the button of this name, once it no longer works on an earlier press. */
export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .and(page.locator(':not([aria-busy="true"])'))
    .click()

/** Pulls the page down with a finger, far enough to ask anew. */
export async function pull(page: Page): Promise<void> {
  // While an earlier one is answered, the page takes no other.
  await page.getByText('正在刷新').waitFor({ state: 'detached' })
  await page.evaluate(() => scrollTo(0, 0))
  const touch = await page.context().newCDPSession(page)
  const at = (y: number) => [{ x: 195, y }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(300) })
  for (const y of [330, 380, 440, 480])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(y) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}

/** No layer is sliding away any more. That of a page which is kept behind is closed already. */
export const bare = (page: Page) =>
  page.locator('dialog[open][data-leaving]').waitFor({ state: 'detached' })

/** The question that lies over the page. */
export const question = (page: Page) => page.getByRole('alertdialog')

const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`
function payloadOf(request: Request): unknown {
  if (request.method() === 'GET') return Object.fromEntries(new URL(request.url()).searchParams)
  return (request.postData() ?? '').startsWith('{') ? request.postDataJSON() : null
}

/**
 * Follows what the page asks from now on: the payloads of a call such as `POST /api/betrecord`,
 * oldest first.
 */
export function follow(page: Page): { of: (name: string) => unknown[]; forget: () => void } {
  let sent: { name: string; payload: unknown }[] = []
  page.on('request', request => sent.push({ name: nameOf(request), payload: payloadOf(request) }))
  return {
    of: name => sent.filter(call => call.name === name).map(call => call.payload),
    forget: () => {
      sent = []
    },
  }
}

/** The calls of a path that the page has made so far. */
export const callsOf = (page: Page, path: string): Promise<NotedCall[]> =>
  page.evaluate(
    wanted =>
      (globalThis as unknown as { asked: NotedCall[] }).asked.filter(({ url }) =>
        url.split('?')[0]!.endsWith(wanted),
      ),
    path,
  )

/** The times at which the page made a call, in ms of the page's own clock. */
export const timesOf = async (page: Page, path: string): Promise<number[]> =>
  (await callsOf(page, path)).map(({ at: ms }) => ms)

/**
 * Lets a stopped clock run until the page has made a call `times` more times; answers how far apart
 * those calls were, in ms. A wait begins anew with each answer, so each answer is held until the
 * clock stands again: the first one brings both into step.
 */
export async function rhythm(
  page: Page,
  path: string,
  stepMs: number,
  times: number,
): Promise<number[]> {
  const read = async () => (await callsOf(page, path)).filter(call => call.read).length
  await expect.poll(async () => (await callsOf(page, path)).every(call => call.read)).toBe(true)
  const before = await read()
  let stands = Promise.resolve()
  const hold = async (route: Route) => {
    await stands
    await route.continue()
  }
  await page.route(`**${path}`, hold)
  for (let n = 1; n <= times + 1; n++) {
    const { promise, resolve } = Promise.withResolvers<void>()
    stands = promise
    await page.clock.runFor(stepMs)
    resolve()
    await expect.poll(read).toBe(before + n)
  }
  await page.unroute(`**${path}`, hold)
  const asked = (await timesOf(page, path)).slice(before + 1)
  return asked.slice(1).map((ms, i) => ms - asked[i]!)
}

/** Puts the page behind another one, or in front again, as far as a page can tell. */
export const setVisible = (page: Page, visible: boolean) =>
  page.evaluate(
    state => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      Object.defineProperty(document, 'hidden', {
        configurable: true,
        get: () => state === 'hidden',
      })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    },
    visible ? 'visible' : 'hidden',
  )
