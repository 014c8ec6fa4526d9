import { addMonths, beijingMonth } from '@tianping/money/day'
import { expect } from 'vitest'
import type { Office } from './seat.ts'

/** The NGR of the last month, what it is made of, and its target. */
export async function managementTasks({ world, enter, note }: Office): Promise<void> {
  const month = addMonths(beijingMonth(Date.now()), -1)
  const management = await enter('management', 'management888')
  const { page } = management
  const compared = page.getByRole('region', { name: '与对比期' })
  const ngr = compared.getByRole('row', { name: /^净收入 NGR/ })
  await ngr.waitFor()
  await management.press(page.getByRole('combobox', { name: '时段' }))
  await management.press(page.getByTitle('上月', { exact: true }))
  await expect.poll(() => page.url()).toContain(month)
  await ngr.waitFor()
  expect(note('NGR of a month', management.presses())).toBeLessThanOrEqual(2)

  await management.press(ngr.getByRole('button').first())
  const parts = page.getByRole('table', { name: '构成这个数字的项目' })
  await parts.getByText('平台输赢 GGR').waitFor()
  await management.press(parts.getByRole('row', { name: /红包/ }).getByRole('button'))
  await page.getByRole('dialog').getByRole('table').first().waitFor()
  expect(note('rows of the NGR', management.presses())).toBeLessThanOrEqual(2)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await management.press(page.getByRole('combobox', { name: '目标月份' }))
  await management.press(page.getByTitle(month, { exact: true }).last())
  const target = page.getByRole('table', { name: '月度目标' }).getByRole('row', { name: /NGR/ })
  await expect.poll(() => target.innerText()).toContain('¥5,000.00')
  expect(note('target of a month', management.presses())).toBeLessThanOrEqual(2)
  expect(world.complaints).toEqual([])
}
