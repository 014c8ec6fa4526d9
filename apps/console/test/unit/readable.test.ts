import { expect, test } from 'vitest'
import { changesOf } from '../../src/parts/audit/changes.ts'
import { deviceOf } from '../../src/ui/values/device.ts'
import { masked } from '../../src/ui/values/masked.ts'
import { yuan } from '../../src/ui/values/Money.tsx'
import { spanOf, urgencyOf } from '../../src/ui/values/time.ts'

test('an audit row names every field once and marks what changed', () => {
  expect(
    changesOf(
      '{"state":1,"remark":"","gone":"x"}',
      '{"state":2,"remark":"","credited_fen":"100050"}',
    ),
  ).toEqual([
    { field: 'state', before: '1', after: '2', changed: true },
    { field: 'remark', before: '', after: '', changed: false },
    { field: 'gone', before: 'x', after: '', changed: true },
    { field: 'credited_fen', before: '', after: '¥1,000.50', changed: true },
  ])
})

test('an audit row without fields, or with plain text, is shown as it stands', () => {
  expect(changesOf('{}', '')).toEqual([])
  expect(changesOf('null', 'null')).toEqual([])
  expect(changesOf('', 'not json')).toEqual([
    { field: '', before: '', after: 'not json', changed: true },
  ])
})

test('waiting is said in words, and grows urgent after half an hour and an hour', () => {
  expect([0, 0.9, 1, 59, 60, 61.5, 200, 1440, 1600].map(spanOf)).toEqual([
    '刚刚',
    '刚刚',
    '1 分钟',
    '59 分钟',
    '1 小时',
    '1 小时 1 分',
    '3 小时 20 分',
    '1 天',
    '1 天 2 小时',
  ])
  expect([29, 30, 59.9, 60].map(urgencyOf)).toEqual(['calm', 'late', 'late', 'overdue'])
})

test('amounts are written with their sign before the currency', () => {
  expect([1000, 0.1 + 0.2, -12.5, 0].map(yuan)).toEqual(['¥1,000.00', '¥0.30', '-¥12.50', '¥0.00'])
})

test('a device is named in two words when it is known', () => {
  expect(
    deviceOf(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ),
  ).toBe('iPhone · Safari')
  expect(
    deviceOf(
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    ),
  ).toBe('Linux · Chrome')
  expect(deviceOf('curl/8')).toBe('curl/8')
})

test('a masked number keeps its characters and loses its row of stars', () => {
  expect(masked('T*****************************9xQa')).toBe('T****9xQa')
  expect(masked('************8841')).toBe('****8841')
  expect(masked('张*')).toBe('张*')
})
