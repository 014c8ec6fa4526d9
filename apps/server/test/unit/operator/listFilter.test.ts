import { expect, test } from 'vitest'
import { asksFor } from '../../../src/kernel/operator/listFilter.ts'

test.each<[string, number, boolean]>([
  // Where states are named, the single one says nothing.
  ['', 1, true],
  ['', 2, false],
  ['1', 2, true],
  ['2', 1, false],
  ['1,2', 1, false],
])('states %j and state %i ask for state 1 alone: %j', (states, state, alone) => {
  expect(asksFor({ states, state }, 1)).toBe(alone)
})
