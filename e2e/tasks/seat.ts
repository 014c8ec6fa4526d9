// What the tasks of all roles share: a desk whose presses are counted, and the way to anything.
import type { Locator, Page } from 'playwright-core'
import type { World } from '../support/stack.ts'

/** Presses are clicks, and keys that are not the text of a field. */
export function seatOf(page: Page) {
  let presses = 0
  const seat = {
    page,
    key: async (key: string) => {
      presses++
      await page.keyboard.press(key)
    },
    press: async (what: Locator) => {
      presses++
      await what.click()
    },
    type: (text: string) => page.keyboard.type(text),
    /** From anywhere to what the search finds. */
    find: async (text: string, option: RegExp) => {
      const search = page.getByRole('combobox', { name: '全局搜索' })
      await seat.key('/')
      await search.waitFor()
      await seat.type(text)
      await page.getByRole('option', { name: option }).first().waitFor()
      await seat.key('Enter')
      await search.waitFor({ state: 'detached' })
    },
    /** Since the last time it was asked. */
    presses: () => {
      const so = presses
      presses = 0
      return so
    },
  }
  return seat
}
export type Seat = ReturnType<typeof seatOf>

export const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' })

/** Where the tasks are done, and what they took. */
export type Office = {
  world: World
  /** An operator who has logged in, in the room of the role. */
  enter: (name: string, password: string) => Promise<Seat>
  /** Keeps the presses of a task, and answers them. */
  note: (task: string, presses: number) => number
}

/** A call of an operator's own browser, to set something up; it counts as no press. */
export async function asked<T>(seat: Seat, world: World, name: string, data: object): Promise<T> {
  const answer = await seat.page.request.post(`${world.url}/api/console/${name}`, {
    headers: { 'x-tianping-console': '1', 'idempotency-key': crypto.randomUUID() },
    data,
  })
  const {
    code,
    message,
    data: given,
  } = (await answer.json()) as {
    code: number
    message: string
    data: T
  }
  if (code !== 200) throw new Error(`${name} was refused: ${message}`)
  return given
}
