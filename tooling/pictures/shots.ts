// `npm run shots`: every route of the member app as visitors, a member with a history and a
// newcomer see it, on two phones, light and dark, into shots/ with an index page to look through.
import { connect, sql, theRow } from '@tianping/database'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { demoMember } from '../../apps/server/src/kernel/demoLogins.ts'
import { bets, deposit } from '../../e2e/support/data.ts'
import { guarded, open, samples } from '../../e2e/support/routes.ts'
import { askSite } from '../askSite.ts'
import { openBrowser } from '../browser.ts'
import { buildApps } from '../build.ts'
import { seedWithPast } from '../past.ts'
import { freePort } from '../postgres.ts'
import { inRoot } from '../root.ts'
import { isSettled } from '../settled.ts'
import { openStack, type Stack } from '../stack.ts'

const phones = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
] as const
const themes = ['light', 'dark'] as const
const TIMEOUT_MS = 20_000
/** Pages that are taken at the same time. */
const AT_ONCE = 2

/** What a touch or two brings up over a page, or makes of it. */
type Scene = { name: string; address: string; act: (page: Page) => Promise<void> }
type Viewer = { name: string; label: string; token: string; addresses: string[]; scenes: Scene[] }
type Shot = {
  viewer: Viewer
  address: string
  theme: (typeof themes)[number]
  phone: (typeof phones)[number]
  file: string
  scene?: Scene
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()
const row = (page: Page) =>
  page.locator('main').filter({ visible: true }).locator('button.row').first().click()

const membersScenes: Scene[] = [
  { name: 'menu', address: '/', act: press('菜单') },
  { name: 'filter', address: '/transRecord', act: press('全平台') },
  { name: 'transaction', address: '/transRecord', act: row },
  { name: 'bet', address: '/betRecord', act: row },
  { name: 'audit', address: '/wageringAudit', act: row },
  { name: 'rebate', address: '/fanshui', act: row },
  { name: 'log-out', address: '/mine', act: press('退出登录') },
  { name: 'unbind', address: '/wallet?type=2', act: press(/^解除绑定/) },
  { name: 'wallets', address: '/transfer', act: press(/^到：/) },
  { name: 'banks', address: '/addBankCard', act: press(/^取款方式/) },
  {
    name: 'usdt',
    address: '/recharge',
    act: page => page.getByRole('tab', { name: 'USDT', exact: true }).click(),
  },
  {
    name: 'manual',
    address: '/recharge',
    act: page => page.getByRole('tab', { name: '人工存款' }).click(),
  },
  { name: 'wrong', address: '/withdrawal', act: press(/^立即取款/) },
  { name: 'refused', address: '/activityInfo?id=1', act: press('立即申请') },
  { name: 'how-come', address: '/vip', act: press('查看计算依据') },
  { name: 'short', address: '/hongbao', act: press('立即抢红包') },
]
const visitorsScenes: Scene[] = [
  { name: 'menu', address: '/', act: press('菜单') },
  {
    name: 'invited',
    address: '/',
    act: page => page.getByRole('region', { name: '账户' }).getByText('转账').click(),
  },
  { name: 'wrong', address: '/login?type=1', act: press('注册') },
]

/**
 * Visitors see what is open; members everything but the log-in, with an order of their own to pay.
 */
async function viewers(stack: Stack): Promise<Viewer[]> {
  const session = (path: string, body: object) =>
    askSite<{ api_token: string }>(stack, path, body).then(({ data }) => data.api_token)
  const member = await session('/api/login', {
    name: demoMember.name,
    password: demoMember.password,
    code: 'none',
  })
  const newcomer = await session('/api/register', {
    name: 'newcomer1',
    password: 'newcomer1',
    confirmPass: 'newcomer1',
    realname: '新会员',
    paypassword: '888888',
    code: 'none',
  })
  const { message: order } = await askSite(
    stack,
    '/api/recharge',
    { paytype: 'usdt', catepay: 'TRC20', amount: '500' },
    member,
  )
  const extra = [
    `/payInfo?deposit_no=${order}`,
    '/login?type=1',
    '/message?type=1',
    '/abouts?type=6',
    '/password?type=2',
    '/wallet?type=1',
    '/transRecord?type=3',
    '/gamePage?app=1',
  ]
  const outside = [
    ...open.map(path => samples[path]),
    ...extra.filter(address => /^\/(payInfo|login|abouts)/.test(address)),
  ]
  const inside = [...open, ...guarded]
    .map(path => samples[path])
    .concat(extra)
    .filter(address => !address.startsWith('/login') && address !== '/payInfo')
  return [
    { name: 'visitor', label: 'Visitor', token: '', addresses: outside, scenes: visitorsScenes },
    {
      name: 'member',
      label: 'Member with a history',
      token: member,
      addresses: inside,
      scenes: membersScenes,
    },
    { name: 'newcomer', label: 'Newcomer', token: newcomer, addresses: inside, scenes: [] },
  ]
}

const fileOf = (address: string) =>
  `${
    address
      .slice(1)
      .replace(/deposit_no=\w+/, 'order')
      .replace(/\W+/g, '-') || 'home'
  }.png`

/** Takes the pictures of one roll: of one viewer, theme and phone. */
async function take(browser: Browser, stack: Stack, shots: Shot[]): Promise<void> {
  const [first] = shots
  if (!first) return
  const { viewer, phone, theme } = first
  const options: BrowserContextOptions = {
    viewport: phone,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    isMobile: true,
    hasTouch: true,
    colorScheme: theme,
    reducedMotion: 'reduce',
    deviceScaleFactor: 2,
    ...(viewer.token
      ? {
          storageState: {
            cookies: [],
            origins: [
              { origin: stack.url, localStorage: [{ name: 'token', value: viewer.token }] },
            ],
          },
        }
      : {}),
  }
  const context = await browser.newContext(options)
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(TIMEOUT_MS)
    await page.addInitScript(() => sessionStorage.setItem('closed:welcome', '1'))
    await page.goto(stack.url)
    for (const shot of shots) await takeOne(page, shot)
  } finally {
    await context.close()
  }
}

