// The rooms of the back office as people use them; what a call does is proven beside the server.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { says as told } from './support/phone.ts'
import { openWorld } from './support/stack.ts'

const world = await openWorld()

async function enter(name: string, password: string): Promise<Page> {
  const desk = await world.desk()
  await desk.getByLabel('账号').fill(name)
  await desk.getByLabel('密码', { exact: true }).fill(password)
  await desk.getByRole('button', { name: '登录' }).click()
  await desk.getByRole('heading', { name: '今日' }).waitFor()
  return desk
}
const go = (desk: Page, to: string) => desk.goto(`${world.url}/console/#${to}`)

describe('the back office', () => {
  test('every room of the menu opens with its rows and complains of nothing', async () => {
    const desk = await enter('admin', 'admin888')
    const rooms = await desk
      .getByRole('navigation', { name: '主菜单' })
      .getByRole('link')
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
    const desk = await enter('finance', 'finance888')
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
    const [one, other] = [await enter('finance', 'finance888'), await enter('admin', 'admin888')]
    await go(one, '/adjustments')
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
    await go(other, '/adjustments')
    await other
      .getByRole('table', { name: '人工调整' })
      .getByRole('row')
      .filter({ hasText: 'chenmo88' })
      .getByRole('link')
      .first()
      .click()
    await other.getByRole('button', { name: /批准入账/ }).click()
    const confirm = other.getByRole('dialog', { name: '批准调整' })
    await confirm.getByText('将向 chenmo88 的中心钱包增加 ¥12.50，立即入账，不可撤销').waitFor()
    await confirm.getByRole('button', { name: '确认入账 ¥12.50' }).click()
    await told(other, '已向 chenmo88 增加 ¥12.50')
    await other.getByRole('table', { name: '账本分录' }).getByText('900 人工调整').waitFor()
  })

  test('a rule says what it would have cost before it is asked for; an activity is written as members read it', async () => {
    const desk = await enter('admin', 'admin888')
    await go(desk, '/rules?rule=redpacket')
    const most = desk.getByLabel('每人每日上限')
    await most.fill('1')
    await most.blur()
    const cost = desk.getByRole('table', { name: '推算费用' })
    await cost.getByText('可领红包个数').waitFor()
    await go(desk, '/activities/1')
    const text = desk.getByRole('textbox', { name: '正文' })
    await text.click()
    await desk.keyboard.press('Control+End')
    await desk.keyboard.type('限时加赠')
    await desk.getByRole('region', { name: '手机预览' }).getByText('限时加赠').waitFor()
    await desk.getByRole('button', { name: '保存并生效' }).click()
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
})
