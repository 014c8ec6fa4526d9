import { expect, test } from 'vitest'
import { groupThousands } from '@tianping/money'
import { amountTyped, caretAfter, edited } from '../../src/ui/field/AmountField.tsx'
import { yuanText } from '../../src/ui/Money.tsx'
import { progressOf } from '../../src/pages/mine/progress.ts'

test('yuan of the wire read with thousands and two decimals', () => {
  expect([0, 12.5, '1234.5', 1234567.89, -3, null, undefined, 'x'].map(yuanText)).toEqual([
    '0.00',
    '12.50',
    '1,234.50',
    '1,234,567.89',
    '-3.00',
    '0.00',
    '0.00',
    '0.00',
  ])
  expect(yuanText(-0.001)).toBe('0.00')
})

test('an amount takes digits, one point and two decimals', () => {
  expect(
    ['', '12', '012', '1,234.567', '.5', '1.2.3', '12元', '0', '00', '1234567890123'].map(
      amountTyped,
    ),
  ).toEqual(['', '12', '12', '1234.56', '0.5', '1.23', '12', '0', '0', '123456789'])
})

test('an amount is typed in thousands, and the caret stays with the digit it follows', () => {
  // `|` is the caret in what stands in the field after the browser's own edit.
  const typed = (shown: string, text: string, forward = false) => {
    const { value, caret } = edited(shown, text.replace('|', ''), text.indexOf('|'), forward)
    const next = groupThousands(value)
    return `${next.slice(0, caret)}|${next.slice(caret)}`
  }
  expect(typed('200', '2000|')).toBe('2,000|')
  expect(typed('2,000', '12|,000')).toBe('12|,000')
  expect(typed('2,000', '|')).toBe('|')
  expect(typed('1,234', '1,23|')).toBe('123|')
  expect(typed('1,234,567', '1,24|,567'), 'a digit in the middle went').toBe('124|,567')
  expect(typed('1,234', '1|234'), 'Backspace on the comma takes the digit before it').toBe('|234')
  expect(typed('1,234', '1|234', true), 'Delete on the comma takes the digit after it').toBe('1|34')
  expect(typed('12', '12.|')).toBe('12.|')
  expect(typed('12.34', '12.345|')).toBe('12.34|')
  expect(typed('', '.|')).toBe('0.|')
  expect(caretAfter('1,234,567', 4)).toBe(5)
})

test('progress is rounded, capped at 100, and 0 when either figure is 0', () => {
  expect(progressOf(36_800, 50_000)).toBe(74)
  expect(progressOf(60_000, 50_000)).toBe(100)
  expect(progressOf(0, 50_000)).toBe(0)
  expect(progressOf(10, 0)).toBe(0)
})
