import { expect, test } from 'vitest'
import { beijingEnd, beijingStart } from '../../../src/pages/hongbao/easternDays.ts'

test.each([
  ['2026-07-01', '2026-07-01 12:00', '2026-07-02 12:00'],
  ['2026-12-31', '2026-12-31 13:00', '2027-01-01 13:00'],
  // Clocks change at 02:00 of the eighth of March and of the first of November.
  ['2026-03-08', '2026-03-08 13:00', '2026-03-09 12:00'],
  ['2026-11-01', '2026-11-01 12:00', '2026-11-02 13:00'],
])('the US Eastern day %s is from %s until %s in Beijing', (day, from, until) => {
  expect([beijingStart(day), beijingEnd(day)]).toEqual([from, until])
})

test('what is no day stays as it is', () => {
  expect([beijingStart('长期'), beijingEnd('')]).toEqual(['长期', ''])
})
