import { expect, test } from 'vitest'
import { armOf } from '../../src/areas/campaigns/arms.ts'

const arms = [
  { arm: 'a', percent: 45 },
  { arm: 'b', percent: 45 },
] as const
const MEMBERS = 20_000
const drawn = (campaignId: number) =>
  Array.from({ length: MEMBERS }, (_, at) => armOf(campaignId, BigInt(at + 1), arms))
const shareOf = (found: string[], arm: string) =>
  found.filter(each => each === arm).length / found.length

test('the arms of a campaign have their shares, and the same member always has the same arm', () => {
  const found = drawn(1)
  expect(shareOf(found, 'a')).toBeCloseTo(0.45, 1)
  expect(shareOf(found, 'b')).toBeCloseTo(0.45, 1)
  expect(shareOf(found, 'control')).toBeCloseTo(0.1, 1)
  expect(drawn(1)).toEqual(found)
})

test("a member's arm says nothing about the arm in another campaign", () => {
  const [first, second] = [drawn(1), drawn(2)]
  const inBoth = first.filter((arm, at) => arm === 'a' && second[at] === 'a').length
  expect(inBoth / MEMBERS).toBeCloseTo(0.45 * 0.45, 1)
})
