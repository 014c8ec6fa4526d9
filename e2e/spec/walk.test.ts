// Every route, looked at by rules instead of eyes: for those who read otherwise, and for what moves
// while it comes.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask, demo } from '../support/data.ts'
import { broken, coloured, covered, seriously, shift } from '../support/looks.ts'
import { at, press, settled, visit } from '../support/phone.ts'
import { guarded, open, samples } from '../support/routes.ts'
import { openWorld } from '../support/stack.ts'

const world = await openWorld({ env: { TRUST_PROXY: '1' } })

const WIDTHS = [390, 360, 320]
const HEIGHT = 844

/** What is wrong with a page that has just been opened. */
async function faultsOf(page: Page, who: string, address: string): Promise<string[]> {
  const url = new URL(page.url())
  url.hash = address
  // The app does not go to an address that it is only told of. The load ends what was under way;
  // the browser keeps what it has compiled, which by way of an empty page it would not.
  await page.evaluate(to => history.replaceState(null, '', to), url.href)
  await page.reload()
  await at(page, address)
  await settled(page)
  const faults: string[] = []
  const moved = await shift(page)
  if (moved > 0.02) faults.push(`${who} ${address} moves by ${moved.toFixed(3)}`)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await coloured(page)
    faults.push(
      ...(await seriously(page)).map(found => `${who} ${address} ${colorScheme}: ${found}`),
    )
  }
  for (const text of ['100%', '200%']) {
    await page.evaluate(size => {
      document.documentElement.style.fontSize = size
    }, text)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      const found = [...(await broken(page, { previews: true, width })), ...(await covered(page))]
      faults.push(...found.map(each => `${who} ${address} at ${width}, ${text} text: ${each}`))
    }
  }
  await page.setViewportSize({ width: WIDTHS[0]!, height: HEIGHT })
  return faults
}

const LOOK = { session: { 'closed:welcome': '1' }, reducedMotion: 'reduce' } as const

/** Where each route is looked at; an order's page needs an order. */
async function addressesFor(token: string): Promise<Record<string, string>> {
  const asked = { paytype: 'usdt', catepay: 'TRC20', amount: '500' }
  const order = await ask(world, '/api/recharge', asked, token)
  return { ...samples, '/payInfo': `/payInfo?deposit_no=${order.message}` }
}

const half = Math.ceil(guarded.length / 2)

// In both themes, at three widths and twice the text; in four parts, since each takes minutes on a
// slow machine.
test.each([
  ['member', guarded.slice(0, half)],
  ['member', guarded.slice(half)],
  ['member', open],
  // Where visitors see something else.
  ['visitor', ['/', '/activityInfo', '/vip', '/applyagent', '/login?type=1']],
])(
  'every route, opened afresh: axe finds nothing serious, nothing moves, nothing is cut or covered (%s %#)',
  async (who, paths) => {
    const { token } = await demo(world)
    const addresses = await addressesFor(token)
    const page = await world.phone(who === 'member' ? { token, ...LOOK } : LOOK)
    const wrong: string[] = []
    for (const path of paths) wrong.push(...(await faultsOf(page, who, addresses[path] ?? path)))
    expect(wrong).toEqual([])
  },
)

/** Where the links that show on a page lead, without their queries. */
async function waysFrom(page: Page, address: string): Promise<string[]> {
  await visit(page, address)
  return waysOn(page)
}
const waysOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href^="#/"]')]
      .filter(link => link.checkVisibility())
      .map(link => link.getAttribute('href')!.slice(1)),
  )

test('a member who knows nothing finds every function from home in at most three taps', async () => {
  const member = await demo(world)
  const page = await world.phone({
    token: member.token,
    session: { 'closed:welcome': '1' },
    reducedMotion: 'reduce',
  })
  const found = new Set(['/'])
  const further = (addresses: string[]) =>
    addresses.filter(address => {
      const path = address.split('?')[0]!
      const isNew = !found.has(path)
      found.add(path)
      return isNew
    })
  let reached = further(await waysFrom(page, '/'))
  await press(page, '菜单')
  await page.getByRole('link', { name: '关于我们' }).waitFor()
  const inMenu = await waysOn(page)
  for (const taps of [2, 3]) {
    const ways: string[] = taps === 2 ? inMenu : []
    for (const address of reached) ways.push(...(await waysFrom(page, address)))
    reached = further(ways)
  }
  // An order's page is opened by placing the order, a complaint's by making it; the log-in is for
  // those who are not members yet, and recovery for those who forgot how. Tournaments show on
  // 优惠活动 while there are any.
  expect([...open, ...guarded].filter(path => !found.has(path))).toEqual([
    '/login',
    '/payInfo',
    '/recover',
    '/tournaments',
    '/tournament',
    '/complaint',
  ])
})
