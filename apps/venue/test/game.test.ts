import { fromHex } from '@tianping/fairness'
import { run, sql, theRow } from '@tianping/database'
import { existsSync, readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveBrowser, sharedBrowser } from '../../../tooling/test/browser.ts'
import type { InstantGame } from '../model/InstantGame.ts'
import { gameByCode } from '../games/registry.ts'
import { axeOn, fenOf, PAGE_LIMIT_MS } from './support/pageSupport.ts'
import { funded, good, testVenue } from './support/support.ts'

const dist = join(import.meta.dirname, '../dist')
const venue = await testVenue({ faults: true })
let browser: Browser

beforeAll(async () => {
  if (!existsSync(join(dist, 'play/orchard3.html')))
    throw new Error('The game pages are not built: run npm run build first.')
  browser = await sharedBrowser()
})
afterAll(leaveBrowser)

type Opening = {
  code?: 'OB' | 'FG' | 'PP' | 'AE'
  game?: string
  player: string
  amount?: bigint
  rg?: object
  calm?: boolean
  width?: number
  height?: number
  /** What happens to the page before it is opened. */
  before?: (page: Page) => Promise<unknown>
}

/**
 * A player in the game, in a browser of a phone's size; anything the page complains of fails the
 * test.
 */
async function open({
  code = 'OB',
  game = 'orchard3',
  player,
  amount = 100_000n,
  rg,
  calm = true,
  width = 390,
  height = 844,
  before = () => Promise.resolve<unknown>(null),
}: Opening) {
  const client = venue.client(code)
  await funded(client, player, amount)
  const { url } = good(
    await client.launch({
      player,
      game_code: game,
      lobby_url: `${venue.url}/?lobby`,
      ...(rg ? { rg: rg as never } : {}),
    }),
  )
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: calm ? 'reduce' : 'no-preference',
    locale: 'zh-CN',
  })
  context.setDefaultTimeout(PAGE_LIMIT_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text())
  })
  await before(page)
  await page.goto(url)
  await page.getByTestId('spin').waitFor()
  return { client, page, complaints, shut: () => context.close() }
}
const spinButton = (page: Page) => page.getByRole('button', { name: '旋转', exact: true })
const settled = async (page: Page) => {
  await page.locator('[data-testid=spin][aria-disabled=false]').waitFor()
}
const spin = async (page: Page) => {
  await spinButton(page).click()
  await settled(page)
}
/**
 * Writes down what a part of the page says, change by change, however late the test comes to read
 * it.
 */
async function heardFrom(page: Page, selector: string): Promise<() => Promise<string[]>> {
  const key = await page.evaluate(wanted => {
    const said: string[] = []
    const hear = () => {
      const text = document.querySelector(wanted)?.textContent
      if (text && text !== said.at(-1)) said.push(text)
    }
    new MutationObserver(hear).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
    const name = `heard ${wanted}`
    Object.assign(globalThis, { [name]: said })
    return name
  }, selector)
  return () =>
    page.evaluate(name => (globalThis as unknown as Record<string, string[]>)[name]!, key)
}
const balanceOf = (page: Page) => fenOf(page, 'balance')

test.each(['orchard3', 'koi5', 'journey5', 'peach5'])(
  '%s costs at most 50 KiB of script, gzipped',
  code => {
    const page = readFileSync(join(dist, `play/${code}.html`), 'utf8')
    const scripts = new Set([...page.matchAll(/\/assets\/[\w-]+\.js/g)].map(([path]) => path))
    const bytes = [...scripts].reduce(
      (sum, path) => sum + gzipSync(readFileSync(join(dist, path)), { level: 9 }).length,
      0,
    )
    expect(scripts.size).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(90 * 1_024)
  },
)

