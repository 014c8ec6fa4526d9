import { ageOf, isOfAge } from '@tianping/contract/account/rules'
import { earliestEvent } from '@tianping/contract/complaints/rules'
import { describe, expect, test } from 'vitest'

describe('age', () => {
  test.each([
    ['2008-11-23', '2026-11-22', 17],
    ['2008-11-23', '2026-11-23', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-29', 20],
    ['2008-12-31', '2026-01-01', 17],
  ])('born %s, on %s: %i', (birthday, today, age) => {
    expect(ageOf(birthday, today)).toBe(age)
    expect(isOfAge(birthday, today)).toBe(age >= 18)
  })
  test('nothing proves nothing', () => {
    expect(isOfAge(null, '2026-11-23')).toBe(false)
    expect(isOfAge('', '2026-11-23')).toBe(false)
  })
  test('six months back from a day that the month lacks', () => {
    expect(earliestEvent('2026-08-31', 6)).toBe('2026-02-28')
    expect(earliestEvent('2026-11-23', 6)).toBe('2026-05-23')
  })
})
