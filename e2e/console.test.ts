// The back office's own rooms: who works here and how they come in, and the tools that every list
// has.
import { Secret, TOTP } from 'otpauth'
import { run, sql } from '@tianping/database'
import type { Page } from 'playwright-core'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freePort } from '../tooling/postgres.ts'
import { ask, newMember } from './support/data.ts'
import { logInAtDesk } from './support/journey.ts'
import { says } from './support/phone.ts'
import { openWorld } from './support/stack.ts'

/** Passkeys belong to a name: the site is known by one. */
const port = await freePort()
const origin = `http://localhost:${port}`
const world = await openWorld({ port, env: { PUBLIC_URL: origin } })

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const go = (page: Page, to: string) => page.goto(`${origin}/console/#${to}`)
const enter = async (page: Page, name: string, password: string) => {
  const form = page.getByRole('form', { name: '登录' })
  await form.getByLabel('账号').fill(name)
  await form.getByLabel('密码', { exact: true }).fill(password)
  await press(page, '登录')
}
const deskAt = async () => {
  const page = await world.desk()
  await page.goto(`${origin}/console/`)
  return page
}

test('a new operator is made by one person, let in by another, and comes in by password and authenticator', async () => {
  const admin = await deskAt()
  await logInAtDesk(admin)
  await go(admin, '/staff')
  await press(admin, '新增操作员')
  await admin.getByLabel(/^账号（/).fill('cashier2')
  await admin.getByRole('combobox', { name: '角色' }).last().press('Enter')
  await admin
    .getByRole('option', { name: '财务' })
    .or(admin.getByTitle('财务').last())
    .last()
    .click()
  await admin.getByLabel('说明（必填）').fill('夜班出纳')
  await press(admin, '创建并提交批准')
  const password = (await admin
    .getByRole('dialog')
    .getByRole('button', { name: /^复制 / })
    .getAttribute('aria-label'))!.slice('复制 '.length)
  await press(admin, '已交付')
  await expect.poll(() => admin.getByRole('link', { name: /^员工/ }).textContent()).toContain('1')
  await go(admin, '/staff?tab=requests')
  await admin.getByRole('table', { name: '员工变更申请' }).getByText('cashier2').click()
  await admin.getByText('须由另一位管理员批准').waitFor()
  await admin.keyboard.press('Escape')

  const second = await deskAt()
  await enter(second, 'admin2', 'admin2888')
  await second.getByRole('heading', { name: '今日', exact: true }).waitFor()
  await go(second, '/staff?tab=requests')
  await second.getByRole('table', { name: '员工变更申请' }).getByText('cashier2').click()
  await second.getByLabel('您的密码（批准时须输入）').fill('admin2888')
  await press(second, '批准')
  await says(second, '已批准，立即生效')

  const cashier = await deskAt()
  await enter(cashier, 'cashier2', password)
  await cashier.getByText('请先设置自己的密码').waitFor()
  expect(
    await cashier.getByRole('navigation', { name: '主菜单' }).count(),
    'nothing else until then',
  ).toBe(0)
  await cashier.getByLabel('当前密码').fill(password)
  await cashier.getByLabel(/^新密码/).fill('night shift 2026')
  await cashier.getByLabel('再次输入新密码').fill('night shift 2026')
  await press(cashier, '修改密码')
  await cashier.getByRole('navigation', { name: '主菜单' }).waitFor()
  await go(cashier, '/account')
  await press(cashier, '设置')
  await cashier.getByRole('dialog').getByLabel('当前密码').fill('night shift 2026')
  await press(cashier, '下一步')
  const secret = Secret.fromBase32(
    (await cashier
      .getByRole('dialog')
      .getByRole('button', { name: /^复制 / })
      .getAttribute('aria-label'))!.slice('复制 '.length),
  )
  await cashier.getByLabel('验证码').fill(TOTP.generate({ secret }))
  await press(cashier, '启用')
  const code = (await cashier
    .getByRole('region', { name: '恢复码' })
    .getByRole('listitem')
    .first()
    .textContent())!
  await press(cashier, '已保存')
  await press(cashier, '退出登录')
  await enter(cashier, 'cashier2', 'night shift 2026')
  await press(cashier, '改用恢复码')
  await cashier.getByLabel(/^恢复码/).fill(code)
  await press(cashier, '验证')
  await cashier
    .getByRole('heading', { name: '我的账号', exact: true })
    .or(cashier.getByRole('heading', { name: '取款审核' }))
    .first()
    .waitFor()
})

