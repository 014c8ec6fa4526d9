// The app without a finger or a pointer.
import { expect, test } from 'vitest'
import { demo } from '../../support/data.ts'
import { at, settled, visit } from '../../support/phone.ts'
import { greeted, world } from './world.ts'

test('by keyboard alone a list opens at what is chosen and is walked by arrows, gives the focus back, and the way back goes on from where one left', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, path: '/transfer', session: greeted })
  await settled(page)
  const focused = (name: RegExp) =>
    expect
      .poll(() =>
        page.evaluate(
          () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent,
        ),
      )
      .toMatch(name)
  const target = page.getByRole('button', { name: /^到：/ })
  await target.focus()
  await page.keyboard.press('Enter')
  const options = page.getByRole('option')
  const chosen = await options.evaluateAll(all =>
    all.findIndex(each => each.ariaSelected === 'true'),
  )
  const names = await options.allTextContents()
  await focused(new RegExp(`^${RegExp.escape(names[chosen]!)}$`))
  await page.keyboard.press('ArrowDown')
  await focused(new RegExp(`^${RegExp.escape(names[chosen + 1]!)}$`))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focused(/^到：/)

  await visit(page, '/mine')
  await page.getByRole('main').getByRole('link', { name: '消息中心' }).press('Enter')
  await at(page, '/message')
  await focused(/公告/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await at(page, '/mine')
  await focused(/^消息中心/)
})
