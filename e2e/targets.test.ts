// A month's target from the person who sets it to the screen of who runs the business.
import { run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { openWorld } from './support/stack.ts'

const world = await openWorld()
const finance = { name: 'finance', password: 'finance888' }
const admin = { name: 'admin', password: 'admin888' }

test('finance sets a target; report and first screen show the figure against it with its pace', async () => {
  await run(world.db, sql`delete from figure_target`)
  const desk = await world.desk({ operator: finance, path: '/figures' })
  const card = desk.getByRole('region', { name: '月度目标', exact: true })
  await card.getByRole('button', { name: '设定目标', exact: true }).click()
  const form = desk.getByRole('dialog', { name: /^设定 \d{4}-\d\d 的目标$/ })
  await form.getByLabel('净收入 NGR（元，留空为不设）', { exact: true }).fill('9,876,543.21')
  await form.getByLabel('注册（数量，留空为不设）', { exact: true }).fill('0')
  const save = form.getByRole('button', { name: '保存目标', exact: true })
  await save.click()
  await form.getByText('“注册”的目标须是大于 0 的数字').waitFor()
  await form.getByLabel('注册（数量，留空为不设）', { exact: true }).fill('1')
  await save.click()
  await form.waitFor({ state: 'hidden' })
  const table = card.getByRole('table', { name: '月度目标', exact: true })
  const row = table.getByRole('row').filter({ hasText: '净收入 NGR' })
  await row.getByText('¥9,876,543.21', { exact: true }).waitFor()
  await row.getByText('慢于进度', { exact: true }).waitFor()
  await card.getByRole('img', { name: '净收入 NGR累计与目标', exact: true }).waitFor()

  const chief = await world.desk({ operator: admin, path: '/' })
  const today = chief.getByRole('region', { name: /^本月目标（已过 / })
  await today.getByText('¥9,876,543.21', { exact: true }).waitFor()
  expect(await today.getByRole('row').count()).toBe(3)
  expect(world.complaints).toEqual([])
})
