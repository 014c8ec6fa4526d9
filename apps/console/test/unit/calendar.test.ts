import { expect, test } from 'vitest'
import { isMonth, monthsOf } from '../../src/ui/days/calendar.ts'

test('a month is picked as YYYY-MM, from January to December of its year', () => {
  const months = monthsOf('2027-03')
  expect(months).toHaveLength(12)
  expect([months[0], months[11]]).toEqual(['2027-01', '2027-12'])
  expect(months.every(isMonth)).toBe(true)
  for (const text of ['', '2027', '2027-1', '2027-00', '2027-13', '2027-01-01'])
    expect(isMonth(text), text).toBe(false)
})
