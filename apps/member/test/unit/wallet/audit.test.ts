import '../browser.ts'
import { expect, test } from 'vitest'
import { percentOf, verdictLabel } from '../../../src/pages/wageringAudit/useAudit.ts'

test('a requirement is at 100 percent only once nothing is missing', () => {
  expect(percentOf({ required: 100, missing: 100 })).toBe(0)
  expect(percentOf({ required: 100_000, missing: 1 })).toBe(99)
  expect(percentOf({ required: 100, missing: 0 })).toBe(100)
  expect(percentOf({ required: 0, missing: 0 })).toBe(100)
})

test('each verdict on a bet has a word', () => {
  expect(
    (['counted', 'partly', 'void', 'unsettled', 'zero', 'before', 'met'] as const).map(
      verdict => verdictLabel({ verdict }).text,
    ),
  ).toEqual(['已计入', '部分计入', '不计入', '未结算', '不计入', '不计入', '无需计入'])
})
