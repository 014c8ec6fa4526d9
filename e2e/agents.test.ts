// Channels and plans of agents, from the phone and from the back office.
import { run, sql, theRow, transaction } from '@tianping/database'
import { DAY_MS, addMonths, beijingMonth, startOfDay } from '@tianping/money/day'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { captchaAnswer } from '../tooling/pictures/captcha-answers.ts'
import { decideAgentApplication } from '../apps/server/src/areas/agent/decideAgentApplication.ts'
import { makeDueStatements } from '../apps/server/src/areas/agent/statements.ts'
import { newLog } from '../apps/server/src/kernel/log.ts'
import { ask, deposit, newMember, type Member } from './support/data.ts'
import { dayWithRoom } from './support/day.ts'
import { at, says, visit } from './support/phone.ts'
import { openWorld } from './support/stack.ts'

const world = await openWorld({ env: { TRUST_PROXY: '1' } })

async function agent(): Promise<Member> {
  const member = await newMember(world)
  const applied = { mobile: '13800138000', apply_info: '有社群资源' }
  await ask(world, '/api/applyagentdo', applied, member.token)
  await transaction(world.db, async tx => {
    const { id } = await theRow(
      tx,
      sql<{
        id: string
      }>`select application_id as id from agent_application where member_id = ${member.memberId}`,
    )
    const decision = { memberId: member.memberId, applicationId: id, pass: true, reason: '' }
    await decideAgentApplication(tx, { ...decision, by: 'admin', now: new Date() })
  })
  return member
}

/** Fills the form of registration and sends it. */
async function register(page: Page, name: string) {
  await page.getByPlaceholder('用户名').fill(name)
  await page.getByPlaceholder('登录密码').first().fill('secret-1')
  await page.getByPlaceholder('再次输入').fill('secret-1')
  await page.getByPlaceholder('真实姓名').fill('来客')
  await page.getByPlaceholder('支付密码').fill('748201')
  await page.getByLabel('生日').fill('1990-02-28')
  await page.getByRole('checkbox').check()
  const shown = await page.getByAltText('验证码图片').getAttribute('src')
  await page.getByPlaceholder('验证码').fill(captchaAnswer(shown ?? '').toUpperCase())
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await says(page, '注册成功', 'success')
}

test('an agent makes a link on the phone, a visitor registers by it later, and the figures show', async () => {
  await dayWithRoom({ leftMs: 120_000 })
  const own = await agent()
  const page = await world.phone({ token: own.token, path: '/gamePage?dailiD=1' })
  const site = page.frameLocator('iframe')
  await site.getByRole('link', { name: '推广', exact: true }).click()
  await site.getByRole('link', { name: /^推广渠道/ }).click()
  await site.getByRole('textbox', { name: '渠道名称', exact: true }).fill('短视频')
  await site.getByRole('button', { name: '新建渠道', exact: true }).click()
  const card = site.getByRole('listitem', { name: '短视频', exact: true })
  await card.waitFor()
  await site.getByRole('button', { name: '复制短视频的链接', exact: true }).click()
  const code = /pid=(L[A-Z2-9]{9})/.exec(await card.innerText())?.[1] ?? ''
  expect(code).not.toBe('')

  // The visitor looks around first and registers without the link in the address.
  const visitor = await world.phone({ path: `/register?pid=${code}` })
  await at(visitor, `/login?type=1&pid=${code}`)
  await visitor.getByRole('link', { name: '先去逛逛', exact: true }).click()
  await at(visitor, '/')
  const kept = await visitor.evaluate(() => localStorage.getItem('firstLink'))
  expect(kept).toContain(code)
  await visit(visitor, '/login?type=1')
  await register(visitor, 'bylink01')
  const { memberId } = await theRow(
    world.db,
    sql<{ memberId: bigint }>`select member_id from member where name = 'bylink01'`,
  )
  expect(await visitor.evaluate(() => localStorage.getItem('firstLink'))).toBe(null)
  await deposit(world, { memberId }, 500)
  await expect
    .poll(async () => {
      const told = await ask<{ channels: object[] }>(world, '/api/agent/channels', {}, own.token)
      return told.data.channels[0]
    })
    .toMatchObject({ visits: 1, registrations: 1, first_deposits: 1, deposit: 500 })
  await page.reload()
  await site.getByRole('link', { name: '推广', exact: true }).click()
  await site.getByRole('link', { name: /^推广渠道/ }).click()
  await expect
    .poll(() => card.innerText())
    .toMatch(/访问\s*1\s*注册\s*1\s*首存\s*1\s*存款\s*¥500\.00/)
  await site.getByRole('link', { name: '概览', exact: true }).click()
  await site.getByRole('link', { name: /^每日数据/ }).click()
  const today = site.getByRole('listitem').first()
  await expect.poll(() => today.innerText()).toMatch(/存款\s*¥500\.00\s*¥0\.00/)

  // A page that was never opened says that there is no network, and can be asked again.
  await page.context().setOffline(true)
  await site.getByRole('link', { name: '账单', exact: true }).click()
  const again = site.getByRole('button', { name: '重试', exact: true })
  await again.waitFor()
  await page.context().setOffline(false)
  await again.click()
  await site.getByText('每月结束后自动生成账单').waitFor()

  const desk = await world.desk({
    operator: { name: 'admin', password: 'admin888' },
    path: '/channels',
  })
  await desk
    .getByRole('row', { name: /短视频/ })
    .getByRole('button', { name: '停用' })
    .click()
  const asked = desk.getByRole('dialog', { name: '停用渠道', exact: true })
  await asked.getByRole('textbox').fill('投放内容待核实')
  await asked.getByRole('button', { name: /^停\s?用$/ }).click()
  await desk
    .getByRole('row', { name: /短视频/ })
    .getByText('已停用')
    .waitFor()
  expect(world.complaints).toEqual([])
})

