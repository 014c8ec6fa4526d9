// How fast a queue is worked off: 20 withdrawals, or as many as QUEUE says (200 as a soak).
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rows, run, sql } from '@tianping/database'
import { newMember, bindBankCard, withdrawal, deposit } from './support/data.ts'
import { setTurnoverTimes } from './support/journey.ts'
import { openWorld } from './support/stack.ts'

const QUEUE = Number(process.env['QUEUE'] ?? 20)
const A_MEMBER = 5
// Members come from addresses of their own: one address registers few an hour, and many who pay in
// and out at one are held as a ring.
const world = await openWorld({ env: { TRUST_PROXY: '1' } })

/** Finance comes in and opens the first withdrawal of the queue. */
async function openFirst(desk: Page) {
  await desk.getByLabel('账号').fill('finance')
  await desk.getByLabel('密码', { exact: true }).fill('finance888')
  await desk.getByRole('button', { name: '登录' }).click()
  await desk.getByRole('heading', { name: '取款审核' }).waitFor()
  // An empty table has a row too.
  await desk.getByRole('row').filter({ hasText: '银行卡' }).first().waitFor()
  await desk.keyboard.press('j')
  await desk.keyboard.press('Enter')
}

test('a queue of withdrawals is approved with two keys each, and the next one opens by itself', async () => {
  await setTurnoverTimes(world, 0)
  await run(
    world.db,
    sql`update withdrawal_order set state = 3, decided_at = now() where state = 1`,
  )
  for (let n = 0; n < QUEUE; n += A_MEMBER) {
    const member = await newMember(world)
    await deposit(world, member, 1_000)
    await bindBankCard(world, member, `62220288${String(10_000_000 + n)}`)
    for (let k = 0; k < A_MEMBER; k++) await withdrawal(world, member, 100 + k)
  }
  const desk = await world.desk()
  let presses = 0
  const press = async (key: string) => {
    presses++
    await desk.keyboard.press(key)
  }
  await openFirst(desk)
  const panel = desk.getByRole('region', { name: '取款详情' })
  const begun = performance.now()
  for (let left = QUEUE; left > 0; left--) {
    await panel.getByRole('button', { name: /^通过/ }).waitFor()
    const address = desk.url()
    await press('a')
    await desk.getByRole('button', { name: /^确认通过/ }).waitFor()
    await press('Enter')
    await desk.getByRole('dialog').waitFor({ state: 'detached' })
    if (left > 1) await desk.waitForURL(url => url.href !== address)
  }
  const [{ approved } = { approved: 0 }] = await rows(
    world.db,
    sql<{
      approved: number
    }>`select count(*)::int as approved from withdrawal_order where state = 2 and decided_by = 'finance'`,
  )
  expect(approved).toBeGreaterThanOrEqual(QUEUE)
  expect(presses / QUEUE).toBe(2)
  const seconds = (performance.now() - begun) / 1_000 / QUEUE
  console.log(`${QUEUE} withdrawals: 2 presses and ${seconds.toFixed(2)} s each`)
  expect(world.complaints).toEqual([])
})

test('on a phone no figure beside a decision is cut', async () => {
  await setTurnoverTimes(world, 0)
  const member = await newMember(world)
  await deposit(world, member, 20_000)
  await bindBankCard(world, member, '6222028899990001')
  await withdrawal(world, member, 15_800)
  const desk = await world.desk()
  await openFirst(desk)
  await desk.setViewportSize({ width: 390, height: 844 })
  const panel = desk.getByRole('region', { name: '取款详情' })
  await panel.getByText('¥20,000.00').first().waitFor()
  const cut = await panel
    .locator('dd')
    .evaluateAll(all =>
      all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent),
    )
  expect(cut).toEqual([])
  expect(world.complaints).toEqual([])
})

