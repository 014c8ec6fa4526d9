// Routes and who may go there.
import { expect, test } from 'vitest'
import { demo } from '../../support/data.ts'
import { at, settled, visit } from '../../support/phone.ts'
import { guarded, open, samples } from '../../support/routes.ts'
import { world, greeted } from './world.ts'

test('a protected route without a token goes to /login with the full intended path in redirect', async () => {
  const page = await world.phone()
  for (const path of guarded) {
    await page.evaluate(to => {
      location.hash = to
    }, samples[path])
    await at(page, `/login?redirect=${samples[path]}`)
  }
})

test('every other route opens for visitors', async () => {
  const page = await world.phone({ session: greeted })
  for (const path of open) await visit(page, samples[path])
})

test('an unknown path redirects to /', async () => {
  const page = await world.phone({ path: '/nowhere?x=1' })
  await at(page, '/')
  expect(
    await page.evaluate(() => history.length),
    'and leaves no entry behind',
  ).toBeLessThanOrEqual(2)
})

test('after every navigation the page scrolls to the top', async () => {
  const page = await world.phone({ session: greeted })
  await settled(page)
  for (const to of ['/vip', '/']) {
    await page.evaluate(() => scrollTo(0, 400))
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
    await visit(page, to)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
})

test('cached routes are the same page when one comes back, other routes are new ones; a log-out drops them', async () => {
  const { token } = await demo(world)
  const page = await world.phone({ token, session: greeted })
  const mark = () =>
    page.evaluate(() => {
      for (const app of document.querySelectorAll('#root > .app'))
        if (app.checkVisibility()) Object.assign(app, { marked: true })
    })
  const marked = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('#root > .app')].some(
        app => app.checkVisibility() && (app as unknown as { marked?: true }).marked === true,
      ),
    )
  const cached = ['/', '/activity', '/zhanzhu', '/mine', '/app', '/vip', '/concise', '/recharge']
  for (const path of [...cached, '/message', '/kefu']) {
    await visit(page, path)
    await mark()
    await visit(page, '/usdtmore')
    await visit(page, path)
    expect(await marked(), path).toBe(cached.includes(path))
  }
  await page.evaluate(() => {
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
  })
  await visit(page, '/activity')
  expect(await marked()).toBe(false)
})
