import { expect, test } from 'vitest'
import { brokenDays } from '../../src/pages/exclude/choice.ts'
import { clean, typedSize } from '../../src/pages/limit/typedSize.ts'

test('a typed limit is read as the rules read it, and what is none has no size', () => {
  const day = (amount: string) => typedSize('deposit_day', { amount })
  expect(['', '.', '0', '137.5', '137.', '1.234', '12元'].map(day)).toEqual([
    null,
    null,
    0,
    137.5,
    137,
    null,
    null,
  ])
  const minutes = (amount: string) => typedSize('time_day', { amount })
  expect(['', '90', ' 90 ', '2h', '1e3', '-5', '99999'].map(minutes)).toEqual([
    null,
    90,
    90,
    null,
    null,
    null,
    null,
  ])
})

test('a point that was left behind is not sent', () => {
  expect(clean({ amount: '300.' })).toEqual({ amount: '300' })
})

test('days of a break are checked before the password is asked for', () => {
  const days = (text: string) => brokenDays({ what: 'timeout', term: '', days: text })
  expect(['', '0', '43', '3d'].map(text => days(text) !== null)).toEqual([true, true, true, true])
  expect([days('1'), days('42')]).toEqual([null, null])
  expect(brokenDays({ what: 'exclude', term: '1y' })).toBeNull()
})
