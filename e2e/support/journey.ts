// One member's way through the site, step by step, as a person takes it: by what is written on the
// screen.
import { sql, theRow } from '@tianping/database'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  cashierSchema,
  cashierSetting,
  CASHIER_SETTING,
  type CashierSetting,
} from '../../apps/server/src/areas/cashier/setting.ts'
import { missingTurnover } from '../../apps/server/src/ledger/wagering.ts'
import { writeSetting } from '../../apps/server/src/kernel/setting.ts'
import { captchaAnswer } from '../../tooling/pictures/captcha-answers.ts'
import { settingsTold } from './data.ts'
import { hears } from './phone.ts'
import type { World } from './stack.ts'

export const member = {
  name: 'walker01',
  password: 'walk-secret',
  pay: '748201',
  realname: '行者',
} as const

const path = (page: Page) => new URL(page.url()).hash.slice(1) || '/'
const at = (page: Page, wanted: string) => expect.poll(() => path(page)).toBe(wanted)
const visit = async (page: Page, url: string, hash: string) => {
  await page.goto(`${url}/#${hash}`)
  await at(page, hash)
  await bare(page)
}
/** No layer is sliding away any more: as long as one is, what lies beneath takes no typing. */
const bare = (page: Page) =>
  page.locator('dialog[open][data-leaving]').waitFor({ state: 'detached' })
/** The page has moved on by itself. */
const left = (page: Page, start: string) =>
  expect.poll(() => path(page)).not.toMatch(new RegExp(`^${start}`))
/** A message came up, or the page shows this text. */
const says = (page: Page, text: string | RegExp) =>
  expect
    .poll(async () => (await hears(page, text)) || page.getByText(text).first().isVisible(), {
      message: String(text),
    })
    .toBe(true)
/** One of a sheet's list; the page beneath is out of reach until the sheet has slid away. */
const choose = async (page: Page, name: RegExp) => {
  await page.getByRole('option', { name }).first().click()
  await bare(page)
}
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Money on the way has arrived: nothing is unknown any more. */
const settled = (world: World) =>
  expect
    .poll(
      async () =>
        (
          await theRow(
            world.db,
            sql<{ open: number }>`select count(*)::int as open from venue_transfer where state = 2`,
          )
        ).open,
    )
    .toBe(0)

/** Step 1: what a visitor sees and can close. */
export async function lookAround(page: Page) {
  await press(page, '知道了')
  await page.getByRole('region', { name: '下载' }).getByRole('button', { name: /关闭/ }).click()
  await page.getByRole('button', { name: '关闭红包' }).click()
  for (const name of ['真人', '体育', '电竞', '棋牌', '电子', '彩票'])
    await page.getByRole('tab', { name }).click()
  await page.getByRole('tab', { name: '彩票', selected: true }).waitFor()
  for (const name of ['首页', '优惠', '客服', '赞助', '我的'])
    await expect
      .poll(() => page.getByRole('navigation', { name: '主导航' }).getByText(name).count())
      .toBe(1)
  await page.getByRole('tab', { name: '电子' }).click()
  await page.getByRole('tabpanel', { name: '电子' }).getByText('招财进宝').click()
  await says(page, '请登录！')
  await press(page, '关闭')
  await bare(page)
  await press(page, '菜单')
  await page.getByText('立即登录').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('立即登录').waitFor({ state: 'hidden' })
}

async function solveCaptcha(page: Page) {
  const src = (await page.getByAltText('验证码图片').getAttribute('src'))!
  await page.getByPlaceholder('验证码').fill(captchaAnswer(src).toUpperCase())
}

/**
 * Step 2: the guard keeps the way, the rules speak, and registration leads on to where one wanted
 * to go.
 */
export async function register(page: Page, url: string) {
  await page.goto(`${url}/#/money`)
  await at(page, '/login?redirect=%2Fmoney')
  await page.getByText('注册新用户').click()
  const submit = () => page.getByRole('button', { name: '注册', exact: true }).click()
  await submit()
  await says(page, '用户名长度6~11位，以字母或数字组合！')
  await page.getByPlaceholder('用户名').fill(member.name)
  await page.getByPlaceholder('登录密码').first().fill(member.password)
  await page.getByPlaceholder('再次输入').fill(member.password)
  await page.getByPlaceholder('真实姓名').fill(member.realname)
  await page.getByPlaceholder('支付密码').fill(member.pay)
  await page.getByPlaceholder('验证码').fill('!!!!')
  await submit()
  await says(page, '验证码错误！')
  expect(
    await page.getByPlaceholder('验证码').inputValue(),
    'a wrong captcha clears its field',
  ).toBe('')
  expect(await page.getByPlaceholder('用户名').inputValue(), 'and nothing else').toBe(member.name)
  await solveCaptcha(page)
  await submit()
  await says(page, '请选择您的生日')
  await page.getByLabel('生日').fill('1990-02-28')
  await submit()
  await says(page, '请阅读并勾选同意《规则与条款》和《隐私政策》')
  await page.getByRole('checkbox').check()
  await submit()
  await at(page, '/money')
}

