import { parseYuan, formatFen, usdtCents, yuanOf } from '@tianping/contract/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test.each([
  ['12.50', 1250n],
  [12.5, 1250n],
  ['0.01', 1n],
  ['100', 10_000n],
  ['10000000000', 1_000_000_000_000n],
])('an amount on the wire: %j is %s fen', (written, fen) => {
  expect(parseYuan(written)).toBe(fen)
})

test.each([
  '',
  ' ',
  '0',
  '0.00',
  '-1',
  '1.234',
  '1e3',
  'NaN',
  'Infinity',
  '1,000',
  '10000000000.01',
  '٣',
  null,
  undefined,
  Number.NaN,
  -0.5,
  1e21,
])('an amount on the wire: %j is refused', written => expect(parseYuan(written)).toBeNull())

test('an amount survives the wire and back', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 1_000_000_000_000n), fen => {
      expect(parseYuan(yuanOf(fen))).toBe(fen)
      expect(parseYuan(formatFen(fen).replaceAll(',', ''))).toBe(fen)
    }),
  )
})

test('the USDT equivalent is amount divided by the rate, floored to 2 decimals', () => {
  expect(usdtCents(100_00n, 7.2)).toBe(1388n) // 13.888…
  expect(usdtCents(720_00n, '7.2')).toBe(10_000n)
  expect(usdtCents(100n, 0)).toBe(0n)
})
