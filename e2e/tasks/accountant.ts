import { addMonths, beijingMonth } from '@tianping/money/day'
import { expect } from 'vitest'
import { says } from '../support/phone.ts'
import { asked, type Office } from './seat.ts'

type Signed = { state: string; prepared_by: string; closed_by: string }

/** A month: its balance, the statement of a venue, two signatures, and the file. */
export async function accountantTasks({ world, enter, note }: Office): Promise<void> {
  const month = addMonths(beijingMonth(Date.now()), -1)
  const accountant = await enter('accountant', 'accountant888')
  const { page } = accountant
  await page.getByRole('heading', { name: '月结', exact: true }).waitFor()
  await page.getByText('借贷相等').waitFor()
  expect(note('trial balance', accountant.presses())).toBe(0)

  const venues = page.getByRole('table', { name: '对账单' })
  await accountant.press(venues.getByRole('button', { name: '单独对账' }).first())
  await page.getByRole('button', { name: '显示全部场馆' }).waitFor()
  await expect.poll(() => venues.getByRole('button', { name: '单独对账' }).count()).toBe(1)
  expect(note('statement of a venue', accountant.presses())).toBe(1)

  const signatures = page.getByRole('region', { name: '双人签字' })
  await accountant.press(signatures.getByRole('button', { name: /^签.?字$/ }))
  await page.getByRole('dialog').getByText('您确认已核对').waitFor()
  await accountant.key('Enter')
  await says(page, '已制表签字')
  expect(note('first signature', accountant.presses())).toBeLessThanOrEqual(2)

  const second = await enter('finance', 'finance888')
  await second.page.getByRole('heading', { name: '取款审核' }).waitFor()
  await second.find('月结', /月结/)
  await second.press(second.page.getByRole('button', { name: '签字并关账' }))
  await second.page.getByRole('dialog').getByText('永远不再变化').waitFor()
  await second.key('Enter')
  await says(second.page, '已关账')
  expect(note('second signature', second.presses())).toBeLessThanOrEqual(4)
  const shown = await asked<Signed>(second, world, 'months/show', { month })
  expect(shown).toMatchObject({
    state: 'closed',
    prepared_by: 'accountant',
    closed_by: 'finance',
  })

  const balance = page.getByRole('region', { name: `试算平衡表 ${month}` })
  await accountant.press(balance.getByRole('button', { name: '导出' }))
  const asks = page.getByRole('dialog')
  const file = page.waitForEvent('download')
  await accountant.press(asks.getByRole('button', { name: /^导.?出$/ }))
  expect((await file).suggestedFilename()).toMatch(/^试算平衡表-\d+\.csv$/)
  expect(note('file of the month', accountant.presses())).toBeLessThanOrEqual(2)
  expect(world.complaints).toEqual([])
}