/** Step 3: without a card the deposit page sends one here; bind, unbind, bind again. */
export async function bindCards(page: Page, url: string) {
  await page.goto(`${url}/#/recharge`)
  await page.getByRole('alertdialog').getByRole('button', { name: '去绑定' }).click()
  await expect.poll(() => path(page)).toMatch(/^\/wallet/)
  await page.getByText('新增USDT地址').click()
  await at(page, '/addUsdtCard')
  await press(page, '确认添加')
  await says(page, '请输入USDT地址')
  await page.getByPlaceholder('请输入USDT地址').fill(`T${'w'.repeat(33)}`)
  await page.getByPlaceholder('请输入支付密码').fill(member.pay)
  await page.getByLabel('我确认该地址为本人所有').check()
  await press(page, '确认添加')
  await says(page, '绑定成功')
  await left(page, '/add')
  await visit(page, url, '/addBankCard')
  await bindBank(page)
  await visit(page, url, '/wallet?type=2')
  await page
    .getByRole('button', { name: /解绑|解除绑定/ })
    .first()
    .click()
  await page.getByText('确定要解除绑定该卡片吗？').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: '解除绑定' }).click()
  await says(page, '解绑成功')
  await visit(page, url, '/addBankCard')
  await bindBank(page)
}

async function bindBank(page: Page) {
  const holder = page.getByPlaceholder('请输入姓名')
  await expect.poll(() => holder.inputValue()).toBe(member.realname)
  await page.getByText('请选择银行/机构').locator('visible=true').first().click()
  await choose(page, /沙盒商业银行/)
  await page.getByPlaceholder('请输入卡号或支付宝账号').fill('6222 0200 9999 8888')
  await page.getByPlaceholder('请输入您本人的手机号码').fill('13900139000')
  await page.getByPlaceholder('请输入支付密码').fill(member.pay)
  await press(page, '确认添加')
  await says(page, '绑定成功')
  await left(page, '/add')
}

async function setCashier(world: World, change: (setting: CashierSetting) => void) {
  const setting = structuredClone(await cashierSetting(world.db))
  change(setting)
  const by = { name: 'journey', at: new Date() }
  await writeSetting(world.db, CASHIER_SETTING, cashierSchema, setting, by)
  await settingsTold(world)
}

/** An operator's rule of the day, so that the journey's turnover is as small as its patience. */
export const setTurnoverTimes = (world: World, turnoverTimes: number) =>
  setCashier(world, ({ deposit }) => {
    deposit.turnoverTimes = turnoverTimes
  })

/** How long payouts wait after a new address, for example; undefined as a sandbox has it. */
export const setWaitHours = (world: World, waitHours: number | undefined) =>
  setCashier(world, ({ withdrawal }) => {
    withdrawal.waitHours = waitHours
  })

/** From how many yuan a day on withdrawals ask for a second factor. */
export const setFactorFrom = (world: World, yuan: number) =>
  setCashier(world, ({ withdrawal }) => {
    withdrawal.factorFromFen = yuan * 100
  })

/** The first deposit asks for a limit. */
async function answerPrompt(page: Page) {
  const asked = page.getByRole('dialog', { name: '先设一个存款限额？' })
  await asked.getByLabel('每日存款限额').fill('50000')
  await asked.getByRole('button', { name: '设置并继续存款' }).click()
}

/** Step 4, bank transfer: submitted, and waiting for review. */
export async function depositByBank(page: Page, url: string, amount: string) {
  await visit(page, url, '/recharge')
  await page.getByRole('tab', { name: '银行卡' }).click()
  await page.getByLabel('存款金额').fill(amount)
  await press(page, '换一张')
  await choose(page, /其他账户/)
  await page.getByRole('radio', { name: '沙盒商业银行' }).check()
  await press(page, '立即存款')
  await says(page, '请输入存款人姓名')
  await page.getByPlaceholder('请输入存款人姓名').fill(member.realname)
  await page.getByText('请选择银行/机构').locator('visible=true').first().click()
  await choose(page, /沙盒商业银行/)
  await page.getByPlaceholder('请输入账户号码').fill('6222020099998888')
  await page.getByPlaceholder('请输入开户行地址').fill('北京市朝阳支行')
  await press(page, '立即存款')
  await answerPrompt(page)
  await expect.poll(() => path(page)).toMatch(/^\/transRecord/)
  await says(page, '待审核')
}

