import { liabilities } from '@tianping/contract/figures/facts'
import { expect, test } from 'vitest'
import {
  amountText,
  daysOption,
  isLate,
  type OwedDay,
} from '../../src/pages/figures/liability/daysOption.ts'

const colours = {
  font: '',
  ink: '',
  line: '',
  surface: '',
  brand: '',
  good: '',
  bad: '',
  amber: '',
}
const known: OwedDay = {
  day: '2026-03-05',
  wallets: 67,
  venues: 40,
  payable: 0,
  open_stakes: 5,
  rebates: 0.5,
  bonuses: 0,
  commissions: 0,
  total: 112.5,
  wagering: 100,
  counted_at: '2026-03-06 00:00:04',
}
const partly: OwedDay = {
  ...known,
  day: '2026-03-04',
  open_stakes: null,
  commissions: null,
  total: null,
  wagering: null,
  counted_at: '',
}

test('what is not known is left out of the picture, and reads as a dash', () => {
  const { series, legend } = daysOption([partly, known], colours) as {
    series: { name: string; stack?: string; data: (number | null)[] }[]
    legend: { data: string[] }[]
  }
  const dataOf = (name: string) => series.find(each => each.name === name)?.data
  expect(dataOf(liabilities.wallets.label)).toEqual([67, 67])
  expect(dataOf(liabilities.open_stakes.label)).toEqual([null, 5])
  expect(dataOf(liabilities.wagering.label)).toEqual([null, 100])
  expect(dataOf('合计')).toEqual([null, 112.5])
  // Every series is in one row of the legend, and debts alone are stacked.
  expect(legend.flatMap(row => row.data).sort()).toEqual(series.map(({ name }) => name).sort())
  expect(series.filter(({ stack }) => stack === 'owed')).toHaveLength(7)
  expect([amountText(null), amountText(undefined), amountText(0)]).toEqual(['—', '—', '¥0.00'])
})

test('a day that was counted late is told from others, and today is not late', () => {
  const at = (counted_at: string, today = '2026-03-07') => isLate({ ...known, counted_at }, today)
  expect(at('2026-03-06 00:10:00')).toBe(false)
  expect(at('2026-03-06 00:10:01')).toBe(true)
  expect(at('')).toBe(false)
  expect(isLate({ ...known, counted_at: '2026-03-05 18:00:00' }, '2026-03-05')).toBe(false)
})
