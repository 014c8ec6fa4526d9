import { fromHex, sha256, toHex, utf8 } from '@tianping/fairness'
import { expect, test } from 'vitest'
import { baccarat } from '../model/baccarat.ts'
import { BACCARAT_MATH, type BaccaratPick } from '../model/math.ts'
import { draw, MOST_CARDS, play, pointsOf, returnsOf, winnerOf } from '../model/outcome.ts'
import { dealt } from '../../../model/dealt.ts'
import { percent } from '../../../model/percent.ts'
import { periodMs } from '../../../model/Table.ts'
import { deviationsOf } from '../../../test/support/million.ts'
import { fraction, less } from '../../../test/support/exact.ts'

// The third-card rules again, as the table that is printed at every baccarat table: for each total
// of the bank, the player's third cards (by what they count) on which it draws. Counts of points
// stand for cards, so that all 10^6 sequences of six are enumerated with their exact weights among
// the orders of 416 cards.
const BANK_DRAWS = [
  '0123456789',
  '0123456789',
  '0123456789',
  '012345679',
  '234567',
  '4567',
  '67',
  '',
  '',
  '',
]
const ORDERS = 416 * 415 * 414 * 413 * 412 * 411

type Counts = { player: number; banker: number; tie: number; four: number; more: number }

function enumerate(): Counts {
  const found = { player: 0, banker: 0, tie: 0, four: 0, more: 0 }
  const left = [128, 32, 32, 32, 32, 32, 32, 32, 32, 32]
  const six: number[] = []
  const visit = (weight: number) => {
    if (six.length === 6)
      return count(six as [number, number, number, number, number, number], weight, found)
    for (let value = 0; value < 10; value++) {
      const ways = left[value]!--
      six.push(value)
      visit(weight * ways)
      six.pop()
      left[value]!++
    }
  }
  visit(1)
  return found
}

function sideAhead(player: number, bank: number): 'player' | 'banker' | 'tie' {
  if (player === bank) return 'tie'
  return player > bank ? 'player' : 'banker'
}

function count(
  [p1, b1, p2, b2, fifth, sixth]: [number, number, number, number, number, number],
  weight: number,
  found: Counts,
) {
  let player = (p1 + p2) % 10
  let bank = (b1 + b2) % 10
  let cards = 4
  if (player < 8 && bank < 8) {
    if (player < 6) {
      const bankToo = BANK_DRAWS[bank]!.includes(String(fifth))
      player = (player + fifth) % 10
      if (bankToo) bank = (bank + sixth) % 10
      cards = bankToo ? 6 : 5
    } else if (bank < 6) {
      bank = (bank + fifth) % 10
      cards = 5
    }
  }
  found[sideAhead(player, bank)] += weight
  found[cards === 4 ? 'four' : 'more'] += weight
}

const found = enumerate()

test('every chance, return and edge is exactly the published one', () => {
  const { bets } = BACCARAT_MATH
  expect(found.player + found.banker + found.tie).toBe(ORDERS)
  expect(found.four + found.more).toBe(ORDERS)
  // Any card first; of the 415 others, 31 have its rank.
  const pairs = (ORDERS / 415) * 31
  const wins: Record<BaccaratPick, number> = {
    player: found.player,
    banker: found.banker,
    tie: found.tie,
    big: found.more,
    small: found.four,
    'player-pair': pairs,
    'banker-pair': pairs,
  }
  for (const [pick, ways] of Object.entries(wins) as [BaccaratPick, number][]) {
    const push = pick === 'player' || pick === 'banker' ? found.tie : 0
    const rtp = fraction(
      BigInt(ways) * BigInt(bets[pick].returns) + BigInt(push) * 100n,
      BigInt(ORDERS) * 100n,
    )
    expect(bets[pick], pick).toMatchObject({
      win: fraction(ways, ORDERS),
      push: fraction(push, ORDERS),
      rtp,
      edge: less(rtp),
    })
  }
})

test('the figures the rules print', () => {
  const { bets } = BACCARAT_MATH
  const printed = (pick: BaccaratPick) => [
    bets[pick].pays,
    percent(bets[pick].win, 4),
    percent(bets[pick].edge, 4),
  ]
  expect(printed('banker')).toEqual(['0.95', '45.8597', '1.0579'])
  expect(printed('player')).toEqual(['1', '44.6247', '1.2351'])
  expect(printed('tie')).toEqual(['9', '9.5156', '4.8440'])
  expect([
    bets['player-pair'].pays,
    percent(bets['player-pair'].win, 4),
    percent(bets['player-pair'].edge, 3),
  ]).toEqual(['11', '7.4699', '10.361'])
  expect([bets.big.pays, percent(bets.big.win, 4), percent(bets.big.edge, 3)]).toEqual([
    '0.54',
    '62.1132',
    '4.346',
  ])
  expect([bets.small.pays, percent(bets.small.win, 4), percent(bets.small.edge, 3)]).toEqual([
    '1.5',
    '37.8868',
    '5.283',
  ])
  for (const { pays, returns } of Object.values(bets))
    expect(returns).toBe(100 + Math.round(Number(pays) * 100))
})

