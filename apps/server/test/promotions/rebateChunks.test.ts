import { expect, test } from 'vitest'
import { nextSize } from '../../src/jobs/chunks.ts'

test('a chunk that took too long is followed by half of it, never by less than twenty', () => {
  expect([nextSize(200, 21), nextSize(30, 500), nextSize(20, 500)]).toEqual([100, 20, 20])
})
test('a quick one by a quarter more, never by more than a thousand', () => {
  expect([nextSize(200, 9), nextSize(900, 1), nextSize(1_000, 1)]).toEqual([250, 1_000, 1_000])
})
test('one that took what it should by the same', () => {
  expect([nextSize(200, 10), nextSize(200, 20)]).toEqual([200, 200])
})