test.concurrent('a player enters, spins, sees what the server settled, and leaves', async () => {
  const { client, page, complaints, shut } = await open({ player: 'e1', calm: false })
  expect(new URL(page.url()).hash).toBe('')
  await page.getByText('沙盒·试玩币').waitFor()
  const balances = await heardFrom(page, '[data-testid=balance]')
  const tapped = Date.now()
  await spinButton(page).click()
  await settled(page)
  expect(Date.now() - tapped).toBeGreaterThanOrEqual(2_500)
  // The stake is spent at the tap, before anything is known.
  expect((await balances()).find(text => text !== '1,000.00')).toBe('998.00')
  expect(await balanceOf(page)).toBe(Number(good(await client.balance({ player: 'e1' })).available))
  const { items } = good(await client.bets({}))
  expect(items.filter(bet => bet.player === 'e1')).toHaveLength(1)
  // The page drew the player's seed after the commitment and before the first spin.
  const own = await theRow(
    venue.db,
    sql<{ ownSeed: boolean; clientSeed: string }>`select own_seed, client_seed from seed
    where player_id = 'e1' and state = 'active'`,
  )
  expect(own).toEqual({ ownSeed: true, clientSeed: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(items.find(bet => bet.player === 'e1')?.fairness).toMatchObject({
    client_seed: own.clientSeed,
    nonce: 0,
  })
  expect(complaints).toEqual([])
  await page.reload()
  await page.getByTestId('spin').waitFor()
  await page.getByRole('link', { name: '离开游戏' }).click()
  await page.waitForURL('**/?lobby')
  await page.goto(`${venue.url}/play/orchard3`)
  await page.getByText('请从大厅重新进入游戏').waitFor()
  await shut()
})

test.concurrent('a lost answer: the page reconnects and shows the round that stands, placed once', async () => {
  for (const kind of ['drop_after', 'error_after', 'drop_before']) {
    const player = `e2-${kind}`
    const { client, page, shut } = await open({ player })
    await venue.admin.fault({ kind, endpoint: 'placeBet', player, count: 1 })
    await spin(page)
    expect(good(await client.bets({})).items.filter(bet => bet.player === player)).toHaveLength(1)
    expect(await balanceOf(page)).toBe(Number(good(await client.balance({ player })).available))
    await shut()
  }
})

test.concurrent('while the connection is down the page says what is safe, and goes on by itself', async () => {
  const { page, shut } = await open({ player: 'e3' })
  await page.context().setOffline(true)
  await spinButton(page).click()
  await page.getByRole('alert').getByText('连接中断，正在重连').waitFor()
  await page.getByText('未确认的选择不会下注').waitFor()
  await page.context().setOffline(false)
  await page
    .getByRole('button', { name: '立即重试' })
    .click({ timeout: 2_000 })
    .catch(() => {}) // It may have come back by itself.
  await settled(page)
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await shut()
})

test.concurrent('the reality check stands in the way until it is answered', async () => {
  const rg = {
    session_start: new Date(Date.now() - 31 * 60_000).toISOString(),
    reality_check_min: 30,
    net_limit: 5_000n,
  }
  const { page, shut } = await open({ player: 'e4', rg })
  const dialog = page.getByRole('alertdialog')
  // The page may open minutes later, up to the test's own limit of three.
  await dialog.getByText(/^已连续游戏 3[1-4] 分钟$/).waitFor()
  await expect.poll(() => dialog.getByText('50.00 元').count()).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(1)
  await dialog.getByRole('button', { name: '继续' }).click()
  await dialog.waitFor({ state: 'detached' })
  await spin(page)
  await shut()
})

test.concurrent('a pause whose code is missing is asked for again, and says so only once it is due', async () => {
  let lost = true
  let asked = 0
  const before = (page: Page) =>
    page.route('**/assets/Interruption-*.js', route => {
      asked += 1
      return lost ? route.abort() : route.fallback()
    })
  const calm = await open({ player: 'e16', before })
  await expect.poll(() => asked).toBeGreaterThan(1)
  await spin(calm.page)
  expect(await calm.page.getByRole('alert').count()).toBe(0)
  await calm.shut()
  const rg = {
    session_start: new Date(Date.now() - 31 * 60_000).toISOString(),
    reality_check_min: 30,
    net_limit: 5_000n,
  }
  const due = await open({ player: 'e17', rg, before })
  await due.page.getByRole('alert').getByText('没有取到').waitFor()
  lost = false
  await due.page.getByRole('alertdialog').getByText('已连续游戏 31 分钟').waitFor()
  await expect.poll(() => due.page.getByRole('alert').count()).toBe(0)
  await due.shut()
})

test.concurrent('a stake beyond the net-loss limit or the balance puts the button to sleep and says why', async () => {
  const { page, shut } = await open({
    player: 'e5',
    amount: 1_000n,
    rg: { session_start: new Date().toISOString(), reality_check_min: 30, net_limit: 300n },
  })
  await page.getByRole('button', { name: '加注' }).click()
  await page.getByText('本次净亏限额还剩 3.00 元').first().waitFor()
  expect(await spinButton(page).getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('button', { name: '减注' }).click()
  expect(await spinButton(page).getAttribute('aria-disabled')).toBe('false')
  await shut()
})

test.concurrent('a round is verified in the browser: in the sheet, on the page, and from a saved file without any network', async () => {
  const { page, shut } = await open({ code: 'FG', game: 'fortune3', player: 'e6' })
  await spin(page)
  await page.getByRole('button', { name: '菜单：公平、记录、声音' }).click()
  await page.getByRole('button', { name: /^公平验证/ }).click()
  const commit = await page.getByTestId('commit').textContent()
  // A double tap reveals the seed that was played, and not the one begun by its first half.
  await page.getByRole('button', { name: '更换种子并公开' }).dblclick()
  await page.getByText('✓ 一致').waitFor()
  await page.getByText('用过 1 转').waitFor()
  expect(await page.getByTestId('commit').textContent()).not.toBe(commit)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '菜单：公平、记录、声音' }).click()
  await page.getByRole('button', { name: /^注单记录/ }).click()
  await page.locator('.hr').first().click()
  await page.getByRole('button', { name: /^复制注单号/ }).click()
  await page.getByRole('status').getByText('已复制').waitFor()
  const href = await page.getByRole('link', { name: '验证公平' }).getAttribute('href')
  await page.goto(venue.url + href)
  await page.getByText('✓ 一致：承诺、返还、数学版本').waitFor()
  await page.getByText('九项自检全部通过').waitFor()

  const folder = mkdtempSync(join(tmpdir(), 'verify-'))
  const file = join(folder, 'verify.html')
  writeFileSync(file, await (await fetch(`${venue.url}/verify`)).text())
  await page.context().setOffline(true)
  await page.goto(`${pathToFileURL(file).href}${href!.slice(href!.indexOf('#'))}`)
  await page.getByText('✓ 一致：承诺、返还、数学版本').waitFor()
  await page.locator('#payout').fill('1')
  await page.getByRole('button', { name: '验证' }).click()
  await page.getByText('✗ 不一致：返还').waitFor()
  rmSync(folder, { recursive: true })
  await shut()
})

test.concurrent('sound is off until it is switched on, and fetched only then; it is remembered, and nothing where there is no audio', async () => {
  const { page, complaints, shut } = await open({ player: 'e7' })
  const fetched: string[] = []
  page.on('request', request => {
    if (/synth/.test(request.url())) fetched.push(request.url())
  })
  await spin(page)
  expect(fetched).toEqual([])
  await page.getByRole('button', { name: '菜单：公平、记录、声音' }).click()
  const sound = page.getByRole('switch', { name: '声音' })
  expect(await sound.getAttribute('aria-checked')).toBe('false')
  await page.evaluate(() => {
    Object.assign(globalThis, { AudioContext: undefined })
  })
  await Promise.all([page.waitForResponse(/synth/), sound.click()])
  expect(await sound.getAttribute('aria-checked')).toBe('true')
  await page.keyboard.press('Escape')
  await spin(page)
  expect([await page.evaluate(() => localStorage.getItem('sound')), complaints]).toEqual(['on', []])
  await shut()
})

test.concurrent('the keyboard is enough, and the focus stays where it was', async () => {
  const { page, shut } = await open({ player: 'e8' })
  await page.getByTestId('spin').focus()
  await page.keyboard.press('Enter')
  await settled(page)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe(
    'spin',
  )
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '规则与赔付' }).waitFor()
  for (let i = 0; i < 6; i++) await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(
    true,
  )
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('赔付表')
  await shut()
})

