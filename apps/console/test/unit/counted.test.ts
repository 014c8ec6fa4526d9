import { expect, test } from 'vitest'
import { counted } from '../../src/ui/values/counted.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [-1_234_567, '-1,234,567'],
  [1_234.5, '1,234.5'],
  [1_234.5678, '1,234.568'],
  [-0.0001, '0'],
])('%d is written as %s', (value, text) => {
  expect(counted(value)).toBe(text)
})
