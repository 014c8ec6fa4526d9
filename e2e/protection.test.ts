// A member sets limits, is asked before the first deposit, pauses and excludes themself; the pages
// hold in both themes on a narrow screen.
import { run, sql, theRow } from '@tianping/database'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { bindBankCard, deposit, newMember } from './support/data.ts'
import { at, bare, press, says, visit } from './support/phone.ts'
import { openWorld } from './support/stack.ts'

const world = await openWorld({ env: { TRUST_PROXY: '1' } })
const submit = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a limit is two taps from 我的, counts at once, and a raise waits', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token })
  await visit(page, '/mine')
  await page.getByRole('link', { name: '理性博彩', exact: true }).click()
  await page.getByRole('link', { name: '设置限额', exact: true }).click()
  await page.getByLabel('新的每日存款限额').fill('137.50')
  await submit(page, '保存限额 ¥137.50')
  await says(page, '已生效')
  await page.getByText('还剩 ¥137.50').waitFor()
  await page.getByLabel('新的每日存款限额').fill('500')
  await page.getByText('24 小时后由您确认，确认前限额不变').waitFor()
  await submit(page, '保存限额 ¥500.00')
  await says(page, /^已申请/)
  await submit(page, '撤销这次调高')
  await says(page, '已撤销，限额不变')
  await visit(page, '/protect')
  await page.getByText('限额 ¥137.50').waitFor()
})

test('the first deposit asks for a limit, and putting it off takes a second step', async () => {
  const member = await newMember(world)
  await run(world.db, sql`delete from member_care where member_id = ${member.memberId}`)
  await bindBankCard(world, member)
  const page = await world.phone({ token: member.token })
  await visit(page, '/recharge')
  await page.getByRole('tab', { name: '支付宝小额' }).click()
  await page.getByLabel('存款金额').fill('100')
  await press(page, '立即存款')
  const asked = sheet(page, '先设一个存款限额？')
  await asked.getByText('暂不设置').click()
  const sure = page.getByRole('alertdialog')
  await sure.getByRole('button', { name: '返回' }).click()
  await sure.waitFor({ state: 'detached' })
  await asked.getByLabel('每日存款限额').fill('300')
  await asked.getByRole('button', { name: '设置并继续存款' }).click()
  await expect
    .poll(() =>
      theRow(
        world.db,
        sql<{
          orders: number
        }>`select count(*)::int as orders from deposit_order where member_id = ${member.memberId}`,
      ),
    )
    .toEqual({ orders: 1 })
})

test('an exclusion takes two steps from its page, closes the offers and leaves the way out', async () => {
  const member = await newMember(world)
  await deposit(world, member, 500)
  const page = await world.phone({ token: member.token })
  await visit(page, '/protect')
  await page.getByRole('link', { name: /自我排除/ }).click()
  const next = page.getByRole('button', { name: '下一步' })
  await expect.poll(() => next.isDisabled()).toBe(true)
  await page.getByRole('group', { name: '自我排除的期限' }).getByText('1 年').click()
  await page.getByRole('link', { name: /BetBlocker/ }).waitFor()
  await next.click()
  const confirm = sheet(page, '确认自我排除 1 年')
  await confirm.getByRole('button', { name: '立即自我排除 1 年' }).click()
  await says(page, '请输入“我要排除”以确认', 'danger')
  await confirm.getByLabel('请输入“我要排除”').fill('我要排除')
  await confirm.getByLabel('登录密码', { exact: true }).fill(member.password)
  await confirm.getByRole('button', { name: '立即自我排除 1 年' }).click()
  await says(page, '已生效')
  await bare(page)
  await page.getByRole('heading', { name: '自我排除中' }).waitFor()
  await visit(page, '/')
  await page.getByText('可取款').waitFor()
  expect(await page.getByText('全部游戏').count()).toBe(0)
  expect(await page.locator('a[href*="gamePage"]').count(), 'no way into a game').toBe(0)
  const bar = page.getByRole('navigation', { name: '主导航' })
  await expect
    .poll(() => bar.getByRole('link').allTextContents())
    .toEqual(['首页', '钱包', '理性博彩', '我的'])
  for (const offers of ['/activity', '/zhanzhu', '/vip']) {
    await page.evaluate(to => {
      location.hash = to
    }, offers)
    await at(page, '/protect')
  }
  await visit(page, '/mine')
  expect(await page.getByText('优惠活动').count()).toBe(0)
  await bar.getByRole('link', { name: '钱包' }).click()
  await at(page, '/money')
  await page.getByText('自我排除中，存款与转入场馆已关闭').waitFor()
  await expect
    .poll(() => page.getByRole('navigation', { name: '资金' }).getByText('取款').count())
    .toBe(1)
  // Turnover is missing, and stands in no way: nobody who has excluded themself is told to bet.
  await visit(page, '/withdrawal')
  await page.getByText('不影响取款').waitFor()
  await page.getByText('单笔最低 ¥0.01').waitFor()
  expect(await page.getByText('有效投注即可取款').count()).toBe(0)
  await visit(page, '/wageringAudit')
  await page.getByText('不影响您取出余额，无需再投注').waitFor()
})