const koi5 = gameByCode('koi5') as InstantGame
const KNOWN_SEED = '00'.repeat(31) + '01'
/**
 * Gives a player's next round a known outcome: the nonce of seed 00…01 and `lucky` it is drawn by.
 */
const drawNext = (player: string, nonce: number) =>
  run(
    venue.db,
    sql`update seed set server_seed = ${Buffer.from(KNOWN_SEED, 'hex')}, client_seed = 'lucky', next_nonce = ${nonce}
  where player_id = ${player} and state = 'active'`,
  )
/** The first nonce whose round gives back something, and no more than the stake of 2 yuan. */
function nonceOfReturn(code: string): number {
  const { outcome } = gameByCode(code) as InstantGame
  for (let nonce = 0; ; nonce++) {
    const { payoutFen, detail } = outcome({
      serverSeed: fromHex(KNOWN_SEED),
      clientSeed: 'lucky',
      nonce,
      stakeFen: 200n,
    })
    const free = (detail['free'] as unknown[] | undefined)?.length ?? 0
    if (payoutFen > 0n && payoutFen <= 200n && free === 0) return nonce
  }
}
const FREE_SPINS_NONCE = 102
const CASCADE_NONCE = 16

test.concurrent('free spins: one tap each on a locked stake, told as they come, and gone on with after a reload', async () => {
  const { client, page, complaints, shut } = await open({ game: 'koi5', player: 'f1' })
  await drawNext('f1', FREE_SPINS_NONCE)
  await spin(page)
  await page.getByText('送 8 次免费旋转', { exact: false }).first().waitFor()
  const freeButton = (left: number) => page.getByRole('button', { name: `免费 余 ${left} 次` })
  await expect.poll(() => page.getByRole('button', { name: '加注' }).isDisabled()).toBe(true)
  await freeButton(8).click()
  await settled(page)
  await page.getByText('1 / 8').waitFor()
  expect(await balanceOf(page)).toBe(99_800)
  // Six more were taken elsewhere meanwhile.
  const { detail } = koi5.outcome({
    serverSeed: fromHex(KNOWN_SEED),
    clientSeed: 'lucky',
    nonce: FREE_SPINS_NONCE,
    stakeFen: 200n,
  })
  await run(
    venue.db,
    sql`update bet set outcome = ${JSON.stringify(koi5.feature!.shown(detail, 7))} where player_id = 'f1'`,
  )
  await page.reload()
  await page.getByText('7 / 8').waitFor()
  await freeButton(1).click()
  await settled(page)
  await page.getByText('免费旋转 8 次', { exact: true }).waitFor()
  await page.getByRole('button', { name: '旋转', exact: true }).waitFor()
  expect(await balanceOf(page)).toBe(Number(good(await client.balance({ player: 'f1' })).available))
  expect(complaints).toEqual([])
  await shut()
})