test('a passkey is made on one’s own account and opens the door by itself', async () => {
  const page = await deskAt()
  const authenticator = await page.context().newCDPSession(page)
  await authenticator.send('WebAuthn.enable')
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await enter(page, 'risk', 'risk8888')
  await page.getByRole('heading', { name: '风控' }).waitFor()
  await go(page, '/account')
  await press(page, '添加')
  await page.getByRole('dialog').getByLabel(/^名称/).fill('办公室电脑')
  await page.getByRole('dialog').getByLabel('当前密码').fill('risk8888')
  await page.getByRole('dialog').getByRole('button', { name: '添加' }).click()
  await page.getByText('办公室电脑').waitFor()
  await press(page, '退出登录')
  await press(page, '使用通行密钥')
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  await go(page, '/account')
  await page.getByRole('table', { name: '登录会话' }).getByText('通行密钥').waitFor()
})

test('one field finds everything, the keyboard suffices, and a list leaves as a file', async () => {
  const page = await deskAt()
  await logInAtDesk(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('键盘操作').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: '全局搜索' }).fill('13800138000')
  await page.getByRole('option', { name: /demo888/ }).waitFor()
  expect(await page.getByRole('option', { name: /demo888/ }).textContent(), 'masked').not.toContain(
    '13800138000',
  )
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/members\/\d+$/)
  await go(page, '/audit?operator=finance')
  const log = page.getByRole('table', { name: '审计日志' })
  await log.getByText('拒绝取款').first().waitFor()
  await press(page, '列')
  await page.getByRole('group', { name: '显示的列' }).getByText('说明').click()
  await log.getByRole('columnheader', { name: '说明' }).waitFor({ state: 'detached' })
  await press(page, '视图')
  await page.getByLabel('视图名称').fill('财务所为')
  await press(page, '保存')
  await says(page, '已保存视图')
  await go(page, '/audit')
  await log.getByText('登录').first().waitFor()
  await press(page, '视图')
  await press(page, '财务所为')
  await expect.poll(() => new URL(page.url()).hash).toContain('operator=finance')
  await press(page, '导出')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: '导出' }).click(),
  ])
  const lines = readFileSync((await file.path())!, 'utf8')
    .trim()
    .split('\r\n')
  expect(lines[0]).toContain('操作员')
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.slice(1).every(line => line.includes(',finance,'))).toBe(true)
  await go(page, '/staff?tab=exports')
  await page.getByRole('table', { name: '导出记录' }).getByText('审计日志').first().waitFor()
  await expect
    .poll(() => page.getByRole('table', { name: '导出记录' }).getByText('完成').count())
    .toBeGreaterThan(0)
  expect(world.complaints).toEqual([])
})

test('support reads on the member’s page why a withdrawal was refused', async () => {
  const member = await newMember(world)
  const wish = { bank: 0, amount: 10, password: '888888' }
  const { message } = await ask(world, '/api/withdraw', wish, member.token)
  const support = await deskAt()
  await enter(support, 'support', 'support888')
  await support.getByRole('navigation', { name: '主菜单' }).waitFor()
  await go(support, `/members/${member.memberId}?tab=refusals`)
  const row = support.getByRole('table', { name: '拒绝记录' }).getByRole('row', { name: message })
  await row.getByText('withdrawal.card_missing').waitFor()
  await expect.poll(() => row.getByText('取款', { exact: true }).count()).toBe(1)
  await expect.poll(() => row.getByRole('button', { name: /^复制 / }).count()).toBe(1)
})

