import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  quickSums,
  typedFen,
  typedOf,
  usdtDeposit,
  usdtWithdrawal,
} from '../../../src/app/wallet/money.ts'

test('a deposit in USDT is the amount by the rate, floored to two decimals', () => {
  expect(usdtDeposit(1_000_00n, 7.3)).toBe(136_98n)
  expect(usdtDeposit(100_00n, 7)).toBe(14_28n)
  expect(usdtDeposit(0n, 7.3)).toBe(null)
  expect(usdtDeposit(1_000_00n, undefined)).toBe(null)
})

test('a withdrawal in USDT is floored first, then the fee goes off', () => {
  expect(usdtWithdrawal(2_000_00n, 7.2, 1)).toEqual({
    equivalent: 277_77n,
    fee: 1_00n,
    received: 276_77n,
  })
  expect(usdtWithdrawal(2_000_00n, 7.2, 5)?.received).toBe(272_77n)
})

test('a fee above the amount leaves nothing, never less', () => {
  expect(usdtWithdrawal(10_00n, 7.2, 5)?.received).toBe(0n)
})

test('without a rate nothing is estimated', () => {
  expect(usdtWithdrawal(100_00n, undefined, 1)).toBe(null)
  expect(usdtWithdrawal(100_00n, 0, 1)).toBe(null)
})

test('the estimate never promises more than the rate gives', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.integer({ min: 10_000, max: 200_000 }),
      (fen, rate) => {
        const { equivalent } = usdtWithdrawal(fen, rate / 10_000, 0)!
        expect(equivalent * BigInt(rate) <= fen * 10_000n).toBe(true)
        expect((equivalent + 1n) * BigInt(rate) > fen * 10_000n).toBe(true)
      },
    ),
  )
})

test('what is typed half is still no amount, and a trailing point does not spoil one', () => {
  expect(['', '0', '.', '12.', '12.5', '1000'].map(typedFen)).toEqual([
    0n,
    0n,
    0n,
    12_00n,
    12_50n,
    1_000_00n,
  ])
})

test('an amount put into the field reads back as the same amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 11n }), fen => typedFen(typedOf(fen)) === fen),
  )
  expect([500_00n, 120_50n, 9n].map(typedOf)).toEqual(['500', '120.5', '0.09'])
})

test('quick sums are round, within the range, and end with its maximum', () => {
  expect(quickSums({ minFen: 100_00n, maxFen: 10_000_00n }).map(sum => sum.label)).toEqual([
    '100',
    '500',
    '1000',
    '5000',
    '最大',
  ])
  expect(quickSums({ minFen: 10_00n, maxFen: 500_50n })).toEqual([
    { label: '10', value: '10' },
    { label: '50', value: '50' },
    { label: '100', value: '100' },
    { label: '500', value: '500' },
    { label: '最大', value: '500.5' },
  ])
  expect(quickSums({ minFen: 3_000_00n, maxFen: 4_000_00n }).map(sum => sum.value)).toEqual([
    '4000',
  ])
})
