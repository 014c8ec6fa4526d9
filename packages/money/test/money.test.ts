import {
  centsOf,
  fenOf,
  formatFen,
  formatUsdt,
  formatYuan,
  groupThousands,
  parseYuan,
  roundYuan,
  shortFen,
  usdtCents,
  yuanOf,
} from '@tianping/money'
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
  expect(usdtCents(100n, '0.0001'), 'the least rate').toBe(1_000_000n)
  expect([0, -1, '0.00004'].map(rate => usdtCents(100n, rate))).toEqual([0n, 0n, 0n])
})

const anyFen = fc.bigInt(-1_000_000_000_000n, 1_000_000_000_000n)

test('fen become yuan of the wire and the same fen again', () => {
  fc.assert(
    fc.property(anyFen, fen => {
      expect(fenOf(yuanOf(fen))).toBe(fen)
      expect(fenOf(String(yuanOf(fen)))).toBe(fen)
      expect(yuanOf(Number(fen))).toBe(yuanOf(fen))
    }),
  )
  expect([10.1, 0.07, 1234567.89, '1234567.89', null, undefined].map(fenOf)).toEqual([
    10_10n,
    7n,
    1_234_567_89n,
    1_234_567_89n,
    0n,
    0n,
  ])
  expect(() => fenOf('x')).toThrow(RangeError)
})

test('calculated yuan lose the tail of a float', () => {
  expect([0.1 + 0.2, 1.1 - 1, 33.333, -0.07 * 3].map(roundYuan)).toEqual([0.3, 0.1, 33.33, -0.21])
  fc.assert(
    fc.property(anyFen, anyFen, (a, b) => {
      expect(roundYuan(yuanOf(a) + yuanOf(b))).toBe(yuanOf(a + b))
    }),
  )
})

test('amounts are read with thousands and two decimals, as bigint, number or yuan', () => {
  const fen = [0n, 5n, -5n, 100n, 99_999n, 1_234_567n, -123_456_789n]
  const read = ['0.00', '0.05', '-0.05', '1.00', '999.99', '12,345.67', '-1,234,567.89']
  expect(fen.map(formatFen)).toEqual(read)
  expect(fen.map(Number).map(formatFen)).toEqual(read)
  expect(fen.map(yuanOf).map(formatYuan)).toEqual(read)
  expect(formatFen(-0)).toBe('0.00')
})

test('USDT is counted in hundredths and reads like yuan', () => {
  expect([0n, 5n, 136_98n, 1_234_567_89n].map(formatUsdt)).toEqual([
    '0.00',
    '0.05',
    '136.98',
    '1,234,567.89',
  ])
  expect([0, 1, 1.5, '12.34'].map(centsOf)).toEqual([0n, 100n, 150n, 1234n])
  expect(() => centsOf(NaN)).toThrow(RangeError)
})

test('what is read is the amount, whatever its size and sign', () => {
  fc.assert(
    fc.property(anyFen, fen => {
      const read = formatFen(fen)
      expect(read).toMatch(/^-?\d{1,3}(,\d{3})*\.\d\d$/)
      expect(BigInt(read.replace(/[,.]/g, ''))).toBe(fen)
      expect(fenOf(shortFen(fen).replaceAll(',', ''))).toBe(fen)
    }),
  )
})

test('a short amount has no decimals where it is whole yuan', () => {
  expect([0n, 100n, 1_000_000n, 1_050n, -200n].map(shortFen)).toEqual([
    '0',
    '1',
    '10,000',
    '10.50',
    '-2',
  ])
})

test('thousands are grouped without touching the decimals', () => {
  expect(['', '1', '999', '1000', '1234567.5', '0.1234', '1000.'].map(groupThousands)).toEqual([
    '',
    '1',
    '999',
    '1,000',
    '1,234,567.5',
    '0.1234',
    '1,000.',
  ])
})
