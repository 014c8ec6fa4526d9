// How a deposit order stands at the very moments and amounts that its rules name: the end of its
// time to pay, the day that an announced payment is waited for, and nothing left of what was paid.
import { depositState, type DepositState } from '@tianping/contract/cashier/facts'
import { refundState } from '@tianping/contract/stages'
import { describe, expect, test } from 'vitest'
import { progressOf } from '../../src/areas/cashier/progress.ts'
import { isLate, stageOf, type Sums } from '../../src/areas/cashier/stage.ts'
import { verdictOnPayment } from '../../src/areas/cashier/payments/verdict.ts'

const END = new Date('2026-11-20T05:00:00Z')
const DAY_MS = 86_400_000
const before = new Date(END.getTime() - 1)
const after = new Date(END.getTime() + 1)
const order = (change: object = {}) => ({
  state: depositState.waiting as DepositState,
  waitsFor: 'provider' as const,
  amountFen: 100_00n,
  creditedFen: null,
  expiresAt: END as Date | null,
  decidedAt: null as Date | null,
  decidedBy: '',
  paidSaidAt: null as Date | null,
  paidSaidBy: '' as const,
  ...change,
})
const paid = (amountFen: bigint, paidAt = before, receivedAt = paidAt) => ({
  amountFen,
  paidAt,
  receivedAt,
})
const nothing: Sums = { payments: [], refunds: [] }

test.each([
  ['a moment before the end', before, before, false],
  ['at the end', END, END, false],
  ['a moment after it', after, after, true],
  ['in time, reported a moment late', END, after, true],
  ['a moment late, reported as of the end', after, END, true],
])('a payment %s', (_name, paidAt, receivedAt, late) => {
  const parts = { payments: [paid(100_00n, paidAt, receivedAt)], refunds: [] }
  expect(isLate(order(), parts)).toBe(late)
  const credited = order({ state: depositState.credited, creditedFen: 100_00n })
  expect(stageOf(credited, parts, after)).toBe(late ? 'credited_late' : 'credited')
  const event = { amountFen: 100_00n, paidAt } as Parameters<typeof verdictOnPayment>[1]
  const known = { paidFen: 100_00n, isListed: false, now: receivedAt }
  const verdict = verdictOnPayment(order() as never, event, known)
  expect(verdict).toBe(late ? 'credited_late' : 'credited')
})

test.each([
  ['before the end', before, false],
  ['at the end', END, false],
  ['after it', after, true],
])('an order without a payment that is decided %s', (_name, decidedAt, late) => {
  expect(isLate(order({ decidedAt }), nothing)).toBe(late)
})

test('an order that was paid at its end, or later, shows that it had ended', () => {
  const steps = (paidAt: Date) =>
    progressOf(
      order() as never,
      { payments: [paid(100_00n, paidAt)], refunds: [] } as never,
      false,
      after,
    )
      .steps.map(({ step }) => step)
      .includes('expired')
  expect([before, END, after].map(steps)).toEqual([false, true, true])
})

describe('an order that waits for its provider', () => {
  test.each([
    [-1, 'unpaid', 'confirming'],
    [0, 'expired', 'confirming'],
    [DAY_MS - 1, 'expired', 'confirming'],
    [DAY_MS, 'expired', 'expired'],
    [DAY_MS + 1, 'expired', 'expired'],
  ])('%i ms after its end is %s, and %s where a payment was announced', (ms, silent, said) => {
    const now = new Date(END.getTime() + ms)
    expect(stageOf(order(), nothing, now)).toBe(silent)
    expect(stageOf(order({ paidSaidAt: before }), nothing, now)).toBe(said)
  })
})

describe('an order under review', () => {
  const reviewed = order({ waitsFor: 'person' })
  test.each([
    ['less than ordered', 99_99n, 'wrong_amount'],
    ['what was ordered', 100_00n, 'confirming'],
    ['more than ordered', 100_01n, 'wrong_amount'],
  ])('that was paid %s', (_name, amountFen, stage) => {
    expect(stageOf(reviewed, { payments: [paid(amountFen)], refunds: [] }, END)).toBe(stage)
  })

  test('has no amount to compare while nothing of its payments stays', () => {
    const refunds = [{ amountFen: 99_99n, state: refundState.waiting }]
    expect(stageOf(reviewed, nothing, END)).toBe('confirming')
    expect(stageOf(reviewed, { payments: [paid(99_99n)], refunds }, END)).toBe('confirming')
  })
})