test('the game and the enumerator agree on every order of point values', () => {
  // A card of each value; tens may be any of 10 J Q K.
  const cardOf = (value: number) => (value === 0 ? 12 : value - 1)
  for (let i = 0; i < 1_000_000; i++) {
    const six = [...String(i).padStart(6, '0')].map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    const one: Counts = { player: 0, banker: 0, tie: 0, four: 0, more: 0 }
    count(six, 1, one)
    const outcome = play(six.map(cardOf))
    const cards = outcome.player.length + outcome.banker.length
    if (one[winnerOf(outcome)] !== 1 || one[cards === 4 ? 'four' : 'more'] !== 1)
      expect.fail(String(six))
  }
})

test('golden vector: seed 00…01, lucky, nonce 0 is a natural nine of the player', () => {
  const outcome = draw({
    serverSeed: fromHex('00'.repeat(31) + '01'),
    clientSeed: 'lucky',
    nonce: 0,
  })
  expect(outcome).toEqual({ player: [35, 8], banker: [37, 42] })
  expect([pointsOf(outcome.player), pointsOf(outcome.banker)]).toEqual([9, 4])
  const returns = Object.fromEntries(
    (Object.keys(BACCARAT_MATH.bets) as BaccaratPick[]).map(pick => [
      pick,
      returnsOf(outcome, pick),
    ]),
  )
  expect(returns).toEqual({
    player: 200,
    tie: 0,
    banker: 0,
    'player-pair': 0,
    big: 0,
    small: 250,
    'banker-pair': 0,
  })
})

test('a tie gives the bets on either hand back and pays nine to one', () => {
  // 9 and K against 5 and 4.
  const outcome = play([8, 4, 12, 3, 0, 0])
  expect(outcome).toEqual({ player: [8, 12], banker: [4, 3] })
  expect([
    returnsOf(outcome, 'player'),
    returnsOf(outcome, 'banker'),
    returnsOf(outcome, 'tie'),
    returnsOf(outcome, 'small'),
  ]).toEqual([100, 100, 1000, 250])
})

test('pairs are of rank, whatever the suit; the third card has no part in them', () => {
  // Player 2 and 2 of other suits draws; banker 3 and 6.
  const outcome = play([1, 2, 14, 5, 1, 1])
  expect([returnsOf(outcome, 'player-pair'), returnsOf(outcome, 'banker-pair')]).toEqual([1200, 0])
  expect(returnsOf(play([9, 2, 12, 5, 12, 1]), 'player-pair')).toBe(0)
})

test(
  'a million rounds return within four deviations of the exact figures, bet by bet',
  { timeout: 600_000 },
  () => {
    const picks = Object.keys(BACCARAT_MATH.bets) as BaccaratPick[]
    const off = deviationsOf(
      'bac',
      draws => {
        const outcome = play(dealt(8, MOST_CARDS, draws))
        return picks.map(pick => returnsOf(outcome, pick))
      },
      picks.map(pick => BACCARAT_MATH.bets[pick].rtp),
    )
    picks.forEach((pick, i) => expect(off[i], pick).toBeLessThan(4))
  },
)

test('the table: 24 seconds, the chips of every card table, its mathematics by the bytes it is published in', () => {
  expect(periodMs(baccarat)).toBe(24_000)
  expect(baccarat.phases).toEqual({ betMs: 15_000, lockMs: 1_000, drawMs: 5_000, resultMs: 3_000 })
  expect(baccarat.stakesFen).toEqual([100n, 500n, 1_000n, 5_000n, 10_000n, 50_000n])
  expect(baccarat.mathVersion).toBe(toHex(sha256(utf8(baccarat.mathJson))))
  expect(JSON.parse(baccarat.mathJson)).toEqual(BACCARAT_MATH)
  expect([
    baccarat.oddsOf('banker'),
    baccarat.oddsOf('nothing'),
    baccarat.oddsOf('toString'),
  ]).toEqual(['1:0.95', null, null])
})