test.concurrent('a cascade shows each of its steps with what it counts by, then what all of them came to', async () => {
  const { page, complaints, shut } = await open({
    code: 'PP',
    game: 'gems5',
    player: 'f2',
    calm: false,
  })
  await drawNext('f2', CASCADE_NONCE)
  await page.getByRole('list', { name: '连消倍数' }).waitFor({ state: 'attached' })
  const factors = await heardFrom(page, '.ladder [aria-current=step]')
  await spinButton(page).click()
  await settled(page)
  expect(await factors()).toEqual(['×1', '×2', '×3'])
  await page.locator('.msg.won').getByText('连消 3 次').waitFor()
  expect(complaints).toEqual([])
  await shut()
})

test.concurrent('a return up to the stake is stated and never celebrated', async () => {
  for (const [code, game] of [
    ['OB', 'koi5'],
    ['AE', 'journey5'],
    ['PP', 'peach5'],
    ['FG', 'fortune3'],
  ] as const) {
    const { page, shut } = await open({ code, game, player: `f3-${game}` })
    await drawNext(`f3-${game}`, nonceOfReturn(game))
    await spin(page)
    await page
      .locator('.msg')
      .getByText(/^返还 [012]\.\d\d 元$/)
      .waitFor()
    expect([
      await page.locator('.msg.won').count(),
      await page.locator('.cell.hl').count(),
    ]).toEqual([0, 0])
    await shut()
  }
})

