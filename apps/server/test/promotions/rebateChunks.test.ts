import { expect, test } from 'vitest'
import { nextSize } from '../../src/jobs/chunks.ts'

test('a chunk that took too long is followed by half of it, never by less than twenty', () => {
  expect([nextSize(200, 11), nextSize(30, 500), nextSize(20, 500)]).toEqual([100, 20, 20])
})
test('a quick one by a quarter more, never by more than five hundred', () => {
  expect([nextSize(200, 4), nextSize(450, 1), nextSize(500, 1)]).toEqual([250, 500, 500])
})
test('one that took what it should by the same', () => {
  expect([nextSize(200, 5), nextSize(200, 10)]).toEqual([200, 200])
})
