import { parseBeijing } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { clockText, deadlineOf, secondsLeft } from '../../../src/pages/payInfo/countdown.ts'

const created_at = '2026-11-20 16:22:47'
const created = Date.parse('2026-11-20T08:22:47Z')

test('times of the wire are Beijing time', () => expect(parseBeijing(created_at)).toBe(created))

test('the deadline is one hour after created_at', () => {
  expect(deadlineOf({ created_at, server_time: created_at }, created)).toBe(created + 3_600_000)
})

test("a device whose clock is wrong counts by the server's", () => {
  const tenMinutesFast = created + 600_000
  const deadline = deadlineOf({ created_at, server_time: created_at }, tenMinutesFast)
  expect(secondsLeft(deadline, tenMinutesFast)).toBe(3_600)
  expect(secondsLeft(deadline, tenMinutesFast + 1_062_000)).toBe(2_538)
})

test('it stops at zero and never shows more than the hour', () => {
  expect(secondsLeft(created, created + 1)).toBe(0)
  expect(secondsLeft(created + 9_999_999, created)).toBe(3_600)
  expect(secondsLeft(Number.NaN, created)).toBe(0)
})

test('it reads mm:ss', () =>
  expect([0, 59, 2_538, 3_600].map(clockText)).toEqual(['00:00', '00:59', '42:18', '60:00']))