test('beside a withdrawal stand the payouts of its member that are not paid yet', async () => {
  await setTurnoverTimes(world, 0)
  const member = await newMember(world)
  await deposit(world, member, 1_000)
  await bindBankCard(world, member, '6222028819990003')
  const owed = await withdrawal(world, member, 300)
  await run(
    world.db,
    sql`update withdrawal_order set state = 2, decided_at = now() where withdrawal_no = ${owed}`,
  )
  await run(
    world.db,
    sql`insert into payout_attempt (member_id, withdrawal_no, attempt_no, provider, state, created_at)
      values (${member.memberId}, ${owed}, 1, 'by hand', 'open', now())`,
  )
  const no = await withdrawal(world, member, 100)
  const desk = await world.desk({
    operator: { name: 'finance', password: 'finance888' },
    path: `/withdrawals?open=${no}`,
  })
  const others = desk.getByRole('table', { name: '该会员其他待处理' })
  const line = others.getByRole('row').filter({ hasText: '¥300.00' })
  await line.getByRole('link', { name: '付款' }).click()
  const panel = desk.getByRole('region', { name: '付款详情' })
  await panel.getByText(owed).first().waitFor()
  expect(world.complaints).toEqual([])
})

const APPROVE = '/api/console/withdrawals/approve'

test('a decision that is pressed twice before its dialog is drawn again is sent once', async () => {
  await setTurnoverTimes(world, 0)
  const member = await newMember(world)
  await deposit(world, member, 1_000)
  await bindBankCard(world, member, '6222028819990001')
  await withdrawal(world, member, 100)
  const desk = await world.desk()
  const sent: string[] = []
  desk.on('request', request => sent.push(new URL(request.url()).pathname))
  await openFirst(desk)
  await desk
    .getByRole('region', { name: '取款详情' })
    .getByRole('button', { name: /^通过/ })
    .focus()
  // Enter held down opens the dialog and does not answer it.
  const confirm = desk.getByRole('button', { name: /^确认通过/ })
  await desk.keyboard.down('Enter')
  await confirm.waitFor()
  await expect.poll(() => confirm.evaluate(button => button === document.activeElement)).toBe(true)
  await desk.keyboard.down('Enter')
  await desk.keyboard.up('Enter')
  expect(sent).not.toContain(APPROVE)
  await confirm.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await desk.getByRole('dialog').waitFor({ state: 'detached' })
  expect(sent.filter(path => path === APPROVE)).toHaveLength(1)
  expect(world.complaints).toEqual([])
})

test('without a network a list and a decision say so at once, and nothing is sent later by itself', async () => {
  await setTurnoverTimes(world, 0)
  const member = await newMember(world)
  await deposit(world, member, 1_000)
  await bindBankCard(world, member, '6222028819990002')
  const no = await withdrawal(world, member, 100)
  const desk = await world.desk({
    operator: { name: 'finance', password: 'finance888' },
    path: `/withdrawals?open=${no}`,
  })
  const panel = desk.getByRole('region', { name: '取款详情' })
  const confirm = desk.getByRole('button', { name: /确认通过/ })
  await panel.getByRole('button', { name: /^通过/ }).click()
  await confirm.waitFor()
  await desk.context().setOffline(true)
  await confirm.click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByText('连接不上服务器，请检查网络后重试').waitFor()
  await dialog.getByRole('button', { name: '取消' }).click()
  // A list that was not read before, in a room whose code is here.
  await desk.evaluate(() => (location.hash = '#/withdrawals?state=3'))
  await desk.getByText('没有读取成功').waitFor()
  const sent: string[] = []
  desk.on('request', request => sent.push(new URL(request.url()).pathname))
  await desk.context().setOffline(false)
  // What failed is read again without a press.
  await desk.getByRole('table', { name: '取款审核' }).waitFor()
  expect(sent).not.toContain(APPROVE)
  const [order] = await rows(
    world.db,
    sql<{ state: number }>`select state from withdrawal_order where withdrawal_no = ${no}`,
  )
  expect(order).toEqual({ state: 1 })
})
