import { expect, test } from 'vitest'
import { allBooks, allTables, gameByCode } from '../../games/registry.ts'
import { returnsOf } from '../../server/launch/returnsOf.ts'
import { allPicks } from '../support/allPicks.ts'

const value = (fraction: string) => {
  const [above, below = '1'] = fraction.split('/')
  return Number(above) / Number(below)
}

test.each(allTables())(
  '$name: the odds of every pick name its kind, and a kind has one mean',
  table => {
    const kinds = returnsOf(table)!
    const odds = new Set(kinds.map(kind => kind.odds))
    expect(odds.size).toBe(kinds.length)
    for (const pick of allPicks(table.code)) expect(odds, pick).toContain(table.oddsOf(pick))
    const bets = Object.entries(
      (JSON.parse(table.mathJson) as { bets: Record<string, { rtp: string; returns?: number }> })
        .bets,
    )
    for (const [name, { rtp, returns }] of bets) {
      const own = table.oddsOf(name) ?? ((returns ?? 0) / 100).toFixed(2)
      expect(kinds.find(kind => kind.odds === own)!.mean, name).toBe(rtp)
    }
  },
)

test('the mean and the most of a kind are those of drawn rounds', () => {
  const table = allTables().find(each => each.code === 'rb')!
  const sums = new Map(returnsOf(table)!.map(kind => [kind.odds, { ...kind, paid: 0, largest: 0 }]))
  const ROUNDS = 20_000
  for (let nonce = 0; nonce < ROUNDS; nonce++) {
    const outcome = table.draw({ serverSeed: new Uint8Array(32).fill(7), clientSeed: 'r', nonce })
    for (const pick of ['red', 'strike']) {
      const kind = sums.get(table.oddsOf(pick)!)!
      const paid = table.returnsOf(outcome, pick) / 100
      kind.paid += paid
      kind.largest = Math.max(kind.largest, paid)
    }
  }
  for (const { mean, most, paid, largest } of sums.values()) {
    expect(paid / ROUNDS).toBeCloseTo(value(mean), 1)
    expect(largest).toBeLessThanOrEqual(Number(most))
  }
})

test('a slot has one kind, whose most covers every free spin; a book has none', () => {
  expect(returnsOf(gameByCode('fortune3')!)).toEqual([
    { odds: null, mean: '15092/15625', most: '58' },
  ])
  expect(returnsOf(gameByCode('koi5')!)).toMatchObject([{ odds: null, most: '32270.2' }])
  expect(allBooks().map(returnsOf)).toEqual(allBooks().map(() => null))
})