/** Step 4, an order with QR and countdown, paid on the provider's page in the same phone. */
export async function depositByOrder(page: Page, url: string, method: string, amount: string) {
  await visit(page, url, '/recharge')
  await page.getByRole('tab', { name: method, exact: true }).click()
  await page.getByLabel('存款金额').fill(amount)
  await press(page, '立即存款')
  await expect.poll(() => path(page)).toMatch(/^\/payInfo\?deposit_no=/)
  // Folded on a phone, where nobody can scan the own screen.
  await page.getByAltText('收款二维码').waitFor({ state: 'attached' })
  await page
    .getByText(/\d\d:\d\d/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: '打开付款页面' }).click()
  await payAtProvider(page)
}

/** Step 4, a zh_* method: straight to the provider's own page; `first` asks for a limit. */
export async function depositByRedirect(
  page: Page,
  url: string,
  { method, amount, first = false }: { method: RegExp; amount: string; first?: boolean },
) {
  await visit(page, url, '/recharge')
  await page.getByRole('tab', { name: method }).first().click()
  await page.getByLabel('存款金额').fill(amount)
  await press(page, '立即存款')
  if (first) await answerPrompt(page)
  await payAtProvider(page)
}

async function payAtProvider(page: Page) {
  await page.waitForURL('**/sandbox-pay/**')
  await page.getByRole('button', { name: /支付成功/ }).click()
  await page.locator('[data-verdict="credited"]').waitFor()
  await page.getByRole('link', { name: '返回交易记录' }).click()
  await expect.poll(() => path(page)).toMatch(/^\/transRecord/)
}

/** Step 5: by hand there and back, refreshed, recycled; then the switch is turned on. */
export async function moveMoney(page: Page, world: World) {
  await visit(page, world.url, '/transfer')
  await page
    .getByRole('button', { name: /^转入/ })
    .or(page.getByRole('button', { name: /^到/ }))
    .first()
    .click()
  await choose(page, /FG 电子/)
  await press(page, /^立即转账/)
  await says(page, '请输入操作金额！')
  await page.getByLabel('转账金额').fill('300')
  await press(page, /^立即转账/)
  await says(page, /操作成功！|转账处理中/)
  await settled(world)
  await visit(page, world.url, '/money')
  await page.getByRole('button', { name: /^刷新FG 电子/ }).click()
  await says(page, '刷新成功')
  await page.getByRole('main').getByRole('button', { name: '一键回收' }).click()
  await says(page, /已回收 300.00 元|处理中/)
  await settled(world)
  await visit(page, world.url, '/transfer')
  await page.getByRole('switch', { name: '自动免转' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '开启' }).click()
  await says(page, '操作成功！')
}

/**
 * Step 6: from home into the game, a few honest rounds at ¥100, and back; the bets are on record.
 */
export async function play(page: Page, world: World, rounds: number) {
  await page.goto(`${world.url}/#/`)
  await page.getByRole('tab', { name: '电子' }).click()
  await page.getByRole('tabpanel', { name: '电子' }).getByText('招财进宝').click()
  await page.waitForURL('**/play/fortune3**')
  await page.getByText('试玩币').first().waitFor()
  await page.getByRole('button', { name: '规则与赔率' }).click()
  await page.getByText('96.59').first().waitFor()
  await page.keyboard.press('Escape')
  while (!(await page.getByTestId('stake').textContent())!.startsWith('100.00'))
    await page.getByRole('button', { name: '加注' }).click()
  const spin = page.getByTestId('spin')
  for (let round = 0; round < rounds; round++) {
    await expect.poll(() => spin.getAttribute('aria-disabled')).toBe('false')
    // It sleeps from the press until the reels stand still, which may be over before anybody looks:
    // so it is written down.
    const slept = await spin.evaluateHandle(button => {
      const seen = { asleep: false }
      new MutationObserver(() => {
        seen.asleep ||= button.getAttribute('aria-disabled') === 'true'
      }).observe(button, { attributes: true })
      return seen
    })
    await spin.click()
    await expect.poll(() => slept.evaluate(seen => seen.asleep)).toBe(true)
  }
  await expect.poll(() => spin.getAttribute('aria-disabled')).toBe('false')
  await page.getByRole('link', { name: '离开游戏' }).click()
  await page.waitForURL(`${world.url}/**`)
  await expect
    .poll(
      async () =>
        (
          await theRow(
            world.db,
            sql<{ bets: number }>`
    select count(*)::int as bets from bet b join member m using (member_id) where m.name = ${member.name}`,
          )
        ).bets,
    )
    .toBe(rounds)
  await visit(page, world.url, '/betRecord')
  await expect.poll(() => page.getByText('已结算').count()).toBe(rounds)
  const { memberId } = await theRow(
    world.db,
    sql<{
      memberId: bigint
    }>`select member_id from member where name = ${member.name}`,
  )
  await expect.poll(() => missingTurnover(world.db, memberId)).toBe(0n)
}