test('the graph of relations is drawn around another member, and leads back', async () => {
  const [one, two, three] = [await newMember(world), await newMember(world), await newMember(world)]
  // All members of this file come from one address.
  await run(world.db, sql`delete from login_trace`)
  for (const [invited, by] of [
    [two, one],
    [three, two],
  ] as const)
    await run(
      world.db,
      sql`update member set referrer_id = ${by.memberId} where member_id = ${invited.memberId}`,
    )
  const support = await deskAt()
  await enter(support, 'support', 'support888')
  await support.getByRole('navigation', { name: '主菜单' }).waitFor()
  await go(support, `/members/${one.memberId}?tab=links`)
  const around = (name: string) => support.getByRole('link', { name: `以 ${name} 为中心` })
  await around(two.name).click()
  await around(three.name).waitFor()
  await support.getByRole('heading', { name: one.name }).waitFor()
  await support.getByRole('link', { name: `打开 ${two.name}`, exact: true }).waitFor()
  await support.getByRole('link', { name: `回到 ${one.name}`, exact: true }).click()
  await around(three.name).waitFor({ state: 'detached' })
  await around(two.name).waitFor()
  expect(world.complaints).toEqual([])
})

const adminDesk = () =>
  world.desk({ operator: { name: 'admin', password: 'admin888' }, url: origin })

test('a file that the server refuses says why, and the dialog keeps what was chosen', async () => {
  // One row more than a Parquet takes.
  await run(
    world.db,
    sql`
    insert into audit_log (audit_id, at, operator, role, action, subject, address, before, after, note, hash)
    select (select max(audit_id) from audit_log) + n, now(), 'many', '', 'many.rows', 'many', '', '{}', '{}', '',
      decode(repeat('00', 32), 'hex')
    from generate_series(1, 100001) n`,
  )
  const desk = await adminDesk()
  await go(desk, '/audit?operator=many')
  await desk.getByRole('table', { name: '审计日志' }).getByText('many').first().waitFor()
  await press(desk, '导出')
  const dialog = desk.getByRole('dialog', { name: '导出文件' })
  await dialog.getByRole('radio', { name: 'Parquet（程序用）' }).check()
  await dialog.getByRole('button', { name: '导出', exact: true }).click()
  await dialog
    .getByRole('alert')
    .getByText('Parquet 最多 100000 行，请缩小范围，或选择 CSV', { exact: true })
    .waitFor()
  await dialog.getByRole('radio', { name: 'CSV' }).check()
  const [file] = await Promise.all([
    desk.waitForEvent('download'),
    dialog.getByRole('button', { name: '导出', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^审计日志-\d{14}\.csv$/)
  expect(
    readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(1 + 100_001)
  await dialog.waitFor({ state: 'detached' })
  expect(world.complaints).toEqual([])
})

test('a report that is no longer kept says so where its file is asked for', async () => {
  await run(
    world.db,
    sql`
    insert into report_file (plan, name, from_day, to_day, format, content, lines, made_at)
    values ('venues', '场馆日报', '2026-01-05', '2026-01-05', 'csv', 'a,b', 1, now())`,
  )
  const desk = await adminDesk()
  await go(desk, '/figures/files')
  const row = desk.getByRole('row', { name: '场馆日报' })
  const [saved] = await Promise.all([
    desk.waitForEvent('download'),
    row.getByRole('button', { name: '下载 CSV' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('venues-20260105-20260105.csv')
  expect(readFileSync(await saved.path(), 'utf8')).toBe('a,b')
  await run(world.db, sql`delete from report_file where name = '场馆日报'`)
  await row.getByRole('button', { name: '下载 CSV' }).click()
  await desk.getByText('报表文件不存在', { exact: true }).waitFor()
  expect(world.complaints).toEqual([])
})

test('a room whose code does not come says so, beside rooms that open, and is asked for again at the next visit', async () => {
  const code = '**/assets/JackpotsPage-*.js'
  const desk = await world.desk({ operator: { name: 'admin', password: 'admin888' } })
  await desk.route(code, route => route.abort())
  const menu = desk.getByRole('navigation', { name: '主菜单' })
  const open = (title: string) => menu.getByRole('link', { name: title, exact: true }).click()
  const heading = (name: string) => desk.getByRole('heading', { name, exact: true })
  await heading('今日').waitFor()
  await menu.getByRole('button', { name: /^活动与代理/ }).click()
  await open('奖池')
  await desk.getByText('页面没有打开').waitFor()
  await open('锦标赛')
  await heading('锦标赛').waitFor()
  await desk.unroute(code)
  await open('奖池')
  await heading('奖池').waitFor()
})