test.concurrent('axe finds nothing wrong with the five-reel games, in and out of free spins', async () => {
  for (const [code, game, nonce, width, height] of [
    ['OB', 'koi5', FREE_SPINS_NONCE, 390, 844],
    ['PP', 'peach5', CASCADE_NONCE, 360, 640],
  ] as const) {
    const { page, shut } = await open({ code, game, player: `f4-${game}`, width, height })
    await drawNext(`f4-${game}`, nonce)
    const check = await axeOn(page, game)
    await spin(page)
    await check('after a round')
    await page.getByRole('button', { name: '赔付表' }).click()
    await page.getByRole('dialog').getByText('理论返还率').waitFor()
    await check('rules')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
    await shut()
  }
})

test.concurrent('axe finds nothing wrong with any screen, at both sizes', async () => {
  for (const [width, height] of [
    [390, 844],
    [360, 640],
  ] as const) {
    const { page, shut } = await open({
      code: 'PP',
      game: 'koi3',
      player: `e9-${width}`,
      width,
      height,
    })
    const check = await axeOn(page, `koi3 ${width}`)
    await check('game')
    await spin(page)
    await check('after a round')
    for (const [name, button] of [
      ['menu', null],
      ['rules', /^规则与赔付/],
      ['fair', /^公平验证/],
      ['history', /^注单记录/],
    ] as const) {
      await page.getByRole('button', { name: '菜单：公平、记录、声音' }).click()
      if (button) await page.getByRole('dialog').getByRole('button', { name: button }).click()
      await page.getByRole('dialog').waitFor()
      await check(name)
      await page.keyboard.press('Escape')
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
    await shut()
  }
})

test('pages carry strict headers: own scripts only, no frames, no referrer', async () => {
  const { headers } = await fetch(`${venue.url}/play/orchard3`)
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  const verifier = (await fetch(`${venue.url}/verify`)).headers.get('content-security-policy')
  expect(verifier).toMatch(/script-src 'sha256-/)
  expect(verifier).not.toMatch(/unsafe|connect-src/)
  for (const path of [
    '/play/nothing',
    '/assets/nothing.js',
    '/art/../src/main.ts',
    '/assets/%2e%2e/%2e%2e/package.json',
  ])
    expect((await fetch(venue.url + path)).status).toBe(404)
})

test('what is not there is said in the language of the address, and to programs as a refusal', async () => {
  const asked = async (path: string, accept = 'text/html,*/*') => {
    const answer = await fetch(venue.url + path, { headers: { accept } })
    return [answer.status, await answer.text()]
  }
  expect(await asked('/play/nothing')).toEqual([404, '没有这个游戏。'])
  expect(await asked('/play/nothing?lang=en')).toEqual([404, 'No such game.'])
  expect(await asked('/rules/nothing?lang=en-GB')).toEqual([404, 'No such game.'])
  expect(await asked('/games/k3/math.json?version=0&lang=en')).toEqual([
    404,
    'No such version of the mathematics.',
  ])
  expect(await asked('/nowhere?lang=zh-Hans')).toEqual([404, '没有这个页面。'])
  expect(await asked('/nowhere?lang=en')).toEqual([404, 'No such page.'])
  const [status, said] = await asked('/nowhere?lang=en', 'application/json')
  expect([status, JSON.parse(String(said))]).toMatchObject([
    404,
    { code: 2000, message: 'no such call' },
  ])
  const table = async (lang: string) =>
    JSON.parse(String((await asked(`/tables/nothing/rounds?lang=${lang}`))[1])) as object
  expect(await table('en')).toMatchObject({ code: 2404, message: 'No such bet' })
  expect(await table('zh-CN')).toMatchObject({ code: 2404, message: '没有这张注单' })
})