/** Everything back into the central wallet, by the header's button. */
export async function recycle(page: Page, world: World) {
  await page.goto(`${world.url}/#/`)
  await page.getByRole('banner').getByRole('button', { name: '一键回收' }).click()
  // What the game held has come home when it was left.
  await says(page, /已回收|处理中|没有可回收/)
  await settled(world)
}

/**
 * Step 7: to the card or the address; a wrong pay password first, which moves nothing and loses
 * nothing that was typed.
 */
export async function withdraw(
  page: Page,
  world: World,
  tab: 'USDT取款' | '银行卡取款',
  amount: string,
) {
  await visit(page, world.url, '/withdrawal')
  await page.getByRole('tab', { name: tab }).click()
  await press(page, /^到：/)
  await choose(page, /./)
  await page.getByLabel('取款金额').fill(amount)
  await page.getByPlaceholder('请输入支付密码').fill('000000')
  await press(page, /^立即取款/)
  await page
    .locator('form')
    .getByText(/支付密码错误/)
    .waitFor()
  expect(await page.getByLabel('取款金额').inputValue()).toContain(amount)
  await page.getByPlaceholder('请输入支付密码').fill(member.pay)
  await press(page, /^立即取款/)
  await expect.poll(() => path(page)).toMatch(/^\/transRecord/)
}

/** Step 8: four types, their states. */
export async function readRecords(page: Page, world: World) {
  await visit(page, world.url, '/transRecord')
  for (const [tab, label] of [
    ['存款', '通过'],
    ['取款', '拒绝'],
    ['转入', '成功'],
    ['转出', '成功'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('main').getByText(label).first().waitFor()
  }
}

/** Step 9, the operator's side: log in once. */
export async function logInAtDesk(desk: Page) {
  await desk.getByLabel('账号').fill('admin')
  await desk.getByLabel('密码', { exact: true }).fill('admin888')
  await desk.getByRole('button', { name: '登录' }).click()
  await desk.getByRole('heading', { name: '今日', exact: true }).waitFor()
}

/** Step 9: take an item of this member, with the figures beside it, and decide. */
export async function review(
  desk: Page,
  world: World,
  room: 'deposits' | 'withdrawals',
  method: string,
  action: 'approve' | 'reject',
) {
  const title = room === 'deposits' ? '存款审核' : '取款审核'
  await desk.goto(`${world.url}/console/#/${room}`)
  await desk
    .getByRole('table', { name: title })
    .getByRole('row')
    .filter({ hasText: member.name })
    .filter({ hasText: method })
    .first()
    .click()
  const panel = desk.getByRole('region', { name: room === 'deposits' ? '存款详情' : '取款详情' })
  await panel.getByRole('button', { name: action === 'approve' ? '通过' : '拒绝' }).click()
  const dialog = desk.getByRole('dialog')
  if (action === 'reject') await dialog.getByLabel(/拒绝原因/).fill('收款信息有误')
  await dialog.getByRole('button', { name: /^确认/ }).click()
  await says(
    desk,
    action === 'approve' ? /已向 walker01 入账|已通过 walker01/ : /已向 walker01 退回/,
  )
  // The next one opens by itself; who goes elsewhere meanwhile may find themselves with it.
  await dialog.waitFor({ state: 'detached' })
}

/** Step 9: the member's own page with its ledger, and the log of what was decided. */
export async function lookItUp(desk: Page, world: World) {
  await desk.goto(`${world.url}/console/#/members`)
  await desk.getByLabel('会员名、会员 ID、手机号').fill(member.name)
  await desk.getByRole('link', { name: member.name }).click()
  await desk.getByRole('navigation', { name: '会员资料' }).getByText('账变流水').click()
  await desk.getByRole('table', { name: '账变流水' }).getByRole('row').nth(3).waitFor()
  await desk.goto(`${world.url}/console/#/audit`)
  await desk.getByRole('table', { name: '审计日志' }).getByText('拒绝取款').first().waitFor()
}
