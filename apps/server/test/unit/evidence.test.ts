// What a game returned against its published mathematics: the volumes are those that
// docs/operations.md states.
import { describe, expect, test } from 'vitest'
import { drawOf, roundsOf, valueOf } from '../../src/areas/venues/returns/draws.ts'
import { addDraw, noEvidence, verdict, type Draw } from '../../src/areas/venues/returns/evidence.ts'
import type { CountedBet } from '../../src/areas/venues/store/return.sql.ts'
import { seeded } from '../support/seeded.ts'

const LOOK_EVERY = 500

/** How many draws until a verdict; null when there is none after so many. */
function drawsUntil(outside: 'over' | 'under', volume: number, next: () => Draw): number | null {
  const evidence = noEvidence()
  for (let n = 1; n <= volume; n++) {
    addDraw(evidence, next())
    if (n % LOOK_EVERY > 0) continue
    const found = verdict(evidence).outside
    if (found) {
      expect(found).toBe(outside)
      return n
    }
  }
  return null
}

/** Even chances at 1.95, published as 97.5 %, whose true return is so much more. */
function evenChances(seed: number, more = 0) {
  const random = seeded(seed)
  return () => ({
    returned: random() < (0.975 + more) / 1.95 ? 1.95 : 0,
    mean: 0.975,
    most: 1.95,
  })
}

/** A slot whose deviation is 3.5 stakes: 96 % in all, of which a fifth comes as 50 stakes. */
function slot(seed: number, more = 0) {
  const random = seeded(seed)
  const chances = [
    { from: 0.004, returned: 50 },
    { from: 0.034, returned: 10 },
    { from: 0.264 + more / 2, returned: 2 },
  ]
  return () => {
    const at = random()
    return { returned: chances.find(each => at < each.from)?.returned ?? 0, mean: 0.96, most: 50 }
  }
}

describe('three points more or less than published are noticed', () => {
  test.each([1, 2])('even chances within 60,000 draws, seed %i', seed => {
    expect(drawsUntil('over', 60_000, evenChances(seed, 0.03))).not.toBeNull()
    expect(drawsUntil('under', 60_000, evenChances(seed, -0.03))).not.toBeNull()
    expect(drawsUntil('over', 60_000, evenChances(seed))).toBeNull()
  })
  test('a slot within 500,000 draws', () => {
    expect(drawsUntil('over', 500_000, slot(1, 0.03))).not.toBeNull()
  })
})

test('the true mean lies between the bounds, which close in on it', () => {
  const evidence = noEvidence()
  const next = evenChances(7, 0.02)
  for (let n = 0; n < 60_000; n++) addDraw(evidence, next())
  const { low, high } = verdict(evidence)
  expect(low).toBeLessThan(0.02)
  expect(high).toBeGreaterThan(0.02)
  expect(high! - low!).toBeLessThan(0.05)
})

test('no bettor gains in a fair game: the mean factor of each bet is at most one', () => {
  // All outcomes of even chances with their chances, once, from a capital of one.
  const evidences = [1.95, 0].map(returned => {
    const evidence = noEvidence()
    addDraw(evidence, { returned, mean: 0.975, most: 1.95 })
    return evidence
  })
  const SHIFT_ZERO = 20 * 5
  for (const side of ['over', 'under'] as const)
    for (let rate = 0; rate < 5; rate++) {
      const [won, lost] = evidences.map(each => Math.exp(each[side][SHIFT_ZERO + rate]!))
      expect((won! + lost!) / 2).toBeLessThanOrEqual(1 + 1e-12)
    }
})

const bet = (more: Partial<CountedBet>): CountedBet => ({
  betId: 'B1',
  version: 1n,
  revision: 1,
  status: 1,
  gameCode: 'g',
  mathVersion: 'm',
  roundId: 'r1',
  lines: null,
  stakeFen: 100n,
  payoutFen: 0n,
  ...more,
})

describe('bets become draws', () => {
  test('all bets on a shared round are one draw, a bet by itself is another', () => {
    const line = { stake: 100, odds: '1.95' }
    const rounds = roundsOf([
      bet({ betId: 'B1', lines: [line], payoutFen: 195n }),
      bet({ betId: 'B2', lines: [line, { stake: 300, odds: '9.70' }], stakeFen: 400n }),
      bet({ betId: 'B3', roundId: 'r1' }),
      bet({ betId: 'B4', roundId: 'r2', lines: [line] }),
    ])
    expect(rounds.map(each => each.bets.map(({ betId }) => betId))).toEqual([
      ['B1', 'B2'],
      ['B3'],
      ['B4'],
    ])
    const draw = drawOf(rounds[0]!.bets, [
      { odds: '1.95', mean: '39/40', most: '1.95' },
      { odds: '9.70', mean: '97/100', most: '9.70' },
    ])
    expect(draw!.returned).toBeCloseTo(195 / 500)
    expect(draw!.mean).toBeCloseTo((200 * 0.975 + 300 * 0.97) / 500)
    expect(draw!.most).toBeCloseTo((200 * 1.95 + 300 * 9.7) / 500)
  })
  test('a bet of a kind without published mathematics is no draw', () => {
    expect(drawOf([bet({})], [{ odds: '1.95', mean: '39/40', most: '1.95' }])).toBeNull()
    expect(drawOf([bet({})], [{ odds: null, mean: 'half', most: '2' }])).toBeNull()
  })
  test('published numbers are fractions or decimals', () => {
    expect(valueOf('15092/15625')).toBeCloseTo(0.965888)
    expect(valueOf('58')).toBe(58)
    expect([valueOf('1/2/3'), valueOf('x')]).toEqual([NaN, NaN])
  })
})
