// A journey from the form to the member's inbox and back to its figures.
import { run, sql, theRow } from '@tianping/database'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newMember } from './support/data.ts'
import { openWorld } from './support/stack.ts'

const world = await openWorld()
const admin = { name: 'admin', password: 'admin888' }
const other = { name: 'admin2', password: 'admin2888' }

/** A desk whose presses are counted; a field that is filled is pressed once. */
function seat() {
  let presses = 0
  return {
    press: async (what: Locator) => {
      presses++
      await what.click()
    },
    fill: async (what: Locator, text: string) => {
      presses++
      await what.fill(text)
    },
    presses: () => presses,
  }
}
const room = (page: Page) =>
  page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: /^自动触达/ })

test('a journey from its form, approved by another operator, to a member and its figures', async () => {
  const desk = await world.desk({ operator: admin, path: '/campaigns' })
  const writer = seat()
  await writer.press(room(desk))
  await writer.press(desk.getByRole('button', { name: '新建自动触达', exact: true }))
  const form = desk.getByRole('dialog', { name: '新建自动触达', exact: true })
  await writer.fill(form.getByLabel('名称', { exact: true }), '欢迎新会员')
  await writer.fill(form.getByLabel('N（天，每天 24 小时）', { exact: true }), '0')
  await writer.fill(form.getByLabel('站内信标题', { exact: true }), '欢迎您')
  await writer.fill(form.getByRole('textbox', { name: '站内信内容', exact: true }), '很高兴见到您')
  await form.getByText(/^今天有 .* 位会员符合，其中 .* 位会收到/).waitFor()
  await writer.fill(form.getByLabel(/^仍要提交的理由/), '没有优惠')
  await writer.press(form.getByRole('button', { name: '提交', exact: true }))
  await form.waitFor({ state: 'hidden' })
  expect(writer.presses()).toBeLessThanOrEqual(8)

  const second = await world.desk({ operator: other, path: '/campaigns' })
  const approver = seat()
  await approver.press(room(second))
  await approver.press(second.getByRole('link', { name: '欢迎新会员', exact: true }))
  await approver.press(second.getByRole('button', { name: '批准', exact: true }))
  await approver.press(second.getByRole('button', { name: '批准并运行', exact: true }))
  await second.getByText('运行中').first().waitFor()
  expect(approver.presses()).toBeLessThanOrEqual(4)

  const member = await newMember(world)
  await run(world.db, sql`update journey set next_at = now() where name = '欢迎新会员'`)
  await expect.poll(reached).toBe(1)
  const phone = await world.phone({ token: member.token, path: '/message?type=2' })
  await phone.getByText('欢迎您').first().waitFor()

  await second.reload()
  const list = second.getByRole('region', { name: '触达名单', exact: true })
  await list.getByRole('link', { name: member.name, exact: true }).waitFor()
  await writerStops(desk)
  expect(world.complaints).toEqual([])
})

const reached = async () =>
  (
    await theRow(
      world.db,
      sql<{ members: number }>`
      select count(*)::int as members from journey_member join journey using (journey_id) where name = '欢迎新会员' and refused = ''`,
    )
  ).members

/** The person who wrote it may stop it alone, at once. */
async function writerStops(desk: Page) {
  await desk.getByRole('link', { name: '欢迎新会员', exact: true }).click()
  await desk.getByRole('button', { name: '暂停', exact: true }).click()
  const dialog = desk.getByRole('dialog', { name: '暂停自动触达', exact: true })
  await dialog.getByRole('textbox').fill('改文案')
  await dialog.getByRole('button', { name: '立即暂停', exact: true }).click()
  await desk.getByText('已暂停（admin）').first().waitFor()
}
