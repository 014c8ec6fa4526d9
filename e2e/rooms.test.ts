// The rooms of the back office as people use them; what a call does is proven beside the server.
import { rows, run, sql } from '@tianping/database'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ask, bindBankCard, deposit, newMember, withdrawal } from './support/data.ts'
import { setTurnoverTimes } from './support/journey.ts'
import { says as told } from './support/phone.ts'
import { openWorld } from './support/stack.ts'

const world = await openWorld()

/** An operator who is logged in, in a room; `console.test.ts` has the log-in page. */
const enter = (name: string, password: string, path: string): Promise<Page> =>
  world.desk({ operator: { name, password }, path })
/** The field of a formatted text, with its HTML beside it. */
function editorOf(desk: Page, label: string) {
  const tools = desk.getByRole('toolbar', { name: `${label}工具` })
  const field = desk.getByRole('textbox', { name: label, exact: true })
  return {
    tools,
    field,
    /** HTML that was opened as text, touched, and written as HTML again. */
    async throughText(html: string): Promise<string> {
      await tools.waitFor()
      if ((await tools.getByRole('button', { name: 'HTML' }).count()) > 0)
        await tools.getByRole('button', { name: 'HTML' }).click()
      await field.fill(html)
      await tools.getByRole('button', { name: '所见即所得' }).click()
      await tools.getByRole('button', { name: '加粗' }).waitFor()
      await field.press('Control+Home')
      await desk.keyboard.type('x')
      await field.press('Backspace')
      await tools.getByRole('button', { name: 'HTML' }).click()
      return field.inputValue()
    },
  }
}
/** By how many pixels something sticks out of a screen of that width. */
async function outside(what: Locator, width: number): Promise<number> {
  const { x, width: wide } = (await what.boundingBox())!
  return Math.max(0, -x) + Math.max(0, x + wide - width)
}
const go = (desk: Page, to: string) => desk.goto(`${world.url}/console/#${to}`)

