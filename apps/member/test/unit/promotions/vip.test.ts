import { expect, test } from 'vitest'
import { firstLevel, isReached, percentOf, tierOf } from '../../../src/pages/vip/tiers.ts'

test('the page opens with the own level, for visitors with the first', () => {
  expect([firstLevel(3), firstLevel(undefined)]).toEqual([3, 1])
})

test('a level is 已达标 up to the own one; a visitor has reached none', () => {
  expect([2, 3, 4].map(level => isReached(3, level))).toEqual([true, true, false])
  expect(isReached(undefined, 1)).toBe(false)
})

test('progress never reads as full before it is', () => {
  expect(percentOf({ needed: 50_000, done: 36_800, missing: 13_200 })).toBe(73)
  expect(percentOf({ needed: 50_000, done: 49_999.99, missing: 0.01 })).toBe(99)
  expect(percentOf({ needed: 50_000, done: 60_000, missing: 0 })).toBe(100)
  expect(percentOf({ needed: 0, done: 0, missing: 1 })).toBe(0)
})

test('two levels share a metal', () => {
  expect([1, 2, 3, 5, 8, 10].map(tierOf)).toEqual([
    'bronze',
    'bronze',
    'silver',
    'platinum',
    'black',
    'cinnabar',
  ])
})