test('a plan is proposed, approved by another operator, and its parts stand in the statement', async () => {
  const own = await agent()
  const desk = await world.desk({
    operator: { name: 'admin', password: 'admin888' },
    path: '/plans',
  })
  await desk.getByRole('button', { name: '新建佣金方案', exact: true }).click()
  const form = desk.getByRole('dialog', { name: '新建佣金方案', exact: true })
  const typed = {
    '代理的会员 ID': String(own.memberId),
    方案名称: '首存奖励',
    '二级会员比例（%，留空为不计）': '5',
    '每位首存会员（元，留空为不计）': '88',
    '首笔存款至少（元）': '100',
  }
  for (const [label, text] of Object.entries(typed))
    await form.getByLabel(label, { exact: true }).fill(text)
  await form.getByRole('button', { name: /^提\s?交$/ }).click()
  const mine = desk.getByRole('row', { name: /首存奖励/ })
  await mine.waitFor()
  expect(await mine.getByRole('button', { name: /^批\s?准$/ }).isDisabled()).toBe(true)
  await mine.getByText('须由另一位同事处理').waitFor()

  const other = await world.desk({
    operator: { name: 'admin2', password: 'admin2888' },
    path: '/plans',
  })
  const row = other.getByRole('row', { name: /首存奖励/ })
  await row.getByRole('button', { name: /^批\s?准$/ }).click()
  const asked = other.getByRole('dialog', { name: '批准佣金方案', exact: true })
  await asked.getByRole('button', { name: /^批\s?准$/ }).click()
  await row.getByText('已通过').waitFor()

  // Its first month is over, and somebody deposited in it.
  const month = addMonths(beijingMonth(new Date()), -1)
  const friend = await newMember(world)
  await deposit(world, friend, 200, new Date(startOfDay(`${month}-01`).getTime() + DAY_MS))
  await run(
    world.db,
    sql`update agent_plan set from_month = ${month} where agent_id = ${own.memberId}`,
  )
  await run(
    world.db,
    sql`update agent set from_day = ${`${month}-01`}::date, next_month = ${month} where member_id = ${own.memberId}`,
  )
  await run(
    world.db,
    sql`update member set referrer_id = ${own.memberId} where member_id = ${friend.memberId}`,
  )
  const now = new Date(startOfDay(`${beijingMonth(new Date())}-01`).getTime() + 7_200_000)
  const stated = now > new Date() ? now : new Date()
  await makeDueStatements({ db: world.db, clock: { now: () => stated }, log: newLog('silent') })
  await other.goto(`${world.url}/console#/statements?q=${own.memberId}`)
  await other.getByRole('link', { name: month, exact: true }).click()
  const parts = other.getByRole('table', { name: '账单组成', exact: true })
  await expect
    .poll(() => parts.innerText())
    .toMatch(/首存会员奖励\s*1\s*—\s*1 位 × ¥88\.00\s*¥88\.00/)
  await expect.poll(() => parts.innerText()).toContain('二级会员分成')
  expect(world.complaints).toEqual([])
})
