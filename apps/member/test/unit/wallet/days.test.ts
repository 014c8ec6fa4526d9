import { expect, test } from 'vitest'
import { beijingDay } from '@tianping/money/day'
import { byDay, dayLabel, minuteOf } from '../../../src/app/records/days.ts'

const at = (time: string) => ({ time })
const timeOf = (row: { time: string }) => row.time
/** 2026-11-20 00:30 in Beijing: still the 19th in UTC. */
const now = Date.parse('2026-11-19T16:30:00Z')

test('days are Beijing days, whatever the device thinks', () => {
  expect(beijingDay(now)).toBe('2026-11-20')
  expect(beijingDay(Date.parse('2026-11-19T15:59:59Z'))).toBe('2026-11-19')
})

test('today and yesterday are named, others only dated, another year with its number', () => {
  expect(dayLabel('2026-11-20', now)).toEqual({ near: '今天', date: '11月20日' })
  expect(dayLabel('2026-11-19', now)).toEqual({ near: '昨天', date: '11月19日' })
  expect(dayLabel('2026-11-06', now)).toEqual({ near: '', date: '11月6日' })
  expect(dayLabel('2025-12-31', now)).toEqual({ near: '', date: '2025年12月31日' })
})

test('rows keep their order and fall under their day', () => {
  const days = byDay(
    [at('2026-11-20 16:22:47'), at('2026-11-20 00:00:00'), at('2026-11-19 23:59:59')],
    timeOf,
    false,
  )
  expect(days.map(({ day, rows }) => [day, rows.length])).toEqual([
    ['2026-11-20', 2],
    ['2026-11-19', 1],
  ])
})

test('the last day has no final sum while more pages wait', () => {
  const rows = [at('2026-11-20 16:22:47'), at('2026-11-19 23:59:59')]
  expect(byDay(rows, timeOf, true).map(day => day.whole)).toEqual([true, false])
  expect(byDay(rows, timeOf, false).map(day => day.whole)).toEqual([true, true])
})

test('no rows make no days', () => expect(byDay([], timeOf, false)).toEqual([]))

test('a row shows hour and minute', () => expect(minuteOf('2026-11-20 16:22:47')).toBe('16:22'))
