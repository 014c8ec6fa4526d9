import { expect } from 'vitest'
import { deposit, newMember } from '../support/data.ts'
import { says } from '../support/phone.ts'
import type { Office } from './seat.ts'

/** A segment with its size, and a letter to it that a second person approves. */
export async function marketingTasks({ world, enter, note }: Office): Promise<void> {
  await deposit(world, await newMember(world), 1_000)
  const marketing = await enter('marketing', 'marketing888')
  const { page } = marketing
  await page.getByRole('heading', { name: '营销投放', exact: true }).waitFor()
  await marketing.find('会员', /打开页面/)
  await marketing.press(page.getByRole('link', { name: '人群' }))
  await marketing.press(page.getByRole('button', { name: '新增人群' }))
  const dialog = page.getByRole('dialog')
  await marketing.press(dialog.getByRole('textbox', { name: '名称' }))
  await marketing.type('近月存款')
  await marketing.press(dialog.getByRole('spinbutton', { name: '下限' }))
  await marketing.type('100')
  await marketing.press(dialog.getByRole('button', { name: '试算' }))
  await dialog.getByText('可发送').waitFor()
  await marketing.press(dialog.getByRole('button', { name: '保存' }))
  await dialog.waitFor({ state: 'detached' })
  expect(note('segment', marketing.presses())).toBeLessThanOrEqual(8)

  await marketing.press(page.getByRole('link', { name: '写站内信' }))
  await marketing.press(dialog.getByRole('textbox', { name: '标题' }))
  await marketing.type('周末活动')
  await marketing.press(dialog.getByRole('textbox', { name: '内容', exact: true }))
  await marketing.type('本周末有活动。')
  // An offer without an age sign and a link to its terms asks for a reason.
  await marketing.press(dialog.getByRole('textbox', { name: /^仍要提交的理由/ }))
  await marketing.type('仅作提醒')
  await marketing.press(page.getByRole('button', { name: '确认发送' }))
  await says(page, '已提交，等待另一位同事审批')
  expect(note('letter to a segment', marketing.presses())).toBeLessThanOrEqual(5)

  const second = await enter('admin2', 'admin2888')
  await second.page.getByRole('heading', { name: '今日', exact: true }).waitFor()
  await second.press(second.page.getByRole('main').getByRole('link', { name: /^规则审批/ }))
  await second.page.getByText('待另一位同事审批').waitFor()
  await second.key('a')
  await second.page.getByRole('dialog').waitFor()
  await second.key('Enter')
  await says(second.page, '已批准，已生效')
  expect(note('approval of a letter', second.presses())).toBeLessThanOrEqual(3)
  expect(world.complaints).toEqual([])
}
