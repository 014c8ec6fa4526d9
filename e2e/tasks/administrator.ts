import { expect } from 'vitest'
import { says } from '../support/phone.ts'
import { asked, type Office } from './seat.ts'

type Rule = { version: number; value: { hotDays: number } }
const key = 'lobby'

/** The approval of a rule that another proposed, and a new operator with a role. */
export async function administratorTasks({ world, enter, note }: Office): Promise<void> {
  const finance = await enter('finance', 'finance888')
  const rule = await asked<Rule>(finance, world, 'rules/show', { key })
  const value = { ...rule.value, hotDays: rule.value.hotDays - 1 }
  const proposed = { key, version: rule.version, value, note: '热门按近期计算' }
  await asked(finance, world, 'rules/propose', proposed)

  const admin = await enter('admin', 'admin888')
  const { page } = admin
  await page.getByRole('heading', { name: '今日', exact: true }).waitFor()
  await admin.press(page.getByRole('main').getByRole('link', { name: /^规则审批/ }))
  await page.getByText('待另一位同事审批').waitFor()
  await admin.key('a')
  await page.getByRole('dialog').waitFor()
  await admin.key('Enter')
  await says(page, '已批准，已生效')
  expect(note('approval of a rule', admin.presses())).toBeLessThanOrEqual(3)
  expect((await asked<Rule>(finance, world, 'rules/show', { key })).value).toEqual(value)

  await admin.find('员工', /员工/)
  await admin.press(page.getByRole('button', { name: '新增操作员' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^账号/).waitFor()
  await admin.type('newcomer')
  await admin.press(dialog.getByRole('combobox', { name: '角色' }))
  await admin.press(page.getByTitle('营销', { exact: true }))
  await admin.press(dialog.getByLabel('说明（必填）'))
  await admin.type('新同事入职')
  await admin.key('Enter')
  await page.getByRole('dialog').getByText('一次性密码', { exact: true }).waitFor()
  await page.getByText('另一位管理员批准后方可使用').waitFor()
  expect(note('a new operator', admin.presses())).toBeLessThanOrEqual(7)
  expect(world.complaints).toEqual([])
}