/** Something that is on its way — a sheet, an answer — has come. */
const MOMENT_MS = 400

async function takeOne(page: Page, { address, file, scene }: Shot): Promise<void> {
  await page.evaluate(to => {
    location.hash = to
  }, address)
  await page.reload()
  await page.waitForFunction(isSettled, undefined, { polling: 100 })
  if (scene) {
    await scene.act(page).catch((cause: unknown) => {
      throw new Error(`${address}: ${scene.name} did not come`, { cause })
    })
    await page.waitForTimeout(MOMENT_MS)
  }
  // The whole page is taken, so what would come with the scroll has to be there.
  if (!scene)
    await page.evaluate(() => {
      for (const image of document.images) image.loading = 'eager'
    })
  await page.waitForFunction(isSettled, undefined, { polling: 100 })
  mkdirSync(join(file, '..'), { recursive: true })
  await page.screenshot({ path: file, fullPage: !scene })
}

/** Gives the demo member what shows turnover under way: a deposit, and bets since. */
async function play(stack: Stack): Promise<void> {
  const db = connect(stack.databaseUrl, { maxConnections: 1 })
  try {
    const { memberId } = await theRow(
      db,
      sql<{
        memberId: bigint
      }>`select member_id from member where name = ${demoMember.name}`,
    )
    await deposit({ db }, { memberId }, 300, new Date(Date.now() - 150 * 60_000))
    await bets({ db }, { memberId }, ['OPEN', 'SETTLED', 'VOID', 'SETTLED', 'SETTLED'])
  } finally {
    await db.destroy()
  }
}

/** One row a page, one column a phone and theme. */
function indexPage(all: Shot[], root: string): string {
  const sections = [...Map.groupBy(all, shot => shot.viewer.label)].map(([label, shots]) => {
    const rows = [
      ...Map.groupBy(shots, shot => `${shot.address}${shot.scene ? `: ${shot.scene.name}` : ''}`),
    ].map(
      ([address, same]) =>
        `<section><h3>${address.replace(/=\w{20,}/, '=…')}</h3><div>${same
          .map(
            ({ file, phone, theme }) =>
              `<figure><a href="${file.slice(root.length + 1)}"><img loading="lazy" src="${file.slice(root.length + 1)}" width="${phone.width / 2}" alt=""></a><figcaption>${phone.width} × ${phone.height}, ${theme}</figcaption></figure>`,
          )
          .join('')}</div></section>`,
    )
    return `<h2>${label}</h2>${rows.join('\n')}`
  })
  return `<!doctype html><meta charset="utf-8"><title>Shots</title>
<style>body{font:14px/1.5 system-ui;margin:24px;background:#777;color:#fff}div{display:flex;gap:16px;align-items:start;overflow-x:auto}figure{margin:0}img{display:block}</style>
${sections.join('\n')}
`
}

async function main(): Promise<void> {
  await buildApps(text => console.log(text))
  const home = mkdtempSync(join(tmpdir(), 'tianping-shots-'))
  const root = inRoot('shots')
  rmSync(root, { recursive: true, force: true })
  const stack = await openStack({
    dataDir: home,
    host: '127.0.0.1',
    port: await freePort(),
    venuePort: await freePort(),
    durable: false,
    env: { LOG_LEVEL: 'error' },
    before: async at => void (await seedWithPast(at)),
  })
  const browser = await openBrowser()
  try {
    await play(stack)
    const all: Shot[] = (await viewers(stack)).flatMap(viewer =>
      themes.flatMap(theme =>
        phones.flatMap(phone => {
          const folder = join(root, `${phone.width}x${phone.height}-${theme}`, viewer.name)
          return [
            ...viewer.addresses.map(address => ({
              viewer,
              address,
              theme,
              phone,
              file: join(folder, fileOf(address)),
            })),
            ...viewer.scenes.map(scene => ({
              viewer,
              address: scene.address,
              theme,
              phone,
              scene,
              file: join(folder, `${fileOf(scene.address).slice(0, -4)}_${scene.name}.png`),
            })),
          ]
        }),
      ),
    )
    const rolls = [
      ...Map.groupBy(
        all,
        ({ viewer, theme, phone }) => `${viewer.name} ${theme} ${phone.width}`,
      ).values(),
    ]
    for (let n = 0; n < rolls.length; n += AT_ONCE) {
      await Promise.all(rolls.slice(n, n + AT_ONCE).map(shots => take(browser, stack, shots)))
      console.log(`${Math.min(rolls.length, n + AT_ONCE)} of ${rolls.length} rolls`)
    }
    writeFileSync(join(root, 'index.html'), indexPage(all, root))
    console.log(`${all.length} pictures: ${join(root, 'index.html')}`)
  } finally {
    await browser.close()
    await stack.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

await main()