describe('the back office', () => {
  test('every room of the menu opens with its rows and complains of nothing', async () => {
    const desk = await enter('admin', 'admin888', '/')
    await desk.getByRole('heading', { name: '今日', exact: true }).waitFor()
    const rooms = await desk
      .getByRole('navigation', { name: '主菜单' })
      // Rooms of closed groups too.
      .locator('a')
      .evaluateAll(links => links.map(link => link.getAttribute('href')!.slice(1)))
    expect(rooms.length).toBeGreaterThanOrEqual(18)
    for (const room of rooms) {
      await go(desk, room)
      // What is on its way shows a sign; what came shows words.
      await desk.waitForFunction(() => {
        const main = document.querySelector<HTMLElement>('main')
        return (
          main !== null &&
          main.querySelector('[role=status], .ant-spin-spinning') === null &&
          main.innerText.length > 40
        )
      })
      expect(await desk.getByText('没有读取成功').count(), room).toBe(0)
    }
    expect(world.complaints).toEqual([])
  })

  test('a figure of a day opens its orders, and an order the two sides of its booking', async () => {
    const desk = await enter('finance', 'finance888', '/')
    await desk.getByRole('img', { name: '每日存款、取款与净入金' }).locator('svg').waitFor()
    await desk.getByText('表格', { exact: true }).click()
    const first = desk
      .getByRole('table', { name: '每日数据' })
      .getByRole('row')
      .filter({ hasText: /[1-9] 笔/ })
      .first()
    await first.getByRole('link').first().click()
    await desk.waitForURL(/#\/deposits\?.*day=/)
    await desk
      .getByRole('table', { name: '存款审核' })
      .locator('tbody tr.ant-table-row')
      .first()
      .click()
    await desk
      .getByRole('region', { name: '账本分录' })
      .getByRole('button', { name: '查看' })
      .click()
    const lines = desk.getByRole('table', { name: '账本分录' })
    await lines.getByText('200 存款清算').waitFor()
    await lines.getByText('100 中心钱包').waitFor()
  })

  test('an adjustment that one proposed is approved by another in two presses and a confirmation that names the figures', async () => {
    const one = await enter('finance', 'finance888', '/adjustments')
    await one.getByRole('button', { name: '提出调整' }).click()
    const form = one.getByRole('dialog', { name: '提出人工调整' })
    await form.getByLabel('会员名或会员 ID').fill('chenmo88')
    await form.getByLabel(/^金额/).fill('12.5')
    await form.getByLabel(/^原因/).fill('补偿')
    await form.getByText('批准后将向 chenmo88 的中心钱包增加 ¥12.50').waitFor()
    await form.getByRole('button', { name: '提交审批' }).click()
    await told(one, '已提交，等待另一位同事审批')
    await one.getByRole('table', { name: '人工调整' }).getByText('chenmo88').waitFor()
    await one
      .getByRole('table', { name: '人工调整' })
      .getByRole('row')
      .filter({ hasText: 'chenmo88' })
      .getByRole('link')
      .first()
      .click()
    await one.getByText('须由另一位同事审批').first().waitFor()
    const other = await enter('admin', 'admin888', '/adjustments')
    await other
      .getByRole('table', { name: '人工调整' })
      .getByRole('row')
      .filter({ hasText: 'chenmo88' })
      .getByRole('link')
      .first()
      .click()
    // What was approved stays open, with its entries.
    await other.getByRole('checkbox', { name: '自动下一笔' }).uncheck()
    await other.getByRole('button', { name: /批准入账/ }).click()
    const confirm = other.getByRole('dialog', { name: '批准调整' })
    await confirm.getByText('将向 chenmo88 的中心钱包增加 ¥12.50，立即入账，不可撤销').waitFor()
    await confirm.getByRole('button', { name: '确认入账 ¥12.50' }).click()
    await told(other, '已向 chenmo88 增加 ¥12.50')
    await other.getByRole('table', { name: '账本分录' }).getByText('900 人工调整').waitFor()
  })

  test('a withdrawal that a confirmed risk stops is released by one and passed by another', async () => {
    await setTurnoverTimes(world, 0)
    const member = await newMember(world)
    await bindBankCard(world, member)
    await deposit(world, member, 2_000)
    const no = await withdrawal(world, member, 500)
    await run(
      world.db,
      sql`
      insert into risk_flag (member_id, kind, subject, rule_version, inputs, weight, raised_at,
        seen_at, state, decided_by, decided_at)
      values (${member.memberId}, 'shared_address', 'walk', 1, '{"members": 2, "address": "203.0.113.7"}',
        50, now(), now(), 2, 'risk', now())`,
    )
    const pass = (desk: Page) => desk.getByRole('button', { name: /^通过/ })
    const holds = (desk: Page) => desk.getByRole('region', { name: '放款限制' })
    const order = `/withdrawals?open=${no}`
    const one = await enter('finance', 'finance888', order)
    const other = await enter('admin', 'admin888', order)
    await holds(one).getByText('限制中').waitFor()
    await one.getByText('有 1 项限制未解除，暂不能通过').waitFor()
    await expect.poll(() => pass(one).isDisabled()).toBe(true)
    await one.keyboard.press('a')
    await one.keyboard.press('r')
    await one.getByRole('dialog', { name: '拒绝取款' }).waitFor()
    await expect
      .poll(() => one.getByRole('dialog').count(), { message: 'no key opens what may not be done' })
      .toBe(1)
    await one.keyboard.press('Escape')
    const receiver = one.getByRole('region', { name: '收款' })
    await receiver.getByText('与实名一致').waitFor()
    await receiver.getByText(/刚刚|前$/).waitFor()

    await holds(other).getByRole('button', { name: '解除限制' }).click()
    const release = other.getByRole('dialog', { name: '解除限制' })
    const confirm = release.getByRole('button', { name: '确认解除' })
    await expect.poll(() => confirm.isDisabled(), { message: 'not without a reason' }).toBe(true)
    await release.getByLabel('解除原因（必填）').fill('已电话核实')
    await confirm.click()
    await told(other, '已解除，可由另一位同事审核')
    await other.getByText('限制由您解除，须由另一位同事审核').waitFor()
    await expect.poll(() => pass(other).isDisabled()).toBe(true)

    await one.reload()
    await holds(one).getByText('由 admin 解除').waitFor()
    await pass(one).click()
    const last = one.getByRole('dialog', { name: '通过取款' })
    await last.getByText(/（由 admin 解除）/).waitFor()
    await last.getByRole('button', { name: /^确认通过/ }).click()
    await told(one, /^已通过/)
  })

  test('a payment password that one asks for is made by another, and shown once', async () => {
    const { name, memberId } = await newMember(world)
    const one = await enter('support', 'support888', `/members/${memberId}`)
    const other = await enter('admin', 'admin888', '/')
    await one.getByRole('button', { name: '重置支付密码' }).click()
    const asked = one.getByRole('dialog', { name: '重置支付密码' })
    await asked.getByText(/由另一位同事批准/).waitFor()
    await asked.getByLabel('重置原因（必填）').fill('会员来电')
    await asked.getByRole('button', { name: '确认重置支付密码' }).click()
    await told(one, '已提交，待另一位同事批准')
    await go(one, '/members/pay-requests')
    const row = (desk: Page) =>
      desk.getByRole('table', { name: '重置申请' }).getByRole('row').filter({ hasText: name })
    await row(one).getByText('须由另一位同事批准').waitFor()
    expect(await row(one).getByRole('button', { name: '批准' }).count()).toBe(0)

    await other.getByRole('link', { name: /^重置申请\s*1/ }).click()
    await row(other).getByRole('button', { name: '批准' }).click()
    const approve = other.getByRole('dialog', { name: '批准重置支付密码' })
    await approve.getByText('会员来电').waitFor()
    await approve.getByRole('button', { name: '批准并生成密码' }).click()
    const shown = other.getByRole('dialog', { name: `${name} 的新支付密码` })
    await shown.getByText(/^\d{8}$/).waitFor()
    // What is shown once is closed by its button alone.
    await other.keyboard.press('Escape')
    await other.mouse.click(5, 5)
    await shown.getByRole('button', { name: '已告知' }).click()
    await other.getByText('没有待批准的申请').waitFor()
    await other.getByRole('link', { name: '已批准' }).click()
    await row(other).getByText('support').waitFor()
    await go(other, '/audit?action=member.pay_asked')
    await other.getByRole('table', { name: '审计日志' }).getByText('申请重置支付密码').waitFor()
  })

  test('refused signatures are counted and raise an alert, which a person marks as seen', async () => {
    const desk = await enter('admin', 'admin888', '/')
    for (let n = 0; n < 5; n++) {
      const answer = await fetch(`${world.url}/api/callback/sandbox`, {
        method: 'POST',
        body: '{}',
      })
      expect(answer.status).toBe(403)
    }
    // Events are written beside the calls.
    await expect
      .poll(() => rows(world.db, sql`select from security_alert where kind = 'signature_refused'`))
      .toHaveLength(1)
    await desk.getByRole('button', { name: /^员工与安全/ }).click()
    await desk.getByRole('link', { name: /^安全事件/ }).click()
    const event = desk.getByRole('table', { name: '安全事件' }).getByRole('row')
    await event.filter({ hasText: '签名被拒绝' }).getByText('支付通道 sandbox').waitFor()
    await desk.getByRole('link', { name: /^警报/ }).click()
    const alert = desk.getByRole('table', { name: '安全警报' }).getByRole('row')
    // By keyboard: on a busy machine a press meets the dialog where it no longer is while it opens.
    await alert
      .filter({ hasText: '签名被拒绝' })
      .getByRole('button', { name: '已查看' })
      .press('Enter')
    const dialog = desk.getByRole('dialog', { name: '标记为已查看' })
    await dialog.getByText('10 分钟内 5 次（警戒线 5 次）').waitFor()
    await dialog.getByRole('button', { name: '标记为已查看' }).press('Enter')
    await told(desk, '已标记为已查看')
    // The message lies over the tabs and lets a press through.
    const news = desk.getByText('已标记为已查看', { exact: true })
    expect(await news.evaluate(line => getComputedStyle(line).pointerEvents)).toBe('none')
    await alert.filter({ hasText: '签名被拒绝' }).waitFor({ state: 'detached' })
    await desk.getByRole('link', { name: '已查看', exact: true }).click()
    await alert.filter({ hasText: '签名被拒绝' }).getByText('admin').waitFor()
  })
  test('an address and a message to everybody that support asks for are approved by finance, who sees before and after', async () => {
    const one = await enter('support', 'support888', '/site')
    await one.getByLabel(/^永久域名/).fill('https://h5.example.com')
    await one.getByLabel('修改说明（必填）').fill('换域名')
    await one.getByRole('button', { name: '保存' }).click()
    await told(one, '已提交，等待另一位同事审批')
    await one.getByText('须由另一位同事审批').waitFor()
    expect(await one.getByRole('button', { name: '批准' }).count()).toBe(0)
    await go(one, '/site?tab=messages')
    await one.getByRole('button', { name: '写站内信' }).click()
    const form = one.getByRole('dialog', { name: '写站内信' })
    await form.getByRole('combobox', { name: /^发给/ }).press('ArrowDown')
    await form.getByRole('combobox', { name: /^发给/ }).press('ArrowDown')
    await form.getByRole('combobox', { name: /^发给/ }).press('Enter')
    await form.getByRole('combobox', { name: /^性质/ }).press('ArrowDown')
    await form.getByRole('combobox', { name: /^性质/ }).press('ArrowDown')
    await form.getByRole('combobox', { name: /^性质/ }).press('Enter')
    await form.getByRole('textbox', { name: '标题' }).fill('今晚维护')
    await form.getByRole('textbox', { name: '内容' }).click()
    await one.keyboard.type('十点开始')
    await form.getByText('将由另一位同事批准后，发给现有的全部会员').waitFor()
    await form.getByRole('button', { name: '确认发送' }).click()
    await told(one, '已提交，等待另一位同事审批')

    const other = await enter('finance', 'finance888', '/rules')
    await other.getByText('https://h5.example.com').waitFor()
    await other.getByRole('button', { name: '批准' }).click()
    await other.getByRole('button', { name: '确认批准并生效' }).click()
    await told(other, '已批准，已生效')
    const app = await ask<{ h5_url: string }>(world, '/api/app')
    expect(app.data.h5_url).toBe('https://h5.example.com')
    await go(other, '/site?tab=messages')
    await other.getByRole('region', { name: '手机预览' }).getByText('十点开始').waitFor()
    await other.getByRole('button', { name: '批准' }).click()
    await other.getByRole('button', { name: '确认批准并生效' }).click()
    const sent = other.getByRole('table', { name: '站内信' }).getByRole('row')
    await sent.filter({ hasText: '今晚维护' }).getByText('support（finance 批准）').waitFor()
  })

  test('rows are as high as was chosen', async () => {
    const desk = await enter('admin', 'admin888', '/bets')
    const row = desk.getByRole('row').filter({ hasText: '已结算' }).first()
    const height = () => row.evaluate(each => each.getBoundingClientRect().height)
    const usual = await height()
    await desk.getByRole('button', { name: '列', exact: true }).click()
    await desk.getByText('紧凑', { exact: true }).click()
    await expect.poll(height, { message: 'lower rows' }).toBeLessThan(usual)
    await desk.getByText('宽松', { exact: true }).click()
    await expect.poll(height, { message: 'higher rows' }).toBeGreaterThan(usual)
  })

  test('orders of all states are narrowed to several, and keys walk once something was chosen', async () => {
    const desk = await enter('finance', 'finance888', '/deposits?state=0')
    const states = desk.getByRole('main').locator('.ant-select', { hasText: '全部状态' })
    await states.click()
    for (const state of ['已通过', '已拒绝'])
      await desk.getByRole('option', { name: state }).or(desk.getByTitle(state)).last().click()
    await expect.poll(() => desk.url()).toMatch(/state=0&states=\d%2C\d$/)
    await desk.keyboard.press('Escape')
    await desk.getByRole('main').locator('.ant-pagination .ant-select').click()
    await desk.getByTitle('50 条/页').click()
    await desk.keyboard.press('j')
    await desk.keyboard.press('Enter')
    await desk.getByRole('region', { name: '存款详情' }).waitFor()
    expect(world.complaints).toEqual([])
  })

  test('lists on a phone fit it, with their sums, views and files', async () => {
    const desk = await enter('admin', 'admin888', '/')
    await desk.setViewportSize({ width: 390, height: 844 })
    for (const [path, name] of [
      ['/bets', '注单'],
      ['/members', '会员'],
      ['/deposits?state=0', '存款审核'],
      ['/withdrawals?state=0', '取款审核'],
    ] as const) {
      await go(desk, path)
      const table = desk.getByRole('table', { name })
      await table.getByRole('cell').first().waitFor()
      const [width, room] = await table.evaluate(each => [
        Math.round(each.getBoundingClientRect().width),
        each.parentElement!.clientWidth,
      ])
      expect(width, path).toBeLessThanOrEqual(room!)
      const list = desk.getByRole('main')
      await list.getByText(/^本页 \d+ 条$/).waitFor()
      await list.getByRole('button', { name: '视图' }).waitFor()
      await list.getByRole('button', { name: '导出' }).waitFor()
    }
    expect(world.complaints).toEqual([])
  })

  test('orders of every state fit 1440 pixels, and nothing of them is cut', async () => {
    const desk = await enter('admin', 'admin888', '/')
    await desk.setViewportSize({ width: 1440, height: 900 })
    for (const [path, name] of [
      ['/deposits?state=0', '存款审核'],
      ['/withdrawals?state=0', '取款审核'],
      ['/payouts?state=0', '付款'],
      ['/bets', '注单'],
    ] as const) {
      await go(desk, path)
      const table = desk.getByRole('table', { name })
      await table.getByRole('cell').first().waitFor()
      const [width, room] = await table.evaluate(each => [
        Math.round(each.getBoundingClientRect().width),
        each.parentElement!.clientWidth,
      ])
      expect(width, path).toBeLessThanOrEqual(room!)
      const cut = await table.evaluate(each =>
        [...each.querySelectorAll('[data-gives] > span')]
          .filter(at => at.scrollWidth > at.clientWidth || at.scrollHeight > at.clientHeight)
          .map(({ textContent }) => textContent),
      )
      expect(cut, path).toEqual([])
    }
    expect(world.complaints).toEqual([])
  })

  test('pop-ups of a list stay on a phone’s screen', async () => {
    const desk = await enter('admin', 'admin888', '/deposits?state=0')
    await desk.setViewportSize({ width: 390, height: 844 })
    for (const [button, part] of [
      [/^日期$/, '不限'],
      [/^金额范围$/, '清除'],
      [/^视图$/, '保存'],
    ] as const) {
      const opener = desk.getByRole('button', { name: button })
      await opener.click()
      const popup = desk.getByRole('tooltip').filter({ hasText: part })
      await popup.getByRole('button', { name: part }).waitFor()
      // It is drawn at its place from the second frame on.
      await expect.poll(() => outside(popup, 390), { message: part }).toBe(0)
      await opener.click()
      await popup.waitFor({ state: 'hidden' })
    }
    expect(world.complaints).toEqual([])
  })

  test('an empty list and the room of the menu are in sight on a phone', async () => {
    const desk = await enter('admin', 'admin888', '/free-rounds')
    await desk.setViewportSize({ width: 390, height: 844 })
    await go(desk, '/free-rounds?q=nobody')
    const says = desk.getByRole('heading', { name: '没有赠送旋转' })
    await says.waitFor()
    expect(await outside(says, 390)).toBe(0)
    await go(desk, '/audit')
    const menu = desk.getByRole('navigation', { name: '主菜单' })
    const room = menu.getByRole('link', { name: '审计日志' })
    await expect.poll(async () => (await room.boundingBox())!.y).toBeLessThan(844)
    expect(world.complaints).toEqual([])
  })

  test('what of an address no list applies is said, and taken out of it', async () => {
    const desk = await enter('admin', 'admin888', '/deposits?colour=red&state=abc&method=usdt')
    const said = desk.getByRole('main').getByRole('alert')
    await said.waitFor()
    expect(await said.innerText()).toContain('地址里的 colour=red、state=abc 没有起作用')
    await said.getByRole('button', { name: '去掉' }).click()
    await said.waitFor({ state: 'detached' })
    expect(desk.url()).toMatch(/#\/deposits\?method=usdt$/)
    // A tab that is none leads to the first one, which says so.
    await go(desk, '/staff?tab=cooks')
    await said.waitFor()
    expect(await said.innerText()).toContain('tab=cooks')
    // Whoever wrote the link does not fill the room with it.
    await go(desk, `/staff?tab=${'x'.repeat(200)}&a=1&b=2&c=3`)
    const cut = `地址里的 tab=${'x'.repeat(35)}…、a=1、b=2 等 4 项没有起作用`
    await expect.poll(() => said.innerText()).toContain(cut)
    await desk.getByRole('link', { name: '角色与权限', exact: true }).click()
    await said.waitFor({ state: 'detached' })
  })

  test('an address is not judged before its room is here', async () => {
    const desk = await enter('admin', 'admin888', '/account')
    const code = Promise.withResolvers<void>()
    await desk.route(/DepositsPage[^/]*\.js/, async route => {
      await code.promise
      await route.continue()
    })
    await desk.clock.install()
    // Another query loads the page anew, without the rooms that came ahead.
    await desk.goto(`${world.url}/console/?again#/deposits?colour=red&method=usdt`)
    const said = desk.getByRole('main').getByRole('alert')
    await desk.getByRole('main').getByRole('status', { name: '加载中' }).waitFor()
    for (let seconds = 0; seconds < 10; seconds++) {
      await desk.clock.runFor(1_000)
      expect(await said.count()).toBe(0)
    }
    code.resolve()
    await said.waitFor()
    expect(await said.innerText()).toContain('地址里的 colour=red 没有起作用')
  })

  test('the rules are named by group with what counts, and lead there and back', async () => {
    const desk = await enter('admin', 'admin888', '/rules?rule=all')
    const money = desk.getByRole('region', { name: '资金', exact: true })
    const rates = money.getByRole('listitem').filter({ hasText: 'USDT 汇率' })
    await rates.getByText('默认值', { exact: true }).waitFor()
    await money.getByRole('link', { name: 'USDT 汇率', exact: true }).click()
    const near = desk.getByRole('navigation', { name: '资金', exact: true })
    const current = near.locator('[aria-current]')
    await expect.poll(() => current.textContent()).toBe('USDT 汇率')
    expect(await near.getByRole('link', { name: '风控', exact: true }).count()).toBe(0)
    await near.getByRole('link', { name: '全部规则', exact: true }).click()
    const guards = desk.getByRole('list', { name: '保护、风控与合规', exact: true })
    await guards.getByRole('link', { name: '风控', exact: true }).click()
    await desk.getByRole('region', { name: '风控', exact: true }).waitFor()
  })

  test('a rule says what it would have cost before it is asked for; an activity is written as members read it', async () => {
    const desk = await enter('admin', 'admin888', '/rules?rule=redpacket')
    const most = desk.getByLabel('每人每日上限')
    await most.fill('1')
    await most.blur()
    const cost = desk.getByRole('table', { name: '推算费用' })
    await cost.getByText('可领红包个数').waitFor()
    await go(desk, '/activities/1')
    const text = desk.getByRole('textbox', { name: '正文' })
    await text.click()
    await desk.keyboard.press('Control+End')
    await desk.keyboard.type('限时加赠，最后机会')
    await desk.getByRole('region', { name: '手机预览' }).getByText('限时加赠').waitFor()
    // What speaks against an offer stands beside the form; saving all the same needs a reason.
    const finding = (text: string) => desk.getByRole('listitem').filter({ hasText: text })
    await finding('正文：催促或保证性的用语').getByText('限时加赠,最后机会').waitFor()
    await finding('正文：没有适龄标志').waitFor()
    await desk.getByLabel('所有图片都标有适龄标志').check()
    await desk.getByLabel('所有图片都不吸引未成年人').check()
    await finding('图片未声明').first().waitFor({ state: 'detached' })
    await finding('正文：没有适龄标志').waitFor({ state: 'detached' })
    const save = desk.getByRole('button', { name: '保存并生效' })
    await expect.poll(() => save.isDisabled()).toBe(true)
    await desk.getByLabel('仍要保存的理由').fill('活动确于今晚结束')
    await save.click()
    await told(desk, '已保存，会员端已生效')
    await desk.reload()
    await desk.getByRole('textbox', { name: '正文' }).getByText('限时加赠').waitFor()
    // What would run is gone before it stands anywhere.
    await desk
      .getByRole('toolbar', { name: '正文工具' })
      .getByRole('button', { name: 'HTML' })
      .click()
    await desk
      .getByRole('textbox', { name: '正文', exact: true })
      .fill('<p>好<img src=x onerror="window.ran=1"></p><script>window.ran=1</script>')
    await desk
      .getByRole('toolbar', { name: '正文工具' })
      .getByRole('button', { name: '所见即所得' })
      .click()
    await desk.getByRole('textbox', { name: '正文' }).getByText('好').waitFor()
    expect(await desk.evaluate(() => (globalThis as { ran?: number }).ran)).toBeUndefined()
  })

  test('texts come out of the editor as they went in: all markup, and all texts of the demo', async () => {
    const desk = await enter('admin', 'admin888', '/activities/1')
    const editor = editorOf(desk, '正文')
    const picture = '<img src="/console/favicon.svg" alt="图" width="120" height="40">'
    const whole = [
      '<h2>二级</h2><h3>三级</h3><h4>四级</h4>',
      '<p>一<strong>二</strong><em>三</em><u>四</u><br>五 ',
      '<a href="https://example.com/a?b=1&amp;c=2" title="说明">站外</a> ',
      '<a href="/activity">站内</a> <a href="mailto:a@b.cn">信</a> <a href="tel:10086">电话</a></p>',
      `<p>${picture}</p><p><a href="/vip">${picture}</a></p><p><br></p>`,
      '<blockquote><p>引用</p></blockquote>',
      '<ul><li>甲<ul><li>乙</li></ul></li><li>丙<strong>丁</strong></li></ul><ol><li>一</li></ol><hr>',
      '<table><thead><tr><th colspan="2">头</th></tr></thead>',
      '<tbody><tr><td rowspan="1">格</td><td>子</td></tr></tbody></table>',
    ].join('')
    expect(await editor.throughText(whole)).toBe(whole)
    // As older editors wrote it: lines as divs, empty ones with a break in them.
    expect(await editor.throughText('<div>一<b>二</b></div><div><br></div><div>三</div>')).toBe(
      '<p>一<strong>二</strong></p><p><br></p><p>三</p>',
    )
    const stored = await rows(
      world.db,
      sql<{ html: string }>`
      select content as html from activity union select memo from activity
      union select content from article union select content from broadcast
      union select content from message`,
    )
    const marked = stored.filter(({ html }) => html.trim().startsWith('<'))
    expect(marked.length).toBeGreaterThan(10)
    // Letters by the same template differ in words alone.
    const texts = new Map(marked.map(({ html }) => [html.replace(/>[^<]+</g, '>…<'), html]))
    expect(texts.size).toBeGreaterThan(5)
    for (const html of texts.values())
      expect(await editor.throughText(html)).toBe(
        html
          .replace(/>\s+</g, '><')
          .replace(/<(\/?)b>/g, '<$1strong>')
          .trim(),
      )
  })

  test('what the editor shows is what is stored; what it cannot show stays HTML', async () => {
    const desk = await enter('admin', 'admin888', '/activities/3')
    // One that no other test takes away: what is not shown is not looked through.
    const { tools, field, throughText } = editorOf(desk, '正文')
    await throughText('<p>旧</p>')
    await tools.getByRole('button', { name: '所见即所得' }).click()
    await field.press('Control+A')
    await desk.keyboard.type('甲')
    await field.press('Enter')
    await field.press('Enter')
    await desk.keyboard.type('乙  1. 丙')
    await tools.getByRole('button', { name: '有序列表' }).click()
    expect(await tools.getByRole('button', { name: '有序列表' }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    const shown = '<p>甲</p><p><br></p><ol><li>乙&nbsp; 1. 丙</li></ol>'
    await desk.getByLabel('仍要保存的理由').fill('仅供测试')
    await desk.getByRole('button', { name: '保存并生效' }).click()
    await told(desk, '已保存，会员端已生效')
    await desk.reload()
    await field.getByText('甲').waitFor()
    await expect.poll(() => field.locator('p').count()).toBe(3)
    await tools.getByRole('button', { name: 'HTML' }).click()
    expect(
      (await field.inputValue()).replaceAll('<br />', '<br>').replaceAll('\u00a0', '&nbsp;'),
    ).toBe(shown)
    // A row of a list that has no list: the editor would have to add one.
    await field.fill('<li>单独</li>')
    await tools.getByRole('button', { name: '所见即所得' }).click()
    await desk.getByText('正文含有编辑器无法显示的内容').waitFor()
    expect(await field.inputValue()).toBe('<li>单独</li>')
    const memo = editorOf(desk, '备注说明')
    const long = `<p>${'长'.repeat(3_990)}</p>`
    expect(await memo.throughText(long)).toBe(long)
    await memo.tools.getByRole('button', { name: '所见即所得' }).click()
    await memo.field.press('Control+End')
    await desk.keyboard.type('一二三四五六七八九')
    expect(await memo.field.innerText()).toMatch(/长一二三$/)
  })
})
