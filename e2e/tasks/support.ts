import { rows, sql } from '@tianping/database'
import { expect } from 'vitest'
import { ask, newMember } from '../support/data.ts'
import { says } from '../support/phone.ts'
import { menu, type Office } from './seat.ts'

/** Why a deposit is missing, an exclusion, and an answer to a member. */
export async function supportTasks({ world, enter, note }: Office): Promise<void> {
  const member = await newMember(world)
  const made = await ask<{ deposit_no?: string }>(
    world,
    '/api/recharge',
    { paytype: 'wxpay', amount: 200 },
    member.token,
  )
  expect(made.code, made.message).toBe(200)
  const [order] = await rows(
    world.db,
    sql<{
      no: string
    }>`select deposit_no as no from deposit_order where member_id = ${member.memberId}`,
  )
  await ask(world, '/api/tickets/new', { topic: 'deposit', content: '没到账' }, member.token)
  const support = await enter('support', 'support888')
  const { page } = support
  await page.getByRole('heading', { name: '客服会话', exact: true }).waitFor()

  await support.find(order!.no, new RegExp(order!.no))
  await page.getByText('通道从未回调').waitFor()
  expect(note('missing deposit', support.presses())).toBeLessThanOrEqual(3)

  await support.find(`${member.name} 暂停`, /暂停使用/)
  await page.getByRole('dialog').getByLabel('原因（必填）').waitFor()
  await support.type('会员来电要求')
  await support.key('Enter')
  await says(page, '已记录')
  const blocked = await ask(world, '/api/recharge', { paytype: 'wxpay', amount: 200 }, member.token)
  expect(blocked.code, blocked.message).not.toBe(200)
  expect(note('exclusion', support.presses())).toBeLessThanOrEqual(3)

  await support.press(menu(page).getByRole('link', { name: /^客服会话/ }))
  await support.press(page.getByRole('row', { name: new RegExp(member.name) }))
  await support.press(page.getByRole('textbox', { name: '回复会员' }))
  await support.type('正在核实，请稍候')
  await support.key('Control+Enter')
  await page.getByRole('listitem').getByText('正在核实，请稍候').waitFor()
  expect(note('answer', support.presses())).toBeLessThanOrEqual(4)
  await page.getByRole('textbox', { name: '回复会员' }).blur()
  expect(world.complaints).toEqual([])
}