test('offers are chosen by product and channel, none of mail, SMS and push is ticked, and one press ends all', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token })
  await visit(page, '/dataRights')
  const casino = page.getByRole('group', { name: '真人、棋牌与电子优惠' })
  const on = (name: string) =>
    casino.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')
  await expect.poll(() => on('站内信')).toBe('true')
  expect([await on('邮件'), await on('短信'), await on('推送')]).toEqual([
    'false',
    'false',
    'false',
  ])
  await casino.getByRole('button', { name: '邮件' }).click()
  await says(page, '已开启')
  await expect.poll(() => on('邮件')).toBe('true')
  await submit(page, '全部关闭')
  await says(page, '已全部关闭')
  await expect.poll(async () => [await on('邮件'), await on('站内信')]).toEqual(['false', 'false'])
  expect(await page.getByRole('button', { name: '全部关闭' }).count()).toBe(0)
})

test('whose offers are stopped sees no offer at home, banner or packet, nor while the answer is on its way', async () => {
  const member = await newMember(world)
  await run(
    world.db,
    sql`insert into harm_stop (member_id, since) values (${member.memberId}, now())`,
  )
  // The demo's banners are all offers; this one is not.
  await run(
    world.db,
    sql`insert into banner (kind, src, title, link, rank) values (2, '/art/app-1.webp', '新版上线', '', 99)`,
  )
  const page = await world.phone()
  await page.getByRole('img', { name: '天天抢红包' }).first().waitFor()
  const packet = page.getByRole('link', { name: '红包', exact: true })
  await packet.waitFor()
  await page.evaluate(token => {
    localStorage.clear()
    localStorage.setItem('token', token)
  }, member.token)
  const offers = page.getByRole('img', { name: /红包|首存|返水|礼遇/ })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/bannerList', async route => {
    await held.promise
    await route.continue()
  })
  await page.reload()
  await page.getByText('一键回收').first().waitFor()
  expect(await offers.count()).toBe(0)
  expect(await packet.count()).toBe(0)
  held.resolve()
  await page.getByRole('img', { name: '新版上线' }).first().waitFor()
  expect(await offers.count()).toBe(0)
  expect(await packet.count()).toBe(0)
  // A person has looked: the packet comes back with the next answer.
  await run(world.db, sql`delete from harm_stop where member_id = ${member.memberId}`)
  await page.reload()
  await packet.waitFor()
})

test('the foot of home names licensee, age, the harm message, help and the dispute body', async () => {
  const page = await world.phone({ session: { 'closed:welcome': '1' } })
  await visit(page, '/')
  const foot = page.locator('footer')
  for (const text of ['天平演示运营有限公司', 'DEMO-0001', '18+', '理性娱乐，量力而行', '争议解决'])
    await foot.getByText(text).waitFor()
  await foot.getByRole('link', { name: '未满18岁禁止参与' }).click()
  await at(page, '/boutBallBetInfo?type=8')
})

test('what a member holds stands on every page of money and in the game, as the ledger has it', async () => {
  const member = await newMember(world)
  const { memberId } = member
  await bindBankCard(world, member)
  await deposit(world, member, 543.21)
  await run(world.db, sql`update member set transferstatus = true where member_id = ${memberId}`)
  const page = await world.phone({ token: member.token })
  // Pages that were left stay mounted, out of sight.
  const shown = () =>
    page
      .getByText(/543\.21/)
      .filter({ visible: true })
      .first()
      .waitFor()
  for (const path of ['/money', '/recharge', '/withdrawal', '/transfer']) {
    await visit(page, path)
    await shown()
  }
  // The wallet goes along into the game, whose page shows it.
  await visit(page, '/concise')
  await page.getByRole('main').getByRole('button').filter({ visible: true }).first().click()
  await page.waitForURL('**/play/**')
  await shown()
})
