import { sha256, toHex, utf8 } from '@tianping/fairness'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dealt } from '../../../model/dealt.ts'
import { NIUNIU_MATH, type NiuniuPick } from '../model/math.ts'
import { niuniu } from '../model/niuniu.ts'
import { beatsBank, bullName, bullOf, CARDS, play, returnsOf, SEATS } from '../model/outcome.ts'
import { fraction, less } from '../../../test/support/exact.ts'
import { deviationsOf } from '../../../test/support/million.ts'

const PICKS = Object.keys(NIUNIU_MATH.bets) as NiuniuPick[]
const CHOOSE_4 = [1, 4, 6, 4, 1]
const HANDS = 2_598_960

/**
 * A hand by how many of each rank it holds, 1 for the ace to 13, whatever the suits: one of 6,175.
 */
type Shape = { counts: number[]; held: number[]; ways: number; bull: number; top: number }

/**
 * The bull told by pairs: the rest of three is a multiple of ten exactly when the whole less the
 * pair is.
 */
function bullOfRanks(ranks: readonly number[]): number {
  const worth = ranks.map(rank => (rank > 10 ? 10 : rank))
  const whole = worth.reduce((a, b) => a + b)
  for (const [i, a] of worth.entries())
    for (const b of worth.slice(i + 1))
      if ((whole - a - b) % 10 === 0) return (a + b) % 10 === 0 ? 10 : (a + b) % 10
  return 0
}

function shapes(): Shape[] {
  const found: Shape[] = []
  const build = (ranks: number[]) => {
    if (ranks.length === 5) {
      const counts = Array.from(
        { length: 14 },
        (_, rank) => ranks.filter(each => each === rank).length,
      )
      found.push({
        counts,
        held: [...new Set(ranks)],
        ways: counts.reduce((ways, n) => ways * CHOOSE_4[n]!, 1),
        bull: bullOfRanks(ranks),
        top: Math.max(...ranks),
      })
      return
    }
    for (let rank = ranks.at(-1) ?? 1; rank <= 13; rank++)
      if (ranks.filter(each => each === rank).length < 4) build([...ranks, rank])
  }
  build([])
  return found
}

/** Ways to take n of the cards that are left of a rank. */
const choose = (from: number, n: number) =>
  [[1], [1, 1], [1, 2, 1], [1, 3, 3, 1], CHOOSE_4][from]![n] ?? 0

const all = shapes()

test('the chance of each bull is exactly the published one', () => {
  const ways = new Map<number, number>()
  for (const shape of all) ways.set(shape.bull, (ways.get(shape.bull) ?? 0) + shape.ways)
  expect([all.length, all.reduce((sum, shape) => sum + shape.ways, 0)]).toEqual([6_175, HANDS])
  for (const [name, chance] of Object.entries(NIUNIU_MATH.hands))
    expect(chance, name).toBe(fraction(ways.get(name === 'none' ? 0 : Number(name))!, HANDS))
})

test('over all pairs of hands a gate beats the bank in exactly half: the edge is 2.5% to the last digit', () => {
  let pairs = 0
  let equalBulls = 0
  // In twelfths: when both hold their top rank, the highest suit of it is in the gate's hand as
  // often as its share of them.
  let wins = 0
  for (const gate of all)
    for (const bank of all) {
      let ways = gate.ways * bank.ways
      for (const rank of gate.held) {
        const n = bank.counts[rank]!
        if (n > 0) ways = (ways / CHOOSE_4[n]!) * choose(4 - gate.counts[rank]!, n)
      }
      if (ways === 0) continue
      pairs += ways
      if (gate.bull > bank.bull) wins += 12 * ways
      if (gate.bull !== bank.bull) continue
      equalBulls += ways
      if (gate.top > bank.top) wins += 12 * ways
      else if (gate.top === bank.top)
        wins +=
          (12 * ways * gate.counts[gate.top]!) / (gate.counts[gate.top]! + bank.counts[gate.top]!)
    }
  expect(pairs).toBe(HANDS * 1_533_939)
  expect(fraction(equalBulls, pairs)).toBe(NIUNIU_MATH.equalBulls)
  expect(fraction(wins, 12 * pairs)).toBe('1/2')
  for (const pick of PICKS) {
    const rtp = fraction(
      BigInt(wins) * BigInt(NIUNIU_MATH.bets[pick].returns),
      BigInt(pairs) * 1_200n,
    )
    expect(NIUNIU_MATH.bets[pick]).toMatchObject({ win: '1/2', pays: '0.95', rtp, edge: less(rtp) })
    expect(less(rtp)).toBe('1/40')
  }
}, 600_000)

const hand = fc.uniqueArray(fc.integer({ min: 0, max: 51 }), { minLength: 5, maxLength: 5 })

test('the game finds the bull the enumerator finds', () => {
  fc.assert(
    fc.property(hand, cards => {
      expect(bullOf(cards)).toBe(bullOfRanks(cards.map(card => (card % 13) + 1)))
    }),
    { numRuns: 5_000 },
  )
})

test('of two hands of a deck one always beats the other, never both', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 51 }), { minLength: 10, maxLength: 10 }),
      cards => {
        const [a, b] = [cards.slice(0, 5), cards.slice(5)]
        const beats = (gate: number[], bank: number[]) =>
          beatsBank({ hands: [gate, gate, gate, gate], bank }, 'xuan')
        expect(beats(a, b)).not.toBe(beats(b, a))
      },
    ),
    { numRuns: 5_000 },
  )
})

test('equal bulls go by the highest card, then by its suit: spades, hearts, clubs, diamonds', () => {
  const S = 0
  const H = 13
  const C = 26
  const D = 39
  const beats = (gate: number[], bank: number[]) =>
    returnsOf({ hands: [gate, gate, gate, gate], bank }, 'tian') === 195
  // No bull on either side; kings on top.
  expect(beats([S + 12, H + 0, H + 1, H + 2, C + 3], [H + 12, S + 0, S + 1, S + 2, D + 3])).toBe(
    true,
  )
  expect(beats([C + 12, H + 0, H + 1, H + 2, C + 3], [H + 12, S + 0, S + 1, S + 2, D + 3])).toBe(
    false,
  )
  expect(beats([D + 12, H + 0, H + 1, H + 2, C + 3], [S + 11, S + 0, S + 1, S + 2, D + 3])).toBe(
    true,
  )
  expect([bullName(0), bullName(6), bullName(10)]).toEqual(['没牛', '牛 6', '牛牛'])
})

test('a million rounds return within four deviations of the exact figures, gate by gate', () => {
  const off = deviationsOf(
    'niu',
    draws => {
      const outcome = play(dealt(1, SEATS * CARDS, draws))
      return PICKS.map(pick => returnsOf(outcome, pick))
    },
    PICKS.map(() => '39/40'),
  )
  PICKS.forEach((pick, i) => expect(off[i], pick).toBeLessThan(4))
}, 600_000)

test('the table: its mathematics by the bytes it is published in, 25 cards of one deck round the table', () => {
  expect(niuniu.mathVersion).toBe(toHex(sha256(utf8(niuniu.mathJson))))
  expect(JSON.parse(niuniu.mathJson)).toEqual(NIUNIU_MATH)
  const { hands, bank } = play(Array.from({ length: 25 }, (_, i) => i))
  expect([hands[0], hands[3], bank]).toEqual([
    [0, 5, 10, 15, 20],
    [3, 8, 13, 18, 23],
    [4, 9, 14, 19, 24],
  ])
})
