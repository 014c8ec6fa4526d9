import {
  DAY_MS,
  addDays,
  addMonths,
  beijing,
  beijingDay,
  beijingMidnight,
  beijingMonth,
  daysBetween,
  endOfDay,
  isDay,
  monthsLater,
  parseBeijing,
  startOfDay,
} from '@tianping/money/day'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const instants = fc.date({
  min: new Date('1970-01-02T00:00:00Z'),
  max: new Date('2199-12-31T00:00:00Z'),
  noInvalidDate: true,
})
const days = instants.map(beijingDay)
const shifts = fc.integer({ min: -50_000, max: 50_000 })

test('a time of the wire is Beijing time, wherever the machine stands', () => {
  expect(beijing(Date.UTC(2026, 10, 20, 2))).toBe('2026-11-20 10:00:00')
  expect(beijing(new Date('2026-12-31T16:00:00Z'))).toBe('2027-01-01 00:00:00')
  expect(parseBeijing('2026-11-20 10:00:00')).toBe(Date.UTC(2026, 10, 20, 2))
  expect(parseBeijing('2026-11-20 08:00:00')).toBe(Date.UTC(2026, 10, 20))
  expect(parseBeijing('2026-11-20 08:00')).toBe(Date.UTC(2026, 10, 20))
  expect(parseBeijing('')).toBeNaN()
  expect(parseBeijing('2026-11-20 25:00')).toBeNaN()
  expect(() => beijing(NaN)).toThrow(RangeError)
})

test('an instant survives the wire to the second', () => {
  fc.assert(
    fc.property(instants, at => {
      expect(parseBeijing(beijing(at))).toBe(Math.floor(at.getTime() / 1_000) * 1_000)
      expect(beijing(at.getTime())).toBe(beijing(at))
    }),
  )
})

test('a day begins at 00:00 in Beijing and ends where the next one begins', () => {
  expect(startOfDay('2026-11-20').toISOString()).toBe('2026-11-19T16:00:00.000Z')
  expect(endOfDay('2026-12-31')).toEqual(startOfDay('2027-01-01'))
  expect(startOfDay('no day').getTime()).toBeNaN()
  fc.assert(
    fc.property(instants, at => {
      const day = beijingDay(at)
      expect(startOfDay(day) <= at && at < endOfDay(day)).toBe(true)
      expect(endOfDay(day).getTime() - startOfDay(day).getTime()).toBe(DAY_MS)
      expect(beijing(startOfDay(day))).toBe(`${day} 00:00:00`)
      expect(beijingDay(endOfDay(day))).toBe(addDays(day, 1))
      expect(beijingDay(endOfDay(day).getTime() - 1)).toBe(day)
    }),
  )
})

test('the midnight some days back is the start of that day', () => {
  const at = new Date('2026-11-20T15:59:59.999Z')
  expect(beijingMidnight(at).toISOString()).toBe('2026-11-19T16:00:00.000Z')
  expect(beijingMidnight(at, 1).toISOString()).toBe('2026-11-18T16:00:00.000Z')
  expect(beijingMidnight(at, -1).toISOString()).toBe('2026-11-20T16:00:00.000Z')
  fc.assert(
    fc.property(instants, fc.nat(400), (instant, back) => {
      expect(beijingDay(beijingMidnight(instant, back))).toBe(addDays(beijingDay(instant), -back))
    }),
  )
})

test('leap day, month end and year end are days like others', () => {
  expect([
    addDays('2028-02-28', 1),
    addDays('2027-02-28', 1),
    addDays('2026-12-31', 1),
    addDays('2028-03-01', -1),
    addDays('2026-11-20', 0),
  ]).toEqual(['2028-02-29', '2027-03-01', '2027-01-01', '2028-02-29', '2026-11-20'])
  expect(() => addDays('2026-13-01', 1)).toThrow(RangeError)
})

test('shifting days and counting them are each other’s opposite', () => {
  fc.assert(
    fc.property(days, shifts, (day, shift) => {
      expect(daysBetween(day, addDays(day, shift))).toBe(shift)
      expect(addDays(addDays(day, shift), -shift)).toBe(day)
    }),
  )
  expect(daysBetween('2028-03-01', '2028-02-28')).toBe(-2)
  expect(daysBetween('', '2028-02-28')).toBeNaN()
})

test('a day is a calendar date that exists', () => {
  const found = ['2026-11-20', '2028-02-29', '1999-12-31']
  const none = [
    '',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '2026-11-20 ',
    '2026-04-31',
    '0000-01-01',
  ]
  expect(found.filter(isDay)).toEqual(found)
  expect(none.filter(isDay)).toEqual([])
  fc.assert(fc.property(days, isDay))
})

test('months follow each other over the end of a year', () => {
  expect(beijingMonth(new Date('2026-12-31T16:00:00Z'))).toBe('2027-01')
  expect([1, 2, -11, 0, 14].map(by => addMonths('2026-11', by))).toEqual([
    '2026-12',
    '2027-01',
    '2025-12',
    '2026-11',
    '2028-01',
  ])
  expect(() => addMonths('month', 1)).toThrow(RangeError)
  fc.assert(
    fc.property(instants.map(beijingMonth), fc.integer({ min: -500, max: 500 }), (month, by) => {
      expect(addMonths(addMonths(month, by), -by)).toBe(month)
      expect(addMonths(month, 1)).toBe(beijingMonth(startOfDay(addDays(`${month}-28`, 4))))
    }),
  )
})

test.each([
  ['2026-11-26T10:20:30.000+08:00', 1, '2026-12-26T10:20:30+08:00'],
  ['2026-01-31T23:59:59+08:00', 1, '2026-02-28T23:59:59+08:00'],
  ['2028-03-31T00:00:00+08:00', -1, '2028-02-29T00:00:00+08:00'],
  ['2026-02-28T12:00:00+08:00', 1, '2026-03-28T12:00:00+08:00'],
  ['2026-11-30T00:00:00+08:00', 12, '2027-11-30T00:00:00+08:00'],
  ['2026-11-29T00:00:00+08:00', 0, '2026-11-29T00:00:00+08:00'],
])('the same moment of a month, or of its last day: %s and %i months', (at, months, later) => {
  expect(monthsLater(new Date(at), months)).toEqual(new Date(later))
})
